// What words cost beside vectors, and what conversations cost beside words.

#include "measure.h"
#include "rows.h"

namespace whosaid::bench {

void words(Bench& bench) {
  World& world = bench.world;
  world.grow(bench.options.size);
  const Workload& workload = world.workload();
  const Pair times = alternate(
      bench.options.queries, Caches::shared,
      [&](std::size_t q) { must(world.store().search(workload.questions[q])); },
      [&](std::size_t q) { must(world.store().search(Workload::wordless(q))); });
  bench.report.add(
      {.name = "search by words, " + std::to_string(world.size()) + ", 10-word question",
       .ours = times.ours,
       .peer = times.peer,
       .against = "the same vector without words",
       .goal = at_most(2)});
}

void conversations(Bench& bench) {
  const std::size_t count = bench.options.small;
  const Workload workload =
      make_workload(bench.options.dimensions, count, bench.options.queries, 6);
  const auto speakers = speakers_by_zipf(count);
  const auto filled = [&](const char* name, std::size_t conversation) {
    MemoryStore store =
        must(MemoryStore::open(bench.directory / name, {.embedder = workload.embedder(),
                                                        .durability = Durability::buffered,
                                                        .duplicates = {.enabled = false}}));
    register_speakers(store);
    add_texts(store, workload, speakers, 0, count, conversation);
    return store;
  };
  const MemoryStore with = filled("conversations", 50);
  const MemoryStore without = filled("apart", 0);
  wait_until_idle();
  const auto row = [&](const char* name, const SearchOptions& how) {
    const Pair times = alternate(
        bench.options.queries, Caches::shared,
        [&](std::size_t q) { must(with.search(workload.questions[q], how)); },
        [&](std::size_t q) { must(without.search(workload.questions[q], how)); });
    bench.report.add({.name = name + std::to_string(count),
                      .ours = times.ours,
                      .peer = times.peer,
                      .against = "the same memories without conversations",
                      .goal = at_most(1.5)});
  };
  row("search among conversations, ", {});
  row("search among conversations, 10 % speaker, ", {.speaker = speaker_name(2)});
}

}  // namespace whosaid::bench
