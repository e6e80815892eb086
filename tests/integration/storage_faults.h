// A file system that fails on demand, or ends the process.

#ifndef WHOSAID_TESTS_INTEGRATION_STORAGE_FAULTS_H_
#define WHOSAID_TESTS_INTEGRATION_STORAGE_FAULTS_H_

#include <unistd.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "storage/rocksdb_testing.h"

namespace whosaid::storage {

enum class Fault {
  none,
  append,  // half of the bytes are written, as on a full disk
  sync,    // everything is written, and the flush to the disk fails
  table,   // table files cannot be written, as flushes and recoveries do
};

struct FaultSettings {
  std::atomic<Fault> fault = Fault::none;
  std::atomic<bool> truncate_fails = false;
  std::atomic<bool> no_sync = false;  // for tests of kill -9, which loses nothing that was written
  std::atomic<int> steps_to_live = -1;  // changes of the disk until the process ends; -1: none
  // Appends to the write-ahead log until the process ends, with half of the last one written.
  std::atomic<int> writes_to_live = -1;

  void step() {
    if (ends(steps_to_live)) ::_exit(9);
  }
  static bool ends(std::atomic<int>& left) { return left >= 0 && left-- == 0; }
};

class FaultyFile : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  FaultyFile(std::unique_ptr<rocksdb::FSWritableFile>&& file,
             std::shared_ptr<FaultSettings> settings, const std::string& name)
      : FSWritableFileOwnerWrapper(std::move(file)),
        settings_(std::move(settings)),
        table_(name.ends_with(".sst")),
        log_(name.ends_with(".log")) {}

  rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                           rocksdb::IODebugContext* debug) override {
    settings_->step();
    const bool last = log_ && FaultSettings::ends(settings_->writes_to_live);
    const Fault fault = settings_->fault;
    if (!last && fault != Fault::append && !(fault == Fault::table && table_)) {
      return FSWritableFileOwnerWrapper::Append(data, options, debug);
    }
    const rocksdb::Slice half(data.data(), data.size() / 2);
    FSWritableFileOwnerWrapper::Append(half, options, debug).PermitUncheckedError();
    if (last) ::_exit(9);
    return rocksdb::IOStatus::NoSpace("No space left on device");
  }
  rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                           const rocksdb::DataVerificationInfo&,
                           rocksdb::IODebugContext* debug) override {
    return Append(data, options, debug);
  }
  rocksdb::IOStatus Sync(const rocksdb::IOOptions& options,
                         rocksdb::IODebugContext* debug) override {
    settings_->step();
    if (settings_->fault == Fault::sync) return rocksdb::IOStatus::IOError("Input/output error");
    if (settings_->no_sync) return rocksdb::IOStatus::OK();
    return FSWritableFileOwnerWrapper::Sync(options, debug);
  }
  rocksdb::IOStatus Fsync(const rocksdb::IOOptions& options,
                          rocksdb::IODebugContext* debug) override {
    return Sync(options, debug);
  }
  rocksdb::IOStatus Truncate(std::uint64_t size, const rocksdb::IOOptions& options,
                             rocksdb::IODebugContext* debug) override {
    if (settings_->truncate_fails) return rocksdb::IOStatus::IOError("Input/output error");
    return FSWritableFileOwnerWrapper::Truncate(size, options, debug);
  }

 private:
  const std::shared_ptr<FaultSettings> settings_;
  const bool table_;
  const bool log_;
};

class FaultyDirectory : public rocksdb::FSDirectoryWrapper {
 public:
  FaultyDirectory(std::unique_ptr<rocksdb::FSDirectory>&& directory,
                  std::shared_ptr<FaultSettings> settings)
      : FSDirectoryWrapper(std::move(directory)), settings_(std::move(settings)) {}

  rocksdb::IOStatus Fsync(const rocksdb::IOOptions& options,
                          rocksdb::IODebugContext* debug) override {
    if (settings_->no_sync) return rocksdb::IOStatus::OK();
    return FSDirectoryWrapper::Fsync(options, debug);
  }
  rocksdb::IOStatus FsyncWithDirOptions(const rocksdb::IOOptions& options,
                                        rocksdb::IODebugContext* debug,
                                        const rocksdb::DirFsyncOptions& how) override {
    if (settings_->no_sync) return rocksdb::IOStatus::OK();
    return FSDirectoryWrapper::FsyncWithDirOptions(options, debug, how);
  }

 private:
  const std::shared_ptr<FaultSettings> settings_;
};

class FaultyFileSystem : public rocksdb::FileSystemWrapper {
 public:
  explicit FaultyFileSystem(std::shared_ptr<FaultSettings> settings)
      : FileSystemWrapper(rocksdb::FileSystem::Default()), settings_(std::move(settings)) {}

  const char* Name() const override { return "FaultyFileSystem"; }

  rocksdb::IOStatus NewWritableFile(const std::string& name, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* result,
                                    rocksdb::IODebugContext* debug) override {
    settings_->step();
    return wrapped(FileSystemWrapper::NewWritableFile(name, options, result, debug), result, name);
  }
  rocksdb::IOStatus ReopenWritableFile(const std::string& name, const rocksdb::FileOptions& options,
                                       std::unique_ptr<rocksdb::FSWritableFile>* result,
                                       rocksdb::IODebugContext* debug) override {
    return wrapped(FileSystemWrapper::ReopenWritableFile(name, options, result, debug), result,
                   name);
  }
  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to,
                               const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override {
    settings_->step();
    return FileSystemWrapper::RenameFile(from, to, options, debug);
  }
  rocksdb::IOStatus NewDirectory(const std::string& name, const rocksdb::IOOptions& options,
                                 std::unique_ptr<rocksdb::FSDirectory>* result,
                                 rocksdb::IODebugContext* debug) override {
    auto status = FileSystemWrapper::NewDirectory(name, options, result, debug);
    if (status.ok()) *result = std::make_unique<FaultyDirectory>(std::move(*result), settings_);
    return status;
  }
  rocksdb::IOStatus DeleteFile(const std::string& name, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override {
    settings_->step();
    return FileSystemWrapper::DeleteFile(name, options, debug);
  }

 private:
  rocksdb::IOStatus wrapped(rocksdb::IOStatus status,
                            std::unique_ptr<rocksdb::FSWritableFile>* result,
                            const std::string& name) {
    if (status.ok()) {
      *result = std::make_unique<FaultyFile>(std::move(*result), settings_, name);
    }
    return status;
  }

  const std::shared_ptr<FaultSettings> settings_;
};

inline std::shared_ptr<FileSystemHook> faulty(std::shared_ptr<FaultSettings> settings) {
  return std::make_shared<FileSystemHook>(
      FileSystemHook{std::make_shared<FaultyFileSystem>(std::move(settings))});
}

}  // namespace whosaid::storage

#endif  // WHOSAID_TESTS_INTEGRATION_STORAGE_FAULTS_H_
