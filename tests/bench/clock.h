// What every benchmark needs: the time of the calling thread, and results that must be there.

#ifndef WHOSAID_TESTS_BENCH_CLOCK_H_
#define WHOSAID_TESTS_BENCH_CLOCK_H_

#include <time.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

#include "whosaid/result.h"

namespace whosaid::bench {

inline double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

inline double timed(const std::function<void()>& work) {
  const double begin = cpu_seconds();
  work();
  return cpu_seconds() - begin;
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

inline void fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  std::exit(1);
}

template <class T>
T must(Result<T> result) {
  if (!result) fail(result.error());
  return *std::move(result);
}

inline void must(const Result<void>& result) {
  if (!result) fail(result.error());
}

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_CLOCK_H_
