// Texts that contradict each other: whatever the order and the way, something stays stored.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "support/fixture.h"
#include "support/threads.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;
using Pair = std::pair<std::string, std::string>;

// With the built-in embedder and its threshold, or one that takes any two of a pair for duplicates.
class OppositesTest : public StoreTest {
 protected:
  OppositesTest() {
    options.duplicates.enabled = true;
    if (GENERATE(false, true)) options.duplicates.threshold = 0.5;
    options.duplicates.keep_detail_variants = GENERATE(false, true);
    Pair pair = GENERATE(Pair("I love pineapple pizza", "I hate pineapple pizza"),
                         Pair("I am allergic to walnuts", "I am not allergic to walnuts"),
                         Pair("Ich mag Oliven", "Ich mag keine Oliven"));
    if (GENERATE(false, true)) std::swap(pair.first, pair.second);
    first = pair.first;
    second = pair.second;
    meet({"Bob"});
  }

  std::string first, second;
};

TEST_CASE_METHOD(OppositesTest,
                 "opposites one after the other: the first stays, the second is told",
                 "[opposites]") {
  remember("Bob", first);
  const AddResult added = must(store().add(second, {.speaker = "Bob"}));
  const bool stored = added.status == AddStatus::stored;
  CHECK(stored == added.id.has_value());
  CHECK(stored != added.duplicate_of.has_value());
  CHECK(said_by("Bob") == (stored ? Texts{second, first} : Texts{first}));
  if (options.duplicates.keep_detail_variants) CHECK(stored);
}

TEST_CASE_METHOD(OppositesTest, "opposites in one batch: the first is stored", "[opposites]") {
  const std::vector<NewMemory> batch = {{first, {.speaker = "Bob"}}, {second, {.speaker = "Bob"}}};
  const auto results = must(store().add_batch(batch));
  CHECK(name_of(results.front().status) == "stored");
  CHECK(said_by("Bob").back() == first);
}

TEST_CASE_METHOD(OppositesTest, "opposites at the same time: at least one is stored",
                 "[opposites][threads]") {
  const Texts outcomes = in_threads(2, [this](std::size_t i) {
    return status_of(store().add(i == 0 ? first : second, {.speaker = "Bob"}));
  });
  CHECK(static_cast<std::size_t>(std::count(outcomes.begin(), outcomes.end(), "stored")) ==
        said_by("Bob").size());
  CHECK(!said_by("Bob").empty());
}

TEST_CASE_METHOD(OppositesTest,
                 "an opposite that takes the place of the other is the one that stays",
                 "[opposites]") {
  MemoryId id = remember("Bob", first);
  id = replace(id, second);
  CHECK(said_by("Bob") == Texts{second});
  id = replace(id, first);
  CHECK(said_by("Bob") == Texts{first});
  CHECK(must(store().lineage(id)).size() == 3);
}

}  // namespace
}  // namespace whosaid::test
