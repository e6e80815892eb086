// What a chunk takes in memory once its store is in use.

#include <malloc.h>

#include <filesystem>
#include <limits>
#include <optional>

#include "measure.h"
#include "rows.h"

namespace whosaid::bench {
namespace {

double allocated() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

// Embeds queries alone: a store of words.
std::shared_ptr<Embedder> blind(std::size_t dimensions) {
  return from_function("blind", dimensions, 0.98,
                       [](std::span<const std::string_view> texts, Purpose) {
                         return Result<std::vector<std::vector<float>>>(
                             std::vector<std::vector<float>>(texts.size()));
                       });
}

class Growth {
 public:
  Growth(Bench& bench, const Workload& workload) : bench_(bench), workload_(workload) {}

  // Bytes for each chunk, by which a store in use is larger than an empty one.
  double of(const std::string& name, const std::shared_ptr<Embedder>& embedder,
            std::size_t budget) {
    const std::size_t count = workload_.texts.size();
    const double empty = in_use(name + "_empty", embedder, budget, 0);
    const double full = in_use(name, embedder, budget, count);
    return (full - empty) / static_cast<double>(count);
  }

 private:
  double in_use(const std::string& name, const std::shared_ptr<Embedder>& embedder,
                std::size_t budget, std::size_t count) {
    const OpenOptions options{.embedder = embedder,
                              .durability = Durability::buffered,
                              .duplicates = {.enabled = false},
                              .index_memory_budget = budget};
    std::optional<MemoryStore> store = must(MemoryStore::open(bench_.directory / name, options));
    register_speakers(*store);
    add_texts(*store, workload_, speakers_by_zipf(workload_.texts.size()), 0, count);
    store.reset();  // so that only what an open reads is in memory
    const double before = allocated();
    store = must(MemoryStore::open(bench_.directory / name, options));
    must(store->search(Workload::wordless(0)));
    wait_until_idle();
    return allocated() - before;
  }

  Bench& bench_;
  const Workload& workload_;
};

}  // namespace

void memory(Bench& bench) {
  const std::size_t count = bench.options.small;
  const std::size_t dimensions = bench.options.dimensions;
  const Workload workload = make_workload(dimensions, count, 1, 9);
  const double before = allocated();
  double peer = 0;
  {
    HnswPeer graph(dimensions, count);
    for (std::size_t i = 0; i < count; ++i) {
      graph.add(static_cast<std::uint32_t>(i), workload.vectors.row(i));
    }
    peer = (allocated() - before) / static_cast<double>(count);
  }
  Growth growth(bench, workload);
  const double words = growth.of("words", blind(dimensions), 0);
  const double mapped = growth.of("mapped", workload.embedder(), 0);
  const double held = growth.of("held", workload.embedder(), std::size_t{1} << 40);
  const std::string note = "all that a store holds, " + figure(words, 0) + " B of it not vectors";
  bench.report.add({.name = "memory of a chunk, f32 rows not held",
                    .ours = mapped,
                    .peer = peer,
                    .against = "hnswlib f32",
                    .unit = Unit::bytes,
                    .goal = at_most(0.6),
                    .note = note});
  bench.report.add({.name = "memory of a chunk, f32 rows held",
                    .ours = held,
                    .peer = static_cast<double>(dimensions * sizeof(float)),
                    .against = "the f32 row",
                    .unit = Unit::bytes,
                    .goal = at_most(1.3),
                    .note = note});
  bench.report.add({.name = "memory of a chunk, the vectors' part, not held",
                    .ours = mapped - words,
                    .peer = peer,
                    .against = "hnswlib f32",
                    .unit = Unit::bytes,
                    .goal = share()});
  bench.report.add({.name = "memory of a chunk, the vectors' part, held",
                    .ours = held - words,
                    .peer = static_cast<double>(dimensions * sizeof(float)),
                    .against = "the f32 row",
                    .unit = Unit::bytes,
                    .goal = share()});
}

}  // namespace whosaid::bench
