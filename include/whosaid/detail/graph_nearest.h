// The nearest owners by a walk through the graph, rescored exactly.

#ifndef WHOSAID_DETAIL_GRAPH_NEAREST_H_
#define WHOSAID_DETAIL_GRAPH_NEAREST_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "whosaid/detail/best_owners.h"
#include "whosaid/detail/exact_index.h"
#include "whosaid/detail/graph_index.h"
#include "whosaid/detail/nearest_owners.h"

namespace whosaid::detail {

// Walks the graph, scans the rows that are not linked yet, and rescores both exactly. Scans
// everything when that costs less, or when the walk finds too few.
//
// Refers to the indexes and to `unlinked`, which the caller keeps from changing meanwhile. The
// graph's rows and the unlinked ones together are those of PartitionSet::current(); a set of the
// call's own must lie within it.
class GraphNearest final : public NearestOwners {
 public:
  GraphNearest(const ExactIndex& index, const GraphIndex& graph, std::span<const Row> unlinked,
               PartitionSet partitions)
      : index_(index), graph_(graph), unlinked_(unlinked), partitions_(partitions) {}

  [[nodiscard]] std::vector<RowMatch> nearest(const QueryVector& query, std::size_t k,
                                              OwnerFilter filter) const override {
    const std::size_t rows = index_.size(partitions_);
    const bool filtered = filter || partitions_.is_list();
    const bool scan_wins =
        unlinked_.size() * kLoneRowCost > rows || (filtered && rows < kFilteredWalkRows);
    const std::size_t budget = scan_wins ? 0 : rows / (filtered ? kFilteredVisitCost : kVisitCost);
    // An owner may have several rows: ask for more of them until the owners suffice.
    for (std::size_t wanted = std::max<std::size_t>(k + k / 2, kEf); wanted < budget; wanted *= 4) {
      std::vector<RowMatch> matches;
      if (!walk(query, k, wanted, budget, filter, matches)) break;
      if (matches.size() == k) return matches;
    }
    return index_.nearest(query, k, partitions_, filter);
  }

 private:
  static constexpr std::size_t kEf = 64;
  // What a visit to a node and a row alone cost in rows of a scan, which misses the cache less.
  static constexpr std::size_t kVisitCost = 4;
  static constexpr std::size_t kFilteredVisitCost = 16;  // looks its owner up besides
  static constexpr std::size_t kLoneRowCost = 8;
  // Below, a walk that looks for rows that pass costs more than the scan unless most do.
  static constexpr std::size_t kFilteredWalkRows = 32'768;

  // False: the walk is incomplete.
  bool walk(const QueryVector& query, std::size_t k, std::size_t wanted, std::size_t budget,
            OwnerFilter filter, std::vector<RowMatch>& matches) const {
    const auto in_set = [&](Row row) { return partitions_.has(index_.partition(row)); };
    const auto passes = [&](Row row) {
      return (!filter || filter(index_.owner(row))) && in_set(row);
    };
    GraphSearch how;
    how.ef = wanted;
    how.budget = budget;
    if (filter || partitions_.is_list()) how.filter = passes;
    const GraphResult found = graph_.search(query, k, how);
    if (!found.complete) return false;
    BestOwners best(k, filter);
    const auto add = [&](std::vector<Row>& rows) {
      std::erase_if(rows, [&](Row row) { return !in_set(row); });
      index_.scan(query, std::span<const Row>(rows),
                  [&](const ScanBatch& batch) { best.add(batch); });
    };
    std::vector<Row> rows(unlinked_.begin(), unlinked_.end());
    add(rows);
    // The graph's similarities are the scan's, and they fall: most rows needn't be looked at.
    const float widest = index_.largest_error(query);
    for (std::size_t i = 0; i < found.candidates.size();) {
      if (found.candidates[i].approximate + widest < best.floor()) break;
      rows.clear();
      for (; rows.size() < k && i < found.candidates.size(); ++i) {
        rows.push_back(found.candidates[i].row);
      }
      add(rows);
    }
    matches = best.finish([&](Row row) { return index_.exact(row, query); });
    return true;
  }

  const ExactIndex& index_;
  const GraphIndex& graph_;
  std::span<const Row> unlinked_;
  PartitionSet partitions_;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_GRAPH_NEAREST_H_
