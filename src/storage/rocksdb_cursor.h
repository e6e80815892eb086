// Log::scan, Log::cursor and Log::snapshot over RocksDB.

#ifndef WHOSAID_STORAGE_ROCKSDB_CURSOR_H_
#define WHOSAID_STORAGE_ROCKSDB_CURSOR_H_

#include <functional>
#include <memory>
#include <string_view>

#include "storage/log.h"
#include "storage/session.h"

namespace whosaid::storage {

// At a snapshot, which outlives it; null: now.
[[nodiscard]] std::unique_ptr<Cursor> make_cursor(std::shared_ptr<const Session> session,
                                                  const rocksdb::Snapshot* at, Table table,
                                                  std::string_view begin, std::string_view end);

// A cursor that never stands anywhere, because of this error.
[[nodiscard]] std::unique_ptr<Cursor> make_failed_cursor(Error error);

[[nodiscard]] Result<void> scan_table(std::shared_ptr<const Session> session, Table table,
                                      std::string_view begin, std::string_view end,
                                      const std::function<Visit(const Entry&)>& visit);

[[nodiscard]] std::unique_ptr<Snapshot> make_snapshot(std::shared_ptr<const Session> session);

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_ROCKSDB_CURSOR_H_
