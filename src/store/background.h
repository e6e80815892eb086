// Background: the one thread of a database that links vectors into graphs while nobody waits. It
// never changes which memories can be found.

#ifndef WHOSAID_STORE_BACKGROUND_H_
#define WHOSAID_STORE_BACKGROUND_H_

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace whosaid::store {

class Store;

// Thread-safe. The destructor stops it: it waits for the step at hand, a few links or the writing
// of a graph's file.
class Background {
 public:
  Background() = default;
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  ~Background();

  // Waits for the step at hand; wake() does nothing from now on.
  void stop();
  // Works on the store until it has nothing left to do. The thread is made by the first call.
  void wake(std::weak_ptr<Store> store);

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::weak_ptr<Store>> queue_;  // guarded by mutex_, as is stopping_
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_BACKGROUND_H_
