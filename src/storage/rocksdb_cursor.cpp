#include "storage/rocksdb_cursor.h"

#include <rocksdb/db.h>

#include <utility>

#include "storage/checksum.h"
#include "storage/damage.h"
#include "storage/status.h"

namespace whosaid::storage {

RocksDbCursor::RocksDbCursor(std::shared_ptr<const Session> session, Table table,
                             std::string_view begin, std::string_view end, bool fill_cache)
    : session_(std::move(session)), table_(table), begin_(begin), end_(end) {
  rocksdb::ReadOptions options;
  options.fill_cache = fill_cache;
  begin_slice_ = begin_;
  end_slice_ = end_;
  if (!begin_.empty()) options.iterate_lower_bound = &begin_slice_;
  if (!end_.empty()) options.iterate_upper_bound = &end_slice_;
  iterator_.reset(session_->db().NewIterator(options, session_->family(table)));
}

Entry RocksDbCursor::entry() const {
  const std::string_view key = iterator_->key().ToStringView();
  const auto value = checked_value(table_, key, iterator_->value().ToStringView());
  return {key, value.value_or(std::string_view()), !value};
}

Result<void> RocksDbCursor::status() const {
  const rocksdb::Status status = iterator_->status();
  if (status.ok()) return {};
  return tl::unexpected(
      to_error(status, "cannot read the table " + std::string(table_name(table_))));
}

Result<void> scan_table(RocksDbCursor& cursor, std::string_view begin,
                        const std::function<Visit(const Entry&)>& visit) {
  std::string last(begin);
  cursor.seek(begin);
  while (true) {
    for (; cursor.valid(); cursor.next()) {
      const Entry entry = cursor.entry();
      last = entry.key;
      if (visit(entry) == Visit::stop) return {};
    }
    Result<void> status = cursor.status();
    if (status || status.error().code != ErrorCode::corruption) return status;
    if (visit({{}, {}, true}) == Visit::stop) return {};
    if (!skip_damage(cursor.iterator(), last)) return {};
  }
}

}  // namespace whosaid::storage
