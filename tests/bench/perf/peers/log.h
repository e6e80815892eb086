// RocksDB alone, with its default options.

#ifndef WHOSAID_TESTS_BENCH_PERF_PEERS_LOG_H_
#define WHOSAID_TESTS_BENCH_PERF_PEERS_LOG_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace whosaid::bench {

// Big-endian, so that keys sort as numbers do.
[[nodiscard]] std::string sorted_key(std::uint64_t number);

class LogPeer {
 public:
  using Pairs = std::vector<std::pair<std::string, std::string>>;

  explicit LogPeer(const std::filesystem::path& directory);
  ~LogPeer();
  LogPeer(const LogPeer&) = delete;
  LogPeer& operator=(const LogPeer&) = delete;

  void put(std::string_view key, std::string_view value);  // without fsync
  void write_synced(const Pairs& pairs);                   // one WriteBatch, thread-safe
  [[nodiscard]] std::string get(std::string_view key) const;
  // Up to `count` values under the prefix from `key` on, copied out by an iterator.
  [[nodiscard]] std::vector<std::string> page(std::string_view key, std::string_view prefix,
                                              std::size_t count) const;

  // What RocksDB takes to open a directory that somebody else wrote, in seconds of the clock.
  [[nodiscard]] static double seconds_to_open(const std::filesystem::path& directory);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PERF_PEERS_LOG_H_
