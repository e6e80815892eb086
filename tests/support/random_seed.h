// The seed of a random test: another each time, or WHOSAID_TEST_SEED to see a failure again. Tests
// CAPTURE it, so that a failure prints it.

#ifndef WHOSAID_TESTS_SUPPORT_RANDOM_SEED_H_
#define WHOSAID_TESTS_SUPPORT_RANDOM_SEED_H_

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

namespace whosaid::test {

inline std::uint64_t random_seed() {
  if (const char* given = std::getenv("WHOSAID_TEST_SEED")) return std::stoull(given);
  return std::random_device{}();
}

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_RANDOM_SEED_H_
