#include "peers.h"

#include <hnswlib/hnswlib.h>
#include <rocksdb/db.h>
#include <rocksdb/options.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "workload.h"

namespace whosaid::bench {

struct HandMade::Impl {
  explicit Impl(std::size_t capacity)
      : space(kDimensions), graph(&space, capacity, 16, 200), size(0) {}
  hnswlib::InnerProductSpace space;
  hnswlib::HierarchicalNSW<float> graph;
  std::unique_ptr<rocksdb::DB> db;
  std::size_t size;
};

namespace {

// Big-endian, so that keys sort as the ids do.
std::string key_of(std::size_t id) {
  std::string key(8, '\0');
  for (std::size_t i = 8; i-- > 0; id >>= 8) key[i] = static_cast<char>(id & 0xFF);
  return key;
}

}  // namespace

HandMade::HandMade(const std::filesystem::path& directory, std::size_t capacity)
    : impl_(std::make_unique<Impl>(capacity)) {
  rocksdb::Options options;
  options.create_if_missing = true;
  rocksdb::DB* db = nullptr;
  const rocksdb::Status status = rocksdb::DB::Open(options, directory.string(), &db);
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    std::exit(1);
  }
  impl_->db.reset(db);
}

HandMade::~HandMade() = default;

void HandMade::add(std::size_t id, const std::vector<float>& vector, const std::string& text) {
  impl_->graph.addPoint(vector.data(), id);
  if (!impl_->db->Put(rocksdb::WriteOptions(), key_of(id), text).ok()) std::exit(1);
  ++impl_->size;
}

std::size_t HandMade::search(const std::vector<float>& query, std::size_t k,
                             const std::function<bool(std::size_t id)>& passes) {
  for (std::size_t wanted = k;; wanted = std::min(2 * wanted, impl_->size)) {
    impl_->graph.setEf(std::max<std::size_t>(wanted, 64));
    auto found = impl_->graph.searchKnn(query.data(), wanted);
    std::size_t passed = 0;
    for (; !found.empty(); found.pop())
      if (passes(found.top().second)) ++passed;
    if (passed >= k || wanted == impl_->size) return std::min(passed, k);
  }
}

std::size_t HandMade::newest(std::size_t count) {
  const std::unique_ptr<rocksdb::Iterator> it(impl_->db->NewIterator(rocksdb::ReadOptions()));
  std::size_t bytes = 0;
  std::vector<std::pair<std::string, std::string>> page;
  for (it->SeekToLast(); it->Valid() && page.size() < count; it->Prev()) {
    page.emplace_back(it->key().ToString(), it->value().ToString());
    bytes += page.back().second.size();
  }
  return bytes;
}

}  // namespace whosaid::bench
