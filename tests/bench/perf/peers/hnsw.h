// hnswlib over float vectors with its usual parameters (M 16, ef_construction 200), as a build
// without -march compiles it.

#ifndef WHOSAID_TESTS_BENCH_PERF_PEERS_HNSW_H_
#define WHOSAID_TESTS_BENCH_PERF_PEERS_HNSW_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace whosaid::bench {

using Ids = std::vector<std::uint32_t>;

class HnswPeer {
 public:
  HnswPeer(std::size_t dimensions, std::size_t capacity);
  // loadIndex, with room for `capacity` rows.
  HnswPeer(std::size_t dimensions, std::size_t capacity, const std::filesystem::path& file);
  ~HnswPeer();
  HnswPeer(const HnswPeer&) = delete;
  HnswPeer& operator=(const HnswPeer&) = delete;

  void add(std::uint32_t id, std::span<const float> vector);
  // searchKnn.
  [[nodiscard]] Ids search(std::span<const float> query, std::size_t k, std::size_t ef) const;
  // The walk with a filter that later versions of hnswlib have: everything is walked through, and
  // what passes is kept. `owners` is by id.
  [[nodiscard]] Ids search_owned(std::span<const float> query, std::size_t k, std::size_t ef,
                                 std::span<const std::uint32_t> owners, std::uint32_t owner) const;
  void save(const std::filesystem::path& file);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PERF_PEERS_HNSW_H_
