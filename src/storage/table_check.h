// Looks at a table file before RocksDB reads it.

#ifndef WHOSAID_STORAGE_TABLE_CHECK_H_
#define WHOSAID_STORAGE_TABLE_CHECK_H_

#include <rocksdb/file_system.h>

#include <string>

namespace whosaid::storage {

// The footer of a table says how its blocks are checked. One that says "not at all", which whosaid
// never writes, is damaged: RocksDB would take any bytes for a block, and one that is built with
// assertions would end the process over them. What else is wrong is left to RocksDB.
[[nodiscard]] rocksdb::IOStatus check_table(rocksdb::FileSystem& files, const std::string& name,
                                            rocksdb::FSRandomAccessFile& file);

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_TABLE_CHECK_H_
