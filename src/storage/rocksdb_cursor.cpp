#include "storage/rocksdb_cursor.h"

#include <string>
#include <utility>

#include "storage/table_range.h"

namespace whosaid::storage {
namespace {

class RocksDbCursor final : public Cursor {
 public:
  RocksDbCursor(std::shared_ptr<const Session> session, Table table, std::string_view begin,
                std::string_view end)
      : range_(std::move(session), table, begin, end), iterator_(range_.iterator()) {}

  void seek(std::string_view target) override { iterator_->Seek({target.data(), target.size()}); }
  void next() override { iterator_->Next(); }
  bool valid() const override { return iterator_->Valid(); }
  Entry entry() const override { return range_.entry(*iterator_); }
  Result<void> status() const override { return range_.status(*iterator_); }

 private:
  const TableRange range_;
  const std::unique_ptr<rocksdb::Iterator> iterator_;
};

class FailedCursor final : public Cursor {
 public:
  explicit FailedCursor(Error error) : error_(std::move(error)) {}

  void seek(std::string_view) override {}
  void next() override {}
  bool valid() const override { return false; }
  Entry entry() const override { return {}; }
  Result<void> status() const override { return tl::unexpected(error_); }

 private:
  const Error error_;
};

}  // namespace

std::unique_ptr<Cursor> make_cursor(std::shared_ptr<const Session> session, Table table,
                                    std::string_view begin, std::string_view end) {
  return std::make_unique<RocksDbCursor>(std::move(session), table, begin, end);
}

std::unique_ptr<Cursor> make_failed_cursor(Error error) {
  return std::make_unique<FailedCursor>(std::move(error));
}

Result<void> scan_table(std::shared_ptr<const Session> session, Table table, std::string_view begin,
                        std::string_view end, const std::function<Visit(const Entry&)>& visit) {
  TableRange range(std::move(session), table, begin, end);
  range.prepare_scan();
  std::string last(begin);
  auto iterator = range.iterator();
  iterator->Seek(last);
  while (true) {
    for (; iterator->Valid(); iterator->Next()) {
      if (visit(range.entry(*iterator)) == Visit::stop) return {};
      last.assign(iterator->key().data(), iterator->key().size());
    }
    Result<void> status = range.status(*iterator);
    if (status || status.error().code != ErrorCode::corruption) return status;
    if (visit({{}, {}, true}) == Visit::stop) return {};
    iterator = range.skip_damage(last);
    if (!iterator) return {};
  }
}

}  // namespace whosaid::storage
