// Rows that wait to be linked into a graph: a list that knows where each of them stands.

#ifndef WHOSAID_STORE_WAITING_ROWS_H_
#define WHOSAID_STORE_WAITING_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "whosaid/detail/row.h"

namespace whosaid::store {

class WaitingRows {
 public:
  [[nodiscard]] std::span<const detail::Row> rows() const { return rows_; }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] detail::Row back() const { return rows_.back(); }

  [[nodiscard]] std::size_t memory_bytes() const {
    return rows_.capacity() * sizeof(detail::Row) + places_.capacity() * sizeof(std::uint32_t);
  }

  // One that doesn't wait already.
  void push(detail::Row row) {
    if (index(row) >= places_.size()) places_.resize(index(row) + 1, kNowhere);
    places_[index(row)] = static_cast<std::uint32_t>(rows_.size());
    rows_.push_back(row);
  }
  void pop_back() { erase(back()); }
  // Others may change their order. One that doesn't wait is ignored.
  void erase(detail::Row row) {
    if (index(row) >= places_.size() || places_[index(row)] == kNowhere) return;
    const std::uint32_t place = places_[index(row)];
    rows_[place] = rows_.back();
    places_[index(rows_[place])] = place;
    places_[index(row)] = kNowhere;
    rows_.pop_back();
  }

 private:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  [[nodiscard]] static std::size_t index(detail::Row row) { return static_cast<std::size_t>(row); }

  std::vector<detail::Row> rows_;
  std::vector<std::uint32_t> places_;  // by row
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_WAITING_ROWS_H_
