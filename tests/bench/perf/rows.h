// The families of rows. Each adds its rows to the report.

#ifndef WHOSAID_TESTS_BENCH_PERF_ROWS_H_
#define WHOSAID_TESTS_BENCH_PERF_ROWS_H_

#include <cstddef>
#include <filesystem>

#include "options.h"
#include "report.h"
#include "world.h"

namespace whosaid::bench {

struct Bench {
  const Options& options;
  Report& report;
  World& world;
  std::filesystem::path directory;  // for stores of a family's own
};

void adding(Bench& bench);
void syncing(Bench& bench);
void scanning(Bench& bench);
void conversations(Bench& bench);
void speakers(Bench& bench);
void everybody(Bench& bench);
void exact_small(Bench& bench);
void threads(Bench& bench);
void words(Bench& bench);
void paging(Bench& bench);
// These two close the world's store and open it again.
void memory(Bench& bench);
void opening(Bench& bench);
// Leaves the world's store without speakers.
void removing(Bench& bench);

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PERF_ROWS_H_
