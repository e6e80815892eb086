// What a search should find: a scan in full precision that owes nothing to anybody's index.

#ifndef WHOSAID_TESTS_BENCH_PERF_TRUTH_H_
#define WHOSAID_TESTS_BENCH_PERF_TRUTH_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "peers/hnsw.h"
#include "whosaid/memory_store.h"
#include "workload.h"

namespace whosaid::bench {

inline constexpr std::size_t kWanted = 10;

// For each of the first `queries` queries the ten nearest of the first `count` rows that pass.
using Passes = std::function<bool(std::uint32_t row)>;
[[nodiscard]] std::vector<Ids> true_nearest(const Workload& workload, std::size_t queries,
                                            std::size_t count, const Passes& passes = nullptr);

// The share of what should be found that is found by search(query).
template <typename Search>
double recall(const std::vector<Ids>& truth, Search&& search) {
  std::size_t found = 0;
  std::size_t wanted = 0;
  for (std::size_t q = 0; q < truth.size(); ++q) {
    const Ids ids = search(q);
    wanted += truth[q].size();
    for (const std::uint32_t id : truth[q])
      found += static_cast<std::size_t>(std::ranges::count(ids, id));
  }
  return static_cast<double>(found) / static_cast<double>(wanted);
}

inline constexpr std::size_t kEfs[] = {10, 11, 12, 14, 16, 18, 20,  22,  24,  28,  32,  36,  40,
                                       44, 48, 56, 64, 80, 96, 112, 128, 160, 192, 256, 384, 512};

struct Tuned {
  std::size_t ef = 0;
  double recall = 0;
};

// The smallest ef with which search(query, ef) reaches the recall; otherwise the smallest of those
// that come nearest.
template <typename Search>
Tuned tune(const std::vector<Ids>& truth, double wanted, Search&& search) {
  Tuned best;
  for (const std::size_t ef : kEfs) {
    const double reached = recall(truth, [&](std::size_t q) { return search(q, ef); });
    if (reached > best.recall) best = {ef, reached};
    if (reached >= wanted) break;
  }
  return best;
}

// The rows of the hits.
inline Ids rows_of(const SearchResult& result) {
  Ids rows;
  for (const Hit& hit : result.hits) rows.push_back(Workload::number(hit.memory.content));
  return rows;
}

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PERF_TRUTH_H_
