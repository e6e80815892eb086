// FAISS with one thread. Both makers return null in a build without FAISS.

#ifndef WHOSAID_TESTS_BENCH_PERF_PEERS_FAISS_H_
#define WHOSAID_TESTS_BENCH_PERF_PEERS_FAISS_H_

#include <cstddef>
#include <memory>
#include <span>

#include "hnsw.h"

namespace whosaid::bench {

class FaissPeer {
 public:
  FaissPeer() = default;
  FaissPeer(const FaissPeer&) = delete;
  FaissPeer& operator=(const FaissPeer&) = delete;
  virtual ~FaissPeer() = default;

  virtual void add(std::span<const float> rows) = 0;
  // `ef` is of no use to a flat index.
  [[nodiscard]] virtual Ids search(std::span<const float> query, std::size_t k,
                                   std::size_t ef) const = 0;
};

[[nodiscard]] std::unique_ptr<FaissPeer> faiss_flat(std::size_t dimensions);
// M 16, and FAISS's own efConstruction of 40.
[[nodiscard]] std::unique_ptr<FaissPeer> faiss_hnsw(std::size_t dimensions);

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PERF_PEERS_FAISS_H_
