#include "store/loaded_stores.h"

#include <algorithm>
#include <utility>

#include "store/state.h"
#include "store/store.h"

namespace whosaid::store {

void LoadedStores::settle(Store& store, std::size_t bytes) {
  time_.fetch_add(1, std::memory_order_relaxed);
  // Freed after the mutex: it takes a while.
  std::vector<std::unique_ptr<State>> unloaded;
  const detail::MutexLock lock(mutex_);
  std::size_t& known = bytes_[&store];
  total_ += bytes - known;
  known = bytes;
  if (total_ > budget_) unloaded = unload_others(store);
}

void LoadedStores::remove(Store& store) {
  const detail::MutexLock lock(mutex_);
  const auto found = bytes_.find(&store);
  if (found == bytes_.end()) return;
  total_ -= found->second;
  bytes_.erase(found);
}

std::vector<std::unique_ptr<State>> LoadedStores::unload_others(const Store& in_use) {
  const std::size_t room = budget_ - budget_ / 8;
  std::vector<std::pair<std::uint64_t, Store*>> others;
  for (const auto& [store, bytes] : bytes_) {
    if (store != &in_use) others.emplace_back(store->last_used(), store);
  }
  std::sort(others.begin(), others.end());
  std::vector<std::unique_ptr<State>> unloaded;
  for (const auto& [used, store] : others) {
    if (total_ <= room) break;
    auto state = store->unload();
    if (!state) continue;
    unloaded.push_back(std::move(state));
    const auto found = bytes_.find(store);
    total_ -= found->second;
    bytes_.erase(found);
  }
  return unloaded;
}

}  // namespace whosaid::store
