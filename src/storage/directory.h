// What has to hold before RocksDB may touch a directory.

#ifndef WHOSAID_STORAGE_DIRECTORY_H_
#define WHOSAID_STORAGE_DIRECTORY_H_

#include <rocksdb/file_system.h>

#include <filesystem>
#include <memory>

#include "whosaid/result.h"

namespace whosaid::storage {

// This process's claim on a directory, given up when the object goes. By device and inode: another
// path to the same directory is the same claim.
class DirectoryClaim {
 public:
  // busy: claimed already.
  [[nodiscard]] static Result<std::shared_ptr<DirectoryClaim>> take(
      const std::filesystem::path& path);

  DirectoryClaim(const DirectoryClaim&) = delete;
  DirectoryClaim& operator=(const DirectoryClaim&) = delete;
  ~DirectoryClaim();

 private:
  DirectoryClaim(std::uint64_t device, std::uint64_t inode) : device_(device), inode_(inode) {}

  const std::uint64_t device_, inode_;
};

// The directory's path without symbolic links, after making the directory if it is missing and may
// be made.
[[nodiscard]] Result<std::filesystem::path> prepare_directory(const std::filesystem::path& path,
                                                              bool create_if_missing);

// Succeeds if the directory holds a database that this library may open, or one that it may make
// there; writes nothing.
[[nodiscard]] Result<void> inspect_directory(const std::filesystem::path& path,
                                             bool create_if_missing,
                                             const std::shared_ptr<rocksdb::FileSystem>& files);

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_DIRECTORY_H_
