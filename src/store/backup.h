// A copy of the whole database in a directory of its own.

#ifndef WHOSAID_STORE_BACKUP_H_
#define WHOSAID_STORE_BACKUP_H_

#include <filesystem>

#include "storage/log.h"
#include "whosaid/progress.h"
#include "whosaid/result.h"

namespace whosaid::store {

// Errors: those of Database::backup.
[[nodiscard]] Result<void> backup(const storage::Log& log, const std::filesystem::path& directory,
                                  const Progress& progress);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_BACKUP_H_
