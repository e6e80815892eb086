// What may be opened, what is refused, and that a refusal leaves everything as it was.

#include <rocksdb/db.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "storage/open_database.h"
#include "storage/rocksdb_log.h"
#include "storage_child.h"
#include "storage_fixture.h"
#include "support/catch.h"

namespace whosaid::storage {
namespace {

namespace fs = std::filesystem;
using test::error_of;
using test::must;

std::string opening(const fs::path& path, const LogOptions& options = {}) {
  return error_of(open_rocksdb_log(path, options));
}

// Every file and directory below, with contents and time of the last change.
std::map<std::string, std::string> digest(const fs::path& directory) {
  std::map<std::string, std::string> files;
  for (const auto& file : fs::recursive_directory_iterator(directory)) {
    std::ifstream in(file.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    const auto changed = fs::last_write_time(file.path()).time_since_epoch().count();
    files[file.path()] = std::to_string(changed) + " " + bytes;
  }
  files["."] = std::to_string(fs::last_write_time(directory).time_since_epoch().count());
  return files;
}

// A RocksDB of somebody else, with these column families besides the default one.
class Foreign {
 public:
  Foreign(const fs::path& path, const std::vector<std::string>& families, bool data) {
    rocksdb::DBOptions options;
    options.create_if_missing = true;
    REQUIRE(
        open_database_at(path.string(), options, {{"default", {}}}, &handles_, &database_).ok());
    for (const std::string& name : families) {
      handles_.push_back(nullptr);
      REQUIRE(database_->CreateColumnFamily({}, name, &handles_.back()).ok());
    }
    if (data) REQUIRE(write());
  }
  Foreign(const Foreign&) = delete;
  Foreign& operator=(const Foreign&) = delete;
  ~Foreign() {
    for (auto* handle : handles_) database_->DestroyColumnFamilyHandle(handle);
  }

  bool write() { return database_->Put({}, "key", "value").ok(); }

 private:
  std::unique_ptr<rocksdb::DB> database_;
  std::vector<rocksdb::ColumnFamilyHandle*> handles_;
};

TEST_CASE_METHOD(LogTest, "a new directory is its owner's alone, parents made as needed") {
  const fs::path nested = beside("a") / "b" / "c";
  CHECK(opening(nested) == "ok");
  struct ::stat info = {};
  REQUIRE(::stat(nested.c_str(), &info) == 0);
  CHECK((info.st_mode & 0777U) == 0700U);
  CHECK(opening(nested.string() + "/") == "ok");
  CHECK(opening(beside("trailing").string() + "/") == "ok");
}

TEST_CASE_METHOD(LogTest, "a database is made in an empty directory, and not where it may not") {
  const LogOptions existing{.create_if_missing = false};
  CHECK(opening(directory(), existing) == "not_found");
  CHECK_FALSE(fs::exists(directory()));
  fs::create_directory(directory());
  CHECK(opening(directory(), existing) == "not_found");
  CHECK(fs::is_empty(directory()));
  CHECK(opening(directory()) == "ok");
  CHECK(opening(directory(), existing) == "ok");
}

TEST_CASE_METHOD(LogTest, "a path that is no directory is refused") {
  std::ofstream(beside("file")) << "text";
  CHECK(opening("") == "invalid_request field=path");
  CHECK(opening(beside("file")) == "invalid_request field=path");
  CHECK(opening(beside("file") / "below") == "invalid_request field=path");
  CHECK(opening("/dev/null") == "invalid_request field=path");
}

TEST_CASE_METHOD(LogTest, "one directory is opened once in a process, by whatever path") {
  log();
  fs::create_directory_symlink(directory(), beside("link"));
  CHECK(opening(directory()) == "busy");
  CHECK(opening(beside("link")) == "busy");
  CHECK(opening(directory() / ".") == "busy");
  CHECK(opening(fs::relative(directory())) == "busy");
  put(1, Table::memories, {{"a", "1"}});
  close();
  CHECK(opening(beside("link")) == "ok");
}

TEST_CASE_METHOD(LogTest, "of many threads that open at once one succeeds at a time") {
  std::atomic<int> opened = 0, busy = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const auto log = open_rocksdb_log(directory());
      if (log) {
        ++opened;
      } else if (log.error().code == ErrorCode::busy) {
        ++busy;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(opened >= 1);
  CHECK(opened + busy == 8);
}

TEST_CASE("child: opens a log and says whether it was busy", "[.]") {
  const auto log = open_rocksdb_log(Child::argument());
  std::exit(log ? 0 : 10 + static_cast<int>(log.error().code));
}

TEST_CASE_METHOD(LogTest, "a log that is open is busy for another process") {
  put(1, Table::memories, {{"a", "1"}});
  const std::string child = "child: opens a log and says whether it was busy";
  CHECK(Child(child, directory()).wait() == 10 + static_cast<int>(ErrorCode::busy));
  CHECK(opening(directory()) == "busy");  // the refusals have not cost this process its lock
  CHECK(Child(child, directory()).wait() == 10 + static_cast<int>(ErrorCode::busy));
  put(1, Table::memories, {{"b", "2"}});
  close();
  CHECK(Child(child, directory()).wait() == 0);
  CHECK(must(log().get(Table::memories, "b")) == "2");
}

TEST_CASE_METHOD(LogTest, "of many processes that open a new log at once one succeeds at a time") {
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < 6; ++i) {
    children.push_back(std::make_unique<Child>("child: opens a log and says whether it was busy",
                                               directory().string()));
  }
  int opened = 0;
  for (const auto& child : children) {
    const int code = child->wait();
    if (code == 0) ++opened;
    CHECK((code == 0 || code == 10 + static_cast<int>(ErrorCode::busy)));
  }
  CHECK(opened >= 1);
  put(1, Table::memories, {{"a", "1"}});
}

TEST_CASE_METHOD(LogTest, "directories without permission are an io_error") {
  if (::geteuid() != 0) return;  // needs to become somebody else
  put(1, Table::memories, {{"a", "1"}});
  close();
  fs::create_directory(beside("unwritable"));
  // Nobody may come as far as the test's own directory.
  fs::permissions(directory().parent_path(), fs::perms::owner_all | fs::perms::others_exec);
  const std::string child = "child: opens a log and says whether it was busy";
  const int refused = 10 + static_cast<int>(ErrorCode::io_error);
  const auto before = digest(directory());
  CHECK(Child(child, directory(), 65534).wait() == refused);
  CHECK(Child(child, beside("unwritable"), 65534).wait() == refused);
  CHECK(Child(child, beside("unwritable") / "new", 65534).wait() == refused);
  CHECK(Child(child, directory() / "new", 65534).wait() == refused);
  fs::permissions(directory(), fs::perms::all);
  CHECK(Child(child, directory(), 65534).wait() == refused);  // its files are root's
  fs::permissions(directory(), fs::perms::owner_all);
  CHECK(digest(directory()) == before);
}

TEST_CASE_METHOD(LogTest, "another program's RocksDB is refused and stays untouched") {
  Foreign(beside("data"), {}, true);
  Foreign(beside("families"), {"users"}, false);
  Foreign(beside("similar"), {"whosaid"}, true);
  Foreign(beside("mixed"), {"whosaid.1.memories", "users"}, false);
  for (const std::string name : {"data", "families", "similar", "mixed"}) {
    for (const bool locked : {true, false}) {
      if (!locked) fs::remove(beside(name) / "LOCK");
      const auto before = digest(beside(name));
      const auto log = open_rocksdb_log(beside(name));
      INFO(name);
      CHECK(error_of(log) == "corruption");
      CHECK(test::message_of(log).find("not a whosaid database") != std::string::npos);
      CHECK(digest(beside(name)) == before);
    }
  }
}

TEST_CASE_METHOD(LogTest, "a newer format is refused and stays untouched") {
  Foreign(directory(), {"whosaid.2.memories", "whosaid.2.something"}, false);
  const auto before = digest(directory());
  const auto log = open_rocksdb_log(directory());
  CHECK(error_of(log) == "corruption");
  CHECK(test::message_of(log).find("version 2") != std::string::npos);
  CHECK(test::message_of(log).find("version 1") != std::string::npos);
  CHECK(digest(directory()) == before);
}

TEST_CASE_METHOD(LogTest, "another program's open RocksDB is busy") {
  Foreign foreign(directory(), {}, false);
  CHECK(opening(directory()) == "busy");
  CHECK(foreign.write());
}

TEST_CASE_METHOD(LogTest, "damage to the files that name the others is corruption") {
  put(1, Table::memories, {{"a", "1"}});
  close();
  std::string manifest;
  for (const auto& file : fs::directory_iterator(directory())) {
    if (file.path().filename().string().starts_with("MANIFEST")) manifest = file.path();
  }
  const auto damaged = [&](const fs::path& file, const std::string& bytes) {
    fs::copy_file(file, beside("saved"));
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
    const auto before = digest(directory());
    const std::string outcome = opening(directory());
    CHECK(digest(directory()) == before);
    fs::remove(file);
    fs::rename(beside("saved"), file);
    return outcome;
  };
  CHECK(damaged(directory() / "CURRENT", "") == "corruption");
  CHECK(damaged(directory() / "CURRENT", "MANIFEST-999999\n") == "corruption");
  CHECK(damaged(directory() / "CURRENT", "nonsense") == "corruption");
  CHECK(damaged(manifest, "") == "corruption");
  CHECK(damaged(manifest, std::string(1000, 'x')) == "corruption");
  CHECK(must(log().get(Table::memories, "a")) == "1");
  close();
  fs::remove(directory() / "CURRENT");
  const auto before = digest(directory());
  CHECK(opening(directory()) == "corruption");  // and not a new database in its place
  CHECK(digest(directory()) == before);
}

}  // namespace
}  // namespace whosaid::storage
