// Flushes of the log that wait until a test lets them go.

#ifndef WHOSAID_TESTS_INTEGRATION_HELD_FLUSHES_H_
#define WHOSAID_TESTS_INTEGRATION_HELD_FLUSHES_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "storage/log.h"
#include "storage/rocksdb_testing.h"

namespace whosaid::test {

// What passes waits while it is held. So that a broken rule fails and doesn't hang, it gives up
// after a time in which everything that has to happen has happened.
class Gate {
 public:
  void hold() { set(true, false); }
  void release() { set(false, false); }
  // Who waits fails.
  void fail() { set(false, true); }
  // Who waits goes on, and the next one fails.
  void fail_next() {
    {
      const std::lock_guard lock(mutex_);
      next_fails_ = true;
    }
    release();
  }

  // Until somebody waits; false: nobody came.
  bool await() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kPatience, [&] { return waiting_ > 0; });
  }
  // Nobody has been let go since await().
  bool holds() {
    const std::lock_guard lock(mutex_);
    return held_ && waiting_ > 0;
  }
  std::size_t passed() {
    const std::lock_guard lock(mutex_);
    return passed_;
  }

  // False: fail.
  bool pass() {
    std::unique_lock lock(mutex_);
    ++passed_;
    if (!held_) return !std::exchange(next_fails_, false);
    ++waiting_;
    changed_.notify_all();
    changed_.wait_for(lock, kPatience, [&] { return !held_; });
    --waiting_;
    held_ = false;
    return !fails_;
  }

 private:
  static constexpr std::chrono::seconds kPatience{60};

  void set(bool held, bool fails) {
    const std::lock_guard lock(mutex_);
    held_ = held;
    fails_ = fails;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = false;
  bool fails_ = false;
  bool next_fails_ = false;
  std::size_t waiting_ = 0;
  std::size_t passed_ = 0;
};

class GatedFile : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  GatedFile(std::unique_ptr<rocksdb::FSWritableFile>&& file, std::shared_ptr<Gate> gate)
      : FSWritableFileOwnerWrapper(std::move(file)), gate_(std::move(gate)) {}

  // The system's own flush is left out: it only takes time.
  rocksdb::IOStatus Sync(const rocksdb::IOOptions&, rocksdb::IODebugContext*) override {
    return gate_->pass() ? rocksdb::IOStatus::OK()
                         : rocksdb::IOStatus::IOError("Input/output error");
  }
  rocksdb::IOStatus Fsync(const rocksdb::IOOptions& options,
                          rocksdb::IODebugContext* debug) override {
    return Sync(options, debug);
  }

 private:
  const std::shared_ptr<Gate> gate_;
};

// Flushes of the write-ahead log pass a gate.
class GatedFileSystem : public rocksdb::FileSystemWrapper {
 public:
  explicit GatedFileSystem(std::shared_ptr<Gate> gate)
      : FileSystemWrapper(rocksdb::FileSystem::Default()), gate_(std::move(gate)) {}

  const char* Name() const override { return "GatedFileSystem"; }

  rocksdb::IOStatus NewWritableFile(const std::string& name, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* result,
                                    rocksdb::IODebugContext* debug) override {
    rocksdb::IOStatus status = FileSystemWrapper::NewWritableFile(name, options, result, debug);
    if (status.ok() && name.ends_with(".log")) {
      *result = std::make_unique<GatedFile>(std::move(*result), gate_);
    }
    return status;
  }

 private:
  const std::shared_ptr<Gate> gate_;
};

// A log whose applied batches pass a gate before the caller hears of them.
class GatedLog final : public storage::Log {
 public:
  GatedLog(std::unique_ptr<storage::Log> log, std::shared_ptr<Gate> gate)
      : log_(std::move(log)), gate_(std::move(gate)) {}

  Result<std::optional<std::string>> get(storage::Table table,
                                         std::string_view key) const override {
    return log_->get(table, key);
  }
  std::vector<Result<std::optional<std::string>>> get_many(
      storage::Table table, std::span<const std::string> keys) const override {
    return log_->get_many(table, keys);
  }
  Result<void> scan(
      storage::Table table, std::string_view begin, std::string_view end,
      const std::function<storage::Visit(const storage::Entry&)>& visit) const override {
    return log_->scan(table, begin, end, visit);
  }
  std::unique_ptr<storage::Cursor> cursor(storage::Table table, std::string_view begin,
                                          std::string_view end) const override {
    return log_->cursor(table, begin, end);
  }
  Result<std::unique_ptr<storage::Snapshot>> snapshot() const override { return log_->snapshot(); }
  Result<void> copy_to(const std::filesystem::path& path) const override {
    return log_->copy_to(path);
  }
  Result<std::uint64_t> version(storage::StoreNumber store) const override {
    return log_->version(store);
  }
  Result<bool> apply(storage::StoreNumber store, std::uint64_t expected,
                     const storage::Batch& batch) override {
    auto applied = log_->apply(store, expected, batch);
    gate_->pass();
    return applied;
  }

 private:
  const std::unique_ptr<storage::Log> log_;
  const std::shared_ptr<Gate> gate_;
};

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_INTEGRATION_HELD_FLUSHES_H_
