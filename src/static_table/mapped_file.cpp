#include "static_table/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace whosaid::static_table {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  const int number_;
};

tl::unexpected<Error> failed(const std::filesystem::path& path, int error) {
  const bool missing = error == ENOENT || error == ENOTDIR;
  return tl::unexpected<Error>(
      Error{.code = missing ? ErrorCode::not_found : ErrorCode::io_error,
            .message = path.string() + ": " + std::generic_category().message(error)});
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  // Not blocking, lest a pipe of that name be waited for.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number() < 0) return failed(path, errno);
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) return failed(path, errno);
  if (!S_ISREG(status.st_mode)) {
    return tl::unexpected<Error>(
        Error{.code = ErrorCode::io_error, .message = path.string() + ": not a file"});
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return MappedFile(nullptr, 0);
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (data == MAP_FAILED) return failed(path, errno);
  return MappedFile(data, size);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

}  // namespace whosaid::static_table
