// Which owners may be the closest to a query, gathered from codes alone: what a ranking needs to
// know of the vectors before it looks at any in full precision.

#ifndef WHOSAID_DETAIL_CLOSEST_H_
#define WHOSAID_DETAIL_CLOSEST_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "whosaid/detail/exact_index.h"
#include "whosaid/detail/surely_best.h"

namespace whosaid::detail {

struct Closest {
  struct Seen {
    std::uint32_t owner = 0;
    float approximate = 0.0F;  // of this row
    float error = 0.0F;
    [[nodiscard]] float upper() const { return approximate + error; }
  };
  // Rows whose owners may be among the closest; an owner may have several.
  std::vector<Seen> seen;
  // As many owners as were asked for are at least this close; minus infinity: there are fewer.
  float surely = -std::numeric_limits<float>::infinity();
  // No owner that wasn't seen is closer. Of a walk through the graph: none that it came across.
  float rest = 1.0F;
};

// By a scan of the partitions: all rows are seen that may belong to one of the `k` closest owners
// that pass. The filter is asked only about rows that are close enough. `uppers`: where the upper
// bounds of all rows go, by row; null: nowhere.
[[nodiscard]] inline Closest scan_closest(const ExactIndex& index, const QueryVector& query,
                                          PartitionSet partitions, std::size_t k,
                                          OwnerFilter filter, std::vector<float>* uppers) {
  Closest closest;
  SurelyBest surely(k);
  if (uppers != nullptr && uppers->size() < index.rows()) uppers->resize(index.rows());
  const auto see = [&](const ScanBatch& batch, std::size_t i) {
    if (batch.approximate[i] + batch.error[i] < surely.least()) return;
    const std::uint32_t owner = batch.owners[i];
    if (filter && !filter(owner)) return;
    surely.see(owner, batch.approximate[i] - batch.error[i]);
    closest.seen.push_back({owner, batch.approximate[i], batch.error[i]});
  };
  index.scan(query, partitions, [&](const ScanBatch& batch) {
    if (uppers != nullptr) {
      for (std::size_t i = 0; i < batch.count; ++i) {
        (*uppers)[static_cast<std::size_t>(batch.rows[i])] = batch.approximate[i] + batch.error[i];
      }
    }
    // Most rows are too far away: eight at a time are passed over.
    std::size_t i = 0;
    for (; i + 8 <= batch.count; i += 8) {
      float greatest[4];
      for (std::size_t j = 0; j < 4; ++j) {
        greatest[j] = std::max(batch.approximate[i + j] + batch.error[i + j],
                               batch.approximate[i + 4 + j] + batch.error[i + 4 + j]);
      }
      if (std::max(std::max(greatest[0], greatest[1]), std::max(greatest[2], greatest[3])) <
          surely.least()) {
        continue;
      }
      for (std::size_t j = 0; j < 8; ++j) see(batch, i + j);
    }
    for (; i < batch.count; ++i) see(batch, i);
  });
  closest.surely = surely.least();
  closest.rest = std::max(surely.least(), -1.0F);
  std::erase_if(closest.seen, [&](const Closest::Seen& s) { return s.upper() < closest.surely; });
  return closest;
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_CLOSEST_H_
