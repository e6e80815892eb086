// For tests: a database over another file system, with the handles that everybody has.

#ifndef WHOSAID_STORE_DATABASE_TESTING_H_
#define WHOSAID_STORE_DATABASE_TESTING_H_

#include <filesystem>
#include <memory>
#include <utility>

#include "storage/rocksdb_testing.h"
#include "store/database_core.h"
#include "whosaid/database.h"

namespace whosaid {
inline namespace WHOSAID_ABI {

class DatabaseOverCore {
 public:
  // Errors: those of Database::open.
  [[nodiscard]] static Result<Database> open(const std::filesystem::path& directory,
                                             OpenOptions options,
                                             std::shared_ptr<storage::FileSystemHook> files) {
    auto core = store::DatabaseCore::open(directory, std::move(options), std::move(files));
    if (!core) return tl::unexpected(std::move(core.error()));
    return Database(*std::move(core));
  }
};

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_STORE_DATABASE_TESTING_H_
