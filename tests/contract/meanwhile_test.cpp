// What happens to a memory while its newer version is under way, and what readers see of it.

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"
#include "support/threads.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class MeanwhileTest : public StoreTest {
 protected:
  MeanwhileTest() {
    options.embedder = from_function(
        "does something meanwhile", 2, 0.9,
        [this](std::span<const std::string_view> texts, Purpose) -> Result<std::vector<Vector>> {
          if (texts[0] == "Newer" && happens_) std::exchange(happens_, nullptr)();
          return std::vector<Vector>(texts.size(), Vector{1, 0});
        });
  }

  // Stores a newer version, and does something else while it is embedded.
  std::string supersede(MemoryId id, std::function<void()> meanwhile,
                        const SupersedeOptions& how = {}) {
    happens_ = std::move(meanwhile);
    return status_of(store().supersede(id, "Newer", how));
  }

 private:
  std::function<void()> happens_;
};

TEST_CASE_METHOD(MeanwhileTest, "a speaker removed meanwhile labels no newer version",
                 "[supersede]") {
  meet({"Bob"});
  const MemoryId old = remember("Bob", "Old");
  const bool again = GENERATE(false, true);
  CHECK(supersede(old, [&] {
          must(store().remove_speaker("Bob"));
          if (again) meet({"Bob"});
        }) == "stored");
  CHECK(labels(must(store().lineage(old))) == Texts{"(untagged)", "(untagged)"});
  CHECK(roll() == (again ? "Bob 0/0" : ""));
}

TEST_CASE_METHOD(MeanwhileTest, "a memory forgotten meanwhile takes no newer version",
                 "[supersede]") {
  const MemoryId old = note("Old");
  CHECK(supersede(old, [&] { must(store().forget(old)); }) == "not_found" + naming(old));
  CHECK(must(store().list({.include_superseded = true})).memories.empty());
}

TEST_CASE_METHOD(MeanwhileTest, "the words of a speaker forgotten meanwhile take no newer version",
                 "[supersede]") {
  meet({"Bob"});
  const MemoryId old = remember("Bob", "Old");
  CHECK(supersede(old, [&] { must(store().forget_speaker("Bob", Forget::commit)); }) ==
        "not_found" + naming(old));
  CHECK(roll() == "Bob 0/0");
  CHECK(everything().empty());
}

TEST_CASE_METHOD(MeanwhileTest, "a memory superseded meanwhile is a conflict", "[supersede]") {
  const MemoryId old = note("Old");
  std::optional<MemoryId> other;
  const std::string answer = supersede(old, [&] { other = replace(old, "Another"); });
  REQUIRE(other.has_value());
  CHECK(answer == "conflict" + naming(*other));
  CHECK(everything() == Texts{"Another"});
  CHECK(must(store().lineage(old)).size() == 2);
}

TEST_CASE_METHOD(MeanwhileTest, "one request sent twice at once stores one version",
                 "[supersede]") {
  const MemoryId old = note("Old");
  const SupersedeOptions how{.idempotency_key = "k"};
  CHECK(supersede(
            old, [&] { must(store().supersede(old, "Newer", how)); }, how) == "stored");
  CHECK(must(store().lineage(old)).size() == 2);
  CHECK(must(store().supersede(old, "Newer", how)).replayed);
}

TEST_CASE_METHOD(StoreTest, "at any moment readers see one version, and its speaker's",
                 "[supersede][threads]") {
  meet({"Bob"});
  const MemoryId first = remember("Bob", "The boat is blue, version 0");
  std::atomic<bool> writing = true;
  const auto odd = in_threads(4, [=, handle = store(), &writing](std::size_t thread) mutable {
    Texts unexpected;
    if (thread == 0) {
      MemoryId at = first;
      for (int i = 1; i <= 60; ++i) {
        const auto result = handle.supersede(at, "The boat is blue, version " + std::to_string(i));
        if (!result) unexpected.push_back(status_of(result));
        if (result) at = result->id.value();
      }
      writing = false;
      return unexpected;
    }
    do {
      const auto one = [&](const char* read, const auto& found) {
        if (found.size() != 1) unexpected.push_back(std::string(read) + " saw another number");
      };
      if (const auto page = handle.list()) one("list", page->memories);
      if (const auto page = handle.by_speaker("Bob")) one("by_speaker", page->memories);
      if (const auto found = handle.search("blue boat")) one("search", found->hits);
      if (const auto found = handle.recall("blue boat", {.speaker = "Bob"})) {
        one("recall", found->long_term);
      }
      const auto list = handle.list_speakers();
      if (!list || list->speakers.at(0).memories != 1) unexpected.emplace_back("list_speakers");
      const auto chain = handle.lineage(first);
      if (!chain || chain->size() > 61 || !chain->back().current)
        unexpected.emplace_back("lineage");
    } while (writing);
    return unexpected;
  });
  CHECK(odd == std::vector<Texts>(4));
  CHECK(must(store().lineage(first)).size() == 61);
}

TEST_CASE_METHOD(StoreTest, "a speaker is forgotten at once or not at all",
                 "[forget_speaker][threads]") {
  meet({"Bob"});
  for (int i = 0; i < 50; ++i) remember("Bob", "Remark " + std::to_string(i));
  std::atomic<bool> there = true;
  const auto odd = in_threads(3, [handle = store(), &there](std::size_t thread) mutable {
    Texts unexpected;
    if (thread == 0) {
      if (!handle.forget_speaker("Bob", Forget::commit)) unexpected.emplace_back("forget_speaker");
      there = false;
      return unexpected;
    }
    do {
      const auto page = handle.by_speaker("Bob");
      if (!page || page->memories.size() % 50 != 0) unexpected.emplace_back("by_speaker");
      const auto found = handle.search("Remark 7", {.limit = 1000});
      if (!found || found->hits.size() % 50 != 0) unexpected.emplace_back("search");
      const auto list = handle.list_speakers();
      if (!list || list->speakers.at(0).memories % 50 != 0)
        unexpected.emplace_back("list_speakers");
    } while (there);
    return unexpected;
  });
  CHECK(odd == std::vector<Texts>(3));
  CHECK(roll() == "Bob 0/0");
}

}  // namespace
}  // namespace whosaid::test
