// A position in a table of RocksDB, and the scan that goes on behind damage.

#ifndef WHOSAID_STORAGE_ROCKSDB_CURSOR_H_
#define WHOSAID_STORAGE_ROCKSDB_CURSOR_H_

#include <rocksdb/iterator.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "storage/log.h"
#include "storage/session.h"

namespace whosaid::storage {

class RocksDbCursor final : public Cursor {
 public:
  // A scan of a whole table had better not fill the cache.
  RocksDbCursor(std::shared_ptr<const Session> session, Table table, std::string_view begin,
                std::string_view end, bool fill_cache);

  void seek(std::string_view target) override { iterator_->Seek({target.data(), target.size()}); }
  void next() override { iterator_->Next(); }
  bool valid() const override { return iterator_->Valid(); }
  Entry entry() const override;
  Result<void> status() const override;

  rocksdb::Iterator& iterator() { return *iterator_; }

 private:
  const std::shared_ptr<const Session> session_;
  const Table table_;
  const std::string begin_, end_;
  rocksdb::Slice begin_slice_, end_slice_;
  std::unique_ptr<rocksdb::Iterator> iterator_;
};

// Log::scan over a fresh cursor.
[[nodiscard]] Result<void> scan_table(RocksDbCursor& cursor, std::string_view begin,
                                      const std::function<Visit(const Entry&)>& visit);

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_ROCKSDB_CURSOR_H_
