// expand: the neighbours of hits, joined into passages whose parts keep their labels.

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/random_seed.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class PassagesTest : public StoreTest {
 protected:
  // By words alone, so that a test knows its hits.
  PassagesTest() { options.embedder = no_vectors(); }

  // A conversation of the two, in turn, a remark a second.
  void converse(const std::string& conversation, const Texts& texts) {
    meet({"Ann", "Bob"});
    for (std::size_t i = 0; i < texts.size(); ++i) {
      remember(
          i % 2 == 0 ? "Ann" : "Bob", texts[i],
          {.created_at = second(static_cast<std::int64_t>(i)), .conversation_id = conversation});
    }
  }
  std::vector<Passage> passages(std::string_view query, SearchOptions how = {}) {
    how.expand = true;
    return search(query, how).passages;
  }
};

TEST_CASE_METHOD(PassagesTest, "there are no passages unless asked for", "[passages]") {
  converse("c", {"one", "harbour", "three"});
  CHECK(search("harbour").passages.empty());
}

TEST_CASE_METHOD(PassagesTest, "a passage joins a hit with its neighbours in time order",
                 "[passages]") {
  converse("c", {"a", "b", "one", "harbour", "three", "d", "e"});
  note("harbour", {.conversation_id = "elsewhere"});
  const std::vector<Passage> all = passages("harbour", {.limit = 2});
  REQUIRE(all.size() == 2);
  const Passage& around = all[0].parts.size() > 1 ? all[0] : all[1];
  const Texts texts = contents(around.parts);
  const auto hit = std::find(texts.begin(), texts.end(), "harbour");
  REQUIRE(hit != texts.begin());
  REQUIRE(hit + 1 < texts.end());
  CHECK(*(hit - 1) == "one");
  CHECK(*(hit + 1) == "three");
  for (std::size_t i = 1; i < around.parts.size(); ++i) {
    CHECK(around.parts[i - 1].created_at < around.parts[i].created_at);
  }
}

TEST_CASE_METHOD(PassagesTest, "each part keeps its own label", "[passages]") {
  converse("c", {"one", "harbour", "three"});
  remember("me", "four", {.created_at = second(3), .conversation_id = "c"});
  note("zero", {.created_at = second(-1), .conversation_id = "c"});
  const std::vector<Passage> all = passages("harbour", {.limit = 1});
  REQUIRE(all.size() == 1);
  CHECK(contents(all[0].parts) == Texts{"zero", "one", "harbour", "three", "four"});
  CHECK(labels(all[0].parts) == Texts{"(untagged)", "Ann", "Bob", "Ann", "me"});
  must(store().remove_speaker("Bob"));
  CHECK(labels(passages("harbour", {.limit = 1}).at(0).parts) ==
        Texts{"(untagged)", "Ann", "(untagged)", "Ann", "me"});
}

TEST_CASE_METHOD(PassagesTest, "with a speaker there are none", "[passages]") {
  converse("c", {"one", "harbour", "three"});
  for (const char* name : {"Bob", "me"}) {
    const SearchResult result = search("harbour", {.speaker = name, .expand = true});
    CHECK(result.passages.empty());
    CHECK(contents(result) == (name == std::string("Bob") ? Texts{"harbour"} : Texts{}));
  }
}

TEST_CASE_METHOD(PassagesTest, "the hits are the same, expanded or not", "[passages]") {
  converse("c", {"one", "harbour", "three", "harbour view", "five"});
  CHECK(ids(search("harbour", {.limit = 3, .expand = true})) ==
        ids(search("harbour", {.limit = 3})));
}

TEST_CASE_METHOD(PassagesTest, "a hit without a conversation has no neighbours", "[passages]") {
  note("before", {.created_at = second(1)});
  const MemoryId id = note("harbour", {.created_at = second(2)});
  note("after", {.created_at = second(3)});
  for (const Passage& passage : passages("harbour", {.limit = 1})) {
    CHECK(ids(passage.parts) == std::vector<MemoryId>{id});
  }
}

TEST_CASE_METHOD(PassagesTest, "neighbouring hits share one passage", "[passages]") {
  converse("c", {"one", "harbour", "three", "harbour view", "five"});
  const std::vector<Passage> all = passages("harbour", {.limit = 2});
  REQUIRE(all.size() == 1);
  CHECK(contents(all[0].parts) == Texts{"one", "harbour", "three", "harbour view", "five"});
}

TEST_CASE_METHOD(PassagesTest, "distant hits have a passage each, in the order of the hits",
                 "[passages]") {
  Texts texts(60, "filler");
  texts[50] = "harbour harbour";
  texts[10] = "a harbour that is named once in many words";
  converse("c", texts);
  const SearchResult result = search("harbour", {.limit = 2, .expand = true});
  REQUIRE(result.hits.size() == 2);
  REQUIRE(result.passages.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::vector<MemoryId> parts = ids(result.passages[i].parts);
    CHECK(std::count(parts.begin(), parts.end(), result.hits[i].memory.id) == 1);
  }
}

TEST_CASE_METHOD(PassagesTest, "an exchange is a part like any other", "[passages]") {
  converse("c", {"one", "harbour"});
  exchange("Which one?", "That one", {.created_at = second(2), .conversation_id = "c"});
  const std::vector<Passage> all = passages("harbour", {.limit = 1});
  REQUIRE(all.size() == 1);
  CHECK(contents(all[0].parts) == Texts{"one", "harbour", "Which one?\nThat one"});
  CHECK(labels(all[0].parts) == Texts{"Ann", "Bob", "(untagged)"});
}

TEST_CASE_METHOD(PassagesTest, "old versions and forgotten memories are in no passage",
                 "[passages]") {
  converse("c", {"one", "harbour", "three", "four"});
  const std::vector<Memory> all = must(store().list()).memories;  // newest first
  replace(all[1].id, "three anew", {.created_at = second(2)});
  must(store().forget(all[3].id));
  const auto present = [&] {
    for (const bool include : {false, true}) {
      const auto found = passages("harbour", {.limit = 1, .include_superseded = include});
      REQUIRE(found.size() == 1);
      CHECK(contents(found[0].parts) == Texts{"harbour", "three anew", "four"});
    }
  };
  present();
  reopen();
  present();
}

TEST_CASE_METHOD(PassagesTest, "a passage's text is that of its parts, one on a line",
                 "[passages]") {
  converse("c", {"one", "harbour", "three"});
  CHECK(passages("harbour", {.limit = 1}).at(0).text() == "one\nharbour\nthree");
  CHECK(Passage{}.text().empty());
}

TEST_CASE_METHOD(PassagesTest,
                 "whatever the hits, each lies in one passage and nothing comes twice",
                 "[passages]") {
  const std::uint64_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto pick = [&](int below) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(below));
  };
  const Texts words = {"harbour", "boat", "sea", "wind", "rope", "sail", "mast", "tide"};
  std::vector<MemoryId> all;
  for (int i = 0; i < 150; ++i) {
    const int conversation = pick(6);
    AddOptions how{.created_at = second(pick(40))};
    if (pick(4) == 0) how.event_at = second(pick(40));
    if (conversation > 0) how.conversation_id = "c" + std::to_string(conversation);
    const std::string text = words[random() % words.size()] + " " + words[random() % words.size()];
    all.push_back(note(text, how));
    if (pick(8) == 0) {
      const MemoryId gone = all[random() % all.size()];
      must(store().forget(gone));
      std::erase(all, gone);
    }
  }
  for (const std::string& word : words) {
    CAPTURE(word);
    const SearchResult result =
        search(word, {.limit = static_cast<std::size_t>(1 + pick(20)), .expand = true});
    std::vector<MemoryId> in_passages;
    for (const Passage& passage : result.passages) {
      REQUIRE_FALSE(passage.parts.empty());
      bool holds_hit = false;
      for (std::size_t i = 0; i < passage.parts.size(); ++i) {
        const Memory& part = passage.parts[i];
        in_passages.push_back(part.id);
        CHECK(part.conversation_id == passage.parts[0].conversation_id);
        holds_hit = holds_hit || std::any_of(result.hits.begin(), result.hits.end(),
                                             [&](const Hit& h) { return h.memory.id == part.id; });
        if (i == 0) continue;
        const Memory& before = passage.parts[i - 1];
        CHECK(before.event_at.value_or(before.created_at) <=
              part.event_at.value_or(part.created_at));
      }
      CHECK(holds_hit);
    }
    std::sort(in_passages.begin(), in_passages.end());
    CHECK(std::adjacent_find(in_passages.begin(), in_passages.end()) == in_passages.end());
    for (const Hit& hit : result.hits) {
      if (hit.memory.conversation_id.empty()) continue;
      CHECK(std::binary_search(in_passages.begin(), in_passages.end(), hit.memory.id));
    }
  }
}

}  // namespace
}  // namespace whosaid::test
