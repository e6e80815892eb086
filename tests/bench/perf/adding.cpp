// Adding one memory after the other, and adding with fsync.

#include <algorithm>
#include <thread>

#include "measure.h"
#include "rows.h"

namespace whosaid::bench {
namespace {

constexpr std::size_t kBlock = 500;

}  // namespace

void adding(Bench& bench) {
  const std::size_t count = bench.options.small;
  const std::size_t first = std::max(count / 4 / kBlock, std::size_t{1}) * kBlock;
  const Workload workload = make_workload(bench.options.dimensions, count, 1, 2);
  const auto speakers = speakers_by_zipf(count);
  MemoryStore store =
      must(MemoryStore::open(bench.directory / "adding", {.embedder = workload.embedder(),
                                                          .durability = Durability::buffered}));
  register_speakers(store);
  HnswPeer graph(bench.options.dimensions, count);
  LogPeer log(bench.directory / "adding_log");
  Pair sum;
  for (std::size_t begin = 0; begin < count; begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, count);
    sum.ours += timed([&] {
      for (std::size_t i = begin; i < end; ++i) {
        must(store.add(workload.texts[i], {.speaker = speaker_name(speakers[i])}));
      }
    });
    sum.peer += timed([&] {
      for (std::size_t i = begin; i < end; ++i) {
        graph.add(static_cast<std::uint32_t>(i), workload.vectors.row(i));
        log.put(sorted_key(i), workload.texts[i]);
      }
    });
    if (end != first && end != count) continue;
    const auto n = static_cast<double>(end);
    bench.report.add({.name = "add, duplicate check, buffered, n = " + std::to_string(end),
                      .ours = sum.ours / n,
                      .peer = sum.peer / n,
                      .against = "hnswlib addPoint + RocksDB Put of the text",
                      .goal = at_least(end == first ? 4 : 2.5),
                      .note = "the caller's CPU time"});
  }
}

namespace {

// The keys and sizes of what one add writes, checksums included.
LogPeer::Pairs batch_like_ours(std::uint64_t id, std::size_t text, std::size_t dimensions) {
  const auto value = [](std::size_t bytes) { return std::string(bytes + 8, 'x'); };
  const std::string store = sorted_key(1);
  const std::string created = sorted_key(~id);
  return {{"m" + store + "0016" + created + sorted_key(~id), value(14 + text)},
          {"l" + store + sorted_key(id), value(12)},
          {"v" + store + "0001" + sorted_key(id), value(1 + 4 * dimensions)},
          {"h" + store, value(12)},
          {"n" + store, value(8)}};
}

// The clock's time while `threads` threads make so many calls of call(n), n different in each.
template <typename Call>
double together(std::size_t threads, std::size_t calls, std::size_t& next, Call&& call) {
  const std::size_t begin = next;
  next += threads * calls;
  return wall_timed([&] {
    std::vector<std::thread> running;
    for (std::size_t t = 0; t < threads; ++t) {
      running.emplace_back([&, t] {
        for (std::size_t i = 0; i < calls; ++i) call(begin + t * calls + i);
      });
    }
    for (std::thread& thread : running) thread.join();
  });
}

}  // namespace

void syncing(Bench& bench) {
  const std::size_t rounds = bench.options.quick ? 3 : 15;
  constexpr std::size_t kThreads = 8;
  constexpr std::size_t kEach = 20;
  constexpr std::size_t kBatch = 100;
  const std::size_t dimensions = bench.options.dimensions;
  const Workload workload =
      make_workload(dimensions, rounds * (kEach + kThreads * kEach + kBatch), 1, 3);
  MemoryStore store =
      must(MemoryStore::open(bench.directory / "sync", {.embedder = workload.embedder()}));
  register_speakers(store);
  LogPeer log(bench.directory / "sync_log");
  const auto ours = [&](std::size_t i) {
    must(store.add(workload.texts[i], {.speaker = speaker_name(i % kSpeakers)}));
  };
  const auto bare = [&](std::size_t i) {
    log.write_synced(batch_like_ours(i, workload.texts[i].size(), dimensions));
  };
  std::vector<double> one[2], many[2], batch;
  std::size_t next = 0;
  std::size_t bare_next = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    one[0].push_back(together(1, kEach, next, ours) / kEach);
    one[1].push_back(together(1, kEach, bare_next, bare) / kEach);
    many[0].push_back(together(kThreads, kEach, next, ours) / (kThreads * kEach));
    many[1].push_back(together(kThreads, kEach, bare_next, bare) / (kThreads * kEach));
    std::vector<NewMemory> memories;
    for (std::size_t i = 0; i < kBatch; ++i, ++next, ++bare_next) {
      memories.push_back({workload.texts[next], {.speaker = speaker_name(next % kSpeakers)}});
    }
    batch.push_back(wall_timed([&] { must(store.add_batch(memories)); }) / kBatch);
  }
  const std::string against = "RocksDB alone, the same keys and sizes";
  bench.report.add({.name = "add, sync, 1 thread",
                    .ours = median(one[0]),
                    .peer = median(one[1]),
                    .against = against,
                    .goal = at_least(0.9),
                    .note = "by the clock"});
  bench.report.add({.name = "add, sync, 8 threads",
                    .ours = median(many[0]),
                    .peer = median(many[1]),
                    .against = against,
                    .goal = at_least(0.9),
                    .note = "by the clock, for each add"});
  bench.report.add({.name = "add_batch of 100, sync, for each memory",
                    .ours = median(batch),
                    .peer = median(one[0]),
                    .against = "one add, sync",
                    .goal = at_least(20),
                    .note = "by the clock"});
}

}  // namespace whosaid::bench
