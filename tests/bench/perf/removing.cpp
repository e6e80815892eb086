// Taking a speaker's name away, which shall not depend on what was said under it.

#include "measure.h"
#include "rows.h"

namespace whosaid::bench {

void removing(Bench& bench) {
  World& large = bench.world;
  large.grow(bench.options.size);
  const Workload& workload = large.workload();
  MemoryStore small =
      must(MemoryStore::open(bench.directory / "removing", {.embedder = workload.embedder(),
                                                            .durability = Durability::buffered}));
  register_speakers(small);
  add_texts(small, workload, large.speakers(), 0, 100);
  must(small.search(Workload::wordless(0)));
  must(large.store().search(Workload::wordless(0)));
  double most = 0;
  const Pair times = alternate(
      kSpeakers, Caches::shared,
      [&](std::size_t i) {
        const double one = timed([&] { must(large.store().remove_speaker(speaker_name(i))); });
        if (i == 4) most = one;
      },
      [&](std::size_t i) { must(small.remove_speaker(speaker_name(i))); });
  bench.report.add({.name = "remove_speaker, " + std::to_string(large.size()) + " memories",
                    .ours = times.ours,
                    .peer = times.peer,
                    .against = "the same among 100 memories",
                    .goal = at_most(1.5),
                    .note = "who said 60 %: " + figure(most * 1e6, 1) + " us"});
}

}  // namespace whosaid::bench
