#include "graph_build.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "measure.h"
#include "truth.h"
#include "whosaid/detail/exact_index.h"
#include "whosaid/detail/graph_index.h"
#include "whosaid/detail/graph_nearest.h"

namespace whosaid::bench {

struct GraphBuild::Indexes {
  explicit Indexes(std::size_t dimensions)
      : exact(dimensions, SIZE_MAX, nullptr), graph(dimensions) {}

  [[nodiscard]] Ids search(std::span<const float> query) const {
    const detail::GraphNearest nearest(exact, graph, {}, detail::PartitionSet::current());
    const detail::QueryVector asked(query);
    const auto closest =
        nearest.closest(asked, kWanted, {}, 1.0, std::numeric_limits<double>::infinity());
    if (!closest) std::exit(1);
    // An owner has one row here, and its number.
    std::vector<std::pair<float, std::uint32_t>> exact_ones;
    for (const auto& seen : closest->seen) {
      if (seen.upper() < closest->surely) continue;
      exact_ones.emplace_back(-exact.exact(static_cast<detail::Row>(seen.owner), asked),
                              seen.owner);
    }
    const std::size_t count = std::min(kWanted, exact_ones.size());
    std::partial_sort(exact_ones.begin(), exact_ones.begin() + static_cast<std::ptrdiff_t>(count),
                      exact_ones.end());
    Ids ids;
    for (std::size_t i = 0; i < count; ++i) ids.push_back(exact_ones[i].second);
    return ids;
  }

  detail::ExactIndex exact;
  detail::GraphIndex graph;
};

GraphBuild::GraphBuild(Bench& bench)
    : bench_(bench), indexes_(std::make_unique<Indexes>(bench.options.dimensions)) {
  bench.world.beside = [this](std::size_t begin, std::size_t end) {
    const World& world = bench_.world;
    std::vector<detail::Row> rows;
    for (std::size_t i = begin; i < end; ++i) {
      rows.push_back(indexes_->exact.add(world.speakers()[i], static_cast<std::uint32_t>(i), 0,
                                         world.workload().vectors.row(i)));
    }
    std::vector<std::int8_t> code(detail::padded(bench_.options.dimensions));
    seconds_ += timed([&] {
      for (const detail::Row row : rows) {
        const detail::CodeScale scale = indexes_->exact.code(row, code);
        if (!indexes_->graph.link(row, code, scale.scale)) std::exit(1);
      }
    });
  };
}

GraphBuild::~GraphBuild() { bench_.world.beside = nullptr; }

void GraphBuild::report() {
  World& world = bench_.world;
  world.grow(bench_.options.size);
  const auto each = static_cast<double>(world.size());
  bench_.report.add({.name = "graph build, " + std::to_string(world.size()) + ", for each row",
                     .ours = seconds_ / each,
                     .peer = world.seconds_of_graph() / each,
                     .against = "hnswlib addPoint, ef_construction 200",
                     .goal = at_least(2.5)});
  const std::size_t queries = bench_.options.queries;
  const Matrix& asked = world.workload().queries;
  const auto truth = true_nearest(world.workload(), queries, world.size());
  const auto ours = [&](std::size_t q) { return indexes_->search(asked.row(q)); };
  const auto hnsw = [&](std::size_t q, std::size_t ef) {
    return world.graph().search(asked.row(q), kWanted, ef);
  };
  const Tuned tuned = tune(truth, 0.97, hnsw);
  const Pair times =
      alternate(queries, Caches::shared, ours, [&](std::size_t q) { hnsw(q, tuned.ef); });
  bench_.report.add(
      {.name = "search, whole store, " + std::to_string(world.size()) + ", without texts",
       .ours = times.ours,
       .peer = times.peer,
       .against = "hnswlib, ef " + std::to_string(tuned.ef) + ", recall " + figure(tuned.recall, 4),
       .goal = at_least(2.2),
       .recall = RecallGoal{recall(truth, ours), 0.97}});
}

}  // namespace whosaid::bench
