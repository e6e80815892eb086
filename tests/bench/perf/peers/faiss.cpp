#include "faiss.h"

#include <faiss/IndexFlat.h>
#include <faiss/IndexHNSW.h>
#include <omp.h>

#include <vector>

namespace whosaid::bench {
namespace {

Ids search_index(const faiss::Index& index, std::span<const float> query, std::size_t k) {
  std::vector<float> distances(k);
  std::vector<faiss::Index::idx_t> labels(k);
  index.search(1, query.data(), static_cast<faiss::Index::idx_t>(k), distances.data(),
               labels.data());
  Ids ids;
  for (const auto label : labels) {
    if (label >= 0) ids.push_back(static_cast<std::uint32_t>(label));
  }
  return ids;
}

template <typename Index>
void add_rows(Index& index, std::span<const float> rows) {
  index.add(static_cast<faiss::Index::idx_t>(rows.size()) / index.d, rows.data());
}

class Flat final : public FaissPeer {
 public:
  explicit Flat(std::size_t dimensions) : index_(static_cast<int>(dimensions)) {}
  void add(std::span<const float> rows) override { add_rows(index_, rows); }
  [[nodiscard]] Ids search(std::span<const float> query, std::size_t k,
                           std::size_t /*ef*/) const override {
    return search_index(index_, query, k);
  }

 private:
  faiss::IndexFlatIP index_;
};

// By L2, which orders unit vectors as the inner product does.
class Hnsw final : public FaissPeer {
 public:
  explicit Hnsw(std::size_t dimensions) : index_(static_cast<int>(dimensions), 16) {}
  void add(std::span<const float> rows) override { add_rows(index_, rows); }
  [[nodiscard]] Ids search(std::span<const float> query, std::size_t k,
                           std::size_t ef) const override {
    index_.hnsw.efSearch = static_cast<int>(ef);
    return search_index(index_, query, k);
  }

 private:
  mutable faiss::IndexHNSWFlat index_;
};

}  // namespace

std::unique_ptr<FaissPeer> faiss_flat(std::size_t dimensions) {
  omp_set_num_threads(1);
  return std::make_unique<Flat>(dimensions);
}

std::unique_ptr<FaissPeer> faiss_hnsw(std::size_t dimensions) {
  omp_set_num_threads(1);
  return std::make_unique<Hnsw>(dimensions);
}

}  // namespace whosaid::bench
