// The exact vector index: 8-bit codes, each partition's together, and full precision beside.
//
// Not thread-safe by itself: const members may run at once, the others need exclusive access.
// Nothing throws but std::bad_alloc.

#ifndef WHOSAID_DETAIL_EXACT_INDEX_H_
#define WHOSAID_DETAIL_EXACT_INDEX_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "whosaid/detail/best_owners.h"
#include "whosaid/detail/kernels.h"
#include "whosaid/detail/prefetch.h"
#include "whosaid/detail/quantize.h"
#include "whosaid/detail/row.h"
#include "whosaid/detail/row_block.h"
#include "whosaid/detail/vector_math.h"

namespace whosaid::detail {

class ExactIndex {
 public:
  // Writes the unit vector that was added for this owner and chunk; false when it can't.
  using Fetch = std::function<bool(std::uint32_t owner, std::uint32_t chunk, std::span<float> out)>;

  // Vectors are kept in memory up to float_budget bytes; the others are fetched when needed. One
  // that can't be fetched is scored by its code.
  ExactIndex(std::size_t dimensions, std::size_t float_budget, Fetch fetch)
      : dimensions_(dimensions),
        shape_(dimensions),
        float_budget_(float_budget),
        fetch_(std::move(fetch)) {}

  // A row of the unit vector of one chunk of the owner's text.
  Row add(std::uint64_t partition, std::uint32_t owner, std::uint32_t chunk,
          std::span<const float> unit);
  void remove(Row row);
  // The handle stays.
  void move(Row row, std::uint64_t partition);

  // The row was added and not removed. The three below, exact and code ask for such a row.
  [[nodiscard]] bool contains(Row row) const {
    return index(row) < places_.size() && places_[index(row)].partition != nullptr;
  }
  [[nodiscard]] std::uint32_t owner(Row row) const {
    return block(row).owners()[place(row).at % kBlockRows];
  }
  [[nodiscard]] std::uint32_t chunk(Row row) const {
    return block(row).chunks()[place(row).at % kBlockRows];
  }
  [[nodiscard]] std::uint64_t partition(Row row) const { return place(row).partition->key(); }

  // The cosine in full precision, in [-1, 1].
  [[nodiscard]] float exact(Row row, const QueryVector& query) const;

  // Has what exact() will read fetched. Ask for places some time before values: these are found
  // there.
  void fetch_place(Row row) const { prefetch(&place(row)); }
  void fetch_values(Row row) const {
    if (const float* const values = place(row).values.get()) prefetch(values, float_bytes());
  }

  // The row's code, padded(dimensions()) long: what a graph links.
  CodeScale code(Row row, std::span<std::int8_t> out) const {
    return block(row).code(place(row).at % kBlockRows, shape_, out);
  }

  // No row's bound is larger.
  [[nodiscard]] float largest_error(const QueryVector& query) const {
    return query.error_bound(largest_error_);
  }

  // visit(const ScanBatch&) until it has seen all rows of one partition, of several, or those
  // listed.
  template <typename Visit>
  void scan(const QueryVector& query, std::uint64_t partition, Visit&& visit) const {
    const auto found = partitions_.find(partition);
    if (found != partitions_.end()) scan_blocks(query, found->second, visit);
  }
  template <typename Visit>
  void scan(const QueryVector& query, PartitionSet partitions, Visit&& visit) const {
    each(partitions, [&](const Partition& p) { scan_blocks(query, p, visit); });
  }
  template <typename Visit>
  void scan(const QueryVector& query, std::span<const Row> rows, Visit&& visit) const;

  // All rows whose exact cosine is at least `threshold`, in no order.
  [[nodiscard]] std::vector<RowMatch> within(const QueryVector& query, float threshold,
                                             PartitionSet partitions) const;

  // The k best owners that pass the filter, each by its best row; of equal ones the greater first.
  [[nodiscard]] std::vector<RowMatch> nearest(const QueryVector& query, std::size_t k,
                                              PartitionSet partitions, OwnerFilter filter) const;

  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }
  [[nodiscard]] std::size_t size() const { return places_.size() - free_.size(); }
  [[nodiscard]] std::size_t size(std::uint64_t partition) const {
    const auto found = partitions_.find(partition);
    return found == partitions_.end() ? 0 : found->second.size();
  }
  [[nodiscard]] std::size_t size(PartitionSet partitions) const {
    std::size_t sum = 0;
    each(partitions, [&](const Partition& p) { sum += p.size(); });
    return sum;
  }
  // One more than the greatest row there ever was.
  [[nodiscard]] std::size_t rows() const { return places_.size(); }
  // Those that have rows, ascending.
  [[nodiscard]] std::vector<std::uint64_t> partitions() const {
    std::vector<std::uint64_t> keys;
    for (const auto& entry : partitions_) keys.push_back(entry.first);
    return keys;
  }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Place {
    Partition* partition = nullptr;
    std::uint32_t at = 0;
    std::unique_ptr<float[]> values;  // empty: fetched when needed
  };

  [[nodiscard]] static std::size_t index(Row row) { return static_cast<std::size_t>(row); }
  [[nodiscard]] const Place& place(Row row) const { return places_[index(row)]; }
  [[nodiscard]] const RowBlock& block(Row row) const {
    return place(row).partition->block(place(row).at);
  }
  [[nodiscard]] std::size_t float_bytes() const { return dimensions_ * sizeof(float); }
  Partition& partition_for(std::uint64_t key) {
    return partitions_.try_emplace(key, key).first->second;
  }
  void take_out(const Place& place);

  template <typename Visit>
  void each(PartitionSet partitions, Visit&& visit) const;
  template <typename Visit>
  void scan_blocks(const QueryVector& query, const Partition& partition, Visit& visit) const;

  std::size_t dimensions_;
  CodeShape shape_;
  std::size_t float_budget_;
  Fetch fetch_;
  std::map<std::uint64_t, Partition> partitions_;  // a map: addresses stay
  std::vector<Place> places_;                      // by row
  std::vector<Row> free_;
  std::size_t floats_kept_ = 0;
  float largest_error_ = 0.0F;  // of all rows there ever were
};

inline Row ExactIndex::add(std::uint64_t partition, std::uint32_t owner, std::uint32_t chunk,
                           std::span<const float> unit) {
  if (free_.empty()) {
    places_.emplace_back();
    free_.push_back(static_cast<Row>(places_.size() - 1));
  }
  const Row row = free_.back();
  Place& place = places_[index(row)];
  if ((floats_kept_ + 1) * float_bytes() <= float_budget_ || !fetch_) {
    place.values.reset(new float[dimensions_]);  // all of it is written
    std::copy(unit.begin(), unit.end(), place.values.get());
    ++floats_kept_;
  }
  Partition& home = partition_for(partition);
  place.at = home.append({row, owner, chunk, unit}, shape_);
  place.partition = &home;
  largest_error_ = std::max(largest_error_, home.block(place.at).error(place.at % kBlockRows));
  free_.pop_back();
  return row;
}

inline void ExactIndex::remove(Row row) {
  Place& place = places_[index(row)];
  free_.reserve(places_.size());
  take_out(place);
  if (place.values) --floats_kept_;
  place = Place{};
  free_.push_back(row);
}

inline void ExactIndex::move(Row row, std::uint64_t partition) {
  Place& place = places_[index(row)];
  if (place.partition->key() == partition) return;
  Partition& home = partition_for(partition);
  const std::uint32_t at = home.append_copy(block(row), place.at % kBlockRows, shape_);
  take_out(place);
  place.at = at;
  place.partition = &home;
}

inline void ExactIndex::take_out(const Place& place) {
  const Row moved = place.partition->remove(place.at, shape_);
  places_[index(moved)].at = place.at;
  if (place.partition->size() == 0) partitions_.erase(place.partition->key());
}

inline float ExactIndex::exact(Row row, const QueryVector& query) const {
  const Place& where = place(row);
  const float* values = where.values.get();
  std::vector<float> fetched;
  if (values == nullptr) {
    fetched.resize(dimensions_);
    if (!fetch_(owner(row), chunk(row), fetched)) {
      float approximate = 0.0F;
      float error = 0.0F;
      block(row).score(query, shape_, where.at % kBlockRows, 1, nullptr, &approximate, &error);
      return clamp_cosine(approximate);
    }
    values = fetched.data();
  }
  return clamp_cosine(kernels().dot_f32(query.values().data(), values, dimensions_));
}

template <typename Visit>
void ExactIndex::scan(const QueryVector& query, std::span<const Row> rows, Visit&& visit) const {
  constexpr std::size_t kAhead = 4;  // rows that are on their way from memory
  float approximate[kBlockRows];
  float error[kBlockRows];
  std::uint32_t owners[kBlockRows];
  for (std::size_t begin = 0; begin < rows.size(); begin += kBlockRows) {
    const auto part = rows.subspan(begin, std::min(kBlockRows, rows.size() - begin));
    for (const Row row : part) prefetch(&place(row));
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (i + kAhead < part.size()) {
        const Row next = part[i + kAhead];
        block(next).fetch(place(next).at % kBlockRows, shape_);
      }
      const std::size_t at = place(part[i]).at % kBlockRows;
      block(part[i]).score(query, shape_, at, 1, nullptr, &approximate[i], &error[i]);
      owners[i] = block(part[i]).owners()[at];
    }
    visit(ScanBatch{part.size(), part.data(), owners, approximate, error});
  }
}

template <typename Visit>
void ExactIndex::scan_blocks(const QueryVector& query, const Partition& partition,
                             Visit& visit) const {
  float approximate[kBlockRows];
  float error[kBlockRows];
  for (const RowBlock& block : partition.blocks()) {
    block.score(query, shape_, 0, block.size(), partition.after(block), approximate, error);
    visit(ScanBatch{block.size(), block.rows(), block.owners(), approximate, error});
  }
}

template <typename Visit>
void ExactIndex::each(PartitionSet partitions, Visit&& visit) const {
  if (partitions.is_list()) {
    for (const std::uint64_t key : partitions.list()) {
      const auto found = partitions_.find(key);
      if (found != partitions_.end()) visit(found->second);
    }
    return;
  }
  for (const auto& entry : partitions_) {
    if (partitions.has(entry.first)) visit(entry.second);
  }
}

inline std::vector<RowMatch> ExactIndex::within(const QueryVector& query, float threshold,
                                                PartitionSet partitions) const {
  std::vector<RowMatch> matches;
  const float query_tail = query.tail_norm(shape_.head);
  each(partitions, [&](const Partition& partition) {
    for (const RowBlock& block : partition.blocks()) {
      block.reaching(query, query_tail, shape_, threshold, partition.after(block), [&](auto at) {
        float approximate = 0.0F;
        float error = 0.0F;
        block.score(query, shape_, at, 1, nullptr, &approximate, &error);
        if (approximate + error < threshold) return;
        const float similarity = exact(block.rows()[at], query);
        if (similarity >= threshold) {
          matches.push_back({block.rows()[at], block.owners()[at], similarity});
        }
      });
    }
  });
  return matches;
}

inline std::vector<RowMatch> ExactIndex::nearest(const QueryVector& query, std::size_t k,
                                                 PartitionSet partitions,
                                                 OwnerFilter filter) const {
  BestOwners best(k, filter);
  scan(query, partitions, [&](const ScanBatch& batch) { best.add(batch); });
  return best.finish([&](Row row) { return exact(row, query); });
}

inline std::size_t ExactIndex::memory_bytes() const {
  std::size_t bytes = places_.capacity() * sizeof(Place) + free_.capacity() * sizeof(Row) +
                      floats_kept_ * float_bytes();
  for (const auto& entry : partitions_) {
    bytes += sizeof(entry) + entry.second.blocks().size() * sizeof(RowBlock);
    for (const RowBlock& block : entry.second.blocks()) bytes += block.memory_bytes();
  }
  return bytes;
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_EXACT_INDEX_H_
