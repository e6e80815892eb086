#include "storage/rocksdb_cursor.h"

#include <string>
#include <utility>

#include "storage/rocksdb_reads.h"
#include "storage/table_range.h"

namespace whosaid::storage {
namespace {

class RocksDbCursor final : public Cursor {
 public:
  RocksDbCursor(std::shared_ptr<const Session> session, const rocksdb::Snapshot* at, Table table,
                std::string_view begin, std::string_view end)
      : range_(std::move(session), table, begin, end, at), iterator_(range_.iterator()) {}

  void seek(std::string_view target) override { iterator_->Seek({target.data(), target.size()}); }
  void next() override { iterator_->Next(); }
  bool valid() const override { return iterator_->Valid(); }
  Entry entry() const override { return range_.entry(*iterator_); }
  Result<void> status() const override { return range_.status(*iterator_); }

 private:
  const TableRange range_;
  const std::unique_ptr<rocksdb::Iterator> iterator_;
};

Result<void> scan_range(const TableRange& range, std::string_view begin,
                        const std::function<Visit(const Entry&)>& visit) {
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

class RocksDbSnapshot final : public Snapshot {
 public:
  explicit RocksDbSnapshot(std::shared_ptr<const Session> session)
      : session_(std::move(session)), snapshot_(session_->db().GetSnapshot()) {}
  ~RocksDbSnapshot() override { session_->db().ReleaseSnapshot(snapshot_); }

  Result<std::optional<std::string>> get(Table table, std::string_view key) const override {
    return read_key(*session_, snapshot_, table, key);
  }
  std::vector<Result<std::optional<std::string>>> get_many(
      Table table, std::span<const std::string> keys) const override {
    return read_keys(*session_, snapshot_, table, keys);
  }
  std::unique_ptr<Cursor> cursor(Table table, std::string_view begin,
                                 std::string_view end) const override {
    return make_cursor(session_, snapshot_, table, begin, end);
  }
  Result<void> scan(Table table, std::string_view begin, std::string_view end,
                    const std::function<Visit(const Entry&)>& visit) const override {
    TableRange range(session_, table, begin, end, snapshot_);
    range.prepare_scan();
    return scan_range(range, begin, visit);
  }

 private:
  const std::shared_ptr<const Session> session_;
  const rocksdb::Snapshot* const snapshot_;
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

std::unique_ptr<Cursor> make_cursor(std::shared_ptr<const Session> session,
                                    const rocksdb::Snapshot* at, Table table,
                                    std::string_view begin, std::string_view end) {
  return std::make_unique<RocksDbCursor>(std::move(session), at, table, begin, end);
}

std::unique_ptr<Cursor> make_failed_cursor(Error error) {
  return std::make_unique<FailedCursor>(std::move(error));
}

Result<void> scan_table(std::shared_ptr<const Session> session, Table table, std::string_view begin,
                        std::string_view end, const std::function<Visit(const Entry&)>& visit) {
  TableRange range(std::move(session), table, begin, end, nullptr);
  range.prepare_scan();
  return scan_range(range, begin, visit);
}

std::unique_ptr<Snapshot> make_snapshot(std::shared_ptr<const Session> session) {
  return std::make_unique<RocksDbSnapshot>(std::move(session));
}

}  // namespace whosaid::storage
