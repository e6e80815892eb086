// A process that makes all kinds of writes ends at hundreds of points: every call that returned is
// there, and the one that was cut off is there whole or not at all.
//
// WHOSAID_TEST_SEED repeats a run; WHOSAID_TEST_CRASHES sets how many sequences of writes it has.

#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <string>

#include "sanitized.h"
#include "storage_faults.h"
#include "store/database_testing.h"
#include "support/catch.h"
#include "support/child_process.h"
#include "support/model/life.h"
#include "support/model/world.h"
#include "support/outcome.h"
#include "support/random_seed.h"
#include "support/temp_dir.h"

namespace whosaid::test {
namespace {

using storage::FaultSettings;

constexpr std::size_t kOperations = 70;
constexpr std::size_t kSequences = kSanitized ? 2 : 8;
constexpr std::size_t kPointsOfEach = kSanitized ? 4 : 12;  // of a sequence, in each way
constexpr int kForever = 1'000'000'000;

std::shared_ptr<FaultSettings> settings_without_sync() {
  auto settings = std::make_shared<FaultSettings>();
  settings->no_sync = true;  // kill -9 loses nothing that was written
  return settings;
}

model::Writer::Open opener(const std::filesystem::path& directory,
                           const std::shared_ptr<FaultSettings>& settings) {
  return [=](const model::Opening& opening) {
    return DatabaseOverCore::open(directory, model::options_of(opening), storage::faulty(settings));
  };
}

// --- The child: its argument is the seed, how it ends, and how long it lives.

TEST_CASE("child: lives a life of writes until it ends", "[.child]") {
  if (ChildProcess::directory().empty()) return;
  std::istringstream words(ChildProcess::argument());
  std::uint64_t seed = 0;
  std::string what;
  int left = 0;
  words >> seed >> what >> left;
  const auto settings = settings_without_sync();
  if (what == "write") settings->writes_to_live = left;
  if (what == "step") settings->steps_to_live = left;

  const model::Sequence sequence = model::random_writes(seed, kOperations);
  model::World world{sequence.opening};
  model::Writer writer(opener(ChildProcess::directory() / "db", settings),
                       ChildProcess::directory());
  must(writer.open(sequence.opening));
  for (const model::Operation& operation : sequence.operations) {
    const model::Answer answer = writer.make(operation, world);
    ChildProcess::report(to_line(answer));
    world.follow(operation, answer);
  }
  if (what == "kill") ChildProcess::wait_for_release();
  ::_exit(0);
}

// --- The parent.

class CrashTest {
 protected:
  struct Counts {
    int writes = 0;
    int steps = 0;
  };

  // Lives a whole life here, which tells how many points there are.
  Counts live(std::uint64_t seed) {
    const TempDir temp;
    const auto settings = settings_without_sync();
    settings->writes_to_live = kForever;
    settings->steps_to_live = kForever;
    const model::Sequence sequence = model::random_writes(seed, kOperations);
    model::World world{sequence.opening};
    model::Writer writer(opener(temp / "db", settings), temp.path());
    must(writer.open(sequence.opening));
    for (const model::Operation& operation : sequence.operations) {
      world.follow(operation, writer.make(operation, world));
    }
    expect(writer.database(), world);
    return {kForever - settings->writes_to_live, kForever - settings->steps_to_live};
  }

  void crash(std::uint64_t seed, const std::string& how, int life) {
    CAPTURE(seed, how, life);
    const TempDir temp;
    const model::Sequence sequence = model::random_writes(seed, kOperations);
    model::World world{sequence.opening};
    std::size_t done = 0;
    ChildProcess child("child: lives a life of writes until it ends", temp.path(),
                       std::to_string(seed) + " " + how + " " + std::to_string(life));
    while (how != "kill" || done < static_cast<std::size_t>(life)) {
      const auto line = child.read_line();
      if (!line) break;
      world.follow(sequence.operations.at(done++), model::from_line(*line));
    }
    if (how == "kill") {
      child.kill();
      while (const auto line = child.read_line()) {
        world.follow(sequence.operations.at(done++), model::from_line(*line));
      }
    } else {
      const int status = child.wait();
      REQUIRE((status == 9 || status == 0));
    }
    CAPTURE(done);
    check(temp / "db", world,
          done < sequence.operations.size() ? &sequence.operations[done] : nullptr);
  }

  // `cut_off`: the call that was being made.
  void check(const std::filesystem::path& directory, model::World world,
             const model::Operation* cut_off) {
    const auto open = opener(directory, settings_without_sync());
    auto database = open(world.opening);
    const bool switched = !database && database.error().code == ErrorCode::embedder_mismatch;
    if (!switched) must(database);
    if (cut_off == nullptr) return expect(*database, world);
    if (!switched && !model::Life::difference(*database, world.opening, world.stores)) return;
    world.follow(*cut_off, switched ? model::Answer{} : answer_found(*database, *cut_off));
    if (switched) database = must(open(world.opening));
    expect(*database, world);
  }

  static void expect(Database& database, const model::World& world) {
    const auto wrong = model::Life::difference(database, world.opening, world.stores);
    INFO((wrong ? wrong->what : ""));
    REQUIRE_FALSE(wrong.has_value());
  }
};

std::size_t sequences() {
  const char* const given = std::getenv("WHOSAID_TEST_CRASHES");
  return given != nullptr ? std::stoul(given) : kSequences;
}

TEST_CASE_METHOD(CrashTest,
                 "wherever a writer ends, all that returned is there, and nothing is half there",
                 "[durability][model]") {
  const std::uint64_t first = random_seed();
  std::mt19937_64 random(first);
  const auto below = [&](int count) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(count));
  };
  Counts all;
  for (std::size_t i = 0; i < sequences(); ++i) {
    const std::uint64_t seed = first + i;
    const Counts counts = live(seed);
    CAPTURE(seed);
    REQUIRE(counts.writes > 0);
    REQUIRE(counts.steps > 0);
    all.writes += counts.writes;
    all.steps += counts.steps;
    for (std::size_t point = 0; point < kPointsOfEach; ++point) {
      crash(seed, "write", below(counts.writes));
      crash(seed, "step", below(counts.steps));
      crash(seed, "kill", below(kOperations));
    }
  }
  // A sequence that is refused nearly all its calls is rare.
  CHECK(all.writes > 10 * static_cast<int>(sequences()));
  CHECK(all.steps > 100 * static_cast<int>(sequences()));
}

}  // namespace
}  // namespace whosaid::test
