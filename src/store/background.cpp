#include "store/background.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "store/store.h"

namespace whosaid::store {

Background::~Background() { stop(); }

void Background::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Background::wake(std::weak_ptr<Store> store) {
  const std::lock_guard lock(mutex_);
  if (stopping_) return;
  const auto same = [&](const std::weak_ptr<Store>& other) {
    return !other.owner_before(store) && !store.owner_before(other);
  };
  if (std::any_of(queue_.begin(), queue_.end(), same)) return;
  queue_.push_back(std::move(store));
  if (!thread_.joinable()) {
    try {
      thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
      // No thread to be had: rows stay unlinked and are scanned. The next call tries again.
      queue_.clear();
    }
  }
  changed_.notify_one();
}

void Background::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
    if (stopping_) return;
    const std::shared_ptr<Store> store = queue_.front().lock();
    queue_.pop_front();
    if (store == nullptr) continue;
    lock.unlock();
    const bool more = store->work();
    lock.lock();
    // At the end of the queue, so that stores take turns.
    if (more) queue_.push_back(store);
  }
}

}  // namespace whosaid::store
