// Building the graph beside hnswlib's, and searching it without reading texts.

#ifndef WHOSAID_TESTS_BENCH_PERF_GRAPH_BUILD_H_
#define WHOSAID_TESTS_BENCH_PERF_GRAPH_BUILD_H_

#include <memory>

#include "rows.h"

namespace whosaid::bench {

// Made before the world grows, so that both sides link block after block by turns.
class GraphBuild {
 public:
  explicit GraphBuild(Bench& bench);
  ~GraphBuild();
  GraphBuild(const GraphBuild&) = delete;
  GraphBuild& operator=(const GraphBuild&) = delete;

  void report();

 private:
  struct Indexes;
  Bench& bench_;
  std::unique_ptr<Indexes> indexes_;
  double seconds_ = 0;
};

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PERF_GRAPH_BUILD_H_
