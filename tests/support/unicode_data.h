// The lines of Unicode's own test files. Tests that need them are built only where the files are:
// cmake/UnicodeData.cmake.

#ifndef WHOSAID_TESTS_SUPPORT_UNICODE_DATA_H_
#define WHOSAID_TESTS_SUPPORT_UNICODE_DATA_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace whosaid::test {

// Without comments, and without lines that hold nothing else. Fails the test if there are none.
std::vector<std::string> unicode_lines(const std::string& file);

// "0041 0308" as UTF-8.
std::string from_hex(std::string_view code_points);

// A line of the suites of breaks: "÷ 0041 × 0308 ÷ 0020 ÷".
struct Breaks {
  std::string line, text;
  std::vector<std::size_t> at;     // byte offsets of the breaks, that at 0 left out
  std::vector<std::size_t> never;  // and of the places between code points where none may be
};
std::vector<Breaks> unicode_breaks(const std::string& file);

struct Emoji {
  std::string text, name, group;
};
std::vector<Emoji> unicode_emoji();

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_UNICODE_DATA_H_
