// One question, two answers: the nearest owners by an exact scan, or by the graph.

#ifndef WHOSAID_DETAIL_NEAREST_OWNERS_H_
#define WHOSAID_DETAIL_NEAREST_OWNERS_H_

#include <cstddef>
#include <span>
#include <vector>

#include "whosaid/detail/exact_index.h"
#include "whosaid/detail/graph_index.h"

namespace whosaid::detail {

// The k best owners that pass the filter, each by its best row; of equal ones the greater first.
// Similarities are exact either way; the graph may miss an owner.
class NearestOwners {
 public:
  virtual ~NearestOwners() = default;
  [[nodiscard]] virtual std::vector<RowMatch> nearest(const QueryVector& query, std::size_t k,
                                                      OwnerFilter filter) const = 0;
};

class ExactNearest final : public NearestOwners {
 public:
  ExactNearest(const ExactIndex& index, PartitionSet partitions);
  [[nodiscard]] std::vector<RowMatch> nearest(const QueryVector& query, std::size_t k,
                                              OwnerFilter filter) const override;
};

// Walks the graph, scans the rows that are not linked yet, and rescores both exactly. Falls back to the
// scan when the walk would cost more or finds too few.
class GraphNearest final : public NearestOwners {
 public:
  GraphNearest(const ExactIndex& index, const GraphIndex& graph, std::span<const Row> unlinked,
               PartitionSet partitions);
  [[nodiscard]] std::vector<RowMatch> nearest(const QueryVector& query, std::size_t k,
                                              OwnerFilter filter) const override;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_NEAREST_OWNERS_H_
