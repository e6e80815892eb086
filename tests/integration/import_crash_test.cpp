// An import that is killed leaves what it had committed: whole batches, and no version of a memory
// that names one which is not there.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "kill_point.h"
#include "store/import.h"
#include "support/fixture.h"
#include "support/portrait.h"
#include "support/random_seed.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

// Of one store; an import commits so many at once.
constexpr std::size_t kBatch = 256;
constexpr std::size_t kNotes = 2 * kBatch + 90;

OpenOptions scattered_options() {
  OpenOptions options = quick_options();
  options.embedder = scattered();
  return options;
}

TEST_CASE("child: imports and is killed", "[.child]") {
  if (ChildProcess::directory().empty()) return;
  KillPoint kill(ChildProcess::argument());
  OpenOptions options = scattered_options();
  options.embedder = kill.embedder(options.embedder);
  const auto database = kill.open(options);
  must(store::import_jsonl(*database, ChildProcess::directory() / "../all.jsonl", kill.progress()));
}

TEST_CASE("child: stops an import and is killed", "[.child]") {
  if (ChildProcess::directory().empty()) return;
  KillPoint kill(ChildProcess::argument());
  const auto database = kill.open(scattered_options());
  const auto stop = [&](std::size_t done, std::size_t) {
    if (done < kNotes) return true;
    kill.count_writes();
    return false;
  };
  REQUIRE(error_of(store::import_jsonl(*database, ChildProcess::directory() / "../all.jsonl",
                                       stop)) == "conflict field=progress");
}

class ImportCrashTest {
 protected:
  ImportCrashTest() {
    Database database = must(Database::open(temp_ / "source", scattered_options()));
    MemoryStore a = must(database.create_store("a"));
    meet(a, {"Ann", "Bob"});
    // Chains that reach over batches.
    const MemoryId first = remember(a, "Ann", "First version");
    std::vector<MemoryId> notes;
    for (std::size_t i = 0; i < kNotes - 9; ++i) {
      notes.push_back(remember(a, i % 2 == 0 ? "Ann" : "Bob", "Note " + std::to_string(i)));
    }
    MemoryId newest = first;
    for (std::size_t i = 0; i < 4; ++i) {
      newest = replace(a, newest, "Version after " + std::to_string(i));
      replace(a, notes[i * 100], "A newer note " + std::to_string(i));
    }
    furnish(must(database.create_store("b")));
    must(database.export_jsonl(temp_ / "all.jsonl"));
    whole_ = reads(database);
    for (const std::string& id : must(database.list_stores())) {
      source_[id] = memories(must(database.store(id)));
    }
  }

  static std::map<MemoryId, Memory> memories(const MemoryStore& store) {
    std::map<MemoryId, Memory> found;
    const auto all = walk([&](const std::optional<PageCursor>& after) {
      return store.list({.limit = 1000, .after = after, .include_superseded = true});
    });
    for (const Memory& memory : all) found.emplace(memory.id, memory);
    return found;
  }

  static Texts reads(Database& database) {
    Texts all = must(database.list_stores());
    for (const std::string& id : must(database.list_stores())) {
      for (std::string& line : portrait(must(database.store(id)))) all.push_back(std::move(line));
    }
    return all;
  }

  // Kills a child that begins with an empty database; false: it came to its end.
  bool kill_at(const std::string& point, const char* child_case = "child: imports and is killed") {
    fs::remove_all(temp_ / "db");
    { must(Database::open(temp_ / "db", scattered_options())); }
    ChildProcess child(child_case, temp_ / "db", point);
    acknowledged_ = 0;
    while (const auto line = child.read_line()) acknowledged_ = std::stoull(*line);
    const int status = child.wait();
    REQUIRE((status == 0 || KillPoint::killed(status)));
    return status != 0;
  }

  Database open() { return must(Database::open(temp_ / "db", scattered_options())); }
  fs::path file() const { return temp_ / "all.jsonl"; }
  fs::path beside(const std::string& name) const { return temp_ / name; }

  // What is there is sound, and each memory is one of the source, in whole batches.
  void check_parts(Database& database) {
    CHECK(must(database.verify()).problems.empty());
    std::size_t there = 0;
    for (const std::string& id : must(database.list_stores())) {
      MemoryStore store = must(database.store(id));
      const auto found = memories(store);
      there += found.size();
      CHECK((found.size() % kBatch == 0 || found.size() == source_.at(id).size()));
      std::size_t current = 0;
      for (const auto& [memory_id, memory] : found) {
        check_memory(memory, source_.at(id).at(memory_id), found);
        current += memory.current ? 1u : 0u;
      }
      CHECK(must(store.stats()).memories == current);
    }
    CHECK(there >= acknowledged_);
  }

  std::size_t acknowledged_ = 0;
  Texts whole_;

 private:
  static void check_memory(const Memory& memory, const Memory& source,
                           const std::map<MemoryId, Memory>& found) {
    const auto fixed = [](const Memory& m) {
      return std::tuple(m.content, m.speaker, m.created_at, m.chunks, m.current);
    };
    CHECK(fixed(memory) == fixed(source));
    const auto there = [&](const std::optional<MemoryId>& id) {
      return id && found.contains(*id) ? id : std::nullopt;
    };
    CHECK(memory.supersedes == there(source.supersedes));
    CHECK(memory.superseded_by == there(source.superseded_by));
  }

  TempDir temp_;
  std::map<std::string, std::map<MemoryId, Memory>> source_;
};

TEST_CASE_METHOD(ImportCrashTest, "an import killed within any write leaves whole batches",
                 "[durability]") {
  int writes = 0;
  for (bool killed = true; killed; ++writes) {
    CAPTURE(writes);
    killed = kill_at("write " + std::to_string(writes));
    Database database = open();
    check_parts(database);
  }
  CHECK(writes > 6);
  Database database = open();
  CHECK(reads(database) == whole_);
}

TEST_CASE_METHOD(ImportCrashTest, "what a killed import had reported is there", "[durability]") {
  const std::uint64_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 4; ++round) {
    const std::string what = random() % 2 == 0 ? "progress " : "embed ";
    CAPTURE(what);
    kill_at(what + std::to_string(random() % 4));
    Database database = open();
    check_parts(database);
  }
}

TEST_CASE_METHOD(ImportCrashTest, "an import killed while it takes back leaves sound memories",
                 "[durability]") {
  int writes = 0;
  for (bool killed = true; killed; ++writes) {
    CAPTURE(writes);
    killed = kill_at("undo " + std::to_string(writes), "child: stops an import and is killed");
    Database database = open();
    CHECK(must(database.verify()).problems.empty());
    if (!killed) CHECK(must(database.list_stores()).empty());
  }
  CHECK(writes > 3);
}

TEST_CASE_METHOD(ImportCrashTest, "an import that cannot be taken back says so", "[durability]") {
  const auto settings = std::make_shared<storage::FaultSettings>();
  const auto database = open_on(settings, beside("full"), scattered_options());
  const auto stop = [&](std::size_t done, std::size_t) {
    if (done < kNotes) return true;
    settings->fault = storage::Fault::append;
    return false;
  };
  const auto outcome = store::import_jsonl(*database, file(), stop);
  CHECK(error_of(outcome) == "io_error");
  CHECK(contains(message_of(outcome), "could not be taken back"));
}

TEST_CASE_METHOD(ImportCrashTest, "after a killed import its stores are deleted and imported again",
                 "[durability]") {
  REQUIRE(kill_at("write 5"));
  Database database = open();
  REQUIRE(must(database.list_stores()) == Texts{"a", "b"});
  for (const std::string& id : must(database.list_stores())) must(database.delete_store(id));
  must(database.import_jsonl(file()));
  CHECK(reads(database) == whole_);
}

TEST_CASE_METHOD(ImportCrashTest, "an import on top of a killed one stores everything once more",
                 "[durability]") {
  REQUIRE(kill_at("write 5"));
  Database database = open();
  MemoryStore a = must(database.store("a"));
  const auto before = memories(a);
  REQUIRE(before.size() == kBatch);
  must(database.import_jsonl(file()));
  CHECK(memories(a).size() == before.size() + kNotes);
  CHECK(must(database.verify()).problems.empty());
}

}  // namespace
}  // namespace whosaid::test
