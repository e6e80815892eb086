// A file system of which one call fails, whichever is wanted.

#ifndef WHOSAID_TESTS_INTEGRATION_EVERY_FAULT_H_
#define WHOSAID_TESTS_INTEGRATION_EVERY_FAULT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "storage/rocksdb_testing.h"

namespace whosaid::storage {

enum class Misfortune {
  no_space,    // of calls that write
  io_error,    // of any call
  corruption,  // what is read is called corrupt
  bit_flip,    // what is read is not what was written
  short_read,  // only half of what was to be read, without an error
};

// Which call fails, counted from 0 among those that the misfortune can befall.
class Fate {
 public:
  enum class Call { reads, writes, other };

  explicit Fate(Misfortune what, std::size_t at) : what_(what), at_(at) {}

  [[nodiscard]] Misfortune what() const { return what_; }

  bool strikes(Call call, const char* name, const std::string& file) {
    if (what_ == Misfortune::no_space && call != Call::writes) return false;
    if (what_ > Misfortune::io_error && call != Call::reads) return false;
    // RocksDB has an assertion that this file is never called corrupt.
    if (what_ == Misfortune::corruption && file.ends_with("/IDENTITY")) return false;
    const std::lock_guard lock(mutex_);
    if (over_ || calls_++ != at_) return false;
    struck_ = std::string(name) + " " + file.substr(file.rfind('/') + 1);
    return true;
  }
  [[nodiscard]] rocksdb::IOStatus status() const {
    if (what_ == Misfortune::no_space) return rocksdb::IOStatus::NoSpace("No space left on device");
    if (what_ == Misfortune::corruption) return rocksdb::IOStatus::Corruption("a bad sector");
    return rocksdb::IOStatus::IOError("Input/output error");
  }

  // From now on nothing fails.
  void end() {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  std::size_t calls() {
    const std::lock_guard lock(mutex_);
    return calls_;
  }
  // Which call failed; empty: none yet.
  std::string struck() {
    const std::lock_guard lock(mutex_);
    return struck_;
  }

 private:
  const Misfortune what_;
  const std::size_t at_;
  std::mutex mutex_;
  std::size_t calls_ = 0;
  bool over_ = false;
  std::string struck_;
};

// What all of the files and the file system share.
class Fated {
 public:
  Fated(std::shared_ptr<Fate> fate, std::string name)
      : fate_(std::move(fate)), name_(std::move(name)) {}

 protected:
  template <class Work>
  rocksdb::IOStatus unless_struck(Fate::Call call, const char* name, const Work& work) const {
    if (fate_->strikes(call, name, name_)) return fate_->status();
    return work();
  }
  // `work` reads at most into *result.
  template <class Work>
  rocksdb::IOStatus read(const Work& work, rocksdb::Slice* result, char* scratch) const {
    if (!fate_->strikes(Fate::Call::reads, "Read", name_)) return work();
    if (fate_->what() == Misfortune::io_error || fate_->what() == Misfortune::corruption) {
      return fate_->status();
    }
    const rocksdb::IOStatus status = work();
    if (!status.ok() || result->empty()) return status;
    if (fate_->what() == Misfortune::short_read) {
      *result = rocksdb::Slice(result->data(), result->size() / 2);
      return status;
    }
    if (result->data() != scratch) std::copy_n(result->data(), result->size(), scratch);
    scratch[result->size() / 2] ^= 4;
    *result = rocksdb::Slice(scratch, result->size());
    return status;
  }

  const std::shared_ptr<Fate> fate_;
  const std::string name_;
};

class FatedWritable : public rocksdb::FSWritableFileOwnerWrapper, Fated {
 public:
  FatedWritable(std::unique_ptr<rocksdb::FSWritableFile>&& file, std::shared_ptr<Fate> fate,
                const std::string& name)
      : FSWritableFileOwnerWrapper(std::move(file)), Fated(std::move(fate), name) {}

  using Status = rocksdb::IOStatus;
  using Options = rocksdb::IOOptions;
  using Debug = rocksdb::IODebugContext;

  // A write that fails has written a part.
  Status Append(const rocksdb::Slice& data, const Options& options, Debug* debug) override {
    if (!fate_->strikes(Fate::Call::writes, "Append", name_)) {
      return FSWritableFileOwnerWrapper::Append(data, options, debug);
    }
    const rocksdb::Slice half(data.data(), data.size() / 2);
    FSWritableFileOwnerWrapper::Append(half, options, debug).PermitUncheckedError();
    return fate_->status();
  }
  Status Append(const rocksdb::Slice& data, const Options& options,
                const rocksdb::DataVerificationInfo&, Debug* debug) override {
    return Append(data, options, debug);
  }
  Status Truncate(std::uint64_t size, const Options& options, Debug* debug) override {
    return unless_struck(Fate::Call::writes, "Truncate", [&] {
      return FSWritableFileOwnerWrapper::Truncate(size, options, debug);
    });
  }
  // One that fails has closed the file all the same.
  Status Close(const Options& options, Debug* debug) override {
    Status closed = FSWritableFileOwnerWrapper::Close(options, debug);
    return unless_struck(Fate::Call::writes, "Close", [&] { return closed; });
  }
  Status Flush(const Options& options, Debug* debug) override {
    return unless_struck(Fate::Call::writes, "Flush",
                         [&] { return FSWritableFileOwnerWrapper::Flush(options, debug); });
  }
  Status Sync(const Options& options, Debug* debug) override {
    return unless_struck(Fate::Call::writes, "Sync",
                         [&] { return FSWritableFileOwnerWrapper::Sync(options, debug); });
  }
  Status Fsync(const Options& options, Debug* debug) override { return Sync(options, debug); }
  Status RangeSync(std::uint64_t offset, std::uint64_t size, const Options& options,
                   Debug* debug) override {
    return unless_struck(Fate::Call::writes, "RangeSync", [&] {
      return FSWritableFileOwnerWrapper::RangeSync(offset, size, options, debug);
    });
  }
  Status Allocate(std::uint64_t offset, std::uint64_t size, const Options& options,
                  Debug* debug) override {
    return unless_struck(Fate::Call::writes, "Allocate", [&] {
      return FSWritableFileOwnerWrapper::Allocate(offset, size, options, debug);
    });
  }
};

class FatedSequential : public rocksdb::FSSequentialFileOwnerWrapper, Fated {
 public:
  FatedSequential(std::unique_ptr<rocksdb::FSSequentialFile>&& file, std::shared_ptr<Fate> fate,
                  const std::string& name)
      : FSSequentialFileOwnerWrapper(std::move(file)), Fated(std::move(fate), name) {}

  rocksdb::IOStatus Read(std::size_t n, const rocksdb::IOOptions& options, rocksdb::Slice* result,
                         char* scratch, rocksdb::IODebugContext* debug) override {
    return read(
        [&] { return FSSequentialFileOwnerWrapper::Read(n, options, result, scratch, debug); },
        result, scratch);
  }
};

class FatedRandomAccess : public rocksdb::FSRandomAccessFileOwnerWrapper, Fated {
 public:
  FatedRandomAccess(std::unique_ptr<rocksdb::FSRandomAccessFile>&& file, std::shared_ptr<Fate> fate,
                    const std::string& name)
      : FSRandomAccessFileOwnerWrapper(std::move(file)), Fated(std::move(fate), name) {}

  rocksdb::IOStatus Read(std::uint64_t offset, std::size_t n, const rocksdb::IOOptions& options,
                         rocksdb::Slice* result, char* scratch,
                         rocksdb::IODebugContext* debug) const override {
    return read(
        [&] {
          return FSRandomAccessFileOwnerWrapper::Read(offset, n, options, result, scratch, debug);
        },
        result, scratch);
  }
  rocksdb::IOStatus MultiRead(rocksdb::FSReadRequest* requests, std::size_t count,
                              const rocksdb::IOOptions& options,
                              rocksdb::IODebugContext* debug) override {
    for (std::size_t i = 0; i < count; ++i) {
      rocksdb::FSReadRequest& one = requests[i];
      one.status = Read(one.offset, one.len, options, &one.result, one.scratch, debug);
    }
    return rocksdb::IOStatus::OK();
  }
};

class FatedDirectory : public rocksdb::FSDirectoryWrapper, Fated {
 public:
  FatedDirectory(std::unique_ptr<rocksdb::FSDirectory>&& directory, std::shared_ptr<Fate> fate,
                 const std::string& name)
      : FSDirectoryWrapper(std::move(directory)), Fated(std::move(fate), name) {}

  rocksdb::IOStatus Fsync(const rocksdb::IOOptions& options,
                          rocksdb::IODebugContext* debug) override {
    return unless_struck(Fate::Call::writes, "Fsync",
                         [&] { return FSDirectoryWrapper::Fsync(options, debug); });
  }
  rocksdb::IOStatus FsyncWithDirOptions(const rocksdb::IOOptions& options,
                                        rocksdb::IODebugContext* debug,
                                        const rocksdb::DirFsyncOptions&) override {
    return Fsync(options, debug);
  }
};

class FatedFileSystem : public rocksdb::FileSystemWrapper {
 public:
  FatedFileSystem(const std::shared_ptr<rocksdb::FileSystem>& base, std::shared_ptr<Fate> fate)
      : FileSystemWrapper(base), fate_(std::move(fate)) {}

  const char* Name() const override { return "FatedFileSystem"; }

  using Status = rocksdb::IOStatus;
  using Options = rocksdb::IOOptions;
  using FileOptions = rocksdb::FileOptions;
  using Debug = rocksdb::IODebugContext;
  template <class T>
  using Made = std::unique_ptr<T>*;

  Status NewWritableFile(const std::string& name, const FileOptions& options,
                         Made<rocksdb::FSWritableFile> result, Debug* debug) override {
    return made<FatedWritable>(Fate::Call::writes, "NewWritableFile", name, result, [&] {
      return FileSystemWrapper::NewWritableFile(name, options, result, debug);
    });
  }
  Status ReopenWritableFile(const std::string& name, const FileOptions& options,
                            Made<rocksdb::FSWritableFile> result, Debug* debug) override {
    return made<FatedWritable>(Fate::Call::writes, "ReopenWritableFile", name, result, [&] {
      return FileSystemWrapper::ReopenWritableFile(name, options, result, debug);
    });
  }
  Status NewSequentialFile(const std::string& name, const FileOptions& options,
                           Made<rocksdb::FSSequentialFile> result, Debug* debug) override {
    return made<FatedSequential>(Fate::Call::other, "NewSequentialFile", name, result, [&] {
      return FileSystemWrapper::NewSequentialFile(name, options, result, debug);
    });
  }
  Status NewRandomAccessFile(const std::string& name, const FileOptions& options,
                             Made<rocksdb::FSRandomAccessFile> result, Debug* debug) override {
    return made<FatedRandomAccess>(Fate::Call::other, "NewRandomAccessFile", name, result, [&] {
      return FileSystemWrapper::NewRandomAccessFile(name, options, result, debug);
    });
  }
  Status NewDirectory(const std::string& name, const Options& options,
                      Made<rocksdb::FSDirectory> result, Debug* debug) override {
    return made<FatedDirectory>(Fate::Call::other, "NewDirectory", name, result, [&] {
      return FileSystemWrapper::NewDirectory(name, options, result, debug);
    });
  }
  Status FileExists(const std::string& name, const Options& options, Debug* debug) override {
    if (strikes(Fate::Call::other, "FileExists", name)) return fate_->status();
    return FileSystemWrapper::FileExists(name, options, debug);
  }
  Status GetChildren(const std::string& name, const Options& options,
                     std::vector<std::string>* result, Debug* debug) override {
    if (strikes(Fate::Call::other, "GetChildren", name)) return fate_->status();
    return FileSystemWrapper::GetChildren(name, options, result, debug);
  }
  Status GetFileSize(const std::string& name, const Options& options, std::uint64_t* size,
                     Debug* debug) override {
    if (strikes(Fate::Call::other, "GetFileSize", name)) return fate_->status();
    return FileSystemWrapper::GetFileSize(name, options, size, debug);
  }
  Status DeleteFile(const std::string& name, const Options& options, Debug* debug) override {
    if (strikes(Fate::Call::other, "DeleteFile", name)) return fate_->status();
    return FileSystemWrapper::DeleteFile(name, options, debug);
  }
  Status DeleteDir(const std::string& name, const Options& options, Debug* debug) override {
    if (strikes(Fate::Call::other, "DeleteDir", name)) return fate_->status();
    return FileSystemWrapper::DeleteDir(name, options, debug);
  }
  Status CreateDir(const std::string& name, const Options& options, Debug* debug) override {
    if (strikes(Fate::Call::writes, "CreateDir", name)) return fate_->status();
    return FileSystemWrapper::CreateDir(name, options, debug);
  }
  Status CreateDirIfMissing(const std::string& name, const Options& options,
                            Debug* debug) override {
    if (strikes(Fate::Call::writes, "CreateDirIfMissing", name)) return fate_->status();
    return FileSystemWrapper::CreateDirIfMissing(name, options, debug);
  }
  Status RenameFile(const std::string& from, const std::string& to, const Options& options,
                    Debug* debug) override {
    if (strikes(Fate::Call::writes, "RenameFile", from)) return fate_->status();
    return FileSystemWrapper::RenameFile(from, to, options, debug);
  }
  Status LinkFile(const std::string& from, const std::string& to, const Options& options,
                  Debug* debug) override {
    if (strikes(Fate::Call::writes, "LinkFile", from)) return fate_->status();
    return FileSystemWrapper::LinkFile(from, to, options, debug);
  }
  Status LockFile(const std::string& name, const Options& options, rocksdb::FileLock** lock,
                  Debug* debug) override {
    if (strikes(Fate::Call::other, "LockFile", name)) return fate_->status();
    return FileSystemWrapper::LockFile(name, options, lock, debug);
  }
  Status NewLogger(const std::string& name, const Options& options,
                   std::shared_ptr<rocksdb::Logger>* result, Debug* debug) override {
    if (strikes(Fate::Call::writes, "NewLogger", name)) return fate_->status();
    return FileSystemWrapper::NewLogger(name, options, result, debug);
  }

 private:
  bool strikes(Fate::Call call, const char* name, const std::string& file) {
    return fate_->strikes(call, name, file);
  }
  template <class Wrapper, class T, class Work>
  Status made(Fate::Call call, const char* what, const std::string& name,
              std::unique_ptr<T>* result, const Work& work) {
    if (strikes(call, what, name)) return fate_->status();
    Status status = work();
    if (status.ok()) *result = std::make_unique<Wrapper>(std::move(*result), fate_, name);
    return status;
  }

  const std::shared_ptr<Fate> fate_;
};

}  // namespace whosaid::storage

#endif  // WHOSAID_TESTS_INTEGRATION_EVERY_FAULT_H_
