// RecordCache: the records of a store as the log holds them, kept in memory as far as they fit, so
// that reading what a search found costs no look-up in the log. Derived from the log.
//
// Not thread-safe: many readers or one writer.

#ifndef WHOSAID_STORE_RECORD_CACHE_H_
#define WHOSAID_STORE_RECORD_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace whosaid::store {

class RecordCache {
 public:
  // Half a million remarks of usual length.
  static constexpr std::size_t kBudget = std::size_t{64} << 20;

  explicit RecordCache(std::size_t budget = kBudget) : budget_(budget) {}

  // Keeps the record if there is room for it. No record is empty.
  void put(std::uint32_t slot, std::string record) {
    erase(slot);
    if (record.size() > budget_ - bytes_) return;
    if (slot >= records_.size()) records_.resize(std::size_t{slot} + 1);
    bytes_ += record.size();
    records_[slot] = std::move(record);
  }

  void erase(std::uint32_t slot) {
    if (slot >= records_.size()) return;
    bytes_ -= records_[slot].size();
    records_[slot] = std::string();
  }

  // Nothing: not kept, read the log.
  [[nodiscard]] std::optional<std::string_view> find(std::uint32_t slot) const {
    if (slot >= records_.size() || records_[slot].empty()) return std::nullopt;
    return records_[slot];
  }

  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  const std::size_t budget_;
  std::size_t bytes_ = 0;
  std::vector<std::string> records_;  // by slot
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_RECORD_CACHE_H_
