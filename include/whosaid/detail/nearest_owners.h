// One question with two answers: the nearest owners by an exact scan (here) or by the graph
// (graph_nearest.h).

#ifndef WHOSAID_DETAIL_NEAREST_OWNERS_H_
#define WHOSAID_DETAIL_NEAREST_OWNERS_H_

#include <cstddef>
#include <vector>

#include "whosaid/detail/exact_index.h"

namespace whosaid::detail {

// The k best owners that pass the filter, each by its best row; of equal ones the greater first.
// Similarities are exact either way; the graph may miss an owner.
class NearestOwners {
 public:
  NearestOwners() = default;
  NearestOwners(const NearestOwners&) = delete;
  NearestOwners& operator=(const NearestOwners&) = delete;
  virtual ~NearestOwners() = default;

  [[nodiscard]] virtual std::vector<RowMatch> nearest(const QueryVector& query, std::size_t k,
                                                      OwnerFilter filter) const = 0;
};

// Refers to the index, which the caller keeps from changing meanwhile.
class ExactNearest final : public NearestOwners {
 public:
  ExactNearest(const ExactIndex& index, PartitionSet partitions)
      : index_(index), partitions_(partitions) {}

  [[nodiscard]] std::vector<RowMatch> nearest(const QueryVector& query, std::size_t k,
                                              OwnerFilter filter) const override {
    return index_.nearest(query, k, partitions_, filter);
  }

 private:
  const ExactIndex& index_;
  PartitionSet partitions_;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_NEAREST_OWNERS_H_
