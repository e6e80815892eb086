// SurelyBest: from lower bounds alone, what a score must reach to be among the best k.

#ifndef WHOSAID_DETAIL_SURELY_BEST_H_
#define WHOSAID_DETAIL_SURELY_BEST_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace whosaid::detail {

// For a small k: owners are searched one by one.
class SurelyBest {
 public:
  explicit SurelyBest(std::size_t k) : k_(k) { best_.reserve(k); }

  // An owner may be seen several times; its greatest bound counts.
  void see(std::uint32_t owner, float lower) {
    if (lower <= least_) return;
    const auto same = std::find_if(best_.begin(), best_.end(),
                                   [&](const Bound& bound) { return bound.owner == owner; });
    if (same != best_.end()) {
      same->lower = std::max(same->lower, lower);
    } else if (best_.size() < k_) {
      best_.push_back({owner, lower});
    } else {
      *worst() = {owner, lower};
    }
    if (best_.size() == k_) least_ = worst()->lower;
  }

  // The k-th best owner's bound: k owners have at least this. Minus infinity while there are fewer.
  [[nodiscard]] float least() const { return least_; }

 private:
  struct Bound {
    std::uint32_t owner;
    float lower;
  };
  std::vector<Bound>::iterator worst() {
    return std::min_element(best_.begin(), best_.end(),
                            [](const Bound& a, const Bound& b) { return a.lower < b.lower; });
  }

  std::size_t k_;
  float least_ = -std::numeric_limits<float>::infinity();
  std::vector<Bound> best_;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_SURELY_BEST_H_
