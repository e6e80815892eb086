#include "storage/wal_guard.h"

#include <atomic>
#include <string_view>
#include <utility>

#include "storage/table_check.h"

namespace whosaid::storage {
namespace {

using rocksdb::FileOptions;
using rocksdb::FSWritableFile;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

class GuardedLog : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  GuardedLog(std::unique_ptr<FSWritableFile>&& file, std::string name, bool synced,
             std::shared_ptr<PendingCuts> cuts)
      : FSWritableFileOwnerWrapper(std::move(file)),
        name_(std::move(name)),
        synced_(synced),
        cuts_(std::move(cuts)) {}

  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  IODebugContext* debug) override {
    return appended(data.size(), FSWritableFileOwnerWrapper::Append(data, options, debug));
  }
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo& info, IODebugContext* debug) override {
    return appended(data.size(), FSWritableFileOwnerWrapper::Append(data, options, info, debug));
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    return flushed(FSWritableFileOwnerWrapper::Sync(options, debug));
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return flushed(FSWritableFileOwnerWrapper::Fsync(options, debug));
  }

 private:
  IOStatus appended(std::uint64_t size, IOStatus status) {
    if (status.ok()) {
      length_ += size;
    } else {
      cut(synced_ ? acknowledged_.load() : length_.load());
    }
    return status;
  }

  // Without synced_ every complete record counts as acknowledged, flushed or not.
  IOStatus flushed(IOStatus status) {
    if (status.ok()) {
      acknowledged_ = length_.load();
    } else if (synced_) {
      cut(acknowledged_);
    }
    return status;
  }

  void cut(std::uint64_t length) {
    const IOOptions options;
    IOStatus status = FSWritableFileOwnerWrapper::Truncate(length, options, nullptr);
    if (status.ok()) status = FSWritableFileOwnerWrapper::Sync(options, nullptr);
    if (!status.ok()) cuts_->add(name_, length);
    length_ = length;
  }

  const std::string name_;
  const bool synced_;
  const std::shared_ptr<PendingCuts> cuts_;
  // RocksDB writes from one thread after another.
  std::atomic<std::uint64_t> length_ = 0;
  std::atomic<std::uint64_t> acknowledged_ = 0;
};

bool is_write_ahead_log(std::string_view name) { return name.ends_with(".log"); }

IOStatus cut_file(rocksdb::FileSystem& files, const std::string& name, std::uint64_t length) {
  const IOOptions options;
  std::unique_ptr<FSWritableFile> file;
  IOStatus status = files.ReopenWritableFile(name, FileOptions(), &file, nullptr);
  if (status.ok()) status = file->Truncate(length, options, nullptr);
  if (status.ok()) status = file->Sync(options, nullptr);
  if (status.ok()) status = file->Close(options, nullptr);
  return status;
}

}  // namespace

void PendingCuts::add(const std::string& file, std::uint64_t length) {
  const detail::MutexLock lock(mutex_);
  cuts_.insert_or_assign(file, length);
}

void PendingCuts::remove(const std::string& file) {
  const detail::MutexLock lock(mutex_);
  cuts_.erase(file);
}

// A cut is kept until the file is gone: RocksDB, closing it, may set its length again.
IOStatus PendingCuts::make(rocksdb::FileSystem& files) {
  const detail::MutexLock lock(mutex_);
  for (auto cut = cuts_.begin(); cut != cuts_.end();) {
    if (files.FileExists(cut->first, IOOptions(), nullptr).IsNotFound()) {
      cut = cuts_.erase(cut);
      continue;
    }
    const IOStatus status = cut_file(files, cut->first, cut->second);
    if (!status.ok()) return status;
    ++cut;
  }
  return IOStatus::OK();
}

IOStatus WalGuard::NewRandomAccessFile(const std::string& name, const FileOptions& options,
                                       std::unique_ptr<rocksdb::FSRandomAccessFile>* result,
                                       IODebugContext* debug) {
  IOStatus status = FileSystemWrapper::NewRandomAccessFile(name, options, result, debug);
  if (!status.ok() || !name.ends_with(".sst")) return status;
  status = check_table(*target(), name, **result);
  if (!status.ok()) result->reset();
  return status;
}

IOStatus WalGuard::NewWritableFile(const std::string& name, const FileOptions& options,
                                   std::unique_ptr<FSWritableFile>* result, IODebugContext* debug) {
  IOStatus status = FileSystemWrapper::NewWritableFile(name, options, result, debug);
  if (status.ok() && is_write_ahead_log(name)) {
    cuts_->remove(name);
    *result = std::make_unique<GuardedLog>(std::move(*result), name, synced_, cuts_);
  }
  return status;
}

}  // namespace whosaid::storage
