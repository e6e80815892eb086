#include "storage/rocksdb_reads.h"

#include "storage/checksum.h"
#include "storage/status.h"

namespace whosaid::storage {
namespace {

using Value = std::optional<std::string>;

Result<Value> checked(const rocksdb::Status& status, Table table, std::string_view key,
                      const rocksdb::Slice& stored) {
  if (status.IsNotFound()) return std::nullopt;
  if (!status.ok()) return tl::unexpected(to_error(status, "cannot read " + place(table, key)));
  const auto value = checked_value(table, key, {stored.data(), stored.size()});
  if (!value) return tl::unexpected(damaged_value(table, key));
  return std::string(*value);
}

rocksdb::ReadOptions reading(const rocksdb::Snapshot* at) {
  rocksdb::ReadOptions options;
  options.snapshot = at;
  return options;
}

}  // namespace

Result<Value> read_key(const Session& session, const rocksdb::Snapshot* at, Table table,
                       std::string_view key) {
  rocksdb::PinnableSlice stored;
  const rocksdb::Status status = session.db().Get(reading(at), session.family(table),
                                                  rocksdb::Slice(key.data(), key.size()), &stored);
  return checked(status, table, key, stored);
}

std::vector<Result<Value>> read_keys(const Session& session, const rocksdb::Snapshot* at,
                                     Table table, std::span<const std::string> keys) {
  const std::vector<rocksdb::Slice> slices(keys.begin(), keys.end());
  std::vector<rocksdb::PinnableSlice> stored(keys.size());
  std::vector<rocksdb::Status> statuses(keys.size());
  session.db().MultiGet(reading(at), session.family(table), keys.size(), slices.data(),
                        stored.data(), statuses.data());
  std::vector<Result<Value>> results;
  results.reserve(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    results.push_back(checked(statuses[i], table, keys[i], stored[i]));
  }
  return results;
}

}  // namespace whosaid::storage
