// What a chunk takes in memory once its store is in use.

#include <malloc.h>

#include <filesystem>
#include <limits>
#include <string>

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
  explicit Growth(Bench& bench) : bench_(bench) {}

  // Bytes by which a store in use is larger than an empty one.
  double of(const std::filesystem::path& directory, const std::shared_ptr<Embedder>& embedder,
            std::size_t budget) {
    OpenOptions options;
    options.embedder = embedder;
    options.durability = Durability::buffered;
    options.duplicates.enabled = false;
    options.index_memory_budget = budget;
    const double empty = in_use(bench_.directory / "memory_empty", options);
    std::filesystem::remove_all(bench_.directory / "memory_empty");
    return in_use(directory, options) - empty;
  }

 private:
  static double in_use(const std::filesystem::path& directory, const OpenOptions& options) {
    const double before = allocated();
    const MemoryStore store = must(MemoryStore::open(directory, options));
    must(store.search(Workload::wordless(0)));
    wait_until_idle();
    return allocated() - before;
  }

  Bench& bench_;
};

// What the store of so many chunks takes without any vector.
double words_alone(Bench& bench, Growth& growth, std::size_t count) {
  const Workload& workload = bench.world.workload();
  const auto embedder = blind(bench.options.dimensions);
  const std::filesystem::path directory = bench.directory / "memory_words";
  {
    MemoryStore store = must(
        MemoryStore::open(directory, {.embedder = embedder, .durability = Durability::buffered}));
    register_speakers(store);
    add_texts(store, workload, bench.world.speakers(), 0, count);
  }
  return growth.of(directory, embedder, 0) / static_cast<double>(count);
}

double graph_of_peer(Bench& bench) {
  const std::filesystem::path file = bench.directory / "memory_graph";
  bench.world.graph().save(file);
  const double before = allocated();
  const HnswPeer loaded(bench.options.dimensions, bench.world.size(), file);
  return allocated() - before;
}

}  // namespace

void memory(Bench& bench) {
  World& world = bench.world;
  world.grow(bench.options.size);
  world.close_store();
  const auto each = static_cast<double>(world.size());
  const auto row_bytes = static_cast<double>(bench.options.dimensions * sizeof(float));
  const double peer = graph_of_peer(bench) / each;
  Growth growth(bench);
  const double words = words_alone(bench, growth, bench.options.small);
  const auto embedder = world.workload().embedder();
  const double apart = growth.of(world.store_directory(), embedder, 0) / each;
  const double held =
      growth.of(world.store_directory(), embedder, std::numeric_limits<std::size_t>::max()) / each;
  world.open_store();
  const auto row = [&](const std::string& what, double ours, double beside, const char* against,
                       Goal goal, const std::string& note) {
    bench.report.add({.name = "memory of a chunk, " + what,
                      .ours = ours,
                      .peer = beside,
                      .against = against,
                      .unit = Unit::bytes,
                      .goal = goal,
                      .note = note});
  };
  const std::string note = "of all that a store holds " + figure(words, 0) + " B aren't vectors";
  row("f32 rows not held", apart, peer, "hnswlib f32", at_most(0.6), note);
  row("f32 rows held", held, row_bytes, "the f32 row", at_most(1.3), note);
  row("vectors alone, not held", apart - words, peer, "hnswlib f32", share(), "");
  row("vectors alone, held", held - words, row_bytes, "the f32 row", share(), "");
}

}  // namespace whosaid::bench
