// A directory of its own for one test, removed with everything in it when the test ends.

#ifndef WHOSAID_TESTS_SUPPORT_TEMP_DIR_H_
#define WHOSAID_TESTS_SUPPORT_TEMP_DIR_H_

#include <filesystem>

namespace whosaid::test {

class TempDir {
 public:
  TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  ~TempDir();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path operator/(const std::filesystem::path& name) const {
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_TEMP_DIR_H_
