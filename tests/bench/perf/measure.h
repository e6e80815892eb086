// How two sides are timed so that other load on the machine counts for both: by turns, in small
// blocks, the median of each.

#ifndef WHOSAID_TESTS_BENCH_PERF_MEASURE_H_
#define WHOSAID_TESTS_BENCH_PERF_MEASURE_H_

#include <time.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "../clock.h"

namespace whosaid::bench {

inline double seconds_of(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
inline double wall_seconds() { return seconds_of(CLOCK_MONOTONIC); }

template <typename Work>
double wall_timed(Work&& work) {
  const double begin = wall_seconds();
  work();
  return wall_seconds() - begin;
}

// Reads what needs more room than the last level of a cache.
inline std::uint64_t flush_caches() {
  static std::vector<std::uint64_t> buffer((std::size_t{64} << 20) / sizeof(std::uint64_t), 1);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < buffer.size(); i += 8) sum += ++buffer[i];
  return sum;
}

// Waits until the process uses no more CPU: background work is done.
inline void wait_until_idle() {
  constexpr double kTick = 0.2;
  for (int idle = 0; idle < 2;) {
    const double begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    std::this_thread::sleep_for(std::chrono::duration<double>(kTick));
    const double used = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin;
    idle = used < 0.05 * kTick ? idle + 1 : 0;
  }
}

// Seconds for each call.
struct Pair {
  double ours = 0;
  double peer = 0;
};

enum class Caches {
  shared,  // as the calls before left them
  hot,     // each block has just run once
  cold,    // flushed before each call
};

// ours(i) and peer(i) for i below `calls`: medians of the calling thread's CPU time.
template <typename Ours, typename Peer>
Pair alternate(std::size_t calls, Caches caches, Ours&& ours, Peer&& peer) {
  constexpr std::size_t kBlock = 10;
  std::vector<double> times[2];
  const auto block = [&](std::size_t begin, std::vector<double>& into, auto& call) {
    const std::size_t end = std::min(begin + kBlock, calls);
    if (caches == Caches::hot) {
      for (std::size_t i = begin; i < end; ++i) call(i);
    }
    for (std::size_t i = begin; i < end; ++i) {
      if (caches == Caches::cold) flush_caches();
      into.push_back(timed([&] { call(i); }));
    }
  };
  for (std::size_t begin = 0; begin < calls; begin += kBlock) {
    block(begin, times[0], ours);
    block(begin, times[1], peer);
  }
  return {median(times[0]), median(times[1])};
}

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PERF_MEASURE_H_
