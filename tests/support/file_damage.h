// Ways in which the files of a directory can be damaged, many for each file.

#ifndef WHOSAID_TESTS_SUPPORT_FILE_DAMAGE_H_
#define WHOSAID_TESTS_SUPPORT_FILE_DAMAGE_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace whosaid::test {

struct FileDamage {
  enum class Kind {
    cut,      // the file ends at `at`
    flip,     // the bit `bit` of the byte at `at` is another
    zero,     // `length` bytes from `at` are zero
    grow,     // the file is followed by its own first `length` bytes
    remove,   // the file is not there
    foreign,  // the file of this name, or kind, of another directory is in its place
    swap,     // this file and `other` have each other's names
  };
  Kind kind = Kind::cut;
  std::string file;
  std::uint64_t at = 0, length = 0;
  unsigned bit = 0;
  std::string other;
};

// "flip 000012.sst 1234.5"
std::string show(const FileDamage& damage);

// About `count` for the files of `directory`, the same for the same seed; `strangers` is where
// files of another come from.
std::vector<FileDamage> file_damages(const std::filesystem::path& directory,
                                     const std::filesystem::path& strangers, std::uint64_t seed,
                                     std::size_t count);

void apply(const FileDamage& damage, const std::filesystem::path& directory,
           const std::filesystem::path& strangers);

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_FILE_DAMAGE_H_
