// What is stored and asked: texts of made-up words, and vectors in clusters as sentence embeddings
// lie. The same for the same seed.

#ifndef WHOSAID_TESTS_BENCH_PERF_WORKLOAD_H_
#define WHOSAID_TESTS_BENCH_PERF_WORKLOAD_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "whosaid/embedder.h"

namespace whosaid::bench {

// Rows of floats, one behind the other.
class Matrix {
 public:
  explicit Matrix(std::size_t dimensions) : dimensions_(dimensions) {}

  void append(std::span<const float> row) { values_.insert(values_.end(), row.begin(), row.end()); }
  [[nodiscard]] std::span<const float> row(std::size_t i) const {
    return std::span<const float>(values_).subspan(i * dimensions_, dimensions_);
  }
  [[nodiscard]] std::span<const float> values() const { return values_; }
  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }
  [[nodiscard]] std::size_t size() const { return values_.size() / dimensions_; }

 private:
  std::size_t dimensions_;
  std::vector<float> values_;
};

struct Workload {
  Matrix vectors;
  Matrix queries;
  std::vector<std::string> texts;      // "r17 ...": the number is the row of `vectors`
  std::vector<std::string> questions;  // "q17 ...": that of `queries`; ten words that occur

  // A query whose words occur nowhere: what it finds, its vector finds.
  [[nodiscard]] static std::string wordless(std::size_t query) {
    return "q" + std::to_string(query);
  }
  // The row that a text was made for.
  [[nodiscard]] static std::uint32_t number(std::string_view text);

  // Looks vectors up by the number in front of a text; a copy, as any embedder's answer. The
  // workload must outlive it.
  [[nodiscard]] std::shared_ptr<Embedder> embedder() const;
};

// `count` remarks of six content words, as many unit vectors, and queries of the same kinds.
[[nodiscard]] Workload make_workload(std::size_t dimensions, std::size_t count, std::size_t queries,
                                     std::uint32_t seed);

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PERF_WORKLOAD_H_
