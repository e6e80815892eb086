// A superseded memory shows in no default read path, and where it is asked for, it says what it is.

#include <algorithm>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"
#include "support/ways.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class SupersededReadsTest : public StoreTest {
 protected:
  // Bob's memory, with all that filters look at, and its newer version; Ann's and others' beside.
  void fill() {
    meet({"Ann", "Bob"});
    old_ = remember("Bob", "The boat lies in Hamburg",
                    {.event_at = second(5),
                     .created_at = second(5),
                     .category = "places",
                     .conversation_id = "c",
                     .metadata = {{"k", "v"}}});
    remember("Ann", "Which boat is it?", {.created_at = second(6), .conversation_id = "c"});
    note("It rains", {.created_at = second(4), .conversation_id = "c"});
    old_turn_ = exchange("Where does the boat lie?", "In Hamburg",
                         {.created_at = second(7), .conversation_id = "c"});
    new_ = replace(old_, "It was moved to Bremen", {.created_at = second(8)});
    replace(old_turn_, "They spoke of moorings", {.created_at = second(9)});
  }

  static bool old(const Memory& memory) {
    return !memory.current || contains(memory.content, "Hamburg");
  }
  static void no_old(const std::vector<Memory>& memories) {
    for (const Memory& memory : memories) {
      CAPTURE(memory.content);
      CHECK_FALSE(old(memory));
    }
  }
  static void no_old(const std::vector<Hit>& hits) {
    for (const Hit& hit : hits) {
      CAPTURE(hit.memory.content);
      CHECK_FALSE(old(hit.memory));
    }
  }

  MemoryId old_{}, new_{}, old_turn_{};
};

TEST_CASE_METHOD(SupersededReadsTest, "no default read shows an old version", "[superseded]") {
  const std::string way = GENERATE(from_range(all_ways()));
  CAPTURE(way);
  search_by(way, options);
  fill();
  for (int i = 0; i < 20; ++i) note("Boat, remark " + std::to_string(i));
  if (GENERATE(false, true)) reopen();
  const std::string query = "The boat lies in Hamburg";

  for (const SearchOptions& how :
       std::vector<SearchOptions>{{},
                                  {.limit = 1000},
                                  {.speaker = "Bob"},
                                  {.categories = {"places"}},
                                  {.conversation_id = "c"},
                                  {.metadata = {{"k", "v"}}},
                                  {.event_from = second(0)},
                                  {.created_from = second(5), .created_to = second(6)},
                                  {.min_similarity = -1.0},
                                  {.limit = 1000, .expand = true}}) {
    const SearchResult result = search(query, how);
    no_old(result.hits);
    for (const Passage& passage : result.passages) no_old(passage.parts);
  }
  CHECK(search(query, {.event_from = second(0)}).hits.empty());
  CHECK(contents(search(query, {.speaker = "Bob"})) == Texts{"It was moved to Bremen"});
  no_old(must(store().by_speaker("Bob")).memories);
  no_old(must(store().list({.limit = 1000})).memories);
  for (const std::optional<std::string>& speaker :
       std::vector<std::optional<std::string>>{std::nullopt, "Bob"}) {
    const Recall recall = must(store().recall(
        query, {.speaker = speaker, .limit = 1000, .context_limit = 100, .turns = 100}));
    no_old(recall.long_term);
    no_old(recall.context);
    CHECK(recall.short_term.empty());
    CHECK_FALSE(contains(to_prompt(recall), "Hamburg"));
    for (const std::string& name : list_engrams()) {
      CAPTURE(name);
      no_old(must(store().engram(name, query, {.speaker = speaker, .limit = 1000})).hits);
    }
  }
  CHECK(roll() == "Ann 1/1, Bob 1/1");
}

TEST_CASE_METHOD(SupersededReadsTest, "an old version takes no place among the hits",
                 "[superseded]") {
  MemoryId id = note("The boat is blue");
  for (int i = 0; i < 20; ++i) id = replace(id, "The boat is blue, version " + std::to_string(i));
  for (int i = 0; i < 5; ++i) note("Tea " + std::to_string(i));
  CHECK(search("The boat is blue", {.limit = 6}).hits.size() == 6);
  CHECK(search("The boat is blue", {.limit = 3}).hits.size() == 3);
}

TEST_CASE_METHOD(SupersededReadsTest, "an old version's words lend its neighbours nothing",
                 "[superseded]") {
  options.embedder = no_vectors();
  const MemoryId id = note("Lisbon", {.created_at = second(1), .conversation_id = "trip"});
  note("Forty people signed up", {.created_at = second(2), .conversation_id = "trip"});
  note("Forty people signed up", {.created_at = second(3), .conversation_id = "choir"});
  REQUIRE(search("Lisbon").hits.at(1).memory.conversation_id == "trip");
  replace(id, "Nowhere", {.created_at = second(1)});
  const auto forgotten = [&] {
    const std::vector<Hit> hits = search("Lisbon").hits;
    REQUIRE(hits.size() == 3);
    CHECK(hits[0].score == hits[2].score);  // ties, newest first
    CHECK(hits[0].memory.conversation_id == "choir");
  };
  forgotten();
  reopen();
  forgotten();
}

TEST_CASE_METHOD(SupersededReadsTest, "an old version can be read by its id", "[superseded]") {
  fill();
  const Memory memory = must(store().get(old_));
  CHECK(memory.content == "The boat lies in Hamburg");
  CHECK(memory.speaker == "Bob");
  CHECK_FALSE(memory.current);
  CHECK(memory.superseded_by == new_);
}

TEST_CASE_METHOD(SupersededReadsTest, "a search that asks for old versions finds them",
                 "[superseded]") {
  const std::string way = GENERATE(from_range(all_ways()));
  CAPTURE(way);
  search_by(way, options);
  fill();
  const auto finds = [&](SearchOptions how) {
    how.include_superseded = true;
    const SearchResult result = search("The boat lies in Hamburg", how);
    REQUIRE_FALSE(result.hits.empty());
    const Memory& best = result.hits[0].memory;
    CHECK(best.id == old_);
    CHECK(best.speaker == "Bob");
    CHECK_FALSE(best.current);
    CHECK(best.superseded_by == new_);
    return result.hits.size();
  };
  const auto all = [&] {
    CHECK(finds({}) == 6);
    CHECK(finds({.limit = 3}) == 3);
    CHECK(finds({.speaker = "Bob"}) == 2);
    CHECK(finds({.categories = {"places"}}) == 2);
    CHECK(finds({.conversation_id = "c"}) == 6);
    CHECK(finds({.metadata = {{"k", "v"}}}) == 2);
    CHECK(finds({.event_from = second(5), .event_to = second(6)}) == 1);
    CHECK(finds({.created_from = second(5), .created_to = second(6)}) == 1);
    CHECK(finds({.speaker = "Bob", .conversation_id = "c"}) == 2);
  };
  all();
  reopen();
  all();
}

TEST_CASE_METHOD(SupersededReadsTest, "with a speaker, old versions of nobody else come",
                 "[superseded]") {
  fill();
  const MemoryId anns = must(store().by_speaker("Ann")).memories.at(0).id;
  replace(anns, "The boat lies in Hamburg, you said");
  const SearchOptions how{.speaker = "Ann", .include_superseded = true};
  CHECK(labels(search("The boat lies in Hamburg", how)) == Texts{"Ann", "Ann"});
  CHECK(labels(must(store().by_speaker("Bob", {.include_superseded = true}))) ==
        Texts{"Bob", "Bob"});
  CHECK(must(store().by_speaker("me", {.include_superseded = true})).memories.empty());
}

TEST_CASE_METHOD(SupersededReadsTest, "pages that ask for old versions hold them in their place",
                 "[superseded]") {
  meet({"Bob"});
  const MemoryId a = remember("Bob", "a", {.created_at = second(1)});
  const MemoryId b = remember("Bob", "Red. Blue.", {.created_at = second(2)});
  replace(a, "a2", {.created_at = second(3)});
  replace(b, "b2", {.created_at = second(2)});
  note("untagged", {.created_at = second(2)});
  const auto placed = [&] {
    const Page bobs = must(store().by_speaker("Bob", {.include_superseded = true}));
    CHECK(contents(bobs) == Texts{"a2", "b2", "Red. Blue.", "a"});
    CHECK(bobs.chunks == 5);
    CHECK(contents(must(store().list({.include_superseded = true}))) ==
          Texts{"a2", "untagged", "b2", "Red. Blue.", "a"});
    std::vector<bool> current;
    for (const Memory& memory : bobs.memories) current.push_back(memory.current);
    CHECK(current == std::vector<bool>{true, true, false, false});
    CHECK(must(store().by_speaker("Bob")).chunks == 2);
  };
  placed();
  reopen();
  placed();
}

TEST_CASE_METHOD(SupersededReadsTest, "old versions of one moment come once each at any page size",
                 "[superseded]") {
  meet({"Bob"});
  std::vector<MemoryId> newest_first;
  for (int i = 0; i < 4; ++i) {
    const MemoryId id = remember("Bob", "Bob " + std::to_string(i), {.created_at = second(1)});
    newest_first.insert(newest_first.begin(), id);
    if (i % 2 == 0) continue;
    newest_first.insert(newest_first.begin(),
                        replace(id, "anew " + std::to_string(i), {.created_at = second(1)}));
  }
  for (std::size_t limit = 1; limit <= 7; ++limit) {
    CAPTURE(limit);
    CHECK(ids(walk([&](const std::optional<PageCursor>& after) {
            return store().by_speaker("Bob",
                                      {.limit = limit, .after = after, .include_superseded = true});
          })) == newest_first);
    CHECK(ids(walk([&](const std::optional<PageCursor>& after) {
            return store().list({.limit = limit, .after = after, .include_superseded = true});
          })) == newest_first);
    CHECK(walk([&](const std::optional<PageCursor>& after) {
            return store().list({.limit = limit, .after = after});
          }).size() == 4);
  }
}

TEST_CASE_METHOD(SupersededReadsTest,
                 "a version superseded between pages is neither repeated nor "
                 "in the way",
                 "[superseded]") {
  meet({"Bob"});
  std::vector<MemoryId> all;
  for (int i = 0; i < 7; ++i) {
    all.push_back(remember("Bob", "Bob " + std::to_string(i), {.created_at = second(1)}));
  }
  const Page first = must(store().by_speaker("Bob", {.limit = 3}));
  REQUIRE(contents(first) == Texts{"Bob 6", "Bob 5", "Bob 4"});
  replace(all[4], "anew 4", {.created_at = second(1)});  // the last one seen
  replace(all[3], "anew 3", {.created_at = second(1)});  // the next one
  CHECK(contents(must(store().by_speaker("Bob", {.limit = 3, .after = first.next}))) ==
        Texts{"Bob 2", "Bob 1", "Bob 0"});
}

}  // namespace
}  // namespace whosaid::test
