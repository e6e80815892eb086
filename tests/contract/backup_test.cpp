// backup: a copy that opens, taken while others write.

#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "support/fixture.h"

namespace whosaid::test {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

class BackupTest : public DatabaseTest {
 protected:
  [[nodiscard]] fs::path copy() const { return files_ / "copy.db"; }
  [[nodiscard]] Database open_copy() const { return must(Database::open(copy(), quick_options())); }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(files_.path()), fs::directory_iterator()));
  }

 private:
  TempDir files_;
};

TEST_CASE_METHOD(BackupTest, "a backup opens as a database with everything in it", "[backup]") {
  test::meet(store("a"), {"Ann"});
  const MemoryId old = test::remember(store("a"), "Ann", "Old words");
  replace(store("a"), old, "Words", {.idempotency_key = "key"});
  store("empty");
  must(database().backup(copy()));
  Database opened = open_copy();
  CHECK(must(opened.list_stores()) == Texts{"a", "empty"});
  MemoryStore there = must(opened.store("a"));
  CHECK(said_by(there, "Ann") == Texts{"Words"});
  CHECK(contents(must(there.lineage(old))) == Texts{"Old words", "Words"});
  CHECK(contents(must(there.search("words", {.speaker = "Ann"}))) == Texts{"Words"});
  CHECK(must(there.supersede(old, "Words", {.idempotency_key = "key"})).replayed);
  CHECK(must(opened.verify()).problems.empty());
}

TEST_CASE_METHOD(BackupTest, "a backup and its database go separate ways", "[backup]") {
  must(store("a").add("Before"));
  must(database().backup(copy()));
  must(store("a").add("After"));
  Database opened = open_copy();
  MemoryStore there = must(opened.store("a"));
  CHECK(everything(there) == Texts{"Before"});
  must(there.add("Elsewhere"));
  CHECK(everything(store("a")) == Texts{"After", "Before"});
  must(database().delete_store("a"));
  CHECK(everything(there) == Texts{"Elsewhere", "Before"});
}

TEST_CASE_METHOD(BackupTest, "a backup is one moment of a database that is written", "[backup]") {
  MemoryStore a = store("a");
  std::atomic<bool> stop = false;
  std::atomic<std::size_t> stored = 0;
  std::thread writer([&] {
    while (!stop) stored += a.add("Note " + std::to_string(stored)).has_value() ? 1 : 0;
  });
  while (stored < 50) std::this_thread::yield();
  const std::size_t before = stored;
  const auto made = database().backup(copy());
  const std::size_t after = stored;
  stop = true;
  writer.join();
  must(made);
  Database opened = open_copy();
  CHECK(must(opened.verify()).problems.empty());
  const std::size_t copied = everything(must(opened.store("a"))).size();
  CHECK(copied >= before);
  CHECK(copied <= after + 1);
}

TEST_CASE_METHOD(BackupTest, "only the owner can read a backup", "[backup]") {
  store("a");
  must(database().backup(copy()));
  struct ::stat info = {};
  REQUIRE(::stat(copy().c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0700);
}

TEST_CASE_METHOD(BackupTest, "a backup takes an empty directory and no other", "[backup]") {
  must(store("a").add("Words"));
  fs::create_directory(copy());
  must(database().backup(copy() / ""));
  CHECK(error_of(database().backup(copy())) == "invalid_request field=path");
  CHECK(error_of(database().backup(directory())) == "invalid_request field=path");
  CHECK(error_of(database().backup(copy() / "CURRENT")) == "invalid_request field=path");
  CHECK(error_of(database().backup("")) == "invalid_request field=path");
  CHECK(error_of(database().backup(copy().parent_path() / "no" / "such")) == "io_error");
  CHECK(everything(must(open_copy().store("a"))) == Texts{"Words"});
  CHECK(files() == 1);
}

TEST_CASE_METHOD(BackupTest, "a backup that is stopped leaves nothing", "[backup]") {
  must(store("a").add("Words"));
  for (const int stop_at : {1, 2}) {
    int calls = 0;
    const auto stop = [&](std::size_t, std::size_t) { return ++calls < stop_at; };
    CHECK(error_of(database().backup(copy(), stop)) == "conflict field=progress");
    CHECK(files() == 0);
  }
}

}  // namespace
}  // namespace whosaid::test
