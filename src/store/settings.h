// Settings: what a database was opened with, and the embedder in use.

#ifndef WHOSAID_STORE_SETTINGS_H_
#define WHOSAID_STORE_SETTINGS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "storage/log.h"
#include "whosaid/detail/mutex.h"
#include "whosaid/embedder.h"
#include "whosaid/options.h"

namespace whosaid::store {

// An embedder and the vectors that it made: those of one generation in the log.
struct Embedding {
  std::shared_ptr<Embedder> embedder;
  std::string id;  // asked once: an embedder may throw
  std::size_t dimensions = 0;
  double duplicate_threshold = 1.0;
  double search_weight = 0.0;
  std::uint32_t generation = 0;
};
using SharedEmbedding = std::shared_ptr<const Embedding>;

// Thread-safe. Re-embedding puts another embedding in the place of the one in use; whoever holds
// the old one goes on with it and finds out when it meets a state that was built with the new.
class Settings {
 public:
  Settings(OpenOptions options, SharedEmbedding embedding)
      : options_(std::move(options)), embedding_(std::move(embedding)) {}

  [[nodiscard]] const OpenOptions& options() const { return options_; }
  [[nodiscard]] SharedEmbedding embedding() const {
    const detail::MutexLock lock(mutex_);
    return embedding_;
  }
  void set_embedding(SharedEmbedding embedding) {
    const detail::MutexLock lock(mutex_);
    embedding_ = std::move(embedding);
  }

 private:
  const OpenOptions options_;
  mutable detail::Mutex mutex_;
  SharedEmbedding embedding_ WHOSAID_GUARDED_BY(mutex_);
};

// What code about one store works with.
struct StoreContext {
  storage::Log& log;
  const OpenOptions& options;
  storage::StoreNumber number;
  SharedEmbedding embedding;
  // The log as it was before the change that is being written to it, if that takes records away.
  std::shared_ptr<const storage::Snapshot> before = nullptr;

  // Where readers of the state find its records.
  [[nodiscard]] const storage::Reader& reads() const {
    if (before != nullptr) return *before;
    return log;
  }
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_SETTINGS_H_
