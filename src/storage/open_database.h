// DB::Open in the form that the installed RocksDB has.

#ifndef WHOSAID_STORAGE_OPEN_DATABASE_H_
#define WHOSAID_STORAGE_OPEN_DATABASE_H_

#include <rocksdb/db.h>

#include <memory>
#include <string>
#include <vector>

namespace whosaid::storage {

// RocksDB gives a raw pointer until 11.0 and a unique_ptr from 9.11.
template <typename Database = rocksdb::DB>
[[nodiscard]] rocksdb::Status open_database_at(
    const std::string& path, const rocksdb::DBOptions& options,
    const std::vector<rocksdb::ColumnFamilyDescriptor>& families,
    std::vector<rocksdb::ColumnFamilyHandle*>* handles, std::unique_ptr<Database>* database) {
  if constexpr (requires { Database::Open(options, path, families, handles, database); }) {
    return Database::Open(options, path, families, handles, database);
  } else {
    Database* raw = nullptr;
    const rocksdb::Status status = Database::Open(options, path, families, handles, &raw);
    database->reset(raw);
    return status;
  }
}

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_OPEN_DATABASE_H_
