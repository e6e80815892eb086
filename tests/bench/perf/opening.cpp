// Opening a large store, up to the first answer.

#include <filesystem>

#include "measure.h"
#include "rows.h"

namespace whosaid::bench {

void opening(Bench& bench) {
  namespace fs = std::filesystem;
  World& world = bench.world;
  world.grow(bench.options.size);
  const fs::path saved = bench.directory / "graph";
  const fs::path copy = bench.directory / "copy";
  world.graph().save(saved);
  world.close_store();
  std::vector<double> ours, rocksdb, peer;
  for (int round = 0; round < 5; ++round) {
    fs::copy(world.store_directory(), copy, fs::copy_options::recursive);
    rocksdb.push_back(LogPeer::seconds_to_open(copy));
    fs::remove_all(copy);
    ours.push_back(wall_timed([&] {
      world.open_store();
      must(world.store().search(Workload::wordless(0)));
    }));
    world.close_store();
    peer.push_back(wall_timed([&] { HnswPeer(bench.options.dimensions, world.size(), saved); }));
  }
  world.open_store();
  const double beyond = std::max(0.0, median(ours) - median(rocksdb));
  bench.report.add(
      {.name = "open + first search, " + std::to_string(world.size()),
       .ours = beyond,
       .peer = median(peer),
       .against = "hnswlib loadIndex",
       .goal = at_most(0.25),
       .note = "by the clock; beyond RocksDB's own " + figure(median(rocksdb) * 1e3, 0) + " ms"});
}

}  // namespace whosaid::bench
