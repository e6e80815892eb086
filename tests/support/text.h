// Pieces of text that tests put together.

#ifndef WHOSAID_TESTS_SUPPORT_TEXT_H_
#define WHOSAID_TESTS_SUPPORT_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace whosaid::test {

inline std::string repeat(std::string_view piece, std::size_t times) {
  std::string text;
  text.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

// "Bo\xffb" instead of bytes that a terminal can't show.
inline std::string escaped(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string shown;
  for (const char c : text.substr(0, 200)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      shown += c;
    } else {
      shown += "\\x";
      shown += kHex[byte >> 4];
      shown += kHex[byte & 15];
    }
  }
  return shown;
}

// One text for each way in which bytes can fail to be UTF-8.
inline std::vector<std::string> invalid_utf8() {
  return {
      "\xff",  // no such byte
      "Bo\x80"
      "b",                 // a continuation that continues nothing
      "Bo\xc3",            // cut short
      "Bo\xe2\x82",        // cut short, three bytes
      "\xc0\xaf",          // overlong
      "\xed\xa0\x80",      // a surrogate
      "\xf4\x90\x80\x80",  // above U+10FFFF
      "\xc3\xa9\xc3"
      "Bob",  // sound, then broken
  };
}

inline bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_TEXT_H_
