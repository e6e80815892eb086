// Duplicates: whether a text says what a current memory says already.

#ifndef WHOSAID_STORE_DUPLICATES_H_
#define WHOSAID_STORE_DUPLICATES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "store/prepared.h"
#include "store/state.h"
#include "text/details.h"
#include "whosaid/detail/exact_index.h"
#include "whosaid/detail/memory_record.h"

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

// A memory that a new text may repeat.
struct NearText {
  std::string_view content;
  std::span<const detail::ChunkSpan> chunks;
  const detail::ExactIndex& index;
  std::span<const detail::Row> rows;  // of the chunks, in the index
};

// The details of each chunk of a new text.
[[nodiscard]] std::vector<text::Details> chunk_details(const Prepared& item);

// Whether some chunk of the new text differs in detail from every chunk of the memory that lies
// within `threshold` of it. `details` are the new text's.
[[nodiscard]] bool is_detail_variant(const Prepared& item, std::span<const text::Details> details,
                                     const NearText& near, double threshold);

// The partitions of all speaker ids that label a memory as `speaker` does: itself, or, for an
// untagged memory, every id that no longer has a name.
[[nodiscard]] std::vector<std::uint64_t> same_label_partitions(const State& state,
                                                               detail::SpeakerId speaker);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_DUPLICATES_H_
