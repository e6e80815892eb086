// Takes in what an export holds.

#ifndef WHOSAID_STORE_IMPORT_H_
#define WHOSAID_STORE_IMPORT_H_

#include <filesystem>

#include "store/database_core.h"
#include "whosaid/progress.h"
#include "whosaid/result.h"

namespace whosaid::store {

// Errors: those of Database::import_jsonl.
[[nodiscard]] Result<void> import_jsonl(DatabaseCore& database, const std::filesystem::path& file,
                                        const Progress& progress);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_IMPORT_H_
