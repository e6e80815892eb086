#include "store/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace whosaid::store {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;
// More than the longest line that an export writes: two texts of 1 MiB, each byte as six.
constexpr std::size_t kMaxLineBytes = std::size_t{16} << 20;

int open_retrying(const char* path, int flags) {
  int descriptor = -1;
  do {
    descriptor = ::open(path, flags | O_CLOEXEC);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

Result<void> check_path(const fs::path& path) {
  if (path.empty()) {
    return tl::unexpected(path_error(ErrorCode::invalid_request, path, "the path is empty"));
  }
  if (path.native().find('\0') != fs::path::string_type::npos) {
    // The system would read a shorter path, and so another file.
    return tl::unexpected(path_error(ErrorCode::invalid_request, path, "the path holds a NUL"));
  }
  return {};
}

}  // namespace

Error path_error(ErrorCode code, const fs::path& path, std::string_view problem) {
  Error error{.code = code, .message = "'" + path.string() + "': " + std::string(problem)};
  if (code != ErrorCode::io_error) error.field = "path";
  return error;
}

Error file_error(const fs::path& path) {
  return path_error(ErrorCode::io_error, path,
                    std::error_code(errno, std::generic_category()).message());
}

Result<fs::path> target_path(const fs::path& path) {
  if (auto checked = check_path(path); !checked) return tl::unexpected(checked.error());
  std::error_code failure;
  fs::path absolute = fs::absolute(path, failure);
  if (failure) return tl::unexpected(path_error(ErrorCode::io_error, path, failure.message()));
  // A trailing slash would leave the last name empty.
  return absolute.has_filename() ? absolute : absolute.parent_path();
}

Result<void> sync_directory(const fs::path& directory) {
  const int descriptor = open_retrying(directory.c_str(), O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) return tl::unexpected(file_error(directory));
  Result<void> synced;
  if (::fsync(descriptor) != 0) synced = tl::unexpected(file_error(directory));
  ::close(descriptor);
  return synced;
}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const fs::path& target) {
  auto path = target_path(target);
  if (!path) return tl::unexpected(std::move(path.error()));
  struct ::stat there = {};
  if (::stat(path->c_str(), &there) == 0 && !S_ISREG(there.st_mode)) {
    return tl::unexpected(path_error(ErrorCode::invalid_request, target, "not a file"));
  }
  std::string temporary = path->string() + ".XXXXXX";
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) return tl::unexpected(file_error(target));
  return std::unique_ptr<OutputFile>(
      new OutputFile(*std::move(path), std::move(temporary), descriptor));
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<void> OutputFile::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() < kBufferBytes) return {};
  return drain();
}

Result<void> OutputFile::drain() {
  for (std::string_view rest = buffer_; !rest.empty();) {
    const ::ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return tl::unexpected(file_error(target_));
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
  return {};
}

Result<void> OutputFile::finish() {
  if (auto drained = drain(); !drained) return drained;
  if (::fsync(descriptor_) != 0) return tl::unexpected(file_error(target_));
  if (::close(std::exchange(descriptor_, -1)) != 0) return tl::unexpected(file_error(target_));
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
    return tl::unexpected(file_error(target_));
  }
  temporary_.clear();
  return sync_directory(target_.parent_path());
}

Result<std::unique_ptr<InputFile>> InputFile::open(const fs::path& path) {
  if (auto checked = check_path(path); !checked) return tl::unexpected(checked.error());
  const int descriptor = open_retrying(path.c_str(), O_RDONLY | O_NONBLOCK);
  if (descriptor < 0 && (errno == ENOENT || errno == ENOTDIR)) {
    return tl::unexpected(path_error(ErrorCode::not_found, path, "there is no such file"));
  }
  if (descriptor < 0) return tl::unexpected(file_error(path));
  std::unique_ptr<InputFile> file(new InputFile(path, descriptor));
  struct ::stat there = {};
  if (::fstat(descriptor, &there) != 0) return tl::unexpected(file_error(path));
  if (!S_ISREG(there.st_mode)) {
    return tl::unexpected(path_error(ErrorCode::invalid_request, path, "not a file"));
  }
  return file;
}

InputFile::~InputFile() { ::close(descriptor_); }

Result<void> InputFile::rewind() {
  buffer_.clear();
  taken_ = 0;
  if (::lseek(descriptor_, 0, SEEK_SET) != 0) return tl::unexpected(file_error(path_));
  return {};
}

Result<bool> InputFile::fill() {
  buffer_.erase(0, std::exchange(taken_, 0));
  const std::size_t size = buffer_.size();
  buffer_.resize(size + kBufferBytes);
  ::ssize_t got = 0;
  do {
    got = ::read(descriptor_, buffer_.data() + size, kBufferBytes);
  } while (got < 0 && errno == EINTR);
  buffer_.resize(size + static_cast<std::size_t>(got < 0 ? 0 : got));
  if (got < 0) return tl::unexpected(file_error(path_));
  return got > 0;
}

Result<InputFile::Read> InputFile::next(std::string& line) {
  std::size_t searched = 0;  // bytes behind taken_ without a line's end
  for (;;) {
    const std::size_t end = buffer_.find('\n', taken_ + searched);
    if (end != std::string::npos) {
      line.assign(buffer_, taken_, end - taken_);
      taken_ = end + 1;
      return Read::line;
    }
    searched = buffer_.size() - taken_;
    if (searched > kMaxLineBytes) return Read::too_long;
    const auto more = fill();
    if (!more) return tl::unexpected(more.error());
    if (*more) continue;
    line.assign(buffer_, taken_);
    taken_ = buffer_.size();
    return line.empty() ? Read::end : Read::line;
  }
}

}  // namespace whosaid::store
