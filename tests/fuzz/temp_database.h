// A database that is removed when the fuzzer ends. What a killed fuzzer leaves lies in TMPDIR,
// which tests/fuzz/run.sh removes.

#ifndef WHOSAID_TESTS_FUZZ_TEMP_DATABASE_H_
#define WHOSAID_TESTS_FUZZ_TEMP_DATABASE_H_

#include <stdlib.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "fuzz/property.h"
#include "whosaid/whosaid.h"

namespace whosaid::fuzz {

class TempDatabase {
 public:
  TempDatabase() {
    std::string name = (std::filesystem::temp_directory_path() / "whosaid-fuzz-XXXXXX").string();
    hold(mkdtemp(name.data()) != nullptr, "a directory can be made");
    directory_ = name;
    OpenOptions options;
    options.durability = Durability::buffered;
    options.duplicates.enabled = false;
    auto opened = Database::open(directory_ / "memory.db", options);
    hold(opened.has_value(), "a database can be made");
    database_ = *std::move(opened);
  }
  ~TempDatabase() {
    database_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }
  TempDatabase(const TempDatabase&) = delete;
  TempDatabase& operator=(const TempDatabase&) = delete;

  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
  [[nodiscard]] Database& database() { return *database_; }

 private:
  std::filesystem::path directory_;
  std::optional<Database> database_;
};

}  // namespace whosaid::fuzz

#endif  // WHOSAID_TESTS_FUZZ_TEMP_DATABASE_H_
