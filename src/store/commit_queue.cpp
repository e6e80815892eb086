#include "store/commit_queue.h"

#include <algorithm>

namespace whosaid::store {

using detail::MutexLock;

namespace {

// What a leader waits for more, of the time that a commit takes; and at most.
constexpr int kShareOfCommit = 4;
constexpr std::chrono::milliseconds kLongestWait{2};

std::size_t bytes_of(const CommitRequest& request) {
  std::size_t bytes = 0;
  for (const Prepared& item : request.items) bytes += item.content.size();
  return bytes;
}

}  // namespace

CommitQueue::Turn::Turn(CommitQueue& queue, CommitRequest& request) : queue_(queue) {
  const MutexLock lock(queue.mutex_);
  queue.waiting_.push_back(&request);
  queue.arrived_.notify_one();
  if (!queue.led_) {
    queue.led_ = true;
    request.place_ = CommitRequest::Place::leads;
  }
  while (request.place_ == CommitRequest::Place::waits) request.changed_.wait(queue.mutex_);
  leads_ = request.place_ == CommitRequest::Place::leads;
}

void CommitQueue::Turn::wait_for_more() {
  const auto patience =
      std::min<Clock::duration>(queue_.commit_time_ / kShareOfCommit, kLongestWait);
  if (complete_ == Clock::time_point{}) complete_ = Clock::now();
  while (queue_.waiting_.empty() && taken_.size() < queue_.writers_) {
    if (queue_.arrived_.wait_until(queue_.mutex_, complete_ + patience) == std::cv_status::timeout)
      return;
  }
}

CommitRequest* CommitQueue::Turn::next() {
  const MutexLock lock(queue_.mutex_);
  if (queue_.waiting_.empty()) wait_for_more();
  if (queue_.waiting_.empty()) return nullptr;
  CommitRequest* const request = queue_.waiting_.front();
  const std::size_t memories = memories_ + request->items.size();
  const std::size_t bytes = bytes_ + bytes_of(*request);
  if (!taken_.empty() && (memories > kMostMemories || bytes > kMostBytes)) return nullptr;
  taken_.push_back(request);
  queue_.waiting_.pop_front();
  memories_ = memories;
  bytes_ = bytes;
  return request;
}

// Under the lock throughout: who has been answered goes, and its condition variable with it.
CommitQueue::Turn::~Turn() {
  if (!leads_) return;
  const MutexLock lock(queue_.mutex_);
  queue_.commit_time_ = Clock::now() - complete_;
  queue_.writers_ = queue_.waiting_.size() + taken_.size();
  queue_.led_ = !queue_.waiting_.empty();
  if (queue_.led_) {
    queue_.waiting_.front()->place_ = CommitRequest::Place::leads;
    queue_.waiting_.front()->changed_.notify_one();
  }
  for (CommitRequest* const request : taken_) {
    request->place_ = CommitRequest::Place::answered;
    request->changed_.notify_one();
  }
}

}  // namespace whosaid::store
