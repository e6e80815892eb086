// cpp-httplib's threads, with a bound on the connections that wait for one: while that many do, no
// more are accepted, and the system keeps them.

#ifndef WHOSAID_EXAMPLES_HTTP_SERVER_BOUNDED_POOL_H_
#define WHOSAID_EXAMPLES_HTTP_SERVER_BOUNDED_POOL_H_

#include <httplib.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>

namespace server {

class BoundedPool : public httplib::TaskQueue {
 public:
  // `waiting` is kept at the number of connections that wait.
  BoundedPool(std::size_t threads, std::size_t bound, std::atomic<std::size_t>& waiting)
      : pool_(threads), bound_(bound), waiting_(waiting) {}

  void enqueue(std::function<void()> task) override {
    for (std::size_t now = waiting_; now >= bound_; now = waiting_) waiting_.wait(now);
    ++waiting_;
    pool_.enqueue([this, task = std::move(task)] {
      --waiting_;
      waiting_.notify_one();
      task();
    });
  }

  void shutdown() override { pool_.shutdown(); }

 private:
  httplib::ThreadPool pool_;
  const std::size_t bound_;
  std::atomic<std::size_t>& waiting_;
};

}  // namespace server

#endif  // WHOSAID_EXAMPLES_HTTP_SERVER_BOUNDED_POOL_H_
