// Classes of code points, as the tokenizers mean them.

#ifndef WHOSAID_STATIC_TABLE_CHAR_CLASSES_H_
#define WHOSAID_STATIC_TABLE_CHAR_CLASSES_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "text/code_points.h"
#include "text/icu.h"

namespace whosaid::static_table {

[[nodiscard]] inline bool is_punctuation(char32_t c) {
  const bool ascii = (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
                     (c >= '{' && c <= '~');
  return ascii || (text::category_mask(c) & U_GC_P_MASK) != 0;
}

[[nodiscard]] inline bool is_number(char32_t c) {
  return (text::category_mask(c) & U_GC_N_MASK) != 0;
}

// What a regular expression's \w is.
[[nodiscard]] inline bool is_word_character(char32_t c) {
  return (text::category_mask(c) & (U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK)) != 0 ||
         text::has_property(c, UCHAR_ALPHABETIC) || text::has_property(c, UCHAR_JOIN_CONTROL);
}

[[nodiscard]] inline std::size_t count_letters(std::string_view content) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < content.size();) {
    const char32_t c = text::next_code_point(content, at);
    if ((text::category_mask(c) & U_GC_L_MASK) != 0) ++count;
  }
  return count;
}

// Rewrites a text: `put(c, out)` appends what stands for each code point.
template <typename Put>
void rewrite(std::string& content, Put put) {
  std::string out;
  out.reserve(content.size());
  for (std::size_t at = 0; at < content.size();) put(text::next_code_point(content, at), out);
  content = std::move(out);
}

template <typename Predicate>
void drop_if(std::string& content, Predicate dropped) {
  rewrite(content, [&dropped](char32_t c, std::string& out) {
    if (!dropped(c)) text::append_utf8(out, c);
  });
}

// The lower case of each code point by itself: a final sigma is like any other.
inline void lowercase(std::string& content) {
  rewrite(content, [](char32_t c, std::string& out) {
    if (c == 0x130) {  // the one that becomes two
      out += "i\u0307";
    } else {
      text::append_utf8(out, static_cast<char32_t>(u_tolower(text::to_icu(c))));
    }
  });
}

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_CHAR_CLASSES_H_
