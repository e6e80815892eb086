// How RocksDB is set up, and the names of the column families.

#ifndef WHOSAID_STORAGE_ROCKSDB_OPTIONS_H_
#define WHOSAID_STORAGE_ROCKSDB_OPTIONS_H_

#include <rocksdb/db.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/log.h"

namespace whosaid::storage {

// "whosaid.1.memories". The names carry the format's version, so that listing them, which writes
// nothing, tells whose database it is.
[[nodiscard]] std::string family_name(Table table);

// The version within a column family's name; nothing if the name is not one of whosaid's.
[[nodiscard]] std::optional<std::uint64_t> family_version(std::string_view name);

[[nodiscard]] rocksdb::DBOptions database_options(rocksdb::Env* env);

// RocksDB's own default family, then one for each table.
[[nodiscard]] std::vector<rocksdb::ColumnFamilyDescriptor> families();

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_ROCKSDB_OPTIONS_H_
