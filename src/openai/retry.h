// When a request is sent again.

#ifndef WHOSAID_OPENAI_RETRY_H_
#define WHOSAID_OPENAI_RETRY_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <random>

#include "whosaid/embedders/openai.h"

namespace whosaid::openai {

// Statuses that may be another one a moment later.
[[nodiscard]] bool is_temporary(long status);

// The retries of one request: how many are left, and until when.
class Retries {
 public:
  explicit Retries(const OpenAIOptions& options);

  // The time that the next try may take.
  [[nodiscard]] std::chrono::milliseconds time_for_a_try() const;

  // Waits for the next try; false when there is none. At least `asked_for` (0: nothing was) passes
  // before it, max_backoff permitting.
  [[nodiscard]] bool wait(std::chrono::milliseconds asked_for);

  [[nodiscard]] std::size_t tries() const { return tries_; }

 private:
  [[nodiscard]] std::chrono::milliseconds left() const;
  [[nodiscard]] std::chrono::milliseconds backoff();

  const OpenAIOptions& options_;
  const std::chrono::steady_clock::time_point deadline_;
  std::chrono::milliseconds next_backoff_;
  std::size_t tries_ = 1;
  std::minstd_rand random_;
};

}  // namespace whosaid::openai

#endif  // WHOSAID_OPENAI_RETRY_H_
