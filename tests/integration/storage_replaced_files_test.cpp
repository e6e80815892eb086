// Files that are sound, and not the ones that belong there; and what looks like the end of a log.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "storage/log_records.h"
#include "storage/manifest_facts.h"
#include "storage/rocksdb_log.h"
#include "storage_fixture.h"
#include "support/catch.h"
#include "support/outcome.h"

namespace whosaid::storage {
namespace {

namespace fs = std::filesystem;
using test::error_of;
using test::must;
using Pairs = std::vector<std::pair<std::string, std::string>>;

class ReplacedFilesTest : public LogTest {
 protected:
  static std::string bytes_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void write(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
  }
  // The one file of a closed database whose name is like this.
  static fs::path file_of(const fs::path& directory, const std::string& part) {
    fs::path found;
    for (const auto& file : fs::directory_iterator(directory)) {
      if (file.path().filename().string().find(part) != std::string::npos) found = file.path();
    }
    REQUIRE_FALSE(found.empty());
    return found;
  }
  fs::path wal() { return file_of(directory(), ".log"); }

  // Three batches in the write-ahead log.
  void put_three() {
    for (const char* key : {"a", "b", "c"}) put(1, Table::memories, {{key, key}});
    close();
  }
  // What verify() tells of it.
  std::string note() {
    const Pairs notes = all(Table::manifest);
    return notes.empty() ? "" : notes.front().second;
  }
};

TEST_CASE_METHOD(ReplacedFilesTest, "another database's write-ahead log is refused, and kept") {
  put_three();
  {
    const auto other = must(open_rocksdb_log(beside("other")));
    Batch batch;
    batch.put(Table::memories, "a", "somebody else's");
    REQUIRE(must(other->apply(1, 0, batch)));
  }
  const std::string mine = bytes_of(wal());
  const std::string theirs = bytes_of(file_of(beside("other"), ".log"));
  write(wal(), theirs);
  for (int i = 0; i < 2; ++i) {
    const auto opened = open_rocksdb_log(directory());
    CHECK(error_of(opened) == "corruption");
    CHECK(test::message_of(opened).find("another database") != std::string::npos);
    CHECK(bytes_of(wal()) == theirs);
  }
  write(wal(), mine);
  CHECK(all(Table::memories) == Pairs{{"a", "a"}, {"b", "b"}, {"c", "c"}});
}

TEST_CASE_METHOD(ReplacedFilesTest, "a log is its database's without the file IDENTITY, too") {
  put_three();
  fs::remove(directory() / "IDENTITY");
  CHECK(all(Table::memories).size() == 3);
  put(1, Table::memories, {{"d", "d"}});
  close();
  write(directory() / "IDENTITY", "something else");
  CHECK(all(Table::memories).size() == 4);
  CHECK(note().empty());
}

TEST_CASE_METHOD(ReplacedFilesTest, "a copy made while others write takes its log along") {
  put_three();
  must(log().copy_to(beside("copy")));
  close();
  for (int i = 0; i < 2; ++i) {
    const auto copy = must(open_rocksdb_log(beside("copy")));
    const std::uint64_t version = must(copy->version(1));
    CHECK(must(copy->get(Table::memories, "c")) == "c");
    Batch batch;
    batch.put(Table::memories, "d", "d");
    REQUIRE(must(copy->apply(1, version, batch)));
    CHECK_FALSE(must(copy->get(Table::manifest, kLostTailPrefix)).has_value());
  }
}

TEST_CASE_METHOD(ReplacedFilesTest, "a log that is missing is noted") {
  put_three();
  fs::remove(wal());
  CHECK(all(Table::memories).empty());
  CHECK(note().find("no write-ahead log") != std::string::npos);
}

TEST_CASE_METHOD(ReplacedFilesTest, "zeros or a wrong length in the midst of a log are noted") {
  put_three();
  std::string bytes = bytes_of(wal());
  const std::size_t second = 7 + static_cast<unsigned char>(bytes[4]);
  if (GENERATE(true, false)) {
    bytes.replace(second, 20, 20, '\0');
  } else {
    bytes[second + 5] = '\x80';
  }
  write(wal(), bytes);
  CHECK(all(Table::memories) == Pairs{{"a", "a"}});
  CHECK(note().find("damaged before its end") != std::string::npos);
}

TEST_CASE_METHOD(ReplacedFilesTest, "zeros at the end of a log are nothing") {
  put_three();
  write(wal(), bytes_of(wal()) + std::string(5'000, '\0'));
  CHECK(all(Table::memories).size() == 3);
  CHECK(note().empty());
}

TEST_CASE_METHOD(ReplacedFilesTest, "a log that stands in the file twice is replayed once") {
  put_three();
  const std::string bytes = bytes_of(wal());
  write(wal(), bytes + bytes);
  CHECK(all(Table::memories) == Pairs{{"a", "a"}, {"b", "b"}, {"c", "c"}});
  CHECK(must(log().version(1)) == 3);
  CHECK(note().find("Corruption") != std::string::npos);
}

TEST_CASE_METHOD(ReplacedFilesTest, "a manifest that goes back is corruption") {
  put_three();
  reopen();  // what was in the log becomes table files, whose sequence numbers the manifest has
  close();
  const fs::path manifest = file_of(directory(), "MANIFEST");
  const std::string bytes = bytes_of(manifest);
  CHECK_FALSE(manifest_facts(bytes).goes_back);
  CHECK(manifest_facts(bytes).database_id == bytes_of(directory() / "IDENTITY"));
  write(manifest, bytes + bytes);
  const auto opened = open_rocksdb_log(directory());
  CHECK(error_of(opened) == "corruption");
  CHECK(test::message_of(opened).find("goes back") != std::string::npos);
}

TEST_CASE_METHOD(ReplacedFilesTest, "a table that says it has no checksums is corruption") {
  put_three();
  reopen();
  close();
  const fs::path table = file_of(directory(), ".sst");
  std::string bytes = bytes_of(table);
  REQUIRE(bytes.size() > 53);
  bytes.replace(bytes.size() - 53, 16, 16, '\0');
  write(table, bytes);
  const auto opened = open_rocksdb_log(directory());
  CHECK(error_of(opened) == "corruption");
  CHECK(test::message_of(opened).find("footer of the table") != std::string::npos);
}

TEST_CASE("records of a log are read up to the first thing that is none", "[log_records]") {
  const auto fragment = [](char type, const std::string& text) {
    return std::string("crc.") + static_cast<char>(text.size()) + '\0' + type + text;
  };
  const std::string bytes =
      fragment(1, "whole") + fragment(2, "in ") + fragment(3, "three ") + fragment(4, "parts");
  LogRecords records(bytes);
  CHECK(records.next() == "whole");
  CHECK(records.next() == "in three parts");
  CHECK_FALSE(records.next());
  CHECK_FALSE(records.ends_in_damage());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    LogRecords cut(std::string_view(bytes).substr(0, size));
    while (cut.next()) continue;
    CHECK_FALSE(cut.ends_in_damage());
  }
}

}  // namespace
}  // namespace whosaid::storage
