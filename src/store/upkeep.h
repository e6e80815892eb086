// What the long works have in common: they say how far they are, and can be stopped.

#ifndef WHOSAID_STORE_UPKEEP_H_
#define WHOSAID_STORE_UPKEEP_H_

#include <algorithm>
#include <cstddef>
#include <utility>

#include "whosaid/progress.h"
#include "whosaid/result.h"

namespace whosaid::store {

[[nodiscard]] inline Error stopped_by_progress() {
  return {.code = ErrorCode::conflict,
          .message = "the work was stopped by its progress callback.",
          .field = "progress"};
}

// Counts, and calls the callback for every few hundred. One thread's.
class Steps {
 public:
  explicit Steps(const Progress& progress, std::size_t total = 0)
      : progress_(progress), total_(total) {}

  void expect(std::size_t more) { total_ += more; }

  // False: the work has to stop.
  [[nodiscard]] bool step(std::size_t count = 1) {
    done_ += count;
    total_ = std::max(total_, done_);
    if (done_ - reported_ < kBetweenReports) return true;
    return report();
  }

  [[nodiscard]] bool report() {
    reported_ = done_;
    return !progress_ || progress_(done_, total_);
  }

 private:
  static constexpr std::size_t kBetweenReports = 256;

  const Progress& progress_;
  std::size_t total_;
  std::size_t done_ = 0;
  std::size_t reported_ = 0;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_UPKEEP_H_
