// One opened RocksDB with its column families, closed when the last user lets go.

#ifndef WHOSAID_STORAGE_SESSION_H_
#define WHOSAID_STORAGE_SESSION_H_

#include <rocksdb/db.h>
#include <rocksdb/env.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "storage/directory.h"
#include "storage/log.h"
#include "storage/wal_check.h"
#include "storage/wal_guard.h"

namespace whosaid::storage {

class Session {
 public:
  [[nodiscard]] static Result<std::shared_ptr<Session>> open(const std::filesystem::path& path,
                                                             std::shared_ptr<WalGuard> files,
                                                             std::shared_ptr<DirectoryClaim> claim);

  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  [[nodiscard]] rocksdb::DB& db() const { return *db_; }
  [[nodiscard]] rocksdb::ColumnFamilyHandle* family(Table table) const {
    return families_[static_cast<std::size_t>(table)];
  }

  // Stands in each record of the write-ahead log; see WalCheck.
  [[nodiscard]] const std::string& database_id() const { return database_id_; }

  // RocksDB takes no more writes; only another session does.
  [[nodiscard]] bool broken() const { return broken_->load(); }
  void set_broken() { broken_->store(true); }

 private:
  Session() = default;
  [[nodiscard]] rocksdb::Status open_database(const std::string& path,
                                              rocksdb::WALRecoveryMode recovery);
  [[nodiscard]] std::string missing_part_of_log(const std::string& path) const;
  [[nodiscard]] rocksdb::Status note_lost_tail(const std::string& reason);

  // In the order in which they are needed: the database goes first.
  std::shared_ptr<DirectoryClaim> claim_;
  std::shared_ptr<WalGuard> files_;
  std::unique_ptr<rocksdb::Env> env_;
  std::shared_ptr<std::atomic<bool>> broken_ = std::make_shared<std::atomic<bool>>(false);
  std::unique_ptr<WalCheck> check_;
  std::unique_ptr<rocksdb::DB> db_;
  std::string database_id_;
  std::vector<rocksdb::ColumnFamilyHandle*> handles_;                // to be given back
  std::array<rocksdb::ColumnFamilyHandle*, kTables> families_ = {};  // the tables among them
};

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_SESSION_H_
