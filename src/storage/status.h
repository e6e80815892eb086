// The one place where RocksDB's statuses become errors.

#ifndef WHOSAID_STORAGE_STATUS_H_
#define WHOSAID_STORAGE_STATUS_H_

#include <rocksdb/status.h>

#include <string>
#include <string_view>

#include "storage/log.h"
#include "whosaid/error.h"

namespace whosaid::storage {

// `doing` says what failed, as in "cannot read the table memories". `status` must not be ok.
[[nodiscard]] Error to_error(const rocksdb::Status& status, std::string_view doing);

// "table memories, key 0001..."
[[nodiscard]] std::string place(Table table, std::string_view key);

// A value that is not what was written.
[[nodiscard]] Error damaged_value(Table table, std::string_view key);

[[nodiscard]] Error error(ErrorCode code, std::string message);

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_STATUS_H_
