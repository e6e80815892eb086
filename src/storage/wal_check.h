// Looks at the records of the write-ahead log before an open replays them.

#ifndef WHOSAID_STORAGE_WAL_CHECK_H_
#define WHOSAID_STORAGE_WAL_CHECK_H_

#include <rocksdb/wal_filter.h>

#include <cstdint>
#include <string>

namespace whosaid::storage {

// Each record of the log holds the id of its database, so that the log of another database, put in
// the place of this one's, is not taken for what was said here. Records come in their order; one
// that comes again is damage, over which a RocksDB built with assertions ends the process.
class WalCheck : public rocksdb::WalFilter {
 public:
  // An empty id: any record will do.
  explicit WalCheck(std::string database_id) : database_id_(std::move(database_id)) {}

  WalProcessingOption LogRecordFound(unsigned long long log_number, const std::string& file,
                                     const rocksdb::WriteBatch& batch,
                                     rocksdb::WriteBatch* new_batch, bool* batch_changed) override;
  [[nodiscard]] const char* Name() const override { return "whosaid.WalCheck"; }

  // The file that holds another database's records; empty: none does.
  [[nodiscard]] const std::string& foreign_file() const { return foreign_file_; }

 private:
  const std::string database_id_;
  std::uint64_t next_sequence_ = 0;
  std::string foreign_file_;
};

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_WAL_CHECK_H_
