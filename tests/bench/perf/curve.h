// What a search costs as the store grows.

#ifndef WHOSAID_TESTS_BENCH_PERF_CURVE_H_
#define WHOSAID_TESTS_BENCH_PERF_CURVE_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "rows.h"

namespace whosaid::bench {

struct CurvePoint {
  std::size_t size = 0;
  double ours = 0;  // seconds
  double peer = 0;
  double recall = 0;       // ours
  double peer_recall = 0;  // of the ef that reaches .97
};

class Curve {
 public:
  explicit Curve(Bench& bench) : bench_(bench) {}

  // Lets the world grow to each size of the curve from where it stands up to `size`.
  void up_to(std::size_t size);
  // With a picture, if one was asked for.
  void report();

 private:
  void measure();

  Bench& bench_;
  std::vector<CurvePoint> points_;
};

// The points over logarithmic axes.
[[nodiscard]] std::string svg_of(const std::vector<CurvePoint>& points);

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PERF_CURVE_H_
