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
             std::shared_ptr<PendingCuts> cuts, std::shared_ptr<UnnamedLogs> unnamed)
      : FSWritableFileOwnerWrapper(std::move(file)),
        name_(std::move(name)),
        synced_(synced),
        cuts_(std::move(cuts)),
        unnamed_(std::move(unnamed)) {}

  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  IODebugContext* debug) override {
    return appended(data.size(), FSWritableFileOwnerWrapper::Append(data, options, debug));
  }
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo& info, IODebugContext* debug) override {
    return appended(data.size(), FSWritableFileOwnerWrapper::Append(data, options, info, debug));
  }
  // RocksDB's end of a record.
  IOStatus Flush(const IOOptions& options, IODebugContext* debug) override {
    return completed(FSWritableFileOwnerWrapper::Flush(options, debug), !synced_);
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    return completed(FSWritableFileOwnerWrapper::Sync(options, debug), synced_);
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return completed(FSWritableFileOwnerWrapper::Fsync(options, debug), synced_);
  }

 private:
  IOStatus appended(std::uint64_t size, IOStatus status) {
    if (status.ok()) {
      length_ += size;
    } else {
      cut(acknowledged_);
    }
    return status;
  }

  // `acknowledges`: what was written counts as acknowledged if this succeeded.
  IOStatus completed(IOStatus status, bool acknowledges) {
    if (!status.ok()) {
      cut(acknowledged_);
    } else if (acknowledges) {
      if (synced_ && acknowledged_ == 0) unnamed_->add(name_);
      acknowledged_ = length_.load();
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
  const std::shared_ptr<UnnamedLogs> unnamed_;
  // RocksDB writes from one thread after another.
  std::atomic<std::uint64_t> length_ = 0;
  std::atomic<std::uint64_t> acknowledged_ = 0;
};

class GuardedDirectory : public rocksdb::FSDirectoryWrapper {
 public:
  GuardedDirectory(std::unique_ptr<rocksdb::FSDirectory>&& directory,
                   std::shared_ptr<rocksdb::FileSystem> files, std::shared_ptr<PendingCuts> cuts,
                   std::shared_ptr<UnnamedLogs> unnamed)
      : FSDirectoryWrapper(std::move(directory)),
        files_(std::move(files)),
        cuts_(std::move(cuts)),
        unnamed_(std::move(unnamed)) {}

  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return flushed(FSDirectoryWrapper::Fsync(options, debug));
  }
  IOStatus FsyncWithDirOptions(const IOOptions& options, IODebugContext* debug,
                               const rocksdb::DirFsyncOptions& how) override {
    return flushed(FSDirectoryWrapper::FsyncWithDirOptions(options, debug, how));
  }

 private:
  // A log without a name that lasts holds nothing that was acknowledged.
  IOStatus flushed(IOStatus status) {
    const std::vector<std::string> logs = unnamed_->take();
    if (status.ok() || logs.empty()) return status;
    for (const std::string& log : logs) cuts_->add(log, 0);
    cuts_->make(*files_).PermitUncheckedError();  // or later
    return status;
  }

  const std::shared_ptr<rocksdb::FileSystem> files_;
  const std::shared_ptr<PendingCuts> cuts_;
  const std::shared_ptr<UnnamedLogs> unnamed_;
};

// To its end.
class WholeFile : public rocksdb::FSSequentialFileOwnerWrapper {
 public:
  WholeFile(std::unique_ptr<rocksdb::FSSequentialFile>&& file, std::string name,
            std::shared_ptr<rocksdb::FileSystem> files)
      : FSSequentialFileOwnerWrapper(std::move(file)),
        name_(std::move(name)),
        files_(std::move(files)) {}

  IOStatus Read(std::size_t n, const IOOptions& options, rocksdb::Slice* result, char* scratch,
                IODebugContext* debug) override {
    IOStatus status = FSSequentialFileOwnerWrapper::Read(n, options, result, scratch, debug);
    if (!status.ok()) return status;
    position_ += result->size();
    if (result->size() == n) return status;
    std::uint64_t size = 0;
    status = files_->GetFileSize(name_, options, &size, debug);
    if (status.ok() && position_ < size) status = IOStatus::IOError(name_, "reads short");
    return status;
  }
  IOStatus Skip(std::uint64_t n) override {
    position_ += n;
    return FSSequentialFileOwnerWrapper::Skip(n);
  }

 private:
  const std::string name_;
  const std::shared_ptr<rocksdb::FileSystem> files_;
  std::uint64_t position_ = 0;
};

bool is_write_ahead_log(std::string_view name) { return name.ends_with(".log"); }
bool is_manifest(std::string_view name) { return name.find("/MANIFEST-") != name.npos; }

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

void UnnamedLogs::add(const std::string& file) {
  const detail::MutexLock lock(mutex_);
  logs_.insert_or_assign(file, std::this_thread::get_id());
}

std::vector<std::string> UnnamedLogs::take() {
  const detail::MutexLock lock(mutex_);
  std::vector<std::string> taken;
  for (auto log = logs_.begin(); log != logs_.end();) {
    if (log->second == std::this_thread::get_id()) {
      taken.push_back(log->first);
      log = logs_.erase(log);
    } else {
      ++log;
    }
  }
  return taken;
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
    *result = std::make_unique<GuardedLog>(std::move(*result), name, synced_, cuts_, unnamed_);
  }
  return status;
}

IOStatus WalGuard::NewSequentialFile(const std::string& name, const FileOptions& options,
                                     std::unique_ptr<rocksdb::FSSequentialFile>* result,
                                     IODebugContext* debug) {
  IOStatus status = FileSystemWrapper::NewSequentialFile(name, options, result, debug);
  if (status.ok() && (is_write_ahead_log(name) || is_manifest(name))) {
    *result = std::make_unique<WholeFile>(std::move(*result), name, target_);
  }
  return status;
}

IOStatus WalGuard::NewDirectory(const std::string& name, const IOOptions& options,
                                std::unique_ptr<rocksdb::FSDirectory>* result,
                                IODebugContext* debug) {
  IOStatus status = FileSystemWrapper::NewDirectory(name, options, result, debug);
  if (status.ok()) {
    *result = std::make_unique<GuardedDirectory>(std::move(*result), target_, cuts_, unnamed_);
  }
  return status;
}

}  // namespace whosaid::storage
