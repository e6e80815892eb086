// Which owners may be the closest, by a walk through the graph where that costs less than a scan.

#ifndef WHOSAID_DETAIL_GRAPH_NEAREST_H_
#define WHOSAID_DETAIL_GRAPH_NEAREST_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "whosaid/detail/closest.h"
#include "whosaid/detail/exact_index.h"
#include "whosaid/detail/graph_index.h"

namespace whosaid::detail {

// Walks the graph and scans the rows that are not linked yet. A filter makes a walk longer: it ends
// when enough rows that pass have been found.
//
// Refers to the indexes and to `unlinked`, which the caller keeps from changing meanwhile. The
// graph's rows and the unlinked ones together are those of PartitionSet::current(); a set of the
// call's own must lie within it.
class GraphNearest {
 public:
  // What a row alone costs in rows of a scan.
  static constexpr std::size_t kLoneRowCost = 8;

  GraphNearest(const ExactIndex& index, const GraphIndex& graph, std::span<const Row> unlinked,
               PartitionSet partitions)
      : index_(index), graph_(graph), unlinked_(unlinked), partitions_(partitions) {}

  // The owners that may be among the `k` closest that pass, k of them at least; nothing when they
  // are found at less cost otherwise, or when the walk has cost as much and found too few.
  // `share`: about how many of the partitions' owners pass, 1 for all. `otherwise`: what another
  // way costs, in rows of a scan.
  [[nodiscard]] std::optional<Closest> closest(const QueryVector& query, std::size_t k,
                                               OwnerFilter filter, double share,
                                               double otherwise) const {
    const auto rows = static_cast<double>(index_.size(partitions_));
    const auto linked = static_cast<double>(std::max<std::size_t>(graph_.size(), 1));
    const double passing = std::min(1.0, share * rows / linked);
    const double affordable = otherwise - static_cast<double>(unlinked_.size() * kLoneRowCost);
    // An owner may have several rows: ask for more of them until the owners suffice.
    for (std::size_t ef = std::max(kEf, k + k / 4);; ef *= 4) {
      const double visits = static_cast<double>(ef) * kVisitsForOne / passing;
      if (k == 0 || visits * kVisitCost > affordable) return std::nullopt;
      const auto budget = static_cast<std::size_t>(std::min(affordable / kVisitCost, 1e15));
      Closest found;
      if (!walk(query, k, ef, budget, filter, found)) return std::nullopt;
      if (owners(found) >= k) return found;
      if (ef >= graph_.size()) return std::nullopt;
    }
  }

 private:
  static constexpr std::size_t kEf = 56;
  // A walk visits so many nodes for each that it keeps.
  static constexpr double kVisitsForOne = 16;
  // What a visit to a node costs in rows of a scan, which misses the cache less.
  static constexpr double kVisitCost = 8;

  [[nodiscard]] static std::size_t owners(const Closest& closest) {
    std::vector<std::uint32_t> owners;
    owners.reserve(closest.seen.size());
    for (const Closest::Seen& seen : closest.seen) owners.push_back(seen.owner);
    std::sort(owners.begin(), owners.end());
    return static_cast<std::size_t>(std::unique(owners.begin(), owners.end()) - owners.begin());
  }

  // Six standard deviations of a rest that points anywhere: a walk misses more than that does.
  [[nodiscard]] float likely_error(const QueryVector& query) const {
    const float spread = 6.0F / std::sqrt(static_cast<float>(query.dimensions()));
    return index_.largest_error(query) * std::min(1.0F, spread);
  }

  // False: the walk is incomplete.
  bool walk(const QueryVector& query, std::size_t k, std::size_t ef, std::size_t budget,
            OwnerFilter filter, Closest& closest) const {
    const auto passes = [&](Row row) {
      return partitions_.has(index_.partition(row)) && (!filter || filter(index_.owner(row)));
    };
    GraphSearch how;
    how.ef = ef;
    how.budget = budget;
    if (filter || partitions_.is_list()) how.filter = passes;
    const GraphResult found = graph_.search(query, k, how);
    if (!found.complete) return false;
    // The graph's similarities are the scan's.
    const float widest = likely_error(query);
    std::vector<std::uint32_t> best;
    for (const GraphCandidate& candidate : found.candidates) {
      const std::uint32_t owner = index_.owner(candidate.row);
      closest.seen.push_back({owner, candidate.approximate, widest});
      if (best.size() == k || std::find(best.begin(), best.end(), owner) != best.end()) continue;
      best.push_back(owner);
      if (best.size() == k) closest.surely = candidate.approximate - widest;
    }
    closest.rest = std::max(found.candidates.back().approximate + widest, -1.0F);
    index_.scan(query, unlinked_, [&](const ScanBatch& batch) {
      for (std::size_t i = 0; i < batch.count; ++i) {
        const float upper = batch.approximate[i] + batch.error[i];
        if (upper < closest.surely) {
          closest.rest = std::max(closest.rest, closest.surely);
        } else if (passes(batch.rows[i])) {
          closest.seen.push_back({batch.owners[i], batch.approximate[i], batch.error[i]});
        }
      }
    });
    return true;
  }

  const ExactIndex& index_;
  const GraphIndex& graph_;
  std::span<const Row> unlinked_;
  PartitionSet partitions_;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_GRAPH_NEAREST_H_
