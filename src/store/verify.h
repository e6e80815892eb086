// Reads everything that the log holds and compares it with itself.

#ifndef WHOSAID_STORE_VERIFY_H_
#define WHOSAID_STORE_VERIFY_H_

#include "storage/log.h"
#include "whosaid/progress.h"
#include "whosaid/result.h"
#include "whosaid/types.h"

namespace whosaid::store {

// Errors: those of Database::verify.
[[nodiscard]] Result<VerifyReport> verify(const storage::Log& log, const Progress& progress);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_VERIFY_H_
