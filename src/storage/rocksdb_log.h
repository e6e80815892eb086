// The embedded log: one directory, one RocksDB.

#ifndef WHOSAID_STORAGE_ROCKSDB_LOG_H_
#define WHOSAID_STORAGE_ROCKSDB_LOG_H_

#include <filesystem>
#include <memory>

#include "storage/log.h"
#include "whosaid/options.h"

namespace whosaid::storage {

struct FileSystemHook;  // storage/rocksdb_testing.h: another file system, for tests

struct LogOptions {
  Durability durability = Durability::sync;
  bool create_if_missing = true;
  std::shared_ptr<FileSystemHook> file_system = nullptr;
};

// Opens the database at `path`, or makes one. A directory that it makes has mode 0700.
//   invalid_request, field "path": empty, or not a directory
//   not_found: no database there, and create_if_missing is false
//   busy: open already, in this process or another
//   corruption: damaged, not a whosaid database, or of a newer format; the last two stay untouched
//   io_error: the file system refuses
[[nodiscard]] Result<std::unique_ptr<Log>> open_rocksdb_log(const std::filesystem::path& path,
                                                            const LogOptions& options = {});

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_ROCKSDB_LOG_H_
