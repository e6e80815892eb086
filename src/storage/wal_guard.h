// A file system under RocksDB that takes back what a failed write left in the write-ahead log.
//
// When an append or a flush to the disk fails, the record may be in the file nevertheless, and the
// next open would replay a write that was reported as failed. So the file is cut back to what had
// been acknowledged; if that fails too, repair() does it later.
//
// A log that reads shorter than it is would be taken for one with a torn end; that is an error.

#ifndef WHOSAID_STORAGE_WAL_GUARD_H_
#define WHOSAID_STORAGE_WAL_GUARD_H_

#include <rocksdb/file_system.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "whosaid/detail/mutex.h"

namespace whosaid::storage {

// Which cuts are still to be made: file name and length.
class PendingCuts {
 public:
  void add(const std::string& file, std::uint64_t length);
  void remove(const std::string& file);
  rocksdb::IOStatus make(rocksdb::FileSystem& files);

 private:
  detail::Mutex mutex_;
  std::map<std::string, std::uint64_t> cuts_ WHOSAID_GUARDED_BY(mutex_);
};

// Logs whose name the directory has still to be flushed for, after their first flush. RocksDB does
// both in one thread, and a write is acknowledged only after the second.
class UnnamedLogs {
 public:
  void add(const std::string& file);              // by this thread
  [[nodiscard]] std::vector<std::string> take();  // those of this thread

 private:
  detail::Mutex mutex_;
  std::map<std::string, std::thread::id> logs_ WHOSAID_GUARDED_BY(mutex_);
};

class WalGuard : public rocksdb::FileSystemWrapper {
 public:
  // `synced`: a write counts as acknowledged when the log has been flushed to the disk.
  WalGuard(const std::shared_ptr<rocksdb::FileSystem>& base, bool synced)
      : FileSystemWrapper(base),
        synced_(synced),
        cuts_(std::make_shared<PendingCuts>()),
        unnamed_(std::make_shared<UnnamedLogs>()) {}

  const char* Name() const override { return "whosaid.WalGuard"; }

  // Table files are looked at first; see check_table().
  rocksdb::IOStatus NewRandomAccessFile(const std::string& name,
                                        const rocksdb::FileOptions& options,
                                        std::unique_ptr<rocksdb::FSRandomAccessFile>* result,
                                        rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus NewWritableFile(const std::string& name, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* result,
                                    rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus NewSequentialFile(const std::string& name, const rocksdb::FileOptions& options,
                                      std::unique_ptr<rocksdb::FSSequentialFile>* result,
                                      rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus NewDirectory(const std::string& name, const rocksdb::IOOptions& options,
                                 std::unique_ptr<rocksdb::FSDirectory>* result,
                                 rocksdb::IODebugContext* debug) override;

  // Makes the cuts that failed before.
  rocksdb::IOStatus repair() { return cuts_->make(*target()); }

 private:
  const bool synced_;
  const std::shared_ptr<PendingCuts> cuts_;
  const std::shared_ptr<UnnamedLogs> unnamed_;
};

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_WAL_GUARD_H_
