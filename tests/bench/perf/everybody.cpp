// Searching what everybody said.

#include <atomic>
#include <limits>
#include <thread>

#include "measure.h"
#include "peers/faiss.h"
#include "rows.h"
#include "truth.h"

namespace whosaid::bench {
namespace {

Ids search_store(const MemoryStore& store, std::size_t q) {
  return rows_of(must(store.search(Workload::wordless(q))));
}

void against_flat(Bench& bench, const FaissPeer& flat, const Workload& workload,
                  const std::vector<Ids>& truth, const std::string& name, std::size_t threshold,
                  Goal goal, double wanted) {
  const std::size_t count = bench.options.small;
  MemoryStore store =
      must(MemoryStore::open(bench.directory / name, {.embedder = workload.embedder(),
                                                      .durability = Durability::buffered,
                                                      .duplicates = {.enabled = false},
                                                      .graph_threshold = threshold}));
  register_speakers(store);
  add_texts(store, workload, speakers_by_zipf(count), 0, count);
  wait_until_idle();
  const double found = recall(truth, [&](std::size_t q) { return search_store(store, q); });
  const Pair times = alternate(
      truth.size(), Caches::shared, [&](std::size_t q) { search_store(store, q); },
      [&](std::size_t q) { static_cast<void>(flat.search(workload.queries.row(q), kWanted, 0)); });
  bench.report.add({.name = "search, whole store, " + std::to_string(count) + ", " + name,
                    .ours = times.ours,
                    .peer = times.peer,
                    .against = "FAISS flat, one thread",
                    .goal = goal,
                    .recall = RecallGoal{found, wanted}});
}

}  // namespace

void exact_small(Bench& bench) {
  const std::size_t count = bench.options.small;
  const auto flat = faiss_flat(bench.options.dimensions);
  if (!flat) return bench.report.skip("search, whole store, exact", "built without FAISS");
  const Workload workload =
      make_workload(bench.options.dimensions, count, bench.options.queries, 4);
  flat->add(workload.vectors.values());
  const auto truth = true_nearest(workload, bench.options.queries, count);
  against_flat(bench, *flat, workload, truth, "exact", std::numeric_limits<std::size_t>::max(),
               at_least(5), 1.0);
  against_flat(bench, *flat, workload, truth, "as opened", OpenOptions{}.graph_threshold, {}, 0);
}

void everybody(Bench& bench) {
  World& world = bench.world;
  world.grow(bench.options.size);
  const std::size_t queries = bench.options.queries;
  const Matrix& asked = world.workload().queries;
  const auto truth = true_nearest(world.workload(), queries, world.size());
  const auto ours = [&](std::size_t q) { return search_store(world.store(), q); };
  const double found = recall(truth, ours);
  const std::string name = "search, whole store, " + std::to_string(world.size()) + ", with texts";

  const auto row = [&](const std::string& peer, const Tuned& tuned, const std::string& suffix,
                       Goal goal, auto&& search) {
    const Pair times = alternate(queries, Caches::shared, ours, [&](std::size_t q) {
      for (const std::uint32_t id : search(q, tuned.ef)) {
        if (world.log().get(World::text_key(id)).empty()) std::exit(1);
      }
    });
    bench.report.add({.name = name + suffix,
                      .ours = times.ours,
                      .peer = times.peer,
                      .against = peer + " + ten RocksDB Get, ef " + std::to_string(tuned.ef) +
                                 ", recall " + figure(tuned.recall, 4),
                      .goal = goal,
                      .recall = RecallGoal{found, 0.97}});
  };
  const auto hnsw = [&](std::size_t q, std::size_t ef) {
    return world.graph().search(asked.row(q), kWanted, ef);
  };
  row("hnswlib", tune(truth, 0.97, hnsw), "", at_least(1.6), hnsw);
  row("hnswlib", tune(truth, found, hnsw), ", our recall", {}, hnsw);

  const auto faiss = faiss_hnsw(bench.options.dimensions);
  if (!faiss) return bench.report.skip(name + ", FAISS", "built without FAISS");
  faiss->add(world.workload().vectors.values().first(world.size() * bench.options.dimensions));
  const auto faiss_search = [&](std::size_t q, std::size_t ef) {
    return faiss->search(asked.row(q), kWanted, ef);
  };
  row("FAISS HNSW", tune(truth, 0.97, faiss_search), ", FAISS", {}, faiss_search);
}

void threads(Bench& bench) {
  World& world = bench.world;
  world.grow(bench.options.size);
  const std::size_t calls = 2 * bench.options.queries;
  const auto with = [&](std::size_t count) {
    std::vector<std::thread> running;
    return wall_timed([&] {
             for (std::size_t t = 0; t < count; ++t) {
               running.emplace_back([&, t] {
                 for (std::size_t i = 0; i < calls; ++i) {
                   search_store(world.store(), (i + t * 97) % bench.options.queries);
                 }
               });
             }
             for (std::thread& thread : running) thread.join();
           }) /
           static_cast<double>(count * calls);
  };
  with(2);
  std::vector<double> two, one;
  for (std::size_t round = 0; round < 15; ++round) {
    two.push_back(with(2));
    one.push_back(with(1));
  }
  bench.report.add({.name = "search, whole store, two threads",
                    .ours = median(two),
                    .peer = median(one),
                    .against = "one thread",
                    .goal = at_least(1.8),
                    .note = "by the clock, for each search"});
}

}  // namespace whosaid::bench
