// Many threads write at random: what a store holds in the end is what they were told.

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/fixture.h"
#include "support/random_seed.h"
#include "support/table_embedder.h"
#include "support/threads.h"

namespace whosaid::test {
namespace {

// What one thread has been told of the memories that it alone writes.
struct Told {
  std::map<MemoryId, std::string> stored;  // and not forgotten, old versions too
  std::vector<MemoryId> current;
  std::vector<std::string> unexpected;
};

class Writer {
 public:
  Writer(MemoryStore store, std::size_t thread, std::uint64_t seed)
      : store_(std::move(store)), name_("Writer " + std::to_string(thread)), random_(seed) {}

  Told run(int steps) {
    expect(status_of(store_.add_speaker(name_)), "registered");
    for (int i = 0; i < steps; ++i) step();
    return std::move(told_);
  }

 private:
  void step() {
    const auto dice = random_() % 10;
    if (dice < 5 || told_.current.empty()) return add();
    if (dice == 5) return add_batch();
    const std::size_t at = random_() % told_.current.size();
    if (dice < 8) return supersede(at);
    if (dice == 8) return forget(at);
    if (random_() % 4 == 0) forget_all();
  }

  std::string text() { return name_ + " says " + std::to_string(++texts_); }

  void enter(const Result<AddResult>& added, const std::string& content) {
    expect(status_of(added), "stored");
    if (!added || !added->id) return;
    told_.stored[*added->id] = content;
    told_.current.push_back(*added->id);
  }

  void add() {
    const std::string content = text();
    enter(store_.add(content, {.speaker = name_}), content);
  }
  void add_batch() {
    std::vector<NewMemory> batch;
    for (int i = 0; i < 3; ++i) batch.push_back({text(), {.speaker = name_}});
    const auto added = store_.add_batch(batch);
    expect(error_of(added), "ok");
    for (std::size_t i = 0; added && i < batch.size(); ++i) enter((*added)[i], batch[i].content);
  }
  void supersede(std::size_t at) {
    const std::string content = text();
    const auto newer = store_.supersede(told_.current[at], content);
    expect(status_of(newer), "stored");
    if (!newer || !newer->id) return;
    told_.stored[*newer->id] = content;
    told_.current[at] = *newer->id;
  }
  void forget(std::size_t at) {
    expect(error_of(store_.forget(told_.current[at])), "ok");
    told_.stored.erase(told_.current[at]);
    told_.current.erase(told_.current.begin() + static_cast<std::ptrdiff_t>(at));
  }
  void forget_all() {
    const auto gone = store_.forget_speaker(name_, Forget::commit);
    expect(gone ? std::to_string(gone->memories) : describe(gone.error()),
           std::to_string(told_.stored.size()));
    told_.stored.clear();
    told_.current.clear();
  }

  void expect(const std::string& answer, const std::string& expected) {
    if (answer != expected) told_.unexpected.push_back(answer + " instead of " + expected);
  }

  MemoryStore store_;
  const std::string name_;
  std::mt19937_64 random_;
  int texts_ = 0;
  Told told_;
};

TEST_CASE_METHOD(StoreTest, "a store holds what its writers were told, whoever wrote beside them",
                 "[threads]") {
  options.durability = Durability::sync;
  options.embedder = scattered();
  options.duplicates.enabled = true;
  options.graph_threshold = 64;
  const std::uint64_t seed = random_seed();
  CAPTURE(seed);
  const auto all = in_threads(6, [handle = store(), seed](std::size_t thread) {
    return Writer(handle, thread, seed + thread).run(120);
  });
  std::map<MemoryId, std::string> expected;
  std::vector<MemoryId> current;
  for (const Told& told : all) {
    CHECK(told.unexpected == std::vector<std::string>());
    expected.insert(told.stored.begin(), told.stored.end());
    current.insert(current.end(), told.current.begin(), told.current.end());
  }
  for (int opened = 0; opened < 2; ++opened) {
    std::map<MemoryId, std::string> found;
    std::vector<MemoryId> found_current;
    for (const Memory& memory : walk([&](const std::optional<PageCursor>& after) {
           return store().list({.after = after, .include_superseded = true});
         })) {
      found[memory.id] = memory.content;
      if (memory.current) found_current.push_back(memory.id);
    }
    CHECK(found == expected);
    CHECK(sorted(found_current) == sorted(current));
    reopen();
  }
}

}  // namespace
}  // namespace whosaid::test
