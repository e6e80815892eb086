// Ten thousand versions of one memory: what each of them costs, for good, and what it doesn't.

#include <rocksdb/db.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "storage/log.h"
#include "storage/open_database.h"
#include "storage/rocksdb_log.h"
#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

namespace fs = std::filesystem;
using storage::Table;

constexpr std::size_t kVersions = 10'000;
constexpr std::size_t kDimensions = 16;

std::string text_of(std::size_t version) {
  return "The deadline is on day " + std::to_string(kVersions + version);
}

// Of what a version keeps, in bytes: its text, a vector, and the keys and the record around them.
constexpr std::size_t kVersionBytes = 32 + 4 * kDimensions + 112;

class ManyVersionsTest : public DatabaseTest {
 protected:
  ManyVersionsTest() {
    options.embedder = scattered(kDimensions);
    options.duplicates.enabled = true;
    meet(store("a"), {"Bob"});
    newest_ = remember(store("a"), "Bob", text_of(0));
    for (std::size_t i = 1; i < kVersions; ++i) newest_ = replace(store("a"), newest_, text_of(i));
  }

  struct Live {
    std::size_t keys = 0;
    std::size_t bytes = 0;
  };
  // What the log holds; closes the database.
  std::map<Table, Live> live() {
    close();
    auto log = must(storage::open_rocksdb_log(directory()));
    std::map<Table, Live> tables;
    for (const Table table : {Table::memories, Table::locations, Table::vectors, Table::requests}) {
      must(log->scan(table, {}, {}, [&](const storage::Entry& entry) {
        ++tables[table].keys;
        tables[table].bytes += entry.key.size() + entry.value.size();
        return storage::Visit::go_on;
      }));
    }
    return tables;
  }

  // Bytes on the disk after everything has been compacted; closes the database.
  std::size_t compacted() {
    close();
    compact();
    std::size_t bytes = 0;
    for (const auto& file : fs::directory_iterator(directory())) {
      const auto extension = file.path().extension();
      if (extension == ".sst" || extension == ".log") bytes += file.file_size();
    }
    return bytes;
  }

  MemoryId newest_{};

 private:
  void compact() {
    rocksdb::DBOptions how;
    std::vector<std::string> names;
    REQUIRE(rocksdb::DB::ListColumnFamilies(how, directory().string(), &names).ok());
    std::vector<rocksdb::ColumnFamilyDescriptor> families;
    for (const std::string& name : names)
      families.emplace_back(name, rocksdb::ColumnFamilyOptions());
    std::vector<rocksdb::ColumnFamilyHandle*> handles;
    std::unique_ptr<rocksdb::DB> database;
    REQUIRE(
        storage::open_database_at(directory().string(), how, families, &handles, &database).ok());
    for (rocksdb::ColumnFamilyHandle* const family : handles) {
      CHECK(database->CompactRange({}, family, nullptr, nullptr).ok());
      CHECK(database->DestroyColumnFamilyHandle(family).ok());
    }
  }
};

TEST_CASE_METHOD(ManyVersionsTest,
                 "ten thousand versions are searched as one memory, and kept small", "[versions]") {
  const auto check_reads = [&] {
    const MemoryStore a = must(database().store("a"));
    const Stats stats = must(a.stats());
    CHECK(stats.memories == 1);
    CHECK(stats.chunks == 1);
    CHECK(stats.superseded == kVersions - 1);
    CHECK(stats.unembedded == 0);
    CHECK(roll(a) == "Bob 1/1");
    CHECK(ids(must(a.search(text_of(7)))) == std::vector{newest_});
    CHECK(must(a.lineage(newest_)).size() == kVersions);
  };
  check_reads();
  auto tables = live();
  std::size_t bytes = 0;
  for (const Table table : {Table::memories, Table::locations, Table::vectors}) {
    CHECK(tables[table].keys == kVersions);
    bytes += tables[table].bytes;
  }
  CHECK(tables[Table::requests].keys == 0);
  CHECK(bytes <= kVersions * kVersionBytes);
  // Each supersede has written the older version anew; nothing is left of what it was before.
  CHECK(compacted() <= kVersions * kVersionBytes + (64 << 10));
  check_reads();

  must(store("a").forget_speaker("Bob", Forget::commit));
  CHECK(live().empty());
  CHECK(compacted() <= 64 << 10);
}

}  // namespace
}  // namespace whosaid::test
