// A re-embedding that is killed changes nothing that is read, and goes on where it ended.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "kill_point.h"
#include "support/fixture.h"
#include "support/portrait.h"
#include "support/random_seed.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

// More than are embedded at once.
constexpr int kNotes = 150;

std::shared_ptr<Embedder> new_embedder() {
  return from_function("new", 24, 0.99, [words = scattered(24)](auto texts, Purpose purpose) {
    return words->embed(texts, purpose);
  });
}

OpenOptions with(std::shared_ptr<Embedder> embedder) {
  OpenOptions options = quick_options();
  options.embedder = std::move(embedder);
  return options;
}

TEST_CASE("child: re-embeds and is killed", "[.child]") {
  if (ChildProcess::directory().empty()) return;
  KillPoint kill(ChildProcess::argument());
  must(kill.open(with(scattered()))->reembed(kill.embedder(new_embedder()), kill.progress()));
}

class ReembedCrashTest {
 protected:
  ReembedCrashTest() {
    Database database = must(Database::open(temp_ / "old", with(scattered())));
    furnish(must(database.create_store("a")));
    MemoryStore b = must(database.create_store("b"));
    for (int i = 0; i < kNotes; ++i) must(b.add("Note " + std::to_string(i) + ". And more."));
    must(database.create_store("empty"));
    memories_ = must(database.verify()).memories;
    old_ = reads(database);
    must(database.backup(temp_ / "new"));
    Database other = must(Database::open(temp_ / "new", with(scattered())));
    must(other.reembed(new_embedder()));
    new_ = reads(other);
    REQUIRE(old_ != new_);
  }

  static Texts reads(Database& database) {
    CHECK(must(database.verify()).problems.empty());
    Texts all = must(database.list_stores());
    for (const std::string& id : must(database.list_stores())) {
      for (std::string& line : portrait(must(database.store(id)))) all.push_back(std::move(line));
    }
    return all;
  }

  // A fresh copy of the database, in place of the one before.
  void begin() {
    fs::remove_all(temp_ / "db");
    fs::copy(temp_ / "old", temp_ / "db");
  }

  // Returns how many memories the child had done; none: it was done with all.
  std::optional<std::size_t> kill_at(const std::string& point) {
    CAPTURE(point);
    ChildProcess child("child: re-embeds and is killed", temp_ / "db", point);
    std::size_t done = 0;
    while (const auto line = child.read_line()) done = std::stoull(*line);
    const int status = child.wait();
    REQUIRE((status == 0 || KillPoint::killed(status)));
    return status == 0 ? std::nullopt : std::optional(done);
  }

  // The database as it was, or as it is to be; then it is brought to its end. Returns how many
  // memories were left to do.
  std::size_t resume() {
    std::size_t left = 0;
    auto database = Database::open(temp_ / "db", with(scattered()));
    if (database) {
      CHECK(reads(*database) == old_);
      must(database->reembed(new_embedder(), [&](std::size_t, std::size_t total) {
        left = total;
        return true;
      }));
    } else {
      CHECK(error_of(database) == "embedder_mismatch field=embedder");
      database = Database::open(temp_ / "db", with(new_embedder()));
    }
    Database open = must(std::move(database));
    CHECK(reads(open) == new_);
    return left;
  }

  // Reopened, too.
  void check_end() {
    Database database = must(Database::open(temp_ / "db", with(new_embedder())));
    CHECK(reads(database) == new_);
  }

  std::size_t memories_ = 0;

 private:
  TempDir temp_;
  Texts old_, new_;
};

TEST_CASE_METHOD(ReembedCrashTest, "a re-embedding killed within any call of the embedder resumes",
                 "[durability]") {
  int calls = 0;
  for (bool killed = true; killed; ++calls) {
    begin();
    killed = kill_at("embed " + std::to_string(calls)).has_value();
    resume();
    check_end();
  }
  CHECK(calls > 3);
}

TEST_CASE_METHOD(ReembedCrashTest,
                 "a re-embedding killed in its progress does nothing again that it had reported",
                 "[durability]") {
  const std::uint64_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 3; ++round) {
    begin();
    const auto done = kill_at("progress " + std::to_string(random() % kNotes));
    REQUIRE(done);
    const std::size_t left = resume();
    CHECK(left <= memories_ - *done);
    check_end();
  }
}

TEST_CASE_METHOD(ReembedCrashTest, "a re-embedding killed within any write resumes",
                 "[durability]") {
  int writes = 0;
  for (bool killed = true; killed; ++writes) {
    begin();
    killed = kill_at("write " + std::to_string(writes)).has_value();
    resume();
  }
  check_end();
  CHECK(writes > 6);
}

TEST_CASE_METHOD(ReembedCrashTest, "a re-embedding killed again and again comes to its end",
                 "[durability]") {
  begin();
  int kills = 0;
  // Each of them lives for one call of the embedder.
  while (kill_at("embed 1")) REQUIRE(++kills < 10);
  CHECK(kills > 2);
  check_end();
}

}  // namespace
}  // namespace whosaid::test
