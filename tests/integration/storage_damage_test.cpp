// Damaged bytes are named, and the rest stays readable.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "storage/open_database.h"
#include "storage/rocksdb_log.h"
#include "storage/rocksdb_options.h"
#include "storage_fixture.h"
#include "support/catch.h"

namespace whosaid::storage {
namespace {

namespace fs = std::filesystem;
using test::error_of;
using test::must;
using Pairs = std::vector<std::pair<std::string, std::string>>;

class DamageTest : public LogTest {
 protected:
  // What RocksDB holds under the key, with nobody looking at checksums.
  void write_behind_the_log(Table table, const std::string& key, const std::string& bytes) {
    close();
    rocksdb::DBOptions settings;
    std::vector<rocksdb::ColumnFamilyHandle*> handles;
    std::unique_ptr<rocksdb::DB> database;
    REQUIRE(open_database_at(directory().string(), settings, families(), &handles, &database).ok());
    auto* const family = handles[static_cast<std::size_t>(table) + 1];
    CHECK(database->Put({}, family, key, bytes).ok());
    CHECK(database->Flush({}, family).ok());
    for (auto* handle : handles) database->DestroyColumnFamilyHandle(handle);
  }

  // The largest file with this extension.
  fs::path largest(const std::string& extension) {
    fs::path found;
    for (const auto& file : fs::directory_iterator(directory())) {
      if (file.path().extension() != extension) continue;
      if (found.empty() || file.file_size() > fs::file_size(found)) found = file.path();
    }
    REQUIRE_FALSE(found.empty());
    return found;
  }

  static void overwrite(const fs::path& file, std::uint64_t at, const std::string& bytes) {
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(static_cast<std::streamoff>(at));
    stream << bytes;
    REQUIRE(stream.good());
  }

  // Values that no compression shortens, in the table without any.
  void put_rows(int rows) {
    Batch batch;
    for (int i = 0; i < rows; ++i) batch.put(Table::vectors, key_of(i), value_of(i));
    REQUIRE(must(log().apply(1, must(log().version(1)), batch)));
  }
  static std::string key_of(int i) {
    std::string digits = std::to_string(i);
    return std::string(6 - digits.size(), '0') + digits;
  }
  static std::string value_of(int i) {
    std::mt19937_64 random(static_cast<std::uint64_t>(i));
    std::string bytes(1000, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    return bytes;
  }
};

TEST_CASE_METHOD(DamageTest, "a value that was not written by the log is corruption, by its name") {
  put(1, Table::memories, {{"a", "1"}, {"b", "2"}, {"c", "3"}});
  write_behind_the_log(Table::memories, "b",
                       GENERATE(as<std::string>(), "", "2", "2 and some more"));
  const auto damaged = log().get(Table::memories, "b");
  CHECK(error_of(damaged) == "corruption");
  CHECK(test::message_of(damaged).find("table memories, key 62") != std::string::npos);
  CHECK(must(log().get(Table::memories, "a")) == "1");
  CHECK(all(Table::memories) == Pairs{{"a", "1"}, {"b", "(damaged)"}, {"c", "3"}});
  const std::vector<std::string> keys = {"a", "b", "c"};
  const auto values = log().get_many(Table::memories, keys);
  CHECK(must(values[0]) == "1");
  CHECK(error_of(values[1]) == "corruption");
  CHECK(must(values[2]) == "3");
  put(1, Table::memories, {{"b", "new"}});
  CHECK(must(log().get(Table::memories, "b")) == "new");
}

TEST_CASE_METHOD(DamageTest, "a damaged version refuses writes to its store alone") {
  put(1, Table::memories, {{"a", "1"}});
  put(2, Table::memories, {{"b", "2"}});
  write_behind_the_log(Table::stores, std::string("v\0\0\0\0\0\0\0\1", 9), "nonsense");
  CHECK(error_of(log().version(1)) == "corruption");
  CHECK(error_of(log().apply(1, 1, {})) == "corruption");
  put(2, Table::memories, {{"c", "3"}});
}

TEST_CASE_METHOD(DamageTest, "behind a damaged block the scan goes on") {
  constexpr int kRows = 500;
  put_rows(kRows);
  reopen();  // which writes the rows into a table file
  close();
  const fs::path file = largest(".sst");
  const std::uint64_t size = fs::file_size(file);
  REQUIRE(size > 400'000);
  const int part = GENERATE(0, 3, 5, 9);  // tenths of the file; the first is the first block
  overwrite(file, 100 + size * static_cast<std::uint64_t>(part) / 10, "damage");
  if (part == 5) overwrite(file, size * 7 / 10, "more damage");

  int lost = 0;
  int gaps = 0;
  int next = 0;
  for (const auto& [key, value] : all(Table::vectors)) {
    if (key == "(gap)") {
      ++gaps;
      continue;
    }
    const int i = std::stoi(key);
    lost += i - next;
    next = i + 1;
    REQUIRE(value == value_of(i));
    REQUIRE(must(log().get(Table::vectors, key)) == value);
  }
  lost += kRows - next;
  CHECK(gaps == (part == 5 ? 2 : 1));
  CHECK(lost >= gaps);
  CHECK(lost <= gaps * 20);  // a block holds 16
  int refused = 0;
  for (int i = 0; i < kRows; ++i) {
    const auto value = log().get(Table::vectors, key_of(i));
    if (error_of(value) == "corruption") ++refused;
  }
  CHECK(refused == lost);
  put(1, Table::memories, {{"a", "1"}});

  const auto cursor = log().cursor(Table::vectors, "", "");
  cursor->seek("");
  while (cursor->valid()) cursor->next();
  CHECK(error_of(cursor->status()) == "corruption");
}

TEST_CASE_METHOD(DamageTest, "a table whose last block is damaged ends there") {
  constexpr int kRows = 100;
  put_rows(kRows);
  reopen();
  std::size_t before = all(Table::vectors).size();
  close();
  const fs::path file = largest(".sst");
  const std::string last = value_of(kRows - 1);
  std::ifstream in(file, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  const std::size_t at = bytes.find(last);
  REQUIRE(at != std::string::npos);
  overwrite(file, at, "damage");
  const Pairs rows = all(Table::vectors);
  CHECK(rows.size() < before);
  CHECK(rows.back().first == "(gap)");
}

TEST_CASE_METHOD(DamageTest, "a torn end of the write-ahead log is cut off without a word") {
  put(1, Table::memories, {{"a", "1"}});
  put(1, Table::memories, {{"b", std::string(500, 'b')}});
  close();
  const fs::path file = largest(".log");
  fs::resize_file(file, fs::file_size(file) - 100);
  CHECK(all(Table::memories) == Pairs{{"a", "1"}});
  CHECK(must(log().version(1)) == 1);
  CHECK(all(Table::manifest).empty());
}

TEST_CASE_METHOD(DamageTest,
                 "damage in the write-ahead log keeps what was before it, and is noted") {
  put(1, Table::memories, {{"a", "1"}});
  put(1, Table::memories, {{"b", std::string(500, 'b')}});
  put(1, Table::memories, {{"c", "3"}});
  close();
  const fs::path file = largest(".log");
  overwrite(file, fs::file_size(file) - 400, "damage");
  for (int i = 0; i < 2; ++i) {
    CHECK(all(Table::memories) == Pairs{{"a", "1"}});
    CHECK(must(log().version(1)) == 1);
    const Pairs notes = all(Table::manifest);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].first.starts_with(kLostTailPrefix));
    CHECK(notes[0].second.find("Corruption") != std::string::npos);
    reopen();
  }
  put(1, Table::memories, {{"b", "2"}});
}

TEST_CASE_METHOD(DamageTest, "a missing table file is corruption") {
  put_rows(100);
  reopen();
  close();
  fs::remove(largest(".sst"));
  CHECK(error_of(open_rocksdb_log(directory())) == "corruption");
}

}  // namespace
}  // namespace whosaid::storage
