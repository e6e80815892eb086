// The time of writes, and of queries that say "yesterday".

#ifndef WHOSAID_STORE_CLOCK_H_
#define WHOSAID_STORE_CLOCK_H_

#include <chrono>

#include "whosaid/types.h"

namespace whosaid::store {

[[nodiscard]] inline Timestamp now() {
  return std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
}

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_CLOCK_H_
