#include "storage/rocksdb_options.h"

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "whosaid/detail/records.h"

namespace whosaid::storage {
namespace {

constexpr std::string_view kMarker = "whosaid.";
constexpr std::size_t kKiB = 1024;
constexpr std::size_t kMiB = 1024 * kKiB;

rocksdb::CompressionType fast_compression() {
  const auto supported = rocksdb::GetSupportedCompressions();
  for (const auto type : {rocksdb::kLZ4Compression, rocksdb::kZSTD, rocksdb::kSnappyCompression}) {
    if (std::find(supported.begin(), supported.end(), type) != supported.end()) return type;
  }
  return rocksdb::kNoCompression;
}

rocksdb::ColumnFamilyOptions family_options(Table table,
                                            const std::shared_ptr<rocksdb::Cache>& cache) {
  const bool large = table == Table::vectors || table == Table::memories;
  rocksdb::BlockBasedTableOptions blocks;
  blocks.format_version = 5;  // what RocksDB 7.8 can read
  blocks.block_cache = cache;
  blocks.block_size = large ? 16 * kKiB : 4 * kKiB;
  blocks.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));

  rocksdb::ColumnFamilyOptions options;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(blocks));
  options.compression = table == Table::vectors ? rocksdb::kNoCompression
                                                : fast_compression();  // floats don't shrink
  options.write_buffer_size = large ? 8 * kMiB : 2 * kMiB;
  return options;
}

}  // namespace

std::string family_name(Table table) {
  return std::string(kMarker) + std::to_string(detail::kFormatVersion) + "." +
         std::string(table_name(table));
}

std::optional<std::uint64_t> family_version(std::string_view name) {
  if (!name.starts_with(kMarker)) return std::nullopt;
  name.remove_prefix(kMarker.size());
  std::uint64_t version = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), version);
  if (error != std::errc() || end == name.data() + name.size() || *end != '.') return std::nullopt;
  return version;
}

rocksdb::DBOptions database_options(rocksdb::Env* env) {
  rocksdb::DBOptions options;
  options.env = env;
  options.create_if_missing = true;       // whether it may was decided before
  options.write_dbid_to_manifest = true;  // whose log it is, even where the file IDENTITY is lost
  options.max_background_jobs = 2;
  options.max_bgerror_resume_count = 0;  // the session is reopened instead
  options.max_open_files = 512;
  options.max_file_opening_threads = 1;
  options.max_total_wal_size = 16 * kMiB;  // what an open after a crash has to replay
  options.skip_stats_update_on_db_open = true;
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  options.info_log_level = rocksdb::WARN_LEVEL;
  options.max_log_file_size = kMiB;
  options.keep_log_file_num = 2;
  return options;
}

std::vector<rocksdb::ColumnFamilyDescriptor> families() {
  const std::shared_ptr<rocksdb::Cache> cache = rocksdb::NewLRUCache(32 * kMiB);
  std::vector<rocksdb::ColumnFamilyDescriptor> result;
  result.emplace_back(rocksdb::kDefaultColumnFamilyName, rocksdb::ColumnFamilyOptions());
  for (std::size_t i = 0; i < kTables; ++i) {
    const Table table = static_cast<Table>(i);
    result.emplace_back(family_name(table), family_options(table, cache));
  }
  return result;
}

}  // namespace whosaid::storage
