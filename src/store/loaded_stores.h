// LoadedStores: what the loaded stores of a database take in memory together, and which of them
// leave it when that is more than the budget: those that were used least recently.
//
// Thread-safe. Called without a store's locks: it takes some of them itself.

#ifndef WHOSAID_STORE_LOADED_STORES_H_
#define WHOSAID_STORE_LOADED_STORES_H_

#include <absl/container/flat_hash_map.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "whosaid/detail/mutex.h"

namespace whosaid::store {

class Store;
struct State;

class LoadedStores {
 public:
  explicit LoadedStores(std::size_t budget) : budget_(budget) {}

  // What a store notes when it is used; it passes with each call of settle(), and so costs nothing
  // to read.
  [[nodiscard]] std::uint64_t time() const { return time_.load(std::memory_order_relaxed); }

  // The store, which its caller is using, takes `bytes` from now on. Others that nobody is using
  // are unloaded until all together fit, with a little room, so that not every load has to look
  // for the oldest.
  void settle(Store& store, std::size_t bytes) WHOSAID_EXCLUDES(mutex_);

  // The store is going away.
  void remove(Store& store) WHOSAID_EXCLUDES(mutex_);

 private:
  [[nodiscard]] std::vector<std::unique_ptr<State>> unload_others(const Store& in_use)
      WHOSAID_REQUIRES(mutex_);

  const std::size_t budget_;
  std::atomic<std::uint64_t> time_ = 0;
  detail::Mutex mutex_;
  absl::flat_hash_map<Store*, std::size_t> bytes_ WHOSAID_GUARDED_BY(mutex_);
  std::size_t total_ WHOSAID_GUARDED_BY(mutex_) = 0;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_LOADED_STORES_H_
