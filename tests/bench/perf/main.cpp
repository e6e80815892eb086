// Speed against hnswlib, RocksDB, FAISS and SQLite: every row with its peer in this run, by turns,
// and its goal beside it. The exit status is 0 only if all rows that ran hold.
//
//   whosaid_bench_perf [--rows NAME,...] [--size N] [--curve-to N] [--dimensions N] [--svg FILE]
//                      [--quick]
//
// Times are medians of the calling thread's CPU time unless a row says otherwise, so that other
// load on the machine counts little.

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "curve.h"
#include "graph_build.h"
#include "measure.h"
#include "rows.h"
#include "whosaid/detail/kernels.h"

namespace whosaid::bench {
namespace {

// In this order: the curve and the graph watch the world grow, memory and opening leave its store
// with graphs to link, and removing spoils it.
struct Family {
  const char* name;
  void (*run)(Bench&);
};
constexpr Family kFamilies[] = {{"adding", adding},       {"sync", syncing},
                                {"scan", scanning},       {"conversations", conversations},
                                {"exact", exact_small},   {"speaker", speakers},
                                {"everybody", everybody}, {"threads", threads},
                                {"words", words},         {"paging", paging},
                                {"memory", memory},       {"opening", opening},
                                {"removing", removing}};
constexpr const char* kCurve = "curve";
constexpr const char* kGraph = "graph";

std::vector<std::string> family_names() {
  std::vector<std::string> names = {kCurve, kGraph};
  for (const Family& family : kFamilies) names.emplace_back(family.name);
  return names;
}

Options parse(CLI::App& app, int argc, char** argv, int& status) {
  Options options;
  app.add_option("--rows", options.rows, "Only these families of rows")
      ->delimiter(',')
      ->check(CLI::IsMember(family_names()));
  CLI::Option* size = app.add_option("--size", options.size, "Chunks of the large store")
                          ->check(CLI::Range(2'000, 10'000'000));
  app.add_option("--curve-to", options.curve_to, "Where the curve ends, if beyond --size");
  app.add_option("--dimensions", options.dimensions)->check(CLI::Range(8, 8192));
  app.add_option("--svg", options.svg, "Where to draw the curve");
  app.add_flag("--quick", options.quick, "A smoke run: small stores, recall alone is judged")
      ->excludes(size);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    status = app.exit(error) == 0 ? 0 : 2;
    options.size = 0;
    return options;
  }
  if (options.quick) {
    options.size = 12'000;
    options.queries = 40;
  }
  options.small = std::min<std::size_t>(options.small, options.quick ? 2'000 : options.size);
  options.curve_to = std::max(options.curve_to, options.size);
  return options;
}

std::size_t run(const Options& options, const std::filesystem::path& directory) {
  Report report(!options.quick);
  World world(options, directory / "world");
  Bench bench{options, report, world, directory};
  const auto asked = [&](const std::string& name) {
    return options.rows.empty() || std::ranges::count(options.rows, name) != 0;
  };
  std::printf("%zu dimensions, kernels for %s\n\n", options.dimensions, detail::kernels().target);
  report.heading();
  Curve curve(bench);
  {
    std::unique_ptr<GraphBuild> graph;
    if (asked(kGraph)) graph = std::make_unique<GraphBuild>(bench);
    if (asked(kCurve)) curve.up_to(options.size);
    if (graph) graph->report();
  }
  for (const Family& family : kFamilies) {
    if (family.run == removing && asked(kCurve)) {
      curve.up_to(options.curve_to);
      curve.report();
    }
    if (asked(family.name)) family.run(bench);
  }
  report.summary();
  return report.missed();
}

}  // namespace
}  // namespace whosaid::bench

int main(int argc, char** argv) {
  using namespace whosaid::bench;
  CLI::App app("whosaid's speed beside what it could be built from");
  int status = 0;
  const Options options = parse(app, argc, argv, status);
  if (options.size == 0) return status;
  const auto directory =
      std::filesystem::temp_directory_path() / ("whosaid_bench_perf." + std::to_string(getpid()));
  std::filesystem::create_directories(directory);
  const double begin = wall_seconds();
  const std::size_t missed = run(options, directory);
  std::filesystem::remove_all(directory);
  std::printf("%.0f seconds\n", wall_seconds() - begin);
  return missed == 0 ? 0 : 1;
}
