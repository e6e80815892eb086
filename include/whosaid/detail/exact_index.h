// The exact vector index: 8-bit codes in one place for each partition, full precision beside.
//
// Not thread-safe by itself: const members may run at once, the others need exclusive access.
// Nothing throws but std::bad_alloc.

#ifndef WHOSAID_DETAIL_EXACT_INDEX_H_
#define WHOSAID_DETAIL_EXACT_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "whosaid/detail/function_ref.h"
#include "whosaid/detail/quantize.h"
#include "whosaid/detail/row.h"

namespace whosaid::detail {

// Up to 256 rows of one partition, as parallel arrays.
struct ScanBatch {
  std::size_t count = 0;
  const Row* rows = nullptr;
  const std::uint32_t* owners = nullptr;
  const float* approximate = nullptr;  // |exact - approximate| <= error
  const float* error = nullptr;
};

struct RowMatch {
  Row row{};
  std::uint32_t owner = 0;
  float similarity = 0.0F;  // exact cosine, in [-1, 1]
};

// Says which owners count. An empty one: all.
using OwnerFilter = FunctionRef<bool(std::uint32_t owner)>;

class ExactIndex {
 public:
  // Writes the unit vector that was added for this owner and chunk; false when it can't.
  using Fetch = std::function<bool(std::uint32_t owner, std::uint32_t chunk, std::span<float> out)>;

  // Full-precision rows are kept in memory up to float_budget bytes; the others are fetched when needed.
  // A row that can't be fetched is scored by its code.
  ExactIndex(std::size_t dimensions, std::size_t float_budget, Fetch fetch);

  Row add(std::uint64_t partition, std::uint32_t owner, std::uint32_t chunk,
          std::span<const float> unit);
  void remove(Row row);
  void move(Row row, std::uint64_t partition);  // the handle stays

  [[nodiscard]] std::uint32_t owner(Row row) const;
  [[nodiscard]] std::uint32_t chunk(Row row) const;
  [[nodiscard]] std::uint64_t partition(Row row) const;
  [[nodiscard]] bool contains(Row row) const;

  // Full precision, in [-1, 1].
  [[nodiscard]] float exact(Row row, const QueryVector& query) const;

  // The row's code, padded(dimensions()) long, and its scale: what a graph links.
  CodeScale code(Row row, std::span<std::int8_t> out) const;

  // visit(const ScanBatch&) for all rows of one partition.
  template <typename Visit>
  void scan(const QueryVector& query, std::uint64_t partition, Visit&& visit) const;
  // The same over several, and for single rows that lie anywhere.
  template <typename Visit>
  void scan(const QueryVector& query, PartitionSet partitions, Visit&& visit) const;
  template <typename Visit>
  void scan(const QueryVector& query, std::span<const Row> rows, Visit&& visit) const;

  // All rows whose exact cosine is at least `threshold`, in no order.
  [[nodiscard]] std::vector<RowMatch> within(const QueryVector& query, float threshold,
                                             PartitionSet partitions) const;

  // The k best owners that pass the filter, each by its best row; of equal ones the greater first.
  [[nodiscard]] std::vector<RowMatch> nearest(const QueryVector& query, std::size_t k,
                                              PartitionSet partitions, OwnerFilter filter) const;

  [[nodiscard]] std::size_t dimensions() const;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t size(std::uint64_t partition) const;
  [[nodiscard]] std::size_t size(PartitionSet partitions) const;
  [[nodiscard]] std::vector<std::uint64_t> partitions() const;  // those with rows, ascending
  [[nodiscard]] std::size_t memory_bytes() const;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_EXACT_INDEX_H_
