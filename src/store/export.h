// All stores as a file of JSON Lines.

#ifndef WHOSAID_STORE_EXPORT_H_
#define WHOSAID_STORE_EXPORT_H_

#include <filesystem>

#include "storage/log.h"
#include "whosaid/progress.h"
#include "whosaid/result.h"

namespace whosaid::store {

// Errors: those of Database::export_jsonl.
[[nodiscard]] Result<void> export_jsonl(const storage::Log& log, const std::filesystem::path& file,
                                        const Progress& progress);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_EXPORT_H_
