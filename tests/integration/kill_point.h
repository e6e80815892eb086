// Where a child process ends in the middle of a long work, and a database that takes it there.

#ifndef WHOSAID_TESTS_INTEGRATION_KILL_POINT_H_
#define WHOSAID_TESTS_INTEGRATION_KILL_POINT_H_

#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "storage/rocksdb_log.h"
#include "storage_faults.h"
#include "store/database_core.h"
#include "store/embedding.h"
#include "support/child_process.h"
#include "support/fixture.h"

namespace whosaid::test {

// A database on a file system with faults; it was never re-embedded.
inline std::shared_ptr<store::DatabaseCore> open_on(
    const std::shared_ptr<storage::FaultSettings>& settings, const std::filesystem::path& directory,
    const OpenOptions& options) {
  auto log = must(storage::open_rocksdb_log(
      directory, {.durability = options.durability, .file_system = storage::faulty(settings)}));
  auto embedding = must(store::make_embedding(options.embedder, options));
  return std::make_shared<store::DatabaseCore>(
      std::move(log), options, std::make_shared<const store::Embedding>(std::move(embedding)));
}

// "embed 3", "progress 57" or "write 12": how many of these the process survives. The write that it
// does not survive is half made.
class KillPoint {
 public:
  explicit KillPoint(const std::string& argument) {
    std::istringstream words(argument);
    int left = 0;
    words >> what_ >> left;
    left_ = left;
  }

  // How a child ends that came to its kill point.
  static bool killed(int status) { return status == -SIGKILL || status == 9; }

  std::shared_ptr<Embedder> embedder(const std::shared_ptr<Embedder>& words) {
    return from_function(words->id(), words->dimensions(), words->duplicate_threshold(),
                         [this, words](auto texts, Purpose purpose) {
                           pass("embed");
                           return words->embed(texts, purpose);
                         });
  }

  Progress progress() {
    return [this](std::size_t done, std::size_t) {
      ChildProcess::report(std::to_string(done));
      pass("progress");
      return true;
    };
  }

  // From now on writes are counted.
  void count_writes() { settings_->writes_to_live = left_.load(); }

  // The child's database.
  std::shared_ptr<store::DatabaseCore> open(const OpenOptions& options) {
    settings_->no_sync = true;
    auto database = open_on(settings_, ChildProcess::directory(), options);
    if (what_ == "write") count_writes();
    return database;
  }

 private:
  void pass(std::string_view what) {
    if (what == what_ && left_-- == 0) ChildProcess::kill_itself();
  }

  const std::shared_ptr<storage::FaultSettings> settings_ =
      std::make_shared<storage::FaultSettings>();
  std::string what_;
  std::atomic<int> left_ = 0;
};

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_INTEGRATION_KILL_POINT_H_
