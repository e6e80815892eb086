// The log's promises, on a sound file system.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "storage/rocksdb_log.h"
#include "storage_fixture.h"
#include "support/catch.h"
#include "whosaid/detail/keys.h"

namespace whosaid::storage {
namespace {

using test::must;
using Pairs = std::vector<std::pair<std::string, std::string>>;

TEST_CASE_METHOD(LogTest, "a new log is empty") {
  CHECK(must(log().get(Table::memories, "a")) == std::nullopt);
  CHECK(must(log().version(1)) == 0);
  CHECK(all(Table::stores).empty());
}

TEST_CASE_METHOD(LogTest, "what was applied is read, after reopening too") {
  Batch batch;
  batch.put(Table::memories, "a", "1");
  batch.put(Table::memories, "b", "");
  batch.put(Table::vectors, "a", std::string(5000, 'v'));
  CHECK(must(log().apply(1, 0, batch)));
  for (int i = 0; i < 2; ++i) {
    CHECK(must(log().get(Table::memories, "a")) == "1");
    CHECK(must(log().get(Table::memories, "b")) == "");
    CHECK(must(log().get(Table::memories, "c")) == std::nullopt);
    CHECK(must(log().get(Table::vectors, "a"))->size() == 5000);
    CHECK(must(log().version(1)) == 1);
    CHECK(must(log().version(2)) == 0);
    reopen();
  }
}

TEST_CASE_METHOD(LogTest, "many keys are read at once, in their order") {
  put(1, Table::memories, {{"a", "1"}, {"c", "3"}});
  const std::vector<std::string> keys = {"c", "b", "a", "c"};
  const auto values = log().get_many(Table::memories, keys);
  REQUIRE(values.size() == 4);
  CHECK(must(values[0]) == "3");
  CHECK(must(values[1]) == std::nullopt);
  CHECK(must(values[2]) == "1");
  CHECK(must(values[3]) == "3");
  CHECK(log().get_many(Table::memories, {}).empty());
}

TEST_CASE_METHOD(LogTest, "a batch prepared against another version changes nothing") {
  put(1, Table::memories, {{"a", "1"}});
  Batch late;
  late.put(Table::memories, "a", "2");
  late.put(Table::memories, "b", "2");
  CHECK_FALSE(must(log().apply(1, 0, late)));
  CHECK_FALSE(must(log().apply(1, 2, late)));
  CHECK(all(Table::memories) == Pairs{{"a", "1"}});
  CHECK(must(log().version(1)) == 1);
  CHECK(must(log().apply(1, 1, late)));
  CHECK(must(log().version(1)) == 2);
}

TEST_CASE_METHOD(LogTest, "changes of a batch take effect in their order") {
  put(1, Table::memories, {{"aa", "old"}, {"ab", "old"}, {"b", "old"}});
  Batch batch;
  batch.put(Table::memories, "ac", "gone");
  batch.erase_prefix(Table::memories, "a");
  batch.put(Table::memories, "ab", "new");
  batch.erase(Table::memories, "b");
  batch.erase(Table::memories, "was never there");
  CHECK(must(log().apply(1, 1, batch)));
  CHECK(all(Table::memories) == Pairs{{"ab", "new"}});
}

TEST_CASE_METHOD(LogTest, "a prefix is erased up to its last key") {
  put(1, Table::memories,
      {{"\xfe", "x"}, {"\xff", "x"}, {std::string(300, '\xff'), "x"}, {"\x01\xff", "x"}});
  Batch batch;
  batch.erase_prefix(Table::memories, "\xff");
  CHECK(must(log().apply(1, 1, batch)));
  CHECK(all(Table::memories) == Pairs{{"\x01\xff", "x"}, {"\xfe", "x"}});
  Batch everything;
  everything.erase_prefix(Table::memories, "");
  CHECK(must(log().apply(1, 2, everything)));
  CHECK(all(Table::memories).empty());
}

TEST_CASE_METHOD(LogTest, "a scan keeps to its bounds and stops when told") {
  put(1, Table::memories, {{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}});
  CHECK(range(Table::memories, "b", "d") == Pairs{{"b", "2"}, {"c", "3"}});
  CHECK(range(Table::memories, "bb", "") == Pairs{{"c", "3"}, {"d", "4"}});
  CHECK(range(Table::memories, "", "b") == Pairs{{"a", "1"}});
  CHECK(range(Table::memories, "c", "c").empty());
  std::string seen;
  must(log().scan(Table::memories, "", "", [&](const Entry& entry) {
    seen += entry.key;
    return entry.key == "b" ? Visit::stop : Visit::go_on;
  }));
  CHECK(seen == "ab");
}

TEST_CASE_METHOD(LogTest, "a cursor sees the table as it was, and outlives the log") {
  put(1, Table::memories, {{"a", "1"}, {"b", "2"}, {"c", "3"}});
  const auto cursor = log().cursor(Table::memories, "", "c");
  Batch batch;
  batch.erase(Table::memories, "b");
  CHECK(must(log().apply(1, 1, batch)));
  close();
  CHECK_FALSE(cursor->valid());
  cursor->seek("a2");
  REQUIRE(cursor->valid());
  CHECK(cursor->entry().key == "b");
  CHECK(cursor->entry().value == "2");
  CHECK_FALSE(cursor->entry().damaged);
  cursor->next();
  CHECK_FALSE(cursor->valid());
  must(cursor->status());
  cursor->seek("");
  REQUIRE(cursor->valid());
  CHECK(cursor->entry().key == "a");
}

TEST_CASE_METHOD(LogTest, "the directory is busy while a cursor lives, and free afterwards") {
  put(1, Table::memories, {{"a", "1"}});
  auto cursor = log().cursor(Table::memories, "", "");
  close();
  CHECK(test::error_of(open_rocksdb_log(directory())) == "busy");
  cursor.reset();
  CHECK(test::error_of(open_rocksdb_log(directory())) == "ok");
}

TEST_CASE_METHOD(LogTest, "of many writers with one version one wins") {
  constexpr int kThreads = 8;
  constexpr std::uint64_t kRounds = 50;
  log();
  std::atomic<int> won = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (std::uint64_t version = 0; version < kRounds; ++version) {
        Batch batch;
        batch.put(Table::memories, std::to_string(version), std::to_string(i));
        const auto applied = log().apply(1, version, batch);
        if (applied && *applied) ++won;
        while (log().version(1).value_or(kRounds) <= version) std::this_thread::yield();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(won == kRounds);
  CHECK(must(log().version(1)) == kRounds);
  CHECK(all(Table::memories).size() == kRounds);
}

TEST_CASE_METHOD(LogTest, "stores are written side by side") {
  constexpr StoreNumber kStores = 6;
  log();
  std::vector<std::thread> threads;
  std::atomic<int> failures = 0;
  for (StoreNumber store = 1; store <= kStores; ++store) {
    threads.emplace_back([&, store] {
      for (std::uint64_t version = 0; version < 100; ++version) {
        Batch batch;
        batch.put(Table::memories, detail::location_key(store, MemoryId{version}), "x");
        if (!log().apply(store, version, batch).value_or(false)) ++failures;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(failures == 0);
  CHECK(must(log().version(kStores)) == 100);
  CHECK(all(Table::memories).size() == 100 * kStores);
}

TEST_CASE_METHOD(LogTest, "a store that is deleted while it is written leaves nothing") {
  constexpr StoreNumber kStores = 30;
  log();
  std::atomic<int> failures = 0;
  std::atomic<StoreNumber> deleted = 0;
  std::thread writer([&] {
    for (StoreNumber store = 1; store <= kStores; ++store) {
      for (std::uint64_t version = 0;; ++version) {
        Batch batch;
        batch.put(Table::memories, detail::location_key(store, MemoryId{version}), "x");
        const bool too_late = deleted >= store;
        const auto applied = log().apply(store, version, batch);
        if (applied && !*applied) break;
        if (too_late || !applied) {
          ++failures;
          break;
        }
      }
    }
  });
  for (StoreNumber store = 1; store <= kStores; ++store) {
    while (log().version(store).value_or(1) == 0) std::this_thread::yield();
    Batch deletion;
    deletion.erase_prefix(Table::memories, detail::store_prefix(store));
    deletion.erase(Table::stores, detail::store_version_key(store));
    if (!log().apply(kDirectory, store - 1, deletion).value_or(false)) ++failures;
    deleted = store;
  }
  writer.join();
  CHECK(failures == 0);
  CHECK(all(Table::memories).empty());
  CHECK(must(log().version(kDirectory)) == kStores);
  for (StoreNumber store = 1; store <= kStores; ++store) CHECK(must(log().version(store)) == 0);
}

TEST_CASE_METHOD(LogTest, "random batches leave what a map would hold") {
  std::mt19937_64 random(5);
  std::map<std::string, std::string> expected;
  const auto random_key = [&] {
    std::string key(1 + random() % 3, '\0');
    for (char& c : key) c = static_cast<char>(random() % 4 == 0 ? 0xff : random() % 3);
    return key;
  };
  for (std::uint64_t version = 0; version < 300; ++version) {
    Batch batch;
    for (std::uint64_t changes = random() % 5; changes > 0; --changes) {
      const std::string key = random_key();
      if (random() % 8 == 0) {
        batch.erase_prefix(Table::memories, key);
        std::erase_if(expected, [&](const auto& pair) { return pair.first.starts_with(key); });
      } else if (random() % 4 == 0) {
        batch.erase(Table::memories, key);
        expected.erase(key);
      } else {
        const std::string value = std::to_string(random());
        batch.put(Table::memories, key, value);
        expected[key] = value;
      }
    }
    CHECK(must(log().apply(1, version, batch)));
    if (version % 50 == 0) reopen();
    REQUIRE(all(Table::memories) == Pairs(expected.begin(), expected.end()));
  }
}

}  // namespace
}  // namespace whosaid::storage
