// Single keys read from RocksDB, as they are now or at a snapshot (null: now).

#ifndef WHOSAID_STORAGE_ROCKSDB_READS_H_
#define WHOSAID_STORAGE_ROCKSDB_READS_H_

#include <rocksdb/db.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/log.h"
#include "storage/session.h"

namespace whosaid::storage {

[[nodiscard]] Result<std::optional<std::string>> read_key(const Session& session,
                                                          const rocksdb::Snapshot* at, Table table,
                                                          std::string_view key);

[[nodiscard]] std::vector<Result<std::optional<std::string>>> read_keys(
    const Session& session, const rocksdb::Snapshot* at, Table table,
    std::span<const std::string> keys);

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_ROCKSDB_READS_H_
