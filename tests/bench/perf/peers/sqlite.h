// Memories of speakers in SQLite, with the index that paging wants. Null in a build without it.

#ifndef WHOSAID_TESTS_BENCH_PERF_PEERS_SQLITE_H_
#define WHOSAID_TESTS_BENCH_PERF_PEERS_SQLITE_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace whosaid::bench {

class SqlitePeer {
 public:
  SqlitePeer() = default;
  SqlitePeer(const SqlitePeer&) = delete;
  SqlitePeer& operator=(const SqlitePeer&) = delete;
  virtual ~SqlitePeer() = default;

  // A speaker's `count` newest texts of those created before `before`, newest first.
  [[nodiscard]] virtual std::vector<std::string> page(std::uint32_t speaker, std::int64_t before,
                                                      std::size_t count) = 0;
};

// Memory i has speakers[i] and was created at i.
[[nodiscard]] std::unique_ptr<SqlitePeer> sqlite(const std::filesystem::path& file,
                                                 std::span<const std::string> texts,
                                                 std::span<const std::uint32_t> speakers);

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PERF_PEERS_SQLITE_H_
