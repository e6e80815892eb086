// Codes of up to 256 rows that lie together, and what a scan needs to know of each.

#ifndef WHOSAID_DETAIL_ROW_BLOCK_H_
#define WHOSAID_DETAIL_ROW_BLOCK_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include "whosaid/detail/kernels.h"
#include "whosaid/detail/prefetch.h"
#include "whosaid/detail/quantize.h"
#include "whosaid/detail/row.h"

namespace whosaid::detail {

inline constexpr std::size_t kBlockRows = 256;

// Starts arrays on a cache line, so that no load of a kernel straddles two.
template <typename T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kAlignment{64};

  CacheLineAllocator() = default;
  template <typename U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}  // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kAlignment)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, kAlignment); }
  bool operator==(const CacheLineAllocator&) const = default;
};

using Codes = std::vector<std::int8_t, CacheLineAllocator<std::int8_t>>;

// How a code is cut in two. The heads of a block lie together and the tails lie together: a search
// for near duplicates reads a tail only where the head can't rule the row out.
struct CodeShape {
  // A quarter of the components decides most rows at the thresholds that duplicates have; below 128
  // a second pass costs more than it saves.
  explicit CodeShape(std::size_t dimensions)
      : head(dimensions <= 128 ? padded(dimensions) : padded(dimensions / 4)),
        tail(padded(dimensions) - head) {}

  std::size_t head;
  std::size_t tail;
};

// One row as it is added.
struct NewRow {
  Row row{};
  std::uint32_t owner = 0;
  std::uint32_t chunk = 0;
  std::span<const float> values;
};

class RowBlock {
 public:
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] const Row* rows() const { return rows_.data(); }
  [[nodiscard]] const std::uint32_t* owners() const { return owners_.data(); }
  [[nodiscard]] const std::uint32_t* chunks() const { return chunks_.data(); }
  [[nodiscard]] float error(std::size_t at) const { return errors_[at]; }

  void append(const NewRow& row, CodeShape shape) {
    Codes code(shape.head + shape.tail);
    const CodeScale scale = quantize(row.values, code);
    double sums[4] = {};  // that don't wait for each other
    for (std::size_t i = shape.head; i < row.values.size(); ++i) {
      sums[i % 4] += static_cast<double>(row.values[i]) * static_cast<double>(row.values[i]);
    }
    const double tail = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    grow(shape);
    const auto middle = code.begin() + static_cast<std::ptrdiff_t>(shape.head);
    heads_.insert(heads_.end(), code.begin(), middle);
    tails_.insert(tails_.end(), middle, code.end());
    scales_.push_back(scale.scale);
    errors_.push_back(scale.error);
    tail_norms_.push_back(static_cast<float>(std::sqrt(tail) * (1.0 + kNormSlack)));
    rows_.push_back(row.row);
    owners_.push_back(row.owner);
    chunks_.push_back(row.chunk);
  }

  void append_copy(const RowBlock& from, std::size_t at, CodeShape shape) {
    grow(shape);
    heads_.insert(heads_.end(), from.head(at, shape), from.head(at, shape) + shape.head);
    tails_.insert(tails_.end(), from.tail(at, shape), from.tail(at, shape) + shape.tail);
    scales_.push_back(from.scales_[at]);
    errors_.push_back(from.errors_[at]);
    tail_norms_.push_back(from.tail_norms_[at]);
    rows_.push_back(from.rows_[at]);
    owners_.push_back(from.owners_[at]);
    chunks_.push_back(from.chunks_[at]);
  }

  // Writes row `from_at` of a block, this one perhaps, over row `at`.
  void overwrite(std::size_t at, const RowBlock& from, std::size_t from_at, CodeShape shape) {
    std::copy_n(from.head(from_at, shape), shape.head, heads_.data() + at * shape.head);
    std::copy_n(from.tail(from_at, shape), shape.tail, tails_.data() + at * shape.tail);
    scales_[at] = from.scales_[from_at];
    errors_[at] = from.errors_[from_at];
    tail_norms_[at] = from.tail_norms_[from_at];
    rows_[at] = from.rows_[from_at];
    owners_[at] = from.owners_[from_at];
    chunks_[at] = from.chunks_[from_at];
  }

  void pop_back(CodeShape shape) {
    heads_.resize(heads_.size() - shape.head);
    tails_.resize(tails_.size() - shape.tail);
    scales_.pop_back();
    errors_.pop_back();
    tail_norms_.pop_back();
    rows_.pop_back();
    owners_.pop_back();
    chunks_.pop_back();
  }

  CodeScale code(std::size_t at, CodeShape shape, std::span<std::int8_t> out) const {
    std::copy_n(head(at, shape), shape.head, out.begin());
    std::copy_n(tail(at, shape), shape.tail, out.begin() + static_cast<std::ptrdiff_t>(shape.head));
    return {scales_[at], errors_[at]};
  }

  // Has what score() will read of a row fetched.
  void fetch(std::size_t at, CodeShape shape) const {
    prefetch(head(at, shape), shape.head);
    prefetch(tail(at, shape), shape.tail);
    prefetch(&scales_[at]);
    prefetch(&errors_[at]);
  }

  // approximate[i] and error[i] for `count` rows from `begin` on: |exact - approximate| <= error.
  // `next`: the block that is scored after this one, or null.
  void score(const QueryVector& query, CodeShape shape, std::size_t begin, std::size_t count,
             const RowBlock* next, float* approximate, float* error) const {
    std::int32_t dots[kBlockRows];
    std::int32_t tail_dots[kBlockRows];
    const std::int8_t* const head_codes = head(begin, shape);
    const std::int8_t* const tail_codes = tail(begin, shape);
    const std::int8_t* next_codes = head_codes;
    if (next != nullptr) {
      next_codes = next->heads_.data();
      prefetch(next->scales_.data(), next->size() * sizeof(float));
      prefetch(next->errors_.data(), next->size() * sizeof(float));
    }
    if (shape.tail == 0) {
      dot_rows(query.wide(), head_codes, shape.head, count, next_codes, dots);
    } else {
      dot_rows(query.wide(), head_codes, shape.head, count, tail_codes, dots);
      dot_rows(query.wide() + shape.head, tail_codes, shape.tail, count, next_codes, tail_dots);
      for (std::size_t i = 0; i < count; ++i) dots[i] += tail_dots[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
      approximate[i] = static_cast<float>(dots[i]) * (query.scale() * scales_[begin + i]);
      error[i] = query.error_bound(errors_[begin + i]);
    }
  }

  // visit(position, upper bound) for each row whose cosine may reach the threshold, by its head:
  // q.v = q_head.v_head + q_tail.v_tail, and the second is at most |q_tail| |v_tail|.
  // `next` as for score().
  template <typename Visit>
  void reaching(const QueryVector& query, float query_tail, CodeShape shape, float threshold,
                const RowBlock* next, Visit&& visit) const {
    std::int32_t dots[kBlockRows];
    float upper[kBlockRows];
    const std::size_t n = size();
    dot_rows(query.wide(), heads_.data(), shape.head, n,
             next != nullptr ? next->heads_.data() : heads_.data(), dots);
    for (std::size_t i = 0; i < n; ++i) {
      upper[i] = static_cast<float>(dots[i]) * (query.scale() * scales_[i]) +
                 query.error_bound(errors_[i]) + query_tail * tail_norms_[i];
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (upper[i] >= threshold) visit(i);
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    return heads_.capacity() + tails_.capacity() +
           rows_.capacity() * (3 * sizeof(float) + sizeof(Row) + 2 * sizeof(std::uint32_t));
  }

 private:
  // Of `count` rows that lie one after another. What comes next is on its way meanwhile, `next`
  // behind the last row: a processor's own fetching stops at the end of a page.
  static void dot_rows(const std::int16_t* query, const std::int8_t* codes, std::size_t length,
                       std::size_t count, const std::int8_t* next, std::int32_t* dots) {
    constexpr std::size_t kAhead = 8192;  // bytes; half of it and twice as many take longer
    const std::size_t last = std::min(count, kAhead / length + 1);
    const std::size_t first = (count - last) / 4 * 4;
    const std::int8_t* const split = codes + first * length;
    const Kernels& k = kernels();
    k.dot_rows(query, codes, length, first, length, codes + (count - first) * length, dots);
    k.dot_rows(query, split, length, count - first, length, next, dots + first);
  }

  [[nodiscard]] const std::int8_t* head(std::size_t at, CodeShape shape) const {
    return heads_.data() + at * shape.head;
  }
  [[nodiscard]] const std::int8_t* tail(std::size_t at, CodeShape shape) const {
    return tails_.data() + at * shape.tail;
  }

  // By doubling from four: one row must not cost as much as a full block.
  void grow(CodeShape shape) {
    if (rows_.size() < rows_.capacity()) return;
    const std::size_t rows = std::clamp<std::size_t>(2 * rows_.size(), 4, kBlockRows);
    heads_.reserve(rows * shape.head);
    tails_.reserve(rows * shape.tail);
    scales_.reserve(rows);
    errors_.reserve(rows);
    tail_norms_.reserve(rows);
    owners_.reserve(rows);
    chunks_.reserve(rows);
    rows_.reserve(rows);
  }

  Codes heads_;
  Codes tails_;
  std::vector<float> scales_;
  std::vector<float> errors_;
  std::vector<float> tail_norms_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> owners_;
  std::vector<std::uint32_t> chunks_;
};

// The rows of one partition, dense: all blocks but the last are full.
class Partition {
 public:
  explicit Partition(std::uint64_t key) : key_(key) {}

  [[nodiscard]] std::uint64_t key() const { return key_; }
  [[nodiscard]] std::size_t size() const {
    return blocks_.empty() ? 0 : (blocks_.size() - 1) * kBlockRows + blocks_.back().size();
  }
  [[nodiscard]] std::span<const RowBlock> blocks() const { return blocks_; }
  [[nodiscard]] const RowBlock& block(std::uint32_t at) const { return blocks_[at / kBlockRows]; }
  // The one behind this block of the partition; null: it is the last.
  [[nodiscard]] const RowBlock* after(const RowBlock& block) const {
    return &block == &blocks_.back() ? nullptr : &block + 1;
  }

  // Both return the position of the new row.
  std::uint32_t append(const NewRow& row, CodeShape shape) {
    room().append(row, shape);
    return static_cast<std::uint32_t>(size() - 1);
  }
  std::uint32_t append_copy(const RowBlock& from, std::size_t at, CodeShape shape) {
    room().append_copy(from, at, shape);
    return static_cast<std::uint32_t>(size() - 1);
  }

  // Puts the last row in the place of this one; returns the row that lies at `at` from now on, or
  // the removed row itself when it was the last.
  Row remove(std::uint32_t at, CodeShape shape) {
    RowBlock& last = blocks_.back();
    RowBlock& hole = blocks_[at / kBlockRows];
    const std::size_t last_at = last.size() - 1;
    const Row moved = last.rows()[last_at];
    hole.overwrite(at % kBlockRows, last, last_at, shape);
    last.pop_back(shape);
    if (last.size() == 0) blocks_.pop_back();
    return moved;
  }

 private:
  RowBlock& room() {
    if (blocks_.empty() || blocks_.back().size() == kBlockRows) blocks_.emplace_back();
    return blocks_.back();
  }

  std::uint64_t key_;
  std::vector<RowBlock> blocks_;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_ROW_BLOCK_H_
