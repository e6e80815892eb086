// Duplicates: whether a text says what a current memory says already.

#ifndef WHOSAID_STORE_DUPLICATES_H_
#define WHOSAID_STORE_DUPLICATES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "store/state.h"
#include "whosaid/detail/exact_index.h"

namespace whosaid::store {

struct OwnerMatch {
  std::uint32_t owner = 0;
  double similarity = 0.0;  // of the worst-matched chunk
};

// The owners within `threshold` of every one of the vectors, most similar first, of equal ones the
// later. None if any vector is empty: what is not embedded is never a duplicate by meaning.
[[nodiscard]] std::vector<OwnerMatch> owners_within(const detail::ExactIndex& index,
                                                    detail::PartitionSet partitions,
                                                    std::span<const std::vector<float>> vectors,
                                                    double threshold);

// The partitions of all speaker ids that label a memory as `speaker` does: itself, or, for an
// untagged memory, every id that no longer has a name.
[[nodiscard]] std::vector<std::uint64_t> same_label_partitions(const State& state,
                                                               detail::SpeakerId speaker);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_DUPLICATES_H_
