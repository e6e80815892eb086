#include "curve.h"

#include <fstream>

#include "measure.h"
#include "truth.h"

namespace whosaid::bench {
namespace {

constexpr std::size_t kSizes[] = {1'000,  2'000,   5'000,   10'000,  20'000,
                                  50'000, 100'000, 200'000, 500'000, 1'000'000};

}  // namespace

void Curve::up_to(std::size_t size) {
  for (const std::size_t next : kSizes) {
    if (next > size) break;
    if (next <= bench_.world.size()) continue;
    bench_.world.grow(next);
    measure();
  }
}

void Curve::measure() {
  World& world = bench_.world;
  const std::size_t queries = std::min<std::size_t>(bench_.options.queries, 100);
  const auto truth = true_nearest(world.workload(), queries, world.size());
  const auto ours = [&](std::size_t q) {
    return rows_of(must(world.store().search(Workload::wordless(q))));
  };
  const auto peer = [&](std::size_t q, std::size_t ef) {
    return world.graph().search(world.workload().queries.row(q), kWanted, ef);
  };
  const Tuned tuned = tune(truth, 0.97, peer);
  const Pair times =
      alternate(queries, Caches::shared, ours, [&](std::size_t q) { peer(q, tuned.ef); });
  points_.push_back({world.size(), times.ours, times.peer, recall(truth, ours), tuned.recall});
  const CurvePoint& point = points_.back();
  bench_.report.add({.name = "search, whole store of " + std::to_string(point.size),
                     .ours = point.ours,
                     .peer = point.peer,
                     .against = "hnswlib without texts, ef " + std::to_string(tuned.ef) +
                                ", recall " + figure(tuned.recall, 4),
                     .goal = {},
                     .recall = RecallGoal{point.recall, 0.97}});
}

void Curve::report() {
  if (points_.empty()) return;
  const CurvePoint& first = points_.front();
  const CurvePoint& last = points_.back();
  bench_.report.add({.name = "growth of a search from " + std::to_string(first.size) + " to " +
                             std::to_string(last.size),
                     .ours = last.ours / first.ours,
                     .peer = last.peer / first.peer,
                     .against = "hnswlib's growth",
                     .unit = Unit::none,
                     .goal = at_most(1)});
  if (!bench_.options.svg.empty()) std::ofstream(bench_.options.svg) << svg_of(points_);
}

}  // namespace whosaid::bench
