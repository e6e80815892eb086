// CommitQueue: writers of one store who wait to be committed. The first of them leads: it takes as
// many as fit from the queue, commits them together, with one flush of the log, and answers them.
// Writers who were answered together come back together: where a commit takes long, the next leader
// gives them a moment, or else half of them would always wait for the other half's flush.

#ifndef WHOSAID_STORE_COMMIT_QUEUE_H_
#define WHOSAID_STORE_COMMIT_QUEUE_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "store/prepared.h"
#include "whosaid/detail/mutex.h"
#include "whosaid/options.h"
#include "whosaid/result.h"

namespace whosaid::store {

// Memories to be stored together or not at all. Lives on the stack of the thread that waits.
class CommitRequest {
 public:
  explicit CommitRequest(std::span<const Prepared> memories) : items(memories) {}

  const std::span<const Prepared> items;
  // Written by who leads. Nothing: some must be embedded first (AddTransaction::add).
  Result<std::optional<std::vector<AddResult>>> answer =
      tl::unexpected(Error{.code = ErrorCode::io_error, .message = "out of memory"});
  std::optional<std::size_t> at_fault;  // the item that an error is about

 private:
  friend class CommitQueue;
  enum class Place { waits, leads, answered };
  Place place_ = Place::waits;  // guarded by the queue's mutex
  std::condition_variable_any changed_;
};

// Thread-safe. Its mutex is taken after all others.
class CommitQueue {
 public:
  // So that none waits long for others: what a group holds at most, unless it is one request.
  static constexpr std::size_t kMostMemories = 256;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

  using Clock = std::chrono::steady_clock;

  // A request's stay in the queue.
  class Turn {
   public:
    // Waits until the request has been answered or leads.
    Turn(CommitQueue& queue, CommitRequest& request) WHOSAID_EXCLUDES(queue.mutex_);
    // The leader's: hands out the answers, and lets the next one lead.
    ~Turn() WHOSAID_EXCLUDES(queue_.mutex_);
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    [[nodiscard]] bool leads() const { return leads_; }
    // For the leader: the next request of its group, its own first. Null: the group is complete, or
    // nobody else waits or is expected.
    [[nodiscard]] CommitRequest* next() WHOSAID_EXCLUDES(queue_.mutex_);

   private:
    void wait_for_more() WHOSAID_REQUIRES(queue_.mutex_);

    CommitQueue& queue_;
    bool leads_ = false;
    Clock::time_point complete_{};  // when the group was, or its leader began to wait for more
    std::vector<CommitRequest*> taken_;
    std::size_t memories_ = 0;  // of those taken, as are bytes_
    std::size_t bytes_ = 0;
  };

  // Requests that nobody has taken yet.
  [[nodiscard]] std::size_t waiting() const WHOSAID_EXCLUDES(mutex_) {
    const detail::MutexLock lock(mutex_);
    return waiting_.size();
  }

 private:
  mutable detail::Mutex mutex_;
  std::deque<CommitRequest*> waiting_ WHOSAID_GUARDED_BY(mutex_);
  bool led_ WHOSAID_GUARDED_BY(mutex_) = false;  // somebody leads; if nobody does, nobody waits
  // When the last group had been committed: those answered, and those who waited already.
  std::size_t writers_ WHOSAID_GUARDED_BY(mutex_) = 0;
  Clock::duration commit_time_ WHOSAID_GUARDED_BY(mutex_){};  // of the last group
  std::condition_variable_any arrived_;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_COMMIT_QUEUE_H_
