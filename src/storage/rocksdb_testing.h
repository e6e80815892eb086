// For tests: a database over another file system.

#ifndef WHOSAID_STORAGE_ROCKSDB_TESTING_H_
#define WHOSAID_STORAGE_ROCKSDB_TESTING_H_

#include <rocksdb/file_system.h>

#include <memory>

#include "storage/rocksdb_log.h"

namespace whosaid::storage {

struct FileSystemHook {
  std::shared_ptr<rocksdb::FileSystem> file_system;
};

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_ROCKSDB_TESTING_H_
