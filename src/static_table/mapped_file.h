// A file's bytes, mapped into memory for as long as the object lives.

#ifndef WHOSAID_STATIC_TABLE_MAPPED_FILE_H_
#define WHOSAID_STATIC_TABLE_MAPPED_FILE_H_

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <utility>

#include "whosaid/result.h"

namespace whosaid::static_table {

class MappedFile {
 public:
  // not_found: no such file. io_error: it can't be opened or mapped, or is no regular file.
  [[nodiscard]] static Result<MappedFile> open(const std::filesystem::path& path);

  MappedFile(MappedFile&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  // Where it lies doesn't change when the object is moved.
  [[nodiscard]] std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  MappedFile(void* data, std::size_t size) : data_(data), size_(size) {}

  void* data_;
  std::size_t size_;
};

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_MAPPED_FILE_H_
