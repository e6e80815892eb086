#include "storage/directory.h"

#include <fcntl.h>
#include <rocksdb/db.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "storage/manifest_facts.h"
#include "storage/rocksdb_options.h"
#include "storage/status.h"
#include "whosaid/detail/mutex.h"
#include "whosaid/detail/records.h"

namespace whosaid::storage {
namespace {

namespace fs = std::filesystem;

struct Claims {
  detail::Mutex mutex;
  std::set<std::pair<std::uint64_t, std::uint64_t>> taken WHOSAID_GUARDED_BY(mutex);
};

// Never destroyed: databases may be closed by destructors of static objects.
Claims& claims() {
  static Claims* const all = new Claims;
  return *all;
}

Error path_error(ErrorCode code, const fs::path& path, std::string_view problem) {
  Error result = error(code, "'" + path.string() + "': " + std::string(problem));
  if (code == ErrorCode::invalid_request) result.field = "path";
  return result;
}

Error system_error(const fs::path& path, int number) {
  return path_error(ErrorCode::io_error, path,
                    std::error_code(number, std::generic_category()).message());
}

bool sync_directory(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool synced = ::fsync(descriptor) == 0;
  ::close(descriptor);
  return synced;
}

Result<void> make_directory(const fs::path& path) {
  const fs::path parent = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code failure;
  fs::create_directories(parent, failure);
  if (failure) return tl::unexpected(system_error(parent, failure.value()));
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return tl::unexpected(system_error(path, errno));
  }
  if (!sync_directory(parent)) return tl::unexpected(system_error(parent, errno));
  return {};
}

// The files of a RocksDB directory that matter for telling what it is.
struct Contents {
  bool current = false;
  bool manifest = false;  // other than the one that is written first
  bool data = false;      // tables, or something in a write-ahead log
  bool write_ahead_log = false;
};

Result<Contents> list(const fs::path& path) {
  Contents contents;
  std::error_code failure;
  fs::directory_iterator file(path, failure);
  for (; !failure && file != fs::directory_iterator(); file.increment(failure)) {
    const std::string name = file->path().filename().string();
    const std::string extension = file->path().extension().string();
    const std::string stem = file->path().stem().string();
    const bool numbered = stem.find_first_not_of("0123456789") == std::string::npos;
    std::error_code ignored;
    contents.current |= name == "CURRENT";
    contents.manifest |= name.starts_with("MANIFEST-") && name != "MANIFEST-000001";
    if (numbered && (extension == ".sst" || extension == ".ldb" || extension == ".blob")) {
      contents.data = true;
    }
    if (numbered && extension == ".log") {
      contents.write_ahead_log = true;
      contents.data |= fs::file_size(file->path(), ignored) > 0;
    }
  }
  if (failure) return tl::unexpected(system_error(path, failure.value()));
  return contents;
}

// Whose database has these column families.
Result<void> judge_families(const fs::path& path, const std::vector<std::string>& names,
                            const Contents& contents) {
  std::vector<std::string> ours;
  for (std::size_t i = 0; i < kTables; ++i) ours.push_back(family_name(static_cast<Table>(i)));
  bool marked = false;
  bool strange = false;
  std::uint64_t newest = 0;
  for (const std::string& name : names) {
    if (const auto version = family_version(name)) newest = std::max(newest, *version);
    if (std::find(ours.begin(), ours.end(), name) != ours.end()) {
      marked = true;
    } else if (name != rocksdb::kDefaultColumnFamilyName) {
      strange = true;
    }
  }
  if (newest > detail::kFormatVersion) {
    return tl::unexpected(path_error(
        ErrorCode::corruption, path,
        "the database has format version " + std::to_string(newest) + ", newer than version " +
            std::to_string(detail::kFormatVersion) + " of this library; nothing was changed"));
  }
  // Without any family but an empty default one: begun, and stopped before the rest was made.
  if (strange || (!marked && contents.data)) {
    return tl::unexpected(path_error(ErrorCode::corruption, path,
                                     "not a whosaid database, but another program's RocksDB or "
                                     "LevelDB; nothing was changed"));
  }
  return {};
}

// busy if another process has the database open. Without a LOCK file none has.
Result<void> check_lock(const fs::path& path, rocksdb::FileSystem& files) {
  const std::string name = (path / "LOCK").string();
  const rocksdb::IOOptions options;
  if (!files.FileExists(name, options, nullptr).ok()) return {};
  if (::faccessat(AT_FDCWD, name.c_str(), R_OK | W_OK, AT_EACCESS) != 0) {
    return tl::unexpected(system_error(name, errno));
  }
  rocksdb::FileLock* lock = nullptr;
  const rocksdb::IOStatus status = files.LockFile(name, options, &lock, nullptr);
  if (!status.ok()) {
    return tl::unexpected(path_error(ErrorCode::busy, path,
                                     "the database is open elsewhere (" + status.ToString() + ")"));
  }
  files.UnlockFile(lock, options, nullptr);
  return {};
}

Result<void> judge_directory(const fs::path& path, bool create_if_missing,
                             const std::shared_ptr<rocksdb::FileSystem>& files) {
  const Result<Contents> contents = list(path);
  if (!contents) return tl::unexpected(contents.error());
  if (!contents->current) {
    if (contents->data || contents->manifest || contents->write_ahead_log) {
      return tl::unexpected(
          path_error(ErrorCode::corruption, path, "the database's file CURRENT is missing"));
    }
    if (!create_if_missing) {
      return tl::unexpected(path_error(ErrorCode::not_found, path, "there is no database"));
    }
    return {};
  }
  const std::unique_ptr<rocksdb::Env> env = rocksdb::NewCompositeEnv(files);
  if (manifest_facts(*env, path.string()).goes_back) {
    return tl::unexpected(path_error(ErrorCode::corruption, path,
                                     "the database's manifest goes back to an earlier state"));
  }
  std::vector<std::string> names;
  rocksdb::DBOptions options;
  options.env = env.get();
  const rocksdb::Status status = rocksdb::DB::ListColumnFamilies(options, path.string(), &names);
  if (!status.ok()) {
    const bool refused = status.IsIOError() && !status.IsPathNotFound();
    return tl::unexpected(
        path_error(refused ? ErrorCode::io_error : ErrorCode::corruption, path,
                   "cannot read which tables the database has: " + status.ToString()));
  }
  return judge_families(path, names, *contents);
}

}  // namespace

Result<std::shared_ptr<DirectoryClaim>> DirectoryClaim::take(const fs::path& path) {
  struct ::stat info = {};
  if (::stat(path.c_str(), &info) != 0) return tl::unexpected(system_error(path, errno));
  const detail::MutexLock lock(claims().mutex);
  if (!claims().taken.emplace(info.st_dev, info.st_ino).second) {
    return tl::unexpected(
        path_error(ErrorCode::busy, path, "the database is open already in this process"));
  }
  return std::shared_ptr<DirectoryClaim>(new DirectoryClaim(info.st_dev, info.st_ino));
}

DirectoryClaim::~DirectoryClaim() {
  const detail::MutexLock lock(claims().mutex);
  claims().taken.erase({device_, inode_});
}

Result<fs::path> prepare_directory(const fs::path& path, bool create_if_missing) {
  if (path.empty()) {
    return tl::unexpected(path_error(ErrorCode::invalid_request, path, "the path is empty"));
  }
  if (path.native().find('\0') != fs::path::string_type::npos) {
    // The system would read a shorter path, and so another directory.
    return tl::unexpected(path_error(ErrorCode::invalid_request, path, "the path holds a NUL"));
  }
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (failure == std::errc::not_a_directory ||
      (fs::exists(status) && status.type() != fs::file_type::directory)) {
    return tl::unexpected(path_error(ErrorCode::invalid_request, path, "not a directory"));
  }
  if (status.type() == fs::file_type::not_found) {
    if (!create_if_missing) {
      return tl::unexpected(path_error(ErrorCode::not_found, path, "there is no database"));
    }
    // A trailing slash would leave the last name empty.
    const fs::path directory = path.has_filename() ? path : path.parent_path();
    if (auto made = make_directory(directory); !made) return tl::unexpected(made.error());
  } else if (failure) {
    return tl::unexpected(system_error(path, failure.value()));
  }
  const fs::path directory = fs::canonical(path, failure);
  if (failure) return tl::unexpected(system_error(path, failure.value()));
  if (::faccessat(AT_FDCWD, directory.c_str(), R_OK | W_OK | X_OK, AT_EACCESS) != 0) {
    return tl::unexpected(system_error(directory, errno));
  }
  return directory;
}

Result<void> inspect_directory(const fs::path& path, bool create_if_missing,
                               const std::shared_ptr<rocksdb::FileSystem>& files) {
  if (auto free = check_lock(path, *files); !free) return free;
  const Result<void> sound = judge_directory(path, create_if_missing, files);
  if (sound) return sound;
  // What looked wrong may be half of what another process has just begun.
  if (auto free = check_lock(path, *files); !free) return free;
  return sound;
}

}  // namespace whosaid::storage
