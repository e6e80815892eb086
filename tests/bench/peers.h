// The peers: what an application would write itself on hnswlib and RocksDB.

#ifndef WHOSAID_TESTS_BENCH_PEERS_H_
#define WHOSAID_TESTS_BENCH_PEERS_H_

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace whosaid::bench {

// hnswlib over float vectors with its usual parameters (M 16, ef_construction 200), as a portable
// build compiles it, and a RocksDB that holds the texts, written without fsync.
class HandMade {
 public:
  HandMade(const std::filesystem::path& directory, std::size_t capacity);
  ~HandMade();
  HandMade(const HandMade&) = delete;
  HandMade& operator=(const HandMade&) = delete;

  // addPoint + Put.
  void add(std::size_t id, const std::vector<float>& vector, const std::string& text);
  // Asks the graph for more and more until `k` results pass; returns how many did.
  std::size_t search(const std::vector<float>& query, std::size_t k,
                     const std::function<bool(std::size_t id)>& passes);
  // The last `count` values by a reverse iterator; returns their bytes.
  std::size_t newest(std::size_t count);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PEERS_H_
