// Two stores whose ids are made to be taken for each other, holding the same names, keys, metadata
// and conversations: nothing of one is seen, changed or removed through the other.

#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/fixture.h"
#include "support/portrait.h"
#include "support/random_seed.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

// Ids that bytes, escapes, normalization, folding or numbers could bring together.
Texts likely_ids() {
  return {"a",
          "aa",
          "a/b",
          "a/../b",
          "b",
          "..",
          "a ",
          " a",
          "A",
          "a.",
          "\u00e9",
          "e\u0301",
          "\u212b",
          "\u00c5",
          "default",
          "store:a",
          "n",
          "c",
          "h",
          "\U0010ffff",
          "a\u200b",
          "%00",
          "a\\0b",
          "1",
          "01",
          "\u0430",
          "\ufeff"
          "a",
          "{\"id\":\"a\"}",
          "user_id=a",
          "*",
          repeat("x", 255),
          repeat("x", 256),
          repeat("\u00e9", 128),
          repeat("\u00e9", 127)};
}

class HostileIdsTest : public DatabaseTest {
 protected:
  // All that a store may share with another by chance or on purpose.
  void fill(const std::string& id, const std::string& other) {
    MemoryStore here = store(id);
    furnish(here);
    AddOptions how{.created_at = second(7),
                   .category = other,
                   .conversation_id = other,
                   .metadata = {{"store", other}, {"user_id", other}, {other, id}},
                   .idempotency_key = "the same key"};
    test::remember(here, "Bob", "The secret of " + id, how);
  }

  Texts secrets(const MemoryStore& here) {
    Texts found;
    const auto keep = [&](const std::vector<Memory>& memories) {
      for (const Memory& memory : memories) {
        if (starts_with(memory.content, "The secret of ")) found.push_back(memory.content);
      }
    };
    const auto keep_hits = [&](const std::vector<Hit>& hits) {
      for (const Hit& hit : hits) keep({hit.memory});
    };
    const std::string query = "the secret";
    keep(must(here.list({.limit = 1000, .include_superseded = true})).memories);
    keep(must(here.by_speaker("Bob", {.limit = 1000})).memories);
    const SearchResult wide = must(here.search(query, {.limit = 1000, .expand = true}));
    keep_hits(wide.hits);
    for (const Passage& passage : wide.passages) keep(passage.parts);
    keep_hits(must(here.search(query, {.speaker = "Bob", .limit = 1000})).hits);
    const Recall recall = must(here.recall(query, {.limit = 100, .context_limit = 100}));
    keep_hits(recall.long_term);
    keep(recall.context);
    for (const std::string& name : list_engrams()) {
      keep_hits(must(here.engram(name, query, {.limit = 100})).hits);
    }
    for (std::uint64_t i = 1; i < 40; ++i) {
      if (const auto memory = here.get(MemoryId{i})) keep({*memory});
      if (const auto chain = here.lineage(MemoryId{i})) keep(*chain);
    }
    return found;
  }
};

TEST_CASE_METHOD(HostileIdsTest, "nothing crosses between stores, whatever their ids", "[stores]") {
  const std::uint64_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const Texts ids = likely_ids();
  for (int round = 0; round < 12; ++round) {
    const std::string a = ids[random() % ids.size()];
    const std::string b = round % 2 == 0 ? ids[random() % ids.size()] : a.substr(0, 240) + "\u00e9";
    if (a == b) continue;
    CAPTURE(escaped(a), escaped(b));
    fill(a, b);
    fill(b, a);
    for (const auto& [id, other] : {std::pair(a, b), std::pair(b, a)}) {
      const Texts found = secrets(store(id));
      CHECK(found.size() > 5);
      CHECK(found == Texts(found.size(), "The secret of " + id));
    }
    const Texts before = portrait(store(b));
    std::optional<MemoryStore> gone = store(a);
    must(gone->forget_speaker("Bob", Forget::commit));
    must(gone->remove_speaker("Ann"));
    must(gone->add("One more", {.speaker = "Bob", .idempotency_key = "another key"}));
    CHECK(portrait(store(b)) == before);
    must(database().delete_store(a));
    CHECK(error_of(gone->list()) == "not_found");
    CHECK(portrait(store(b)) == before);
    gone.reset();
    close();
    CHECK(portrait(store(b)) == before);
    CHECK(must(database().list_stores()) == Texts{b});
    CHECK(must(database().verify()).problems.empty());
    must(database().delete_store(b));
  }
}

TEST_CASE_METHOD(HostileIdsTest, "an id that is no id reaches no store", "[stores]") {
  fill("a", "b");
  const Texts before = portrait(store("a"));
  Texts bad = invalid_utf8();
  for (const std::string& end :
       {std::string(1, '\0'), std::string("\xff"), std::string("\n"), std::string("\x7f"),
        std::string("\u2028"), std::string("\u0085"), repeat("a", 256)}) {
    bad.push_back("a" + end);
    bad.push_back(end + "a");
    bad.push_back("a" + end + "b");
  }
  for (const std::string& id : bad) {
    CAPTURE(escaped(id));
    CHECK(error_of(database().create_store(id)) == "invalid_request field=store");
    CHECK(error_of(database().store(id)) == "invalid_request field=store");
    CHECK(error_of(database().delete_store(id)) == "invalid_request field=store");
  }
  CHECK(portrait(store("a")) == before);
  CHECK(must(database().list_stores()) == Texts{"a"});
}

}  // namespace
}  // namespace whosaid::test
