// Which owners may be among the best k, gathered from rows whose scores are known within a bound.

#ifndef WHOSAID_DETAIL_BEST_OWNERS_H_
#define WHOSAID_DETAIL_BEST_OWNERS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "whosaid/detail/function_ref.h"
#include "whosaid/detail/row.h"
#include "whosaid/detail/top_k.h"

namespace whosaid::detail {

struct RowMatch {
  Row row{};
  std::uint32_t owner = 0;
  float similarity = 0.0F;  // exact cosine, in [-1, 1]
};

// Up to 256 rows, as parallel arrays.
struct ScanBatch {
  std::size_t count = 0;
  const Row* rows = nullptr;
  const std::uint32_t* owners = nullptr;
  const float* approximate = nullptr;  // |exact - approximate| <= error
  const float* error = nullptr;
};

// Says which owners count. An empty one: all.
using OwnerFilter = FunctionRef<bool(std::uint32_t owner)>;

// Keeps the rows that can still matter: an owner among the best k has a row whose upper bound
// reaches the k-th best lower bound of all owners.
class BestOwners {
 public:
  BestOwners(std::size_t k, OwnerFilter filter) : k_(k), filter_(filter) {}

  void add(const ScanBatch& batch) {
    if (k_ == 0) return;
    for (std::size_t i = 0; i < batch.count; ++i) {
      const float upper = batch.approximate[i] + batch.error[i];
      if (upper < floor_) continue;
      if (filter_ && !filter_(batch.owners[i])) continue;
      entries_.push_back(
          {batch.approximate[i] - batch.error[i], upper, batch.rows[i], batch.owners[i]});
    }
    if (entries_.size() >= next_prune_) prune();
  }

  // A row whose upper bound lies below can't matter any more.
  [[nodiscard]] float floor() {
    if (k_ != 0) prune();
    return floor_;
  }

  // The best k, each owner by its best row, equal ones by falling owner. exact(row): its cosine.
  template <typename Exact>
  [[nodiscard]] std::vector<RowMatch> finish(Exact&& exact) {
    if (k_ == 0) return {};
    prune();
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      if (a.owner != b.owner) return a.owner < b.owner;
      return a.upper != b.upper ? a.upper > b.upper : a.row < b.row;
    });
    const auto score = [&](const Candidate& candidate) {
      float best = -std::numeric_limits<float>::infinity();
      for (std::size_t i = candidate.first; i < candidate.end && entries_[i].upper > best; ++i) {
        const float similarity = exact(entries_[i].row);
        if (similarity <= best) continue;
        best = similarity;
        entries_[candidate.first].row = entries_[i].row;
      }
      return std::optional<float>(best);
    };
    const auto better = [&](const Scored<Candidate>& a, const Scored<Candidate>& b) {
      if (a.score != b.score) return a.score > b.score;
      return entries_[a.candidate.first].owner > entries_[b.candidate.first].owner;
    };
    std::vector<RowMatch> matches;
    for (const Scored<Candidate>& found : exact_top_k(candidates(), k_, score, better)) {
      const Entry& entry = entries_[found.candidate.first];
      matches.push_back({entry.row, entry.owner, found.score});
    }
    return matches;
  }

 private:
  struct Entry {
    float lower;
    float upper;
    Row row;
    std::uint32_t owner;
  };
  // The entries [first, end) of one owner.
  struct Candidate {
    float upper;
    std::size_t first;
    std::size_t end;
  };

  [[nodiscard]] std::vector<Candidate> candidates() const {
    std::vector<Candidate> result;
    for (std::size_t i = 0; i < entries_.size();) {
      std::size_t end = i + 1;
      while (end < entries_.size() && entries_[end].owner == entries_[i].owner) ++end;
      result.push_back({entries_[i].upper, i, end});
      i = end;
    }
    return result;
  }

  // Raises the floor to the k-th best lower bound of distinct owners and drops what lies below.
  void prune() {
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      return a.owner != b.owner ? a.owner < b.owner : a.lower > b.lower;
    });
    std::vector<float> lowers;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (i == 0 || entries_[i].owner != entries_[i - 1].owner) lowers.push_back(entries_[i].lower);
    }
    if (lowers.size() >= k_) {
      const auto kth = lowers.begin() + static_cast<std::ptrdiff_t>(k_ - 1);
      std::nth_element(lowers.begin(), kth, lowers.end(), std::greater<>());
      floor_ = std::max(floor_, *kth);
      std::erase_if(entries_, [this](const Entry& entry) { return entry.upper < floor_; });
    }
    next_prune_ = 2 * entries_.size() + 4 * k_ + 64;
  }

  std::size_t k_;
  OwnerFilter filter_;
  float floor_ = -std::numeric_limits<float>::infinity();
  std::size_t next_prune_ = 64;
  std::vector<Entry> entries_;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_BEST_OWNERS_H_
