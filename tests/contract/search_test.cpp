// search: what it takes, how many hits it gives, and what a hit says.

#include <string>
#include <string_view>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using namespace std::string_view_literals;

class SearchTest : public StoreTest {
 protected:
  void note_numbered(std::size_t count) {
    std::vector<NewMemory> many;
    for (std::size_t i = 0; i < count; ++i) many.push_back({"Remark " + std::to_string(i)});
    must(store().add_batch(many));
  }
  std::string refusal(std::string_view query, const SearchOptions& how = {}) {
    return error_of(store().search(query, how));
  }
};

TEST_CASE_METHOD(SearchTest, "a blank query is refused", "[search]") {
  note("Something to find");
  for (const std::string_view query : {""sv, " "sv, "\r\n\t"sv, "\u00a0\u3000"sv, "\u200b"sv}) {
    CAPTURE(escaped(query));
    CHECK(refusal(query) == "invalid_request field=query");
  }
}

TEST_CASE_METHOD(SearchTest, "a query that is not UTF-8 is refused", "[search]") {
  for (const std::string& query : invalid_utf8()) {
    CAPTURE(escaped(query));
    CHECK(refusal(query) == "invalid_request field=query");
  }
}

TEST_CASE_METHOD(SearchTest, "a search's limit lies in 1 to 1000 and is never adjusted",
                 "[search]") {
  note_numbered(3);
  CHECK(refusal("Remark", {.limit = 0}) == "invalid_request field=limit");
  CHECK(refusal("Remark", {.limit = 1001}) == "invalid_request field=limit");
  CHECK(refusal("Remark", {.limit = ~std::size_t{0}}) == "invalid_request field=limit");
  CHECK(search("Remark", {.limit = 1}).hits.size() == 1);
  CHECK(search("Remark", {.limit = 1000}).hits.size() == 3);
}

TEST_CASE_METHOD(SearchTest, "the limit is 10 unless another is given", "[search]") {
  note_numbered(15);
  CHECK(search("Remark 3").hits.size() == 10);
  CHECK(search("Remark 3", {.limit = 12}).hits.size() == 12);
}

TEST_CASE_METHOD(SearchTest, "a search returns as many as there are, up to the limit", "[search]") {
  CHECK(search("anything").hits.empty());
  note_numbered(15);
  CHECK(search("Remark 3", {.limit = 15}).hits.size() == 15);
  CHECK(search("Remark 3", {.limit = 16}).hits.size() == 15);
  CHECK(search("quite unrelated words", {.limit = 16}).hits.size() == 15);
}

TEST_CASE_METHOD(SearchTest, "as many as there are, even where neither words nor vectors match",
                 "[search]") {
  options.embedder = no_vectors();
  note_numbered(7);
  CHECK(search("unrelated").hits.size() == 7);
  CHECK(search("unrelated", {.limit = 5}).hits.size() == 5);
}

TEST_CASE_METHOD(SearchTest, "a store of a thousand and more fills the largest limit", "[search]") {
  options.embedder = scattered();
  options.graph_threshold = 100 * 16;
  note_numbered(1100);
  const auto full = [&] {
    const SearchResult result = search("Remark 500", {.limit = 1000});
    CHECK(result.hits.size() == 1000);
    const auto unique = sorted(ids(result));
    CHECK(std::adjacent_find(unique.begin(), unique.end()) == unique.end());
  };
  full();
  reopen();
  full();
}

TEST_CASE_METHOD(SearchTest, "a memory comes once, however many of its sentences match",
                 "[search]") {
  const std::string apples = "Apples are red. Apples are sweet. I like apples. Apples!";
  note(apples);
  note("Pears are green.");
  CHECK(contents(search("apples")) == std::vector<std::string>{apples, "Pears are green."});
}

TEST_CASE_METHOD(SearchTest, "every hit says who said it", "[search]") {
  meet({"Ann", "Bob"});
  remember("Ann", "apples apples apples apples");
  remember("Bob", "apples apples apples and one pear");
  remember("me", "apples apples and two more pears");
  note("apples and three other pears, too");
  for (const Hit& hit : search("apples").hits) {
    CAPTURE(hit.memory.content);
    const Memory stored = must(store().get(hit.memory.id));
    CHECK(label(hit.memory) == label(stored));
    CHECK(hit.memory.content == stored.content);
  }
  CHECK(sorted(labels(search("apples"))) ==
        std::vector<std::string>{"(untagged)", "Ann", "Bob", "me"});
}

TEST_CASE_METHOD(SearchTest, "a hit holds the whole memory", "[search]") {
  meet({"Ann"});
  const MemoryId id = remember("Ann", "Apples are red. Pears are green.",
                               {.event_at = second(1),
                                .created_at = second(2),
                                .category = "fruit",
                                .conversation_id = "c",
                                .metadata = {{"k", "v"}}});
  const Memory memory = search("pears").hits.at(0).memory;
  CHECK(memory.id == id);
  CHECK(memory.event_at == second(1));
  CHECK(memory.created_at == second(2));
  CHECK(memory.category == "fruit");
  CHECK(memory.conversation_id == "c");
  CHECK(memory.metadata == std::map<std::string, std::string>{{"k", "v"}});
  CHECK(memory.chunks == 2);
  CHECK(memory.current);
}

TEST_CASE_METHOD(SearchTest, "with a speaker, only that person's memories are found", "[search]") {
  meet({"Ann", "Bob", "Carl"});
  for (int i = 0; i < 20; ++i) {
    remember("Ann", "The deadline is on Tuesday, Ann's version " + std::to_string(i));
  }
  remember("Bob", "Lunch was fine");
  remember("Bob", "I feed three cats");
  remember("me", "The deadline, as far as I know");
  note("The deadline was mentioned");
  CHECK(sorted(contents(search("deadline", {.speaker = "Bob"}))) ==
        std::vector<std::string>{"I feed three cats", "Lunch was fine"});
  CHECK(labels(search("deadline", {.speaker = "Ann"})) == std::vector<std::string>(10, "Ann"));
  CHECK(contents(search("deadline", {.speaker = "me"})) ==
        std::vector<std::string>{"The deadline, as far as I know"});
  CHECK(search("deadline", {.speaker = "Carl"}).hits.empty());
}

TEST_CASE_METHOD(SearchTest, "a search by an unregistered speaker is not_found", "[search]") {
  note("Something to find");
  const auto result = store().search("something", {.speaker = "Bob"});
  CHECK(error_of(result) == "not_found speaker=Bob");
  CHECK(message_of(result) == "speaker 'Bob' is not registered in this store.");
}

TEST_CASE_METHOD(SearchTest, "the similarity is the best sentence's cosine", "[search]") {
  options.embedder = circle({{"Cat.", 30}, {"Dog.", 120}, {"Fish.", 180}, {"query", 0}});
  note("Dog. Cat.");
  note("Fish.");
  const SearchResult result = search("query");
  REQUIRE(contents(result) == std::vector<std::string>{"Dog. Cat.", "Fish."});
  CHECK(result.hits[0].similarity == Approx(cosine_of_degrees(30)).margin(1e-4));
  CHECK(result.hits[1].similarity == Approx(-1.0).margin(1e-4));
  CHECK(result.hits[1].similarity >= -1.0);
}

TEST_CASE_METHOD(SearchTest, "a similarity never leaves [-1, 1]", "[search]") {
  options.embedder = scattered(48);
  note_numbered(200);
  for (int i = 0; i < 200; i += 20) {
    const SearchResult result = search("Remark " + std::to_string(i), {.limit = 200});
    CHECK(result.hits.at(0).similarity == Approx(1.0).margin(1e-4));
    for (const Hit& hit : result.hits) {
      CHECK(hit.similarity <= 1.0);
      CHECK(hit.similarity >= -1.0);
    }
  }
}

TEST_CASE_METHOD(SearchTest, "a query is embedded as a query, a memory as a document", "[search]") {
  const auto table = circle({{"Cat.", 0}, {"query", 0}});
  options.embedder = table;
  note("Cat.");
  CHECK(table->purposes() == std::vector<Purpose>{Purpose::document});
  table->forget_calls();
  search("query");
  CHECK(table->purposes() == std::vector<Purpose>{Purpose::query});
  CHECK(table->texts() == std::vector<std::string>{"query"});
}

TEST_CASE_METHOD(SearchTest, "what was just stored is found at once, by every handle", "[search]") {
  meet({"Bob"});
  MemoryStore copy = store();
  remember("Bob", "The boat is blue");
  CHECK(contents(must(copy.search("boat"))) == std::vector<std::string>{"The boat is blue"});
  must(copy.add("The bike is red", {.speaker = "Bob"}));
  CHECK(contents(search("bike", {.speaker = "Bob", .limit = 1})) ==
        std::vector<std::string>{"The bike is red"});
}

TEST_CASE_METHOD(SearchTest, "very long and odd queries are queries", "[search]") {
  const MemoryId id = note("The boat is blue");
  for (const std::string& query :
       {repeat("boat ", 2000), std::string("boat\0blue", 9), std::string("\"boat\" AND (blue)"),
        std::string("boat* OR -blue"), std::string("\u202e boat")}) {
    CAPTURE(escaped(query));
    CHECK(ids(search(query)) == std::vector<MemoryId>{id});
  }
}

}  // namespace
}  // namespace whosaid::test
