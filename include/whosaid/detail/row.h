// Names that the indexes share: a row, and the partitions that a call looks into.

#ifndef WHOSAID_DETAIL_ROW_H_
#define WHOSAID_DETAIL_ROW_H_

#include <cstdint>
#include <span>

namespace whosaid::detail {

// A row's stable handle: small numbers, used again after the row has been removed.
enum class Row : std::uint32_t {};

// Partitions with this bit hold superseded versions; those without it are current.
inline constexpr std::uint64_t kHistory = std::uint64_t{1} << 63;

// Which partitions a call looks into. Holds no memory of its own: a list must outlive it.
class PartitionSet {
 public:
  static PartitionSet all() { return PartitionSet(Kind::all, {}); }
  static PartitionSet current() { return PartitionSet(Kind::current, {}); }
  static PartitionSet of(std::span<const std::uint64_t> keys) {
    return PartitionSet(Kind::listed, keys);
  }

  [[nodiscard]] bool is_list() const { return kind_ == Kind::listed; }
  [[nodiscard]] std::span<const std::uint64_t> list() const { return keys_; }
  [[nodiscard]] bool has(std::uint64_t key) const {
    if (kind_ == Kind::all) return true;
    if (kind_ == Kind::current) return (key & kHistory) == 0;
    for (const std::uint64_t listed : keys_) {
      if (listed == key) return true;
    }
    return false;
  }

 private:
  enum class Kind { all, current, listed };
  PartitionSet(Kind kind, std::span<const std::uint64_t> keys) : kind_(kind), keys_(keys) {}

  Kind kind_;
  std::span<const std::uint64_t> keys_;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_ROW_H_
