// What the program was asked to do.

#ifndef WHOSAID_TESTS_BENCH_PERF_OPTIONS_H_
#define WHOSAID_TESTS_BENCH_PERF_OPTIONS_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace whosaid::bench {

struct Options {
  std::vector<std::string> rows;  // families; empty: all
  std::size_t size = 100'000;     // of the large store
  std::size_t small = 20'000;     // of the others
  std::size_t curve_to = 0;       // 0: size
  std::size_t dimensions = 384;
  std::size_t queries = 200;
  bool quick = false;
  std::filesystem::path svg;
};

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PERF_OPTIONS_H_
