// Code points of UTF-8 text, one at a time. Invalid bytes read as U+FFFD.

#ifndef WHOSAID_SRC_TEXT_CODE_POINTS_H_
#define WHOSAID_SRC_TEXT_CODE_POINTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace whosaid::text {

inline constexpr char32_t kReplacement = 0xFFFD;

// How many bytes the code point led by `lead` has if what follows is well-formed; 0 for a byte that
// can't lead one.
[[nodiscard]] constexpr std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

struct Decoded {
  char32_t code_point;
  bool valid;
};

// The code point at `at`, which must lie within the text; moves `at` past it, or past one byte
// where the bytes are not well-formed.
[[nodiscard]] inline Decoded decode(std::string_view text, std::size_t& at) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) {
    ++at;
    return {lead, true};
  }
  const std::size_t length = sequence_length(lead);
  const std::size_t begin = at++;
  if (length == 0 || begin + length > text.size()) return {kReplacement, false};
  char32_t code_point = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const unsigned char next = byte(begin + i);
    if ((next & 0xC0) != 0x80) return {kReplacement, false};
    code_point = (code_point << 6) | (next & 0x3Fu);
  }
  const bool overlong =
      (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (overlong || surrogate || code_point > 0x10FFFF) return {kReplacement, false};
  at = begin + length;
  return {code_point, true};
}

[[nodiscard]] inline char32_t next_code_point(std::string_view text, std::size_t& at) {
  return decode(text, at).code_point;
}

// `code_point` must be one that UTF-8 can hold.
inline void append_utf8(std::string& out, char32_t code_point) {
  const auto put = [&out](char32_t bits) { out.push_back(static_cast<char>(bits)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | (code_point >> 18));
    put(0x80 | ((code_point >> 12) & 0x3F));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

[[nodiscard]] inline bool is_ascii(std::string_view text) {
  unsigned char all = 0;
  for (const char c : text) all |= static_cast<unsigned char>(c);
  return all < 0x80;
}

// Of valid UTF-8.
[[nodiscard]] inline std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

// `text` cut to at most `limit` bytes, not within a code point.
[[nodiscard]] inline std::string_view cut_utf8(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
  return text.substr(0, limit);
}

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_CODE_POINTS_H_
