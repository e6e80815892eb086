// What the benchmarks store and ask: texts of made-up words, and vectors in clusters as sentence
// embeddings lie. The same for the same seed.

#ifndef WHOSAID_TESTS_BENCH_WORKLOAD_H_
#define WHOSAID_TESTS_BENCH_WORKLOAD_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "whosaid/embedder.h"

namespace whosaid::bench {

inline constexpr std::size_t kDimensions = 384;

struct Workload {
  std::vector<std::string> texts;  // "r17 ...": the number is the vector's index
  std::vector<std::vector<float>> vectors;

  // Looks vectors up by the number in front of a text; a copy, as any embedder's answer.
  [[nodiscard]] std::shared_ptr<Embedder> embedder() const;
};

// `count` remarks of six content words, and as many unit vectors.
[[nodiscard]] Workload make_workload(std::size_t count, std::uint32_t seed);

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_WORKLOAD_H_
