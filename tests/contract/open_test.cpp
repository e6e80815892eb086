// Opening and closing a database.

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

class OpenTest : public StoreTest {
 protected:
  Result<MemoryStore> open() { return MemoryStore::open(directory(), options); }
  std::string open_error(const fs::path& path) {
    const std::string store_error = error_of(MemoryStore::open(path, options));
    CHECK(error_of(Database::open(path, options)) == store_error);
    return store_error;
  }
};

TEST_CASE_METHOD(OpenTest, "a new database is readable by its owner alone", "[open]") {
  store();
  struct stat status {};
  REQUIRE(stat(directory().c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0700);
}

TEST_CASE_METHOD(OpenTest, "a database opens with no options at all", "[open]") {
  {
    MemoryStore handle = must(MemoryStore::open(directory()));
    must(handle.add_speaker("Bob"));
    must(handle.add("The deadline moved", {.speaker = "Bob"}));
  }
  CHECK(said_by("Bob") == Texts{"The deadline moved"});
}

TEST_CASE_METHOD(OpenTest, "an existing empty directory becomes a database", "[open]") {
  fs::create_directory(directory());
  note("Words");
  reopen();
  CHECK(everything() == Texts{"Words"});
}

TEST_CASE_METHOD(OpenTest, "without create_if_missing, what is not there is not_found", "[open]") {
  options.create_if_missing = false;
  CHECK(open_error(directory()) == "not_found");
  CHECK_FALSE(fs::exists(directory()));
  fs::create_directory(directory());
  CHECK(open_error(directory()) == "not_found");
  CHECK(fs::is_empty(directory()));
}

TEST_CASE_METHOD(OpenTest, "without create_if_missing, what is there is opened", "[open]") {
  note("Words");
  options.create_if_missing = false;
  reopen();
  CHECK(everything() == Texts{"Words"});
}

TEST_CASE_METHOD(OpenTest, "a path that is a file is refused, and the file untouched", "[open]") {
  std::ofstream(directory()) << "a file";
  CHECK(open_error(directory()) == "invalid_request field=path");
  CHECK(open_error(directory() / "below") != "ok");
  std::string content;
  std::getline(std::ifstream(directory()), content);
  CHECK(content == "a file");
}

TEST_CASE_METHOD(OpenTest, "an empty path is refused", "[open]") {
  CHECK(open_error("") == "invalid_request field=path");
}

TEST_CASE_METHOD(OpenTest, "a path with a NUL is refused, not cut short", "[open]") {
  const std::string cut = directory().string();
  CHECK(open_error(cut + std::string("\0more", 5)) == "invalid_request field=path");
  CHECK_FALSE(fs::exists(cut));
}

TEST_CASE_METHOD(OpenTest, "a path of any letters is a path", "[open]") {
  for (const char* name : {"with space", "\u00e9\u4e2d\U0001f642", "a.b-c"}) {
    MemoryStore handle = must(MemoryStore::open(beside(name), options));
    must(handle.add("Words"));
    CHECK(fs::is_directory(beside(name)));
  }
}

TEST_CASE_METHOD(OpenTest, "a database that is open is busy, and stays good", "[open]") {
  note("Before");
  CHECK(open_error(directory()) == "busy");
  note("After");
  CHECK(everything() == Texts{"After", "Before"});
}

TEST_CASE_METHOD(OpenTest, "a database is busy under all its names", "[open]") {
  note("Words");
  fs::create_directory_symlink(directory(), beside("link"));
  CHECK(open_error(directory().parent_path() / "." / "memory.db") == "busy");
  CHECK(open_error(directory() / ".." / "memory.db") == "busy");
  CHECK(open_error(directory() / "") == "busy");
  CHECK(open_error(beside("link")) == "busy");
}

TEST_CASE_METHOD(OpenTest, "a database closes with its last handle", "[open]") {
  std::optional<Database> database = must(Database::open(directory(), options));
  std::optional<MemoryStore> first = must(database->create_store("a"));
  std::optional<MemoryStore> copy = first;
  must(first->add("Words"));
  database.reset();
  CHECK(open_error(directory()) == "busy");
  first.reset();
  CHECK(open_error(directory()) == "busy");
  must(copy->add("More words"));
  copy.reset();
  database = must(Database::open(directory(), options));
  CHECK(test::everything(must(database->store("a"))) == Texts{"More words", "Words"});
}

TEST_CASE_METHOD(OpenTest, "a store outlives its Database", "[open]") {
  std::optional<MemoryStore> handle;
  {
    Database database = must(Database::open(directory(), options));
    handle = must(database.create_store("a"));
  }
  test::meet(*handle, {"Bob"});
  test::remember(*handle, "Bob", "Words");
  CHECK(test::said_by(*handle, "Bob") == Texts{"Words"});
}

TEST_CASE_METHOD(OpenTest, "a handle may be assigned over", "[open]") {
  MemoryStore handle = must(MemoryStore::open(beside("first"), options));
  must(handle.add("First"));
  handle = must(MemoryStore::open(beside("second"), options));
  CHECK(test::everything(handle).empty());
  CHECK(test::everything(must(MemoryStore::open(beside("first"), options))) == Texts{"First"});
}

TEST_CASE_METHOD(OpenTest, "a failed opening leaves nothing open", "[open]") {
  note("Words");
  close();
  options.embedder = circle({{"x", 0}});
  CHECK(error_of(open()) == "embedder_mismatch field=embedder");
  options.embedder = nullptr;
  CHECK(error_of(open()) == "ok");
}

TEST_CASE_METHOD(OpenTest, "two databases are open at once and know nothing of each other",
                 "[open]") {
  MemoryStore first = must(MemoryStore::open(beside("first"), options));
  OpenOptions other = options;
  other.embedder = circle({{"Second", 0}});
  MemoryStore second_one = must(MemoryStore::open(beside("second"), other));
  test::meet(first, {"Bob"});
  test::remember(first, "Bob", "First");
  must(second_one.add("Second"));
  CHECK(test::everything(first) == Texts{"First"});
  CHECK(test::everything(second_one) == Texts{"Second"});
  CHECK(error_of(second_one.by_speaker("Bob")) == "not_found speaker=Bob");
}

TEST_CASE_METHOD(OpenTest, "a duplicate threshold lies in [-1, 1]", "[open]") {
  for (const double bad : {1.01, -1.01, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    CAPTURE(bad);
    options.duplicates.threshold = bad;
    CHECK(open_error(directory()) == "invalid_request field=duplicates.threshold");
  }
  CHECK_FALSE(fs::exists(directory()));
  options.duplicates.threshold = 1.0;
  CHECK(error_of(open()) == "ok");
}

TEST_CASE_METHOD(OpenTest, "everything is there after reopening, many times", "[open]") {
  meet({"Bob"});
  for (int i = 0; i < 5; ++i) {
    remember("Bob", "Round " + std::to_string(i));
    reopen();
    CHECK(said_by("Bob").size() == static_cast<std::size_t>(i) + 1);
    CHECK(contents(search("Round " + std::to_string(i), {.speaker = "Bob", .limit = 1})) ==
          Texts{"Round " + std::to_string(i)});
  }
  CHECK(roll() == "Bob 5/5");
}

TEST_CASE_METHOD(OpenTest, "options that are no part of the data may change on reopening",
                 "[open]") {
  meet({"Bob"});
  remember("Bob", "Words");
  options.durability = Durability::sync;
  options.graph_threshold = 1;
  options.index_memory_budget = 0;
  options.duplicates = {.enabled = true, .scope = DuplicateScope::speaker};
  reopen();
  CHECK(said_by("Bob") == Texts{"Words"});
  CHECK(contents(search("words")) == Texts{"Words"});
  CHECK(status_of(store().add("Words", {.speaker = "Bob"})) == "duplicate");
}

}  // namespace
}  // namespace whosaid::test
