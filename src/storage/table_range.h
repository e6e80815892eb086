// A stretch of a table to be read: iterators over it, and a way past blocks that cannot be read.

#ifndef WHOSAID_STORAGE_TABLE_RANGE_H_
#define WHOSAID_STORAGE_TABLE_RANGE_H_

#include <rocksdb/iterator.h>
#include <rocksdb/options.h>

#include <memory>
#include <string>
#include <string_view>

#include "storage/log.h"
#include "storage/session.h"

namespace whosaid::storage {

class TableRange {
 public:
  // Outlives its iterators. begin <= key < end; an empty `end` is the end of the table. `at`, which
  // outlives it: read as of then; null: each iterator as of its making.
  TableRange(std::shared_ptr<const Session> session, Table table, std::string_view begin,
             std::string_view end, const rocksdb::Snapshot* at);
  TableRange(const TableRange&) = delete;
  TableRange& operator=(const TableRange&) = delete;
  ~TableRange();

  // Iterators made from now on see one state of the table, and leave the cache as it is: what a
  // scan of a whole table wants.
  void prepare_scan();

  [[nodiscard]] std::unique_ptr<rocksdb::Iterator> iterator() const;

  // Behind the key `last` comes something unreadable: an iterator at the first key found after
  // that, or at the end. Null: everything behind `last` is unreadable.
  [[nodiscard]] std::unique_ptr<rocksdb::Iterator> skip_damage(const std::string& last) const;

  [[nodiscard]] Entry entry(const rocksdb::Iterator& iterator) const;
  [[nodiscard]] Result<void> status(const rocksdb::Iterator& iterator) const;

 private:
  [[nodiscard]] std::unique_ptr<rocksdb::Iterator> readable_from(const std::string& target) const;

  const std::shared_ptr<const Session> session_;
  const Table table_;
  const std::string begin_, end_;
  const rocksdb::Slice begin_slice_, end_slice_;
  rocksdb::ReadOptions options_;
  const rocksdb::Snapshot* own_snapshot_ = nullptr;
};

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_TABLE_RANGE_H_
