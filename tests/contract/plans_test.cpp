// However a search goes about it, it finds the same: few hits are the first of many.

#include <algorithm>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/random_seed.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

class PlansTest : public StoreTest {
 protected:
  std::size_t number(std::size_t below) { return random_() % below; }
  // A few are common, most are rare.
  std::string word() { return "w" + std::to_string(number(1 + number(60))); }
  std::string words(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : " ") + word();
    return text;
  }

  void fill(std::size_t memories) {
    meet({"Ann", "Bob"});
    for (std::size_t i = 0; i < memories; ++i) {
      AddOptions more{.created_at = second(static_cast<std::int64_t>(number(memories))),
                      .category = number(3) == 0 ? "rare" : "common"};
      if (number(4) != 0) more.conversation_id = "c" + std::to_string(number(memories / 20));
      if (number(3) == 0) more.event_at = second(static_cast<std::int64_t>(number(memories)));
      const std::string text =
          words(1 + number(5)) + (number(4) == 0 ? "?" : ".") + " " + words(1 + number(3));
      stored_.push_back(number(5) == 0 ? note(text, more)
                                       : remember(number(4) == 0 ? "Ann" : "Bob", text, more));
    }
    for (std::size_t i = 0; i < stored_.size(); i += 11) must(store().forget(stored_[i]));
    for (std::size_t i = 1; i < stored_.size(); i += 13) {
      if (i % 11 != 0) replace(stored_[i], words(3));
    }
  }

  std::vector<SearchOptions> ways() {
    const auto middle = second(static_cast<std::int64_t>(stored_.size() / 3));
    std::vector<SearchOptions> all(10);
    all[1].speaker = "Ann";
    all[2].speaker = "Bob";
    all[3].categories = {"common"};
    all[4].conversation_id = "c1";
    all[5].created_from = middle;
    all[6].event_to = middle;
    all[7].min_similarity = 0.2;
    all[8].speaker = "Bob";
    all[8].categories = {"common"};
    all[9].include_superseded = true;
    return all;
  }

  void few_are_the_first_of_many() {
    for (SearchOptions how : ways()) {
      const std::string named = number(3) == 0 ? " Bob" : number(3) == 0 ? " January 2023" : "";
      const std::string query = words(number(8) + 1) + named;
      CAPTURE(query, how.speaker.value_or("anybody"), how.categories.size());
      how.limit = 1000;
      const SearchResult many = search(query, how);
      for (const std::size_t limit : std::initializer_list<std::size_t>{1, 10, 40}) {
        how.limit = limit;
        const SearchResult few = search(query, how);
        REQUIRE(few.hits.size() == std::min(limit, many.hits.size()));
        for (std::size_t i = 0; i < few.hits.size(); ++i) {
          CHECK(few.hits[i].memory.id == many.hits[i].memory.id);
          CHECK(few.hits[i].score == many.hits[i].score);
          CHECK(few.hits[i].similarity == many.hits[i].similarity);
        }
      }
    }
  }

 private:
  std::mt19937_64 random_{random_seed()};
  std::vector<MemoryId> stored_;
};

TEST_CASE_METHOD(PlansTest, "few hits are the first of many, whatever the query and the filter",
                 "[search]") {
  const bool vectors = GENERATE(true, false);
  CAPTURE(vectors);
  options.embedder = vectors ? scattered() : no_vectors();
  fill(400);
  for (int round = 0; round < 10; ++round) few_are_the_first_of_many();
}

TEST_CASE_METHOD(PlansTest, "a search for most of a large store is full and nearly exact",
                 "[search]") {
  options.embedder = scattered(8);
  options.graph_threshold = 100 * 8;
  meet({"Bob"});
  std::vector<NewMemory> many;
  for (int i = 0; i < 12'000; ++i) {
    const AddOptions more{.category = i % 8 == 0 ? "few" : "most"};
    many.push_back({"x" + std::to_string(i), more});
    if (i % 8 != 0) many.back().options.speaker = "Bob";
  }
  must(store().add_batch(many));
  for (const bool by_speaker : {true, false}) {
    CAPTURE(by_speaker);
    SearchOptions how;
    if (by_speaker) how.speaker = "Bob";
    if (!by_speaker) how.categories = {"most"};
    int first = 0;
    for (int i = 1; i < 800; i += 8) {
      const SearchResult result = search("x" + std::to_string(i * 15), how);
      CHECK(result.hits.size() == 10);
      for (const Hit& hit : result.hits) CHECK(hit.memory.category == "most");
      if (result.hits[0].memory.content == "x" + std::to_string(i * 15)) ++first;
    }
    CHECK(first >= 95);
  }
}

}  // namespace
}  // namespace whosaid::test
