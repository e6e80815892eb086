// The standard mutexes with annotations that clang checks. Standard ones, so that the thread
// sanitizer understands them.

#ifndef WHOSAID_DETAIL_MUTEX_H_
#define WHOSAID_DETAIL_MUTEX_H_

#include <mutex>
#include <shared_mutex>

#include "whosaid/detail/thread_annotations.h"

namespace whosaid::detail {

class WHOSAID_CAPABILITY("mutex") Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() WHOSAID_ACQUIRE() { mutex_.lock(); }
  void unlock() WHOSAID_RELEASE() { mutex_.unlock(); }
  [[nodiscard]] bool try_lock() WHOSAID_TRY_ACQUIRE(true) { return mutex_.try_lock(); }

 private:
  std::mutex mutex_;
};

// A writer that waits keeps new readers out: glibc's rwlock prefers readers, and under steady
// reading a writer would wait for ever. So a thread must not take it shared twice.
class WHOSAID_CAPABILITY("mutex") SharedMutex {
 public:
  SharedMutex() = default;
  SharedMutex(const SharedMutex&) = delete;
  SharedMutex& operator=(const SharedMutex&) = delete;

  void lock() WHOSAID_ACQUIRE() {
    const std::lock_guard<std::mutex> gate(gate_);
    mutex_.lock();
  }
  void unlock() WHOSAID_RELEASE() { mutex_.unlock(); }
  void lock_shared() WHOSAID_ACQUIRE_SHARED() {
    const std::lock_guard<std::mutex> gate(gate_);
    mutex_.lock_shared();
  }
  void unlock_shared() WHOSAID_RELEASE_SHARED() { mutex_.unlock_shared(); }

 private:
  std::mutex gate_;
  std::shared_mutex mutex_;
};

class WHOSAID_SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) WHOSAID_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~MutexLock() WHOSAID_RELEASE() { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

class WHOSAID_SCOPED_CAPABILITY ReaderLock {
 public:
  explicit ReaderLock(SharedMutex& mutex) WHOSAID_ACQUIRE_SHARED(mutex) : mutex_(mutex) {
    mutex_.lock_shared();
  }
  ~ReaderLock() WHOSAID_RELEASE() { mutex_.unlock_shared(); }
  ReaderLock(const ReaderLock&) = delete;
  ReaderLock& operator=(const ReaderLock&) = delete;

 private:
  SharedMutex& mutex_;
};

class WHOSAID_SCOPED_CAPABILITY WriterLock {
 public:
  explicit WriterLock(SharedMutex& mutex) WHOSAID_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~WriterLock() WHOSAID_RELEASE() { mutex_.unlock(); }
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  SharedMutex& mutex_;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_MUTEX_H_
