#include "storage/status.h"

#include <utility>

namespace whosaid::storage {
namespace {

ErrorCode code_of(const rocksdb::Status& status) {
  switch (status.code()) {
    case rocksdb::Status::kCorruption:
    case rocksdb::Status::kNotSupported:     // a feature of a newer RocksDB
    case rocksdb::Status::kInvalidArgument:  // options that the files contradict
      return ErrorCode::corruption;
    default:
      return ErrorCode::io_error;
  }
}

}  // namespace

Error error(ErrorCode code, std::string message) {
  Error result;
  result.code = code;
  result.message = std::move(message);
  return result;
}

Error to_error(const rocksdb::Status& status, std::string_view doing) {
  return error(code_of(status), std::string(doing) + ": " + status.ToString());
}

std::string place(Table table, std::string_view key) {
  return "table " + std::string(table_name(table)) + ", key " +
         rocksdb::Slice(key.data(), key.size()).ToString(true);
}

Error damaged_value(Table table, std::string_view key) {
  return error(ErrorCode::corruption, place(table, key) + ": the value fails its checksum");
}

}  // namespace whosaid::storage
