// A file system that remembers what has reached the disk, and tells what is left when the power
// fails. A file has what was written before its last flush; a name is there if it was before the
// last flush of the directory. Of the rest anything from nothing to all may be there: of what was
// appended, a beginning, perhaps with zeros for its end; of what happened to names, the first so
// many changes, as journals keep them in order.

#ifndef WHOSAID_TESTS_INTEGRATION_POWER_LOSS_H_
#define WHOSAID_TESTS_INTEGRATION_POWER_LOSS_H_

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "storage/rocksdb_testing.h"

namespace whosaid::storage {

// What is left of a directory.
struct DiskImage {
  std::map<std::string, std::string> files = {};
  // In the place of something that was written, in any file and in the manifest.
  bool zeros = false;
  bool zeros_in_manifest = false;
};

inline void write_image(const DiskImage& image, const std::filesystem::path& directory) {
  std::filesystem::create_directory(directory);
  for (const auto& [name, bytes] : image.files) {
    std::ofstream(directory / name, std::ios::binary) << bytes;
  }
}

inline std::map<std::string, std::string> read_image(const std::filesystem::path& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().filename()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

class Disk {
 public:
  enum class Loss { least, some, most };

  struct File {
    std::string written;
    std::string durable;
  };
  using Names = std::map<std::string, std::shared_ptr<File>>;
  using Change = std::function<void(Names&)>;

  explicit Disk(std::filesystem::path directory) : directory_(std::move(directory)) {}

  // Called before and after each flush.
  std::function<void()> at_flush = [] {};

  [[nodiscard]] bool holds(const std::string& path) const {
    return std::filesystem::path(path).parent_path() == directory_;
  }
  // The file of this name, made anew or as it is.
  std::shared_ptr<File> file(const std::string& path, bool anew) {
    const std::lock_guard lock(mutex_);
    const auto found = names_.find(path);
    if (!anew && found != names_.end()) return found->second;
    const auto made = std::make_shared<File>();
    apply([=](Names& names) { names[path] = made; });
    return made;
  }
  void change_names(const Change& change) {
    const std::lock_guard lock(mutex_);
    apply(change);
  }
  void change(File& file, const std::function<void(File&)>& how) {
    const std::lock_guard lock(mutex_);
    how(file);
  }
  void flush(File& file) {
    at_flush();
    change(file, [](File& flushed) { flushed.durable = flushed.written; });
    at_flush();
  }
  void flush_names() {
    at_flush();
    {
      const std::lock_guard lock(mutex_);
      durable_names_ = names_;
      changes_.clear();
    }
    at_flush();
  }

  template <class Random>
  DiskImage after_power_loss(Loss loss, Random& random) {
    const auto up_to = [&](std::size_t most) -> std::size_t {
      if (loss == Loss::most) return 0;
      return loss == Loss::least ? most : static_cast<std::size_t>(random() % (most + 1));
    };
    const std::lock_guard lock(mutex_);
    Names names = durable_names_;
    const std::size_t changes = up_to(changes_.size());
    for (std::size_t i = 0; i < changes; ++i) changes_[i](names);
    DiskImage image;
    for (const auto& [path, file] : names) {
      std::string bytes = file->durable;
      if (file->written.starts_with(bytes)) {
        const std::size_t tail = up_to(file->written.size() - bytes.size());
        bytes += file->written.substr(bytes.size(), tail);
        if (loss == Loss::some && random() % 4 == 0) {
          const std::size_t zeros = up_to(tail);
          image.zeros |= zeros > 0;
          image.zeros_in_manifest |=
              zeros > 0 && std::filesystem::path(path).filename().string().starts_with("MANIFEST");
          std::fill(bytes.end() - static_cast<std::ptrdiff_t>(zeros), bytes.end(), '\0');
        }
      } else if (up_to(1) == 1) {
        bytes = file->written;
      }
      image.files[std::filesystem::path(path).filename()] = std::move(bytes);
    }
    return image;
  }

 private:
  void apply(const Change& change) {
    change(names_);
    changes_.push_back(change);
  }

  const std::filesystem::path directory_;
  std::mutex mutex_;
  Names names_;
  Names durable_names_;
  std::vector<Change> changes_;  // since the directory was flushed
};

class LossyFile : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  LossyFile(std::unique_ptr<rocksdb::FSWritableFile>&& file, std::shared_ptr<Disk> disk,
            std::shared_ptr<Disk::File> content)
      : FSWritableFileOwnerWrapper(std::move(file)),
        disk_(std::move(disk)),
        content_(std::move(content)) {}

  rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                           rocksdb::IODebugContext* debug) override {
    disk_->change(*content_, [&](Disk::File& file) { file.written += data.ToStringView(); });
    return FSWritableFileOwnerWrapper::Append(data, options, debug);
  }
  rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                           const rocksdb::DataVerificationInfo&,
                           rocksdb::IODebugContext* debug) override {
    return Append(data, options, debug);
  }
  rocksdb::IOStatus Truncate(std::uint64_t size, const rocksdb::IOOptions& options,
                             rocksdb::IODebugContext* debug) override {
    disk_->change(*content_, [&](Disk::File& file) { file.written.resize(size); });
    return FSWritableFileOwnerWrapper::Truncate(size, options, debug);
  }
  rocksdb::IOStatus Sync(const rocksdb::IOOptions&, rocksdb::IODebugContext*) override {
    disk_->flush(*content_);
    return rocksdb::IOStatus::OK();
  }
  rocksdb::IOStatus Fsync(const rocksdb::IOOptions& options,
                          rocksdb::IODebugContext* debug) override {
    return Sync(options, debug);
  }

 private:
  const std::shared_ptr<Disk> disk_;
  const std::shared_ptr<Disk::File> content_;
};

class LossyDirectory : public rocksdb::FSDirectoryWrapper {
 public:
  LossyDirectory(std::unique_ptr<rocksdb::FSDirectory>&& directory, std::shared_ptr<Disk> disk)
      : FSDirectoryWrapper(std::move(directory)), disk_(std::move(disk)) {}

  rocksdb::IOStatus Fsync(const rocksdb::IOOptions&, rocksdb::IODebugContext*) override {
    disk_->flush_names();
    return rocksdb::IOStatus::OK();
  }
  rocksdb::IOStatus FsyncWithDirOptions(const rocksdb::IOOptions& options,
                                        rocksdb::IODebugContext* debug,
                                        const rocksdb::DirFsyncOptions&) override {
    return Fsync(options, debug);
  }

 private:
  const std::shared_ptr<Disk> disk_;
};

class LossyFileSystem : public rocksdb::FileSystemWrapper {
 public:
  explicit LossyFileSystem(std::shared_ptr<Disk> disk)
      : FileSystemWrapper(rocksdb::FileSystem::Default()), disk_(std::move(disk)) {}

  const char* Name() const override { return "LossyFileSystem"; }

  rocksdb::IOStatus NewWritableFile(const std::string& name, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* result,
                                    rocksdb::IODebugContext* debug) override {
    return wrapped(FileSystemWrapper::NewWritableFile(name, options, result, debug), result, name,
                   true);
  }
  rocksdb::IOStatus ReopenWritableFile(const std::string& name, const rocksdb::FileOptions& options,
                                       std::unique_ptr<rocksdb::FSWritableFile>* result,
                                       rocksdb::IODebugContext* debug) override {
    return wrapped(FileSystemWrapper::ReopenWritableFile(name, options, result, debug), result,
                   name, false);
  }
  rocksdb::IOStatus NewDirectory(const std::string& name, const rocksdb::IOOptions& options,
                                 std::unique_ptr<rocksdb::FSDirectory>* result,
                                 rocksdb::IODebugContext* debug) override {
    auto status = FileSystemWrapper::NewDirectory(name, options, result, debug);
    if (status.ok() && disk_->holds(name + "/x")) {
      *result = std::make_unique<LossyDirectory>(std::move(*result), disk_);
    }
    return status;
  }
  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to,
                               const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override {
    auto status = FileSystemWrapper::RenameFile(from, to, options, debug);
    if (status.ok() && disk_->holds(from)) {
      disk_->change_names([=](Disk::Names& names) {
        const auto moved = names.extract(from);
        if (!moved.empty()) names[to] = moved.mapped();
      });
    }
    return status;
  }
  rocksdb::IOStatus DeleteFile(const std::string& name, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override {
    auto status = FileSystemWrapper::DeleteFile(name, options, debug);
    if (status.ok()) disk_->change_names([=](Disk::Names& names) { names.erase(name); });
    return status;
  }

 private:
  rocksdb::IOStatus wrapped(rocksdb::IOStatus status,
                            std::unique_ptr<rocksdb::FSWritableFile>* result,
                            const std::string& name, bool anew) {
    if (status.ok() && disk_->holds(name)) {
      *result = std::make_unique<LossyFile>(std::move(*result), disk_, disk_->file(name, anew));
    }
    return status;
  }

  const std::shared_ptr<Disk> disk_;
};

}  // namespace whosaid::storage

#endif  // WHOSAID_TESTS_INTEGRATION_POWER_LOSS_H_
