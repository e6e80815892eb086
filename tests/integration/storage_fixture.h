// A log in a directory of its own, with verbs for its tests.

#ifndef WHOSAID_TESTS_INTEGRATION_STORAGE_FIXTURE_H_
#define WHOSAID_TESTS_INTEGRATION_STORAGE_FIXTURE_H_

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/rocksdb_log.h"
#include "support/catch.h"
#include "support/outcome.h"
#include "support/temp_dir.h"

namespace whosaid::storage {

class LogTest {
 protected:
  // The log opens at its first use, so a test may set these before.
  LogOptions options{.durability = Durability::buffered};

  [[nodiscard]] std::filesystem::path directory() const { return temp_ / "log"; }
  [[nodiscard]] std::filesystem::path beside(const std::string& name) const { return temp_ / name; }

  Log& log() {
    if (!log_) log_ = test::must(open_rocksdb_log(directory(), options));
    return *log_;
  }
  void close() { log_.reset(); }
  void reopen() {
    close();
    log();
  }

  // Applies one batch to the store at its present version.
  Result<bool> try_put(StoreNumber store, Table table,
                       const std::vector<std::pair<std::string, std::string>>& pairs) {
    Batch batch;
    for (const auto& [key, value] : pairs) batch.put(table, key, value);
    const auto version = log().version(store);
    if (!version) return tl::unexpected(version.error());
    return log().apply(store, *version, batch);
  }
  void put(StoreNumber store, Table table,
           const std::vector<std::pair<std::string, std::string>>& pairs) {
    REQUIRE(test::must(try_put(store, table, pairs)));
  }

  // Damaged values read as "(damaged)", an unreadable stretch as the key "(gap)".
  std::vector<std::pair<std::string, std::string>> range(Table table, std::string_view begin,
                                                         std::string_view end) {
    std::vector<std::pair<std::string, std::string>> pairs;
    test::must(log().scan(table, begin, end, [&](const Entry& entry) {
      pairs.emplace_back(entry.damaged && entry.key.empty() ? "(gap)" : entry.key,
                         entry.damaged ? "(damaged)" : entry.value);
      return Visit::go_on;
    }));
    return pairs;
  }
  std::vector<std::pair<std::string, std::string>> all(Table table) { return range(table, "", ""); }

 private:
  test::TempDir temp_;
  std::unique_ptr<Log> log_;
};

}  // namespace whosaid::storage

#endif  // WHOSAID_TESTS_INTEGRATION_STORAGE_FIXTURE_H_
