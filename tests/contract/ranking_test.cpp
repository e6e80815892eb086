// The order of hits: words, vectors and, weakly, the conversation; ties go to the newer.

#include <random>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class RankingTest : public StoreTest {
 protected:
  std::string best(std::string_view query, const SearchOptions& how = {}) {
    const SearchResult result = search(query, how);
    return result.hits.empty() ? "(nothing)" : result.hits[0].memory.content;
  }
};

TEST_CASE_METHOD(RankingTest, "hits come best first", "[ranking]") {
  for (const char* text : {"The boat is blue", "A boat, a boat, my kingdom for a boat",
                           "Blue boats and red bikes", "The weather was fine", "I like tea"}) {
    note(text);
  }
  const SearchResult result = search("blue boat");
  REQUIRE(result.hits.size() == 5);
  for (std::size_t i = 1; i < result.hits.size(); ++i) {
    CHECK(result.hits[i - 1].score >= result.hits[i].score);
  }
  CHECK(result.hits[0].memory.content == "The boat is blue");
}

TEST_CASE_METHOD(RankingTest, "words alone bring a hit", "[ranking]") {
  options.embedder = no_vectors();
  note("The boat is blue");
  for (int i = 0; i < 20; ++i) note("Something else entirely, number " + std::to_string(i));
  CHECK(best("boat") == "The boat is blue");
  CHECK(search("boat").hits.at(0).similarity == 0.0);
  CHECK(search("boat").hits.at(0).score > search("boat").hits.at(1).score);
}

TEST_CASE_METHOD(RankingTest, "a vector alone brings a hit", "[ranking]") {
  options.embedder =
      circle({{"feline", 10}, {"hound", 100}, {"sparrow", 200}, {"trout", 300}, {"cat", 0}});
  for (const char* text : {"feline", "hound", "sparrow", "trout"}) note(text);
  CHECK(contents(search("cat")) == Texts{"feline", "trout", "hound", "sparrow"});
}

TEST_CASE_METHOD(RankingTest, "a word lifts one of two equally close memories", "[ranking]") {
  options.embedder = circle({{"red bicycle", 10}, {"blue train", 10}, {"bicycle", 0}});
  note("red bicycle");
  note("blue train");
  CHECK(contents(search("bicycle")) == Texts{"red bicycle", "blue train"});
}

TEST_CASE_METHOD(RankingTest, "a vector lifts one of two memories with the same words",
                 "[ranking]") {
  options.embedder = circle({{"river bank", 10}, {"bank river", 80}, {"bank", 0}});
  note("river bank");
  note("bank river");
  CHECK(contents(search("bank")) == Texts{"river bank", "bank river"});
}

TEST_CASE_METHOD(RankingTest, "ties go to the newer memory", "[ranking]") {
  if (GENERATE(false, true)) options.embedder = no_vectors();
  note("The very same words", {.created_at = second(2), .category = "second"});
  note("The very same words", {.created_at = second(3), .category = "third"});
  note("The very same words", {.created_at = second(1), .category = "first"});
  note("The very same words", {.created_at = second(3), .category = "fourth"});
  const auto order = [&] {
    Texts categories;
    for (const Hit& hit : search("very same words").hits) {
      categories.push_back(hit.memory.category);
    }
    return categories;
  };
  CHECK(order() == Texts{"fourth", "third", "second", "first"});
  reopen();
  CHECK(order() == Texts{"fourth", "third", "second", "first"});
}

TEST_CASE_METHOD(RankingTest, "the cut at the limit keeps the newer of a tie", "[ranking]") {
  options.embedder = no_vectors();
  for (int i = 0; i < 30; ++i) {
    note("The very same words", {.created_at = second(i), .category = std::to_string(i)});
  }
  Texts categories;
  for (const Hit& hit : search("words", {.limit = 3}).hits) {
    categories.push_back(hit.memory.category);
  }
  CHECK(categories == Texts{"29", "28", "27"});
}

TEST_CASE_METHOD(RankingTest, "a smaller limit is the beginning of a larger one", "[ranking]") {
  options.embedder = scattered();
  for (int i = 0; i < 60; ++i) note("Remark " + std::to_string(i % 7) + " " + std::to_string(i));
  const Texts all = contents(search("Remark 3", {.limit = 60}));
  REQUIRE(all.size() == 60);
  for (const std::size_t limit : {1u, 2u, 5u, 10u, 33u}) {
    CAPTURE(limit);
    const Texts some = contents(search("Remark 3", {.limit = limit}));
    CHECK(some == Texts(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(limit)));
  }
}

TEST_CASE_METHOD(RankingTest, "the conversation is a weak context", "[ranking]") {
  options.embedder = no_vectors();
  note("The trip to Lisbon was approved", {.created_at = second(1), .conversation_id = "trip"});
  note("Forty people signed up", {.created_at = second(2), .conversation_id = "trip"});
  note("Forty people signed up", {.created_at = second(3), .conversation_id = "choir"});
  const SearchResult result = search("Lisbon");
  REQUIRE(result.hits.size() == 3);
  CHECK(result.hits[0].memory.content == "The trip to Lisbon was approved");
  CHECK(result.hits[1].memory.conversation_id == "trip");
  CHECK(result.hits[1].score > result.hits[2].score);
}

TEST_CASE_METHOD(RankingTest, "texts of no conversation are no context to each other",
                 "[ranking]") {
  options.embedder = no_vectors();
  note("Forty people signed up", {.created_at = second(1)});
  note("The trip to Lisbon was approved", {.created_at = second(2)});
  note("Forty people signed up", {.created_at = second(3)});
  const SearchResult result = search("Lisbon");
  CHECK(result.hits.at(1).score == result.hits.at(2).score);
}

TEST_CASE_METHOD(RankingTest, "a speaker's name is no word of the text", "[ranking]") {
  options.embedder = no_vectors();
  meet({"Bob", "Ann"});
  remember("Bob", "The boat is blue");
  remember("Ann", "The bike is red");
  for (const Hit& hit : search("Bob", {.explain = true}).hits) {
    CHECK(hit.explanation.value().matched_words.empty());
  }
}

TEST_CASE_METHOD(RankingTest, "a query without words works and doesn't mean newest", "[ranking]") {
  SECTION("by its vector") {
    options.embedder =
        circle({{"cake", 0}, {"rain", 90}, {"tax", 180}, {"\U0001f382", 5}, {"?!", 85}});
    for (const char* text : {"cake", "rain", "tax"}) note(text);
    CHECK(best("\U0001f382") == "cake");
    CHECK(best("?!") == "rain");
  }
  SECTION("with the default embedder") {
    note("We had a party \U0001f382");
    for (int i = 0; i < 10; ++i) note("Nothing of note happened on day " + std::to_string(i));
    CHECK(best("\U0001f382") == "We had a party \U0001f382");
    CHECK(search("?!...").hits.size() == 10);
    CHECK(search("\u2014").hits.size() == 10);
  }
}

TEST_CASE_METHOD(RankingTest, "words are found in any case, form and script", "[ranking]") {
  options.embedder = no_vectors();
  const Texts texts = {
      "Die Stra\u00dfe ist lang",
      "\u6628\u65e5\u6771\u4eac\u306b\u884c\u304d\u307e\u3057\u305f",
      "\u0e09\u0e31\u0e19\u0e23\u0e31\u0e01\u0e01\u0e23\u0e38\u0e07\u0e40\u0e17\u0e1e",
      "\u041c\u043e\u0441\u043a\u0432\u0430 \u043d\u0435 \u0441\u0440\u0430\u0437\u0443",
      "Zoe\u0301 came late",
      "\uff26\uff35\uff2c\uff2c width",
  };
  for (const std::string& text : texts) note(text);
  for (int i = 0; i < 10; ++i) note("Newer filler number " + std::to_string(i));
  CHECK(best("STRASSE") == texts[0]);
  CHECK(best("\u6771\u4eac") == texts[1]);
  CHECK(best("\u0e01\u0e23\u0e38\u0e07\u0e40\u0e17\u0e1e") == texts[2]);
  CHECK(best("\u041c\u041e\u0421\u041a\u0412\u0410") == texts[3]);
  CHECK(best("zo\u00e9") == texts[4]);
  CHECK(best("full") == texts[5]);
}

// What two results have to share: the memories, their order, their numbers.
void check_same(const SearchResult& first, const SearchResult& second_one) {
  REQUIRE(ids(first) == ids(second_one));
  for (std::size_t i = 0; i < first.hits.size(); ++i) {
    CHECK(first.hits[i].score == Approx(second_one.hits[i].score).epsilon(1e-9));
    CHECK(first.hits[i].similarity == Approx(second_one.hits[i].similarity).margin(1e-6));
  }
}

TEST_CASE_METHOD(RankingTest, "the same store and query give the same order, reopened too",
                 "[ranking]") {
  if (GENERATE(false, true)) options.embedder = scattered();
  meet({"Ann", "Bob"});
  const Texts words = {"boat", "bike", "train", "blue", "red", "late", "sold", "new"};
  std::mt19937 random(4711);
  const auto word = [&] { return words[random() % words.size()]; };
  std::vector<MemoryId> stored;
  for (int i = 0; i < 150; ++i) {
    const AddOptions more{.created_at = second(i / 10),
                          .conversation_id = "c" + std::to_string(i / 15)};
    stored.push_back(remember(i % 3 == 0 ? "Ann" : "Bob",
                              "My " + word() + " is " + word() + ". Was it " + word() + "?", more));
  }
  for (std::size_t i = 0; i < stored.size(); i += 9) must(store().forget(stored[i]));

  const SearchOptions all{.limit = 1000};
  const SearchOptions of_bob{.speaker = "Bob", .limit = 20};
  const SearchResult first = search("blue boat", all);
  const SearchResult first_of_bob = search("sold late", of_bob);
  check_same(first, search("blue boat", all));
  reopen();
  check_same(first, search("blue boat", all));
  check_same(first_of_bob, search("sold late", of_bob));
}

TEST_CASE_METHOD(RankingTest, "a smaller memory budget changes no result", "[ranking]") {
  options.embedder = scattered(32);
  meet({"Ann", "Bob"});
  for (int i = 0; i < 200; ++i) {
    remember(i % 3 == 0 ? "Ann" : "Bob", "x" + std::to_string(i) + ". y" + std::to_string(i));
  }
  const SearchOptions of_ann{.speaker = "Ann", .limit = 20};
  const SearchResult everybody = search("x17", {.limit = 50});
  const SearchResult ann = search("y18", of_ann);
  for (const std::size_t budget : {std::size_t{0}, std::size_t{4096}}) {
    CAPTURE(budget);
    options.index_memory_budget = budget;
    reopen();
    check_same(everybody, search("x17", {.limit = 50}));
    check_same(ann, search("y18", of_ann));
    const MemoryId added = note("x200. y200");
    CHECK(ids(search("x200", {.limit = 1})) == std::vector<MemoryId>{added});
    must(store().forget(added));
  }
}

TEST_CASE_METHOD(RankingTest, "a graph finds what an exact scan finds", "[ranking]") {
  options.embedder = scattered(24);
  options.graph_threshold = 100'000 * 24;
  std::vector<NewMemory> many;
  for (int i = 0; i < 2000; ++i) many.push_back({"x" + std::to_string(i)});
  must(store().add_batch(many));
  const auto best_of_all = [&] {
    Texts found;
    for (int i = 0; i < 100; ++i) found.push_back(best("x" + std::to_string(i * 19)));
    return found;
  };
  const Texts exact = best_of_all();
  close();
  options.graph_threshold = 100 * 24;
  const Texts by_graph = best_of_all();
  std::size_t same = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) same += exact[i] == by_graph[i] ? 1u : 0u;
  CHECK(exact[7] == "x133");
  CHECK(same >= 98);
}

TEST_CASE_METHOD(RankingTest, "a graph is kept up to date by writes", "[ranking]") {
  options.embedder = scattered(24);
  options.graph_threshold = 50 * 24;
  std::vector<MemoryId> stored;
  for (int i = 0; i < 300; ++i) {
    stored.push_back(note("x" + std::to_string(i)));
    CHECK(best("x" + std::to_string(i)) == "x" + std::to_string(i));
  }
  must(store().forget(stored[120]));
  CHECK(best("x120") != "x120");
  CHECK(best("x121") == "x121");
}

}  // namespace
}  // namespace whosaid::test
