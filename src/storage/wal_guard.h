// A file system under RocksDB that takes back what a failed write left in the write-ahead log.
//
// When an append or a flush to the disk fails, the record may be in the file nevertheless, and the
// next open would replay a write that was reported as failed. So the file is cut back to what had
// been acknowledged; if that fails too, repair() does it later.

#ifndef WHOSAID_STORAGE_WAL_GUARD_H_
#define WHOSAID_STORAGE_WAL_GUARD_H_

#include <rocksdb/file_system.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

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

class WalGuard : public rocksdb::FileSystemWrapper {
 public:
  // `synced`: a write counts as acknowledged when the log has been flushed to the disk.
  WalGuard(const std::shared_ptr<rocksdb::FileSystem>& base, bool synced)
      : FileSystemWrapper(base), synced_(synced), cuts_(std::make_shared<PendingCuts>()) {}

  const char* Name() const override { return "whosaid.WalGuard"; }

  // Table files are looked at first; see check_table().
  rocksdb::IOStatus NewRandomAccessFile(const std::string& name,
                                        const rocksdb::FileOptions& options,
                                        std::unique_ptr<rocksdb::FSRandomAccessFile>* result,
                                        rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus NewWritableFile(const std::string& name, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* result,
                                    rocksdb::IODebugContext* debug) override;

  // Makes the cuts that failed before.
  rocksdb::IOStatus repair() { return cuts_->make(*target()); }

 private:
  const bool synced_;
  const std::shared_ptr<PendingCuts> cuts_;
};

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_WAL_GUARD_H_
