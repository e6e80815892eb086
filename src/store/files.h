// Files that appear complete or not at all, and files read line by line.

#ifndef WHOSAID_STORE_FILES_H_
#define WHOSAID_STORE_FILES_H_

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "whosaid/result.h"

namespace whosaid::store {

[[nodiscard]] Error path_error(ErrorCode code, const std::filesystem::path& path,
                               std::string_view problem);
// What errno says.
[[nodiscard]] Error file_error(const std::filesystem::path& path);

// The path with a last name, made absolute. Errors: invalid_request, field "path", when it is empty
// or holds a NUL.
[[nodiscard]] Result<std::filesystem::path> target_path(const std::filesystem::path& path);

// Flushes the names in a directory to the disk.
[[nodiscard]] Result<void> sync_directory(const std::filesystem::path& directory);

// Written beside its target and renamed at the end; removed when it goes before that. Readable by
// its owner alone.
class OutputFile {
 public:
  // Errors: invalid_request, field "path", when something other than a file is there; io_error.
  [[nodiscard]] static Result<std::unique_ptr<OutputFile>> create(
      const std::filesystem::path& target);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  [[nodiscard]] Result<void> write(std::string_view bytes);
  // Gives the file its name. Call once, at the end.
  [[nodiscard]] Result<void> finish();

 private:
  OutputFile(std::filesystem::path target, std::string temporary, int descriptor)
      : target_(std::move(target)), temporary_(std::move(temporary)), descriptor_(descriptor) {}
  [[nodiscard]] Result<void> drain();

  const std::filesystem::path target_;
  std::string temporary_;  // empty: renamed
  int descriptor_;
  std::string buffer_;
};

// A file of lines, read from the beginning as often as wanted.
class InputFile {
 public:
  // Errors: not_found, invalid_request, field "path"; io_error.
  [[nodiscard]] static Result<std::unique_ptr<InputFile>> open(const std::filesystem::path& path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  [[nodiscard]] Result<void> rewind();

  enum class Read { line, too_long, end };
  // The next line without its end; the last may lack one.
  [[nodiscard]] Result<Read> next(std::string& line);

 private:
  InputFile(std::filesystem::path path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}
  [[nodiscard]] Result<bool> fill();

  const std::filesystem::path path_;
  const int descriptor_;
  std::string buffer_;
  std::size_t taken_ = 0;  // bytes of the buffer that were given out
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_FILES_H_
