// Stores are loaded when they are used, and the least recently used leave memory when all together
// take more than OpenOptions::index_memory_budget.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "store/database_core.h"
#include "store/state.h"
#include "support/fixture.h"
#include "support/table_embedder.h"
#include "support/threads.h"

namespace whosaid::test {
namespace {

using store::InUse;

constexpr std::size_t kMemories = 100;

// A database whose insides a test may look at.
class BudgetTest {
 protected:
  // Has room for about so many of the stores that fill() makes.
  void make_room_for(std::size_t stores) {
    core_ = open("measure", std::size_t{1} << 30);
    const std::size_t one = fill("one")->unload()->memory_bytes();
    budget_ = one * stores;
    core_ = open("db", budget_);
  }

  std::shared_ptr<store::Store> fill(const std::string& id) {
    auto store = must(core_->create_store(id));
    std::vector<NewMemory> memories;
    for (std::size_t i = 0; i < kMemories; ++i) {
      memories.push_back({"Note " + std::to_string(i) + " of " + id, {}});
    }
    must(InUse(*store)->add_batch(memories));
    use(*store);
    return store;
  }

  static std::size_t use(store::Store& store) { return must(InUse(store)->stats()).memories; }

  [[nodiscard]] std::size_t budget() const { return budget_; }

 private:
  std::shared_ptr<store::DatabaseCore> open(const char* name, std::size_t budget) {
    OpenOptions options = quick_options();
    options.embedder = scattered(16);
    options.index_memory_budget = budget;
    return must(store::DatabaseCore::open(directory_ / name, options));
  }

  TempDir directory_;
  std::size_t budget_ = 0;
  std::shared_ptr<store::DatabaseCore> core_;
};

TEST_CASE_METHOD(BudgetTest, "the loaded stores fit into the memory budget", "[budget]") {
  make_room_for(4);
  std::vector<std::shared_ptr<store::Store>> stores;
  for (int i = 0; i < 20; ++i) stores.push_back(fill("s" + std::to_string(i)));
  for (const auto& store : stores) CHECK(use(*store) == kMemories);

  std::size_t loaded = 0;
  std::size_t bytes = 0;
  for (const auto& store : stores) {
    const auto state = store->unload();
    if (!state) continue;
    ++loaded;
    bytes += state->memory_bytes();
  }
  CHECK(bytes <= budget());
  CHECK(loaded >= 2);
}

TEST_CASE_METHOD(BudgetTest, "a store that grows pushes others out of memory", "[budget]") {
  make_room_for(4);
  const auto small = fill("small");
  const auto large = fill("large");
  for (int i = 0; i < 20; ++i) {
    std::vector<NewMemory> more;
    for (std::size_t n = 0; n < kMemories; ++n) more.push_back({"More " + std::to_string(n), {}});
    must(InUse(*large)->add_batch(more));
  }
  CHECK(small->unload() == nullptr);
  CHECK(large->unload() != nullptr);
}

TEST_CASE_METHOD(BudgetTest, "the store used least recently leaves memory first", "[budget]") {
  make_room_for(4);
  const auto hot = fill("hot");
  const auto cold = fill("cold");
  for (int i = 0; i < 8; ++i) {
    use(*hot);
    fill("s" + std::to_string(i));
  }
  CHECK(cold->unload() == nullptr);
  CHECK(hot->unload() != nullptr);
}

TEST_CASE_METHOD(BudgetTest, "a store that is being used stays in memory", "[budget]") {
  make_room_for(1);
  const auto store = fill("used");
  const InUse in_use(*store);
  for (int i = 0; i < 4; ++i) fill("s" + std::to_string(i));
  CHECK(store->unload() == nullptr);
  CHECK(in_use->unload() == nullptr);
}

TEST_CASE_METHOD(BudgetTest, "a store that is opened is not loaded before it is used", "[budget]") {
  make_room_for(4);
  const auto store = fill("a");
  REQUIRE(store->unload() != nullptr);
  CHECK(store->unload() == nullptr);
  CHECK(use(*store) == kMemories);
  CHECK(store->unload() != nullptr);
}

TEST_CASE_METHOD(DatabaseTest, "without a memory budget all stores answer as ever", "[budget]") {
  options.index_memory_budget = 0;
  std::vector<MemoryStore> stores;
  std::vector<MemoryId> ids;
  for (int i = 0; i < 5; ++i) {
    stores.push_back(store("s" + std::to_string(i)));
    meet(stores.back(), {"Ann", "Bob"});
  }
  for (int round = 0; round < 3; ++round) {
    for (MemoryStore& store : stores) {
      ids.push_back(remember(store, "Ann", "Remark of round " + std::to_string(round)));
      remember(store, "Bob", "Reply of round " + std::to_string(round));
    }
  }
  for (std::size_t i = 0; i < stores.size(); ++i) {
    CHECK(roll(stores[i]) == "Ann 3/3, Bob 3/3");
    CHECK(must(stores[i].get(ids[i])).content == "Remark of round 0");
    const auto hits = must(stores[i].search("Remark of round 2", {.speaker = "Ann"})).hits;
    REQUIRE(hits.size() == 3);
    CHECK(hits.front().memory.content == "Remark of round 2");
    replace(stores[i], ids[i], "Changed");
    CHECK(said_by(stores[i], "Ann").front() == "Changed");
  }
}

TEST_CASE_METHOD(DatabaseTest, "stores leave memory while other threads use them",
                 "[budget][threads]") {
  options.index_memory_budget = 0;
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kRounds = 40;
  std::vector<MemoryStore> stores;
  for (std::size_t i = 0; i < 3; ++i) {
    stores.push_back(store("s" + std::to_string(i)));
    meet(stores.back(), {"Ann"});
  }
  const auto failed = in_threads(kThreads, [&](std::size_t thread) {
    std::size_t failures = 0;
    for (std::size_t round = 0; round < kRounds; ++round) {
      MemoryStore& one = stores[(thread + round) % stores.size()];
      const std::string text = std::to_string(thread) + " says " + std::to_string(round);
      const auto added = one.add(text, {.speaker = "Ann"});
      if (!added || !added->id || one.get(*added->id)->content != text) ++failures;
      if (!one.search(text, {.speaker = "Ann"})) ++failures;
    }
    return failures;
  });
  CHECK(failed == std::vector<std::size_t>(kThreads, 0));
  std::size_t all = 0;
  for (const MemoryStore& store : stores) all += everything(store).size();
  CHECK(all == kThreads * kRounds);
}

}  // namespace
}  // namespace whosaid::test
