// A call that returned success survives kill -9; one that was cut off is there whole or not at all.

#include <csignal>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/child_process.h"
#include "support/fixture.h"
#include "support/random_seed.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

OpenOptions options_of(const std::string& durability) {
  OpenOptions options = quick_options();
  options.durability = durability == "sync" ? Durability::sync : Durability::buffered;
  return options;
}

TEST_CASE("child: makes every kind of write and is killed", "[.child]") {
  if (ChildProcess::directory().empty()) return;
  Database database =
      must(Database::open(ChildProcess::directory(), options_of(ChildProcess::argument())));
  MemoryStore store = must(database.create_store("a"));
  must(database.create_store("deleted"));
  meet(store, {"Ann", "Bob", "Left"});
  const MemoryId gone = remember(store, "Bob", "This is forgotten");
  remember(store, "Left", "Words of one who left");
  must(store.add("Sent with a key", {.speaker = "Ann", .idempotency_key = "k"}));
  must(store.forget(gone));
  must(store.remove_speaker("Left"));
  must(database.delete_store("deleted"));
  const std::vector<NewMemory> batch = {{"First of a batch", {.speaker = "Bob"}},
                                        {"Second of a batch", {.speaker = "me"}}};
  must(store.add_batch(batch));
  ChildProcess::kill_itself();
}

TEST_CASE_METHOD(DatabaseTest, "what returned before kill -9 is there after it", "[durability]") {
  const std::string durability = GENERATE(as<std::string>{}, "sync", "buffered");
  CAPTURE(durability);
  ChildProcess child("child: makes every kind of write and is killed", directory(), durability);
  REQUIRE(child.wait() == -SIGKILL);

  CHECK(must(database().list_stores()) == Texts{"a"});
  MemoryStore handle = must(database().store("a"));
  CHECK(roll(handle) == "Ann 1/1, Bob 1/1");
  CHECK(everything(handle) ==
        Texts{"Second of a batch", "First of a batch", "Sent with a key", "Words of one who left"});
  CHECK(labels(must(handle.list())) == Texts{"me", "Bob", "Ann", "(untagged)"});
  CHECK(contents(must(handle.search("batch", {.speaker = "Bob"}))) == Texts{"First of a batch"});
  CHECK(error_of(handle.by_speaker("Left")) == "not_found speaker=Left");
  CHECK(must(handle.add("Sent with a key", {.speaker = "Ann", .idempotency_key = "k"})).replayed);
}

// --- Killed at any moment ---

std::string text_of(std::uint64_t round) {
  return "Remark " + std::to_string(round) + " begins. It ends here.";
}

std::uint64_t number(MemoryId id) { return static_cast<std::uint64_t>(id); }

TEST_CASE("child: writes until it is killed", "[.child]") {
  if (ChildProcess::directory().empty()) return;
  MemoryStore store =
      must(MemoryStore::open(ChildProcess::directory(), options_of(ChildProcess::argument())));
  must(store.add_speaker("Bob"));
  ChildProcess::report("ready");
  std::vector<MemoryId> mine;
  for (std::uint64_t round = 1;; ++round) {
    if (round % 5 == 0) {
      const std::vector<NewMemory> batch(3, {text_of(round), {.speaker = "Bob"}});
      for (const AddResult& added : must(store.add_batch(batch))) {
        ChildProcess::report("stored " + std::to_string(number(*added.id)));
      }
    } else if (round % 7 == 0 && !mine.empty()) {
      must(store.forget(mine.back()));
      ChildProcess::report("forgot " + std::to_string(number(mine.back())));
      mine.pop_back();
    } else if (round % 11 == 0) {
      must(store.add_speaker("Guest"));
      const MemoryId id = remember(store, "Guest", text_of(round));
      must(store.remove_speaker("Guest"));
      ChildProcess::report("untagged " + std::to_string(number(id)));
    } else {
      mine.push_back(remember(store, "Bob", text_of(round)));
      ChildProcess::report("stored " + std::to_string(number(mine.back())));
    }
  }
}

class KillTest : public StoreTest {
 protected:
  // Starts the writer, reads so many of its lines, kills it, and takes in all that it reported.
  void write_and_kill(const std::string& durability, std::size_t lines) {
    ChildProcess child("child: writes until it is killed", directory(), durability);
    REQUIRE(child.read_line() == "ready");
    for (std::size_t i = 0; i < lines; ++i) take(child.read_line().value_or("(it ended)"));
    child.kill();
    while (const auto line = child.read_line()) take(*line);
  }

  void check() {
    std::set<std::uint64_t> missing;
    for (const auto& [id, who] : acknowledged_) missing.insert(id);
    std::size_t unknown = 0;
    std::size_t bobs = 0;
    for (const Memory& memory : all()) {
      CHECK(contains(memory.content, " begins. It ends here."));
      CHECK(memory.chunks == 2);
      bobs += label(memory) == "Bob" ? 1u : 0u;
      const auto known = acknowledged_.find(number(memory.id));
      if (known == acknowledged_.end()) {
        ++unknown;
        acknowledged_[number(memory.id)] = label(memory) == "Guest" ? "(untagged)" : label(memory);
      } else {
        CHECK(label(memory) == known->second);
      }
      missing.erase(number(memory.id));
    }
    // One call may have been cut off: a forget, an add, or a batch of three.
    CHECK(missing.size() <= 1);
    CHECK(unknown <= 3);
    CHECK((missing.empty() || unknown == 0));
    for (const std::uint64_t id : missing) acknowledged_.erase(id);

    const SpeakerInfo bob = must(store().list_speakers()).speakers.at(0);
    CHECK(bob.name == "Bob");
    CHECK(bob.memories == bobs);
    CHECK(bob.chunks == 2 * bobs);
    CHECK(said_by("Bob").size() == bobs);
    if (bobs > 0) CHECK(search("begins", {.speaker = "Bob", .limit = 1}).hits.size() == 1);

    // A guest cut off before leaving leaves now.
    const std::string left = error_of(store().remove_speaker("Guest"));
    CHECK((left == "ok" || left == "not_found speaker=Guest"));
  }

 private:
  std::vector<Memory> all() {
    return walk([&](const std::optional<PageCursor>& after) {
      return store().list({.limit = 1000, .after = after});
    });
  }

  void take(const std::string& line) {
    std::istringstream words(line);
    std::string what;
    std::uint64_t id = 0;
    words >> what >> id;
    REQUIRE(words);
    if (what == "forgot") {
      acknowledged_.erase(id);
    } else {
      acknowledged_[id] = what == "stored" ? "Bob" : "(untagged)";
    }
  }

  std::map<std::uint64_t, std::string> acknowledged_;  // id and label
};

TEST_CASE_METHOD(KillTest, "whenever a writer is killed, all it was told is there",
                 "[durability]") {
  const std::string durability = GENERATE(as<std::string>{}, "sync", "buffered");
  const std::uint64_t seed = random_seed();
  CAPTURE(durability, seed);
  std::mt19937_64 random(seed);
  options = options_of(durability);
  for (int round = 0; round < 6; ++round) {
    CAPTURE(round);
    write_and_kill(durability, random() % 150);
    check();
    close();
  }
}

}  // namespace
}  // namespace whosaid::test
