// The large store that most rows look at, and what its peers know of the same memories: hnswlib the
// vectors, RocksDB the texts.

#ifndef WHOSAID_TESTS_BENCH_PERF_WORLD_H_
#define WHOSAID_TESTS_BENCH_PERF_WORLD_H_

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "options.h"
#include "peers/hnsw.h"
#include "peers/log.h"
#include "report.h"
#include "whosaid/whosaid.h"
#include "workload.h"

namespace whosaid::bench {

// Fifty speakers. The first five said these shares of everything, the others the rest by Zipf's
// law.
inline constexpr std::array<double, 5> kShares = {0.001, 0.02, 0.1, 0.2, 0.6};
inline constexpr std::uint32_t kSpeakers = 50;
[[nodiscard]] std::vector<std::uint32_t> speakers_by_zipf(std::size_t count);
[[nodiscard]] std::string speaker_name(std::size_t speaker);
void register_speakers(MemoryStore& store);

// Memory i was created at this time: i seconds after the first.
[[nodiscard]] Timestamp created_at(std::size_t i);

// A store with the first `count` texts, one commit for each thousand.
void add_texts(MemoryStore& store, const Workload& workload,
               const std::vector<std::uint32_t>& speakers, std::size_t begin, std::size_t end,
               std::size_t conversation = 0);

class World {
 public:
  World(const Options& options, std::filesystem::path directory);

  // Adds memories until there are so many; store and peers take turns.
  void grow(std::size_t count);
  void close_store() { store_.reset(); }
  void open_store();

  [[nodiscard]] MemoryStore& store() { return *store_; }
  [[nodiscard]] HnswPeer& graph() { return *graph_; }
  [[nodiscard]] LogPeer& log() { return *log_; }
  [[nodiscard]] const Workload& workload() const { return workload_; }
  [[nodiscard]] const std::vector<std::uint32_t>& speakers() const { return speakers_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
  [[nodiscard]] std::filesystem::path store_directory() const { return directory_ / "store"; }
  [[nodiscard]] double seconds_of_graph() const { return seconds_of_graph_; }

  // Called for each block of rows that was added.
  std::function<void(std::size_t begin, std::size_t end)> beside;

  // Keys of the log: a memory's text, and its place in its speaker's pages, the newest first.
  [[nodiscard]] static std::string text_key(std::uint32_t row) { return "m" + sorted_key(row); }
  [[nodiscard]] static std::string page_prefix(std::uint32_t speaker) {
    return "p" + sorted_key(speaker);
  }
  [[nodiscard]] static std::string page_key(std::uint32_t speaker, std::size_t row) {
    return page_prefix(speaker) + sorted_key(~std::uint64_t{row});
  }

 private:
  std::filesystem::path directory_;
  Workload workload_;
  std::vector<std::uint32_t> speakers_;
  std::optional<MemoryStore> store_;
  std::unique_ptr<HnswPeer> graph_;
  std::unique_ptr<LogPeer> log_;
  std::size_t size_ = 0;
  double seconds_of_graph_ = 0;
};

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PERF_WORLD_H_
