// What is left when the power fails, at hundreds of moments in a random life of writes. Everything
// happens in one process: the disk as it would be found is written into another directory.
//
// WHOSAID_TEST_SEED repeats a run; WHOSAID_TEST_LOSSES sets how many sequences of writes it has.

#include "power_loss.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sanitized.h"
#include "storage_faults.h"
#include "store/database_testing.h"
#include "support/catch.h"
#include "support/model/life.h"
#include "support/model/world.h"
#include "support/outcome.h"
#include "support/random_seed.h"
#include "support/temp_dir.h"

namespace whosaid::test {
namespace {

using storage::Disk;
using storage::DiskImage;

constexpr std::size_t kOperations = 60;
constexpr std::size_t kSequences = kSanitized ? 1 : 3;
// Of the moments beside a flush, of which a call has up to hundreds, so many are looked at.
constexpr std::size_t kMomentsOfCall = 2;

// Zeros in the log are no torn end, which is cut off without a word: what they replaced is lost,
// and verify() says so.
// In the manifest they are damage: RocksDB can't tell such an end from an edit that was on the disk
// and decayed. Cutting that one off would lose table files, so open() refuses and changes nothing.
constexpr const char* kLostTail =
    "the problems that verify tells\nfound: \n"
    "  the newest part of the log was lost when the database was opened: ";

std::size_t sequences() {
  const char* const given = std::getenv("WHOSAID_TEST_LOSSES");
  return given != nullptr ? std::stoul(given) : kSequences;
}

std::shared_ptr<storage::FileSystemHook> quick_files() {
  auto settings = std::make_shared<storage::FaultSettings>();
  settings->no_sync = true;
  return storage::faulty(std::move(settings));
}

// A life on a disk whose power fails again and again.
class PowerLoss {
 public:
  PowerLoss(std::uint64_t seed, Durability durability)
      : random_(seed), durability_(durability), sequence_(model::random_writes(seed, kOperations)) {
    disk_->at_flush = [this] { look(); };
  }

  // Looks at what is left at some moments of each call and behind it.
  void run() {
    world_.opening = sequence_.opening;
    const auto files = std::make_shared<storage::FileSystemHook>(
        storage::FileSystemHook{std::make_shared<storage::LossyFileSystem>(disk_)});
    model::Writer writer(
        [&](const model::Opening& opening) {
          OpenOptions options = model::options_of(opening);
          options.durability = durability_;
          return DatabaseOverCore::open(directory_, std::move(options), files);
        },
        temp_.path());
    must(writer.open(sequence_.opening));
    past_ = {world_, world_};
    check_moments();
    for (const model::Operation& operation : sequence_.operations) {
      const model::Answer answer = writer.make(operation, world_);
      REQUIRE(answer.error != ErrorCode::io_error);
      world_.follow(operation, answer);
      past_.push_back(world_);
      check_moments();
      check(after_call(), past_.size() - 1);
    }
  }

  [[nodiscard]] std::size_t points() const { return points_; }

 private:
  // Under the mutex.
  DiskImage remains() {
    return disk_->after_power_loss(static_cast<Disk::Loss>(random_() % 3), random_);
  }

  DiskImage after_call() {
    const std::lock_guard lock(mutex_);
    return remains();
  }

  // Each moment of a call has the same chance to be kept.
  void look() {
    const std::lock_guard lock(mutex_);
    const std::size_t place = seen_++ < kMomentsOfCall ? seen_ - 1 : random_() % seen_;
    if (place >= kMomentsOfCall) return;
    moments_.resize(std::max(moments_.size(), place + 1));
    moments_[place] = remains();
  }

  // During a call, its effect may be there or not.
  void check_moments() {
    std::vector<DiskImage> moments;
    {
      const std::lock_guard lock(mutex_);
      moments = std::exchange(moments_, {});
      seen_ = 0;
    }
    for (const DiskImage& moment : moments) check(moment, past_.size() - 2);
  }

  // What is left must be the database after one of the calls: with Durability::sync, from `first`
  // on, which had returned.
  void check(const DiskImage& image, std::size_t first) {
    ++points_;
    const TempDir there;
    storage::write_image(image, there / "db");
    if (durability_ == Durability::buffered) first = 0;
    std::string wrong;
    std::optional<Database> database;
    model::Opening opening;
    for (std::size_t i = past_.size(); i-- > first;) {
      const auto& [then, stores] = past_[i];
      if (!database || then.rules.embedder != opening.rules.embedder) {
        database.reset();
        opening = then;
        auto opened =
            DatabaseOverCore::open(there / "db", model::options_of(opening), quick_files());
        if (!opened && opened.error().code == ErrorCode::embedder_mismatch) continue;
        if (!opened && image.zeros_in_manifest) {
          REQUIRE(opened.error().code == ErrorCode::corruption);
          REQUIRE(storage::read_image(there / "db") == image.files);
          return;
        }
        database = must(std::move(opened));
      }
      const auto difference = model::Life::difference(*database, opening, stores);
      if (!difference) return;
      if (image.zeros && difference->what.starts_with(kLostTail)) return;
      wrong += std::to_string(i) + ": " + difference->what + "\n";
    }
    CAPTURE(past_.size() - 1, wrong);
    FAIL("what is left is not what any call left behind");
  }

  std::mt19937_64 random_;
  const Durability durability_;
  const model::Sequence sequence_;
  const TempDir temp_;
  const std::filesystem::path directory_ = std::filesystem::canonical(temp_.path()) / "db";
  const std::shared_ptr<Disk> disk_ = std::make_shared<Disk>(directory_);
  model::World world_;
  std::vector<model::World> past_;  // after each call
  std::mutex mutex_;
  std::size_t seen_ = 0;
  std::vector<DiskImage> moments_;
  std::size_t points_ = 0;
};

void lose_power(Durability durability) {
  const std::uint64_t first = random_seed();
  for (std::size_t i = 0; i < sequences(); ++i) {
    const std::uint64_t seed = first + i;
    CAPTURE(seed);
    PowerLoss life(seed, durability);
    life.run();
    CHECK(life.points() > kOperations);
  }
}

TEST_CASE("whenever the power fails, all that returned is there, and nothing is half there",
          "[durability][model]") {
  lose_power(Durability::sync);
}

TEST_CASE("without flushes a power failure leaves the first so many calls, each of them whole",
          "[durability][model]") {
  lose_power(Durability::buffered);
}

}  // namespace
}  // namespace whosaid::test
