#include "openai/retry.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <new>
#include <thread>

namespace whosaid::openai {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// Threads and processes that fail together draw differently.
std::uint_fast32_t seed() {
  const auto now = static_cast<std::uint64_t>(Clock::now().time_since_epoch().count());
  const std::uint64_t thread = std::hash<std::thread::id>()(std::this_thread::get_id());
  return static_cast<std::uint_fast32_t>((now ^ thread) * 0x9E37'79B9'7F4A'7C15U >> 32);
}

bool pause(const OpenAIOptions& options, milliseconds time) {
  if (!options.wait) {
    std::this_thread::sleep_for(time);
    return true;
  }
  try {
    return options.wait(time);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    return false;
  }
}

}  // namespace

bool is_temporary(long status) {
  return status == 408 || status == 429 || (status >= 500 && status <= 599);
}

Retries::Retries(const OpenAIOptions& options)
    : options_(options),
      deadline_(Clock::now() + options.total_timeout),
      next_backoff_(options.first_backoff),
      random_(seed()) {}

milliseconds Retries::left() const {
  return std::chrono::duration_cast<milliseconds>(deadline_ - Clock::now());
}

milliseconds Retries::time_for_a_try() const {
  return std::clamp(left(), milliseconds(1), options_.request_timeout);
}

milliseconds Retries::backoff() {
  const milliseconds longest = std::min(next_backoff_, options_.max_backoff);
  next_backoff_ = std::min(2 * next_backoff_, options_.max_backoff);
  std::uniform_int_distribution<milliseconds::rep> between(longest.count() / 2, longest.count());
  return milliseconds(between(random_));
}

bool Retries::wait(milliseconds asked_for) {
  if (tries_ > options_.max_retries) return false;
  const milliseconds time = std::max(backoff(), std::min(asked_for, options_.max_backoff));
  if (time >= left() || !pause(options_, time)) return false;
  ++tries_;
  return true;
}

}  // namespace whosaid::openai
