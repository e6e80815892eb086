#include "log.h"

#include <rocksdb/db.h>
#include <rocksdb/options.h>
#include <rocksdb/write_batch.h>

#include <cstdio>
#include <cstdlib>

#include "../measure.h"

namespace whosaid::bench {
namespace {

void check(const rocksdb::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.ToString().c_str());
  std::exit(1);
}

rocksdb::Slice slice(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

std::string sorted_key(std::uint64_t number) {
  std::string key(8, '\0');
  for (std::size_t i = 8; i-- > 0; number >>= 8) key[i] = static_cast<char>(number & 0xFF);
  return key;
}

struct LogPeer::Impl {
  std::unique_ptr<rocksdb::DB> db;
};

LogPeer::LogPeer(const std::filesystem::path& directory) : impl_(std::make_unique<Impl>()) {
  rocksdb::Options options;
  options.create_if_missing = true;
  rocksdb::DB* db = nullptr;
  check(rocksdb::DB::Open(options, directory.string(), &db));
  impl_->db.reset(db);
}

LogPeer::~LogPeer() = default;

void LogPeer::put(std::string_view key, std::string_view value) {
  check(impl_->db->Put(rocksdb::WriteOptions(), slice(key), slice(value)));
}

void LogPeer::write_synced(const Pairs& pairs) {
  rocksdb::WriteBatch batch;
  for (const auto& [key, value] : pairs) check(batch.Put(key, value));
  rocksdb::WriteOptions options;
  options.sync = true;
  check(impl_->db->Write(options, &batch));
}

std::string LogPeer::get(std::string_view key) const {
  std::string value;
  check(impl_->db->Get(rocksdb::ReadOptions(), slice(key), &value));
  return value;
}

std::vector<std::string> LogPeer::page(std::string_view key, std::string_view prefix,
                                       std::size_t count) const {
  const std::unique_ptr<rocksdb::Iterator> it(impl_->db->NewIterator(rocksdb::ReadOptions()));
  std::vector<std::string> page;
  for (it->Seek(slice(key)); it->Valid() && page.size() < count; it->Next()) {
    if (!it->key().starts_with(slice(prefix))) break;
    page.push_back(it->value().ToString());
  }
  return page;
}

double LogPeer::seconds_to_open(const std::filesystem::path& directory) {
  const double begin = wall_seconds();
  const rocksdb::DBOptions options;
  std::vector<std::string> names;
  check(rocksdb::DB::ListColumnFamilies(options, directory.string(), &names));
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (const std::string& name : names) {
    families.emplace_back(name, rocksdb::ColumnFamilyOptions());
  }
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* db = nullptr;
  check(rocksdb::DB::Open(options, directory.string(), families, &handles, &db));
  const double seconds = wall_seconds() - begin;
  for (rocksdb::ColumnFamilyHandle* handle : handles) check(db->DestroyColumnFamilyHandle(handle));
  delete db;
  return seconds;
}

}  // namespace whosaid::bench
