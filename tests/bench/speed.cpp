// Speed against what an application would write itself on hnswlib and RocksDB, as ratios of one
// run.
//
//   whosaid_bench_speed [CHUNKS]      20,000 by default
//
// Times are CPU time of the calling thread, so that other load on the machine counts little; both
// sides take turns. Linking graph nodes in the background and RocksDB's own threads are not in it.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "clock.h"
#include "peers.h"
#include "whosaid/whosaid.h"
#include "workload.h"

namespace whosaid::bench {
namespace {

constexpr std::size_t kSpeakers = 20;
constexpr std::size_t kBlock = 500;

void report(const char* what, double ours, double peers, const char* peer, const char* goal) {
  std::printf("%-44s %9.1f us   %-34s %9.1f us   ours / peer %6.3f   (%s)\n", what, ours * 1e6,
              peer, peers * 1e6, ours / peers, goal);
}

std::string speaker_of(std::size_t i) { return "speaker" + std::to_string(i % kSpeakers); }

class Speed {
 public:
  Speed(const std::filesystem::path& directory, std::size_t chunks)
      : directory_(directory),
        chunks_(chunks),
        workload_(make_workload(chunks + kQueries, 1)),
        peer_(directory / "peer", chunks),
        store_(
            must(MemoryStore::open(directory / "whosaid", {.embedder = workload_.embedder(),
                                                           .durability = Durability::buffered}))) {
    for (std::size_t i = 0; i < kSpeakers; ++i) must(store_.add_speaker(speaker_of(i)));
  }

  void adding() {
    double ours = 0;
    double peers = 0;
    for (std::size_t begin = 0; begin < chunks_; begin += kBlock) {
      const std::size_t end = std::min(begin + kBlock, chunks_);
      ours += timed([&] {
        for (std::size_t i = begin; i < end; ++i) {
          must(store_.add(workload_.texts[i], {.speaker = speaker_of(i)}));
        }
      });
      peers += timed([&] {
        for (std::size_t i = begin; i < end; ++i) {
          peer_.add(i, workload_.vectors[i], workload_.texts[i]);
        }
      });
    }
    const auto each = static_cast<double>(chunks_);
    report("add, duplicate check included", ours / each, peers / each,
           "hnswlib addPoint + RocksDB Put", "at most 1");
  }

  void searching() {
    std::vector<double> ours;
    std::vector<double> peers;
    std::vector<double> everyone;
    for (std::size_t q = 0; q < kQueries; ++q) {
      const std::string& text = workload_.texts[chunks_ + q];
      const std::size_t who = q % kSpeakers;
      ours.push_back(timed([&] {
        if (must(store_.search(text, {.speaker = speaker_of(who)})).hits.size() != 10) std::exit(1);
      }));
      peers.push_back(timed([&] {
        peer_.search(workload_.vectors[chunks_ + q], 10,
                     [&](std::size_t id) { return id % kSpeakers == who; });
      }));
      everyone.push_back(timed([&] { must(store_.search(text)); }));
    }
    report("search with a speaker who said 1 in 20", median(ours), median(peers),
           "hnswlib, filtered until ten are found", "at most 0.05");
    std::printf("%-44s %9.1f us\n", "search over everybody", median(everyone) * 1e6);
  }

  // The same remarks in conversations of fifty, and in none.
  void conversing() {
    const MemoryStore in_conversations = filled("conversations", 50);
    const MemoryStore apart = filled("apart", 0);
    const auto compare = [&](const char* what, const std::optional<std::string>& speaker) {
      std::vector<double> with;
      std::vector<double> without;
      for (std::size_t q = 0; q < kQueries; ++q) {
        const std::string& text = workload_.texts[chunks_ + q];
        with.push_back(timed([&] { must(in_conversations.search(text, {.speaker = speaker})); }));
        without.push_back(timed([&] { must(apart.search(text, {.speaker = speaker})); }));
      }
      report(what, median(with), median(without), "the same without conversations", "at most 1.5");
    };
    compare("search among conversations", std::nullopt);
    compare("search with a speaker among conversations", speaker_of(0));
  }

  void paging() {
    std::vector<double> ours;
    std::vector<double> peers;
    for (std::size_t q = 0; q < kQueries; ++q) {
      ours.push_back(timed([&] {
        if (must(store_.by_speaker(speaker_of(q), {.limit = 50})).memories.size() != 50)
          std::exit(1);
      }));
      peers.push_back(timed([&] {
        if (peer_.newest(50) == 0) std::exit(1);
      }));
    }
    report("by_speaker, a page of 50", median(ours), median(peers),
           "RocksDB iterator over 50 values", "at most 3");
  }

 private:
  static constexpr std::size_t kQueries = 400;

  MemoryStore filled(const std::string& name, std::size_t together) {
    MemoryStore store =
        must(MemoryStore::open(directory_ / name, {.embedder = workload_.embedder(),
                                                   .durability = Durability::buffered,
                                                   .duplicates = {.enabled = false}}));
    for (std::size_t i = 0; i < kSpeakers; ++i) must(store.add_speaker(speaker_of(i)));
    std::vector<NewMemory> memories;
    for (std::size_t i = 0; i < chunks_; ++i) {
      const std::string conversation = together == 0 ? "" : "c" + std::to_string(i / together);
      memories.push_back(
          {workload_.texts[i], {.speaker = speaker_of(i), .conversation_id = conversation}});
    }
    must(store.add_batch(memories));
    return store;
  }

  const std::filesystem::path directory_;
  std::size_t chunks_;
  Workload workload_;
  HandMade peer_;
  MemoryStore store_;
};

}  // namespace
}  // namespace whosaid::bench

int main(int argc, char** argv) {
  const long chunks = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 20'000;
  if (chunks < 2'000) {
    std::fprintf(stderr, "usage: %s [CHUNKS]   at least 2,000\n", argv[0]);
    return 2;
  }
  const auto directory = std::filesystem::temp_directory_path() / "whosaid_bench_speed";
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  {
    whosaid::bench::Speed speed(directory, static_cast<std::size_t>(chunks));
    std::printf("%ld chunks, %zu dimensions, 20 speakers\n", chunks, whosaid::bench::kDimensions);
    speed.adding();
    speed.searching();
    speed.conversing();
    speed.paging();
  }
  std::filesystem::remove_all(directory);
  return 0;
}
