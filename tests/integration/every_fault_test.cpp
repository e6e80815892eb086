// Each call that RocksDB makes to its file system fails once, in each way that it can fail, while a
// database is opened, written, read and copied. The call of ours that meets it returns an error and
// changes nothing, or does what it should; what was acknowledged stays; and once the fault is gone
// all goes on.
//
// WHOSAID_TEST_FAULTS sets how many calls fail in each way; by default a part of them do.

#include "every_fault.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sanitized.h"
#include "storage_faults.h"
#include "store/database_testing.h"
#include "support/catch.h"
#include "support/fixture.h"
#include "support/model/life.h"
#include "support/model/show.h"
#include "support/model/texts.h"
#include "support/model/world.h"
#include "support/outcome.h"
#include "support/random_seed.h"
#include "support/temp_dir.h"

namespace whosaid::test {
namespace {

using storage::Fate;
using storage::Misfortune;

constexpr std::size_t kPointsOfEach = kSanitized ? 3 : 24;
constexpr std::size_t kNever = ~std::size_t{0};

std::size_t points_of_each() {
  const char* const given = std::getenv("WHOSAID_TEST_FAULTS");
  return given != nullptr ? std::stoul(given) : kPointsOfEach;
}

std::shared_ptr<rocksdb::FileSystem> quick_files() {
  auto settings = std::make_shared<storage::FaultSettings>();
  settings->no_sync = true;
  return std::make_shared<storage::FaultyFileSystem>(std::move(settings));
}

model::Opening opening() {
  model::Opening opening;
  opening.rules.duplicates.enabled = false;
  opening.graph_threshold = 2;
  opening.index_memory_budget = 64;  // vectors and records are read from the log
  return opening;
}

// The store is deleted last, since RocksDB 7.8 has an assertion that fails when a compaction of
// nothing but deleted ranges cannot write its file (CompactionJob::UpdateCompactionJobStats asks
// for the smallest key of a file that has none).
std::vector<model::Operation> scenario() {
  const auto text = [](int number) { return model::sentence(model::kFirst + number, 0); };
  const auto by = [](const char* name) {
    return AddOptions{.speaker = name, .created_at = second(1), .conversation_id = "c"};
  };
  std::vector<NewMemory> batch;
  for (int i = 0; i < 3; ++i) batch.push_back({text(i) + " " + text(i + 1), by("Ann")});
  const model::Reopen reopen{opening()};
  return {{"a", model::CreateStore{}},
          {"ab", model::CreateStore{}},
          {"a", model::AddSpeaker{"Ann"}},
          {"a", model::AddSpeaker{"Bob"}},
          {"a", model::Add{text(5), by("Bob")}},
          {"a", model::AddBatch{batch}},
          {"ab", model::Add{text(6), {.created_at = second(2)}}},
          {"a", model::AddTurn{text(7), text(8), {.created_at = second(3)}}},
          {"a", reopen},
          {"a", model::Supersede{16 * 1 + 1, text(9), {.created_at = second(4)}}},
          {"a", model::ForgetMemory{16 * 2 + 1}},
          {"a", model::Move{}},
          {"a", model::RemoveSpeaker{"Bob"}},
          {"a", model::Add{text(10), by(kAgent)}},
          {"a", reopen},
          {"a", model::ForgetSpeaker{kAgent}},
          {"a", model::Reembed{1}},
          {"a", model::Add{text(11), by("Ann")}},
          {"a", reopen},
          {"ab", model::DeleteStore{}}};
}

using Read = std::function<std::string(Database&)>;

template <typename T>
std::string text_of(const Result<T>& result) {
  return result ? model::show(contents(*result)) : error_of(result);
}

// Each answers the error, or what was read.
std::vector<Read> reads(const std::filesystem::path& workshop) {
  const auto on_store = [](std::function<std::string(const MemoryStore&)> read) {
    return [read = std::move(read)](Database& database) {
      const auto store = database.store("a");
      return store ? read(*store) : error_of(store);
    };
  };
  const std::string query = model::sentence(model::kFirst, 0);
  return {
      on_store([](const MemoryStore& store) { return model::show(store.stats()); }),
      on_store([=](const MemoryStore& store) { return text_of(store.search(query)); }),
      on_store([=](const MemoryStore& store) {
        return text_of(store.search(query, {.speaker = "Ann"}));
      }),
      on_store([=](const MemoryStore& store) {
        return text_of(store.search(query, {.include_superseded = true, .expand = true}));
      }),
      on_store([=](const MemoryStore& store) {
        const auto recall = store.recall(query);
        return recall ? text_of(Result<std::vector<Hit>>(recall->long_term)) : error_of(recall);
      }),
      on_store([=](const MemoryStore& store) {
        const auto found = store.engram("gather", query);
        return found ? text_of(Result<std::vector<Hit>>(found->hits)) : error_of(found);
      }),
      on_store([](const MemoryStore& store) { return text_of(store.list()); }),
      on_store([](const MemoryStore& store) { return text_of(store.by_speaker("Ann")); }),
      on_store([](const MemoryStore& store) { return model::show(store.get(MemoryId{2})); }),
      on_store([](const MemoryStore& store) { return model::show(store.lineage(MemoryId{2})); }),
      [](Database& database) {
        const auto stores = database.list_stores();
        return stores ? model::show(*stores) : error_of(stores);
      },
      [workshop](Database& database) {
        return error_of(database.export_jsonl(workshop / "export.jsonl"));
      },
      [](Database& database) {
        const auto report = database.verify();
        return report ? "problems: " + std::to_string(report->problems.size()) : error_of(report);
      },
  };
}

class EveryFault {
 public:
  EveryFault(Misfortune what, std::size_t at)
      : fate_(std::make_shared<Fate>(what, at)),
        files_(std::make_shared<storage::FileSystemHook>(storage::FileSystemHook{
            std::make_shared<storage::FatedFileSystem>(quick_files(), fate_)})),
        writer_([this](const model::Opening& how) { return open(how, files_); }, temp_.path()) {}

  // Runs everything; at the end nothing is missing, and nothing is there that was refused.
  void run(Durability durability) {
    durability_ = durability;
    world_.opening = opening();
    write({"a", model::Reopen{opening()}});
    for (const model::Operation& operation : scenario()) write(operation);
    for (const Read& read : reads(temp_.path())) answers_.push_back(this->read(read));
    fate_->end();
    check();
    reopen_without_faults();
  }

  [[nodiscard]] std::size_t calls() const { return fate_->calls(); }
  [[nodiscard]] std::string struck() const { return fate_->struck(); }
  // Of the reads.
  [[nodiscard]] const std::vector<std::string>& answers() const { return answers_; }

 private:
  Result<Database> open(const model::Opening& how,
                        const std::shared_ptr<storage::FileSystemHook>& files) const {
    OpenOptions options = model::options_of(how);
    options.durability = durability_;
    return DatabaseOverCore::open(temp_ / "db", std::move(options), files);
  }

  // Damage seems to be there only as long as the database is open: what is right is on the disk.
  [[nodiscard]] bool reads_lie() const {
    return fate_->what() > Misfortune::io_error && !fate_->struck().empty();
  }

  // A call meets the fault, or what it did to the database in the background; none after it does.
  void expect_failure(const std::string& code) {
    CAPTURE(code);
    CHECK(++failures_ == 1);
    const bool lock = fate_->struck().starts_with("LockFile") && code == "busy";
    const bool corrupt = fate_->what() > Misfortune::io_error && code == "corruption";
    REQUIRE_FALSE(fate_->struck().empty());
    CHECK((code == "io_error" || lock || corrupt));
  }

  void write(const model::Operation& operation) {
    CAPTURE(operation.call.index(), fate_->struck());
    const bool before = fate_->struck().empty();
    model::Answer answer = writer_.make(operation, world_);
    CAPTURE(fate_->struck());
    if (answer.error) {
      expect_failure(describe({.code = *answer.error}));
      const bool opens = std::holds_alternative<model::Reopen>(operation.call);
      if (reads_lie()) reopen_without_faults();
      if (!opens || reads_lie()) check();
      answer = writer_.make(operation, world_);
      CHECK(!answer.error);
    }
    world_.follow(operation, answer);
    if (before && reads_lie()) reopen_without_faults();
  }

  std::string read(const Read& read) {
    const bool before = fate_->struck().empty();
    std::string answer = read(writer_.database());
    CAPTURE(fate_->struck());
    if (answer == "io_error" || answer.starts_with("corruption")) {
      expect_failure(answer.substr(0, answer.find(' ')));
      if (reads_lie()) reopen_without_faults();
      answer = read(writer_.database());
    } else if (before && reads_lie()) {
      reopen_without_faults();
      answer = read(writer_.database());
    }
    return answer;
  }

  void check() {
    const auto wrong = model::Life::difference(writer_.database(), world_.opening, world_.stores);
    CAPTURE(fate_->struck(), (wrong ? wrong->what : ""));
    REQUIRE_FALSE(wrong.has_value());
  }

  void reopen_without_faults() {
    writer_.close();
    must(writer_.open(world_.opening));
    check();
  }

  const std::shared_ptr<Fate> fate_;
  const std::shared_ptr<storage::FileSystemHook> files_;
  const TempDir temp_;
  Durability durability_ = Durability::sync;
  model::World world_;
  model::Writer writer_;
  int failures_ = 0;
  std::vector<std::string> answers_;
};

// RocksDB sleeps for a second after a failure in the background, which makes this longer than the
// work that it does.
void fail_in_turn(Misfortune what, Durability durability) {
  EveryFault sound(what, kNever);
  sound.run(durability);
  REQUIRE(sound.struck().empty());
  REQUIRE(sound.calls() > 50);

  const std::uint64_t seed = random_seed();
  std::mt19937_64 random(seed);
  const std::size_t step = std::max<std::size_t>(1, sound.calls() / points_of_each());
  for (std::size_t at = random() % step; at < sound.calls(); at += step) {
    CAPTURE(what, seed, at);
    EveryFault unlucky(what, at);
    unlucky.run(durability);
    CAPTURE(unlucky.struck());
    CHECK(unlucky.answers() == sound.answers());
  }
}

TEST_CASE("whichever call of the file system fails, an error says so, and nothing is lost",
          "[durability][faults]") {
  const auto what = GENERATE(Misfortune::no_space, Misfortune::io_error);
  fail_in_turn(what, GENERATE(Durability::sync, Durability::buffered));
}

TEST_CASE("whatever is read wrongly once, an error says so, and nothing is lost",
          "[durability][faults]") {
  const auto what = GENERATE(Misfortune::corruption, Misfortune::bit_flip, Misfortune::short_read);
  fail_in_turn(what, GENERATE(Durability::sync, Durability::buffered));
}

}  // namespace
}  // namespace whosaid::test
