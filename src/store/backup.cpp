#include "store/backup.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <system_error>

#include "store/files.h"
#include "store/upkeep.h"

namespace whosaid::store {
namespace {

namespace fs = std::filesystem;

// A directory beside the target, removed with everything in it.
class Workshop {
 public:
  explicit Workshop(const fs::path& target) : path_(target.string() + ".XXXXXX") {
    made_ = ::mkdtemp(path_.data()) != nullptr;  // mode 0700
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  ~Workshop() {
    std::error_code ignored;
    if (made_) fs::remove_all(path_, ignored);
  }

  [[nodiscard]] bool made() const { return made_; }
  [[nodiscard]] fs::path copy() const { return fs::path(path_) / "copy"; }

 private:
  std::string path_;
  bool made_ = false;
};

Result<void> check_free(const fs::path& target) {
  std::error_code failure;
  const fs::file_status there = fs::symlink_status(target, failure);
  if (there.type() == fs::file_type::not_found) return {};
  if (failure) return tl::unexpected(path_error(ErrorCode::io_error, target, failure.message()));
  if (there.type() == fs::file_type::directory && fs::is_empty(target, failure)) return {};
  if (failure) return tl::unexpected(path_error(ErrorCode::io_error, target, failure.message()));
  return tl::unexpected(path_error(ErrorCode::invalid_request, target,
                                   "there is something already; a backup takes a new or an empty "
                                   "directory"));
}

}  // namespace

Result<void> backup(const storage::Log& log, const fs::path& directory, const Progress& progress) {
  const auto target = target_path(directory);
  if (!target) return tl::unexpected(target.error());
  if (auto free = check_free(*target); !free) return free;
  if (progress && !progress(0, 1)) return tl::unexpected(stopped_by_progress());
  const Workshop workshop(*target);
  if (!workshop.made()) return tl::unexpected(file_error(*target));
  const fs::path copy = workshop.copy();
  if (auto copied = log.copy_to(copy); !copied) return copied;
  if (::chmod(copy.c_str(), 0700) != 0) return tl::unexpected(file_error(*target));
  if (progress && !progress(1, 1)) return tl::unexpected(stopped_by_progress());
  // Takes the place of an empty directory, and of nothing else.
  if (::rename(copy.c_str(), target->c_str()) != 0) return tl::unexpected(file_error(*target));
  return sync_directory(target->parent_path());
}

}  // namespace whosaid::store
