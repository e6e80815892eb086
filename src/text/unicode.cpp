#include "text/unicode.h"

#include <cstddef>

#include "text/icu.h"

namespace whosaid::text {
namespace {

constexpr std::size_t kMaxMessageCodePoints = 80;

bool is_invisible(char32_t code_point) {
  if (is_white_space(code_point)) return true;
  if (code_point < 0x80) return false;
  if (has_property(code_point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) return true;
  return (category_mask(code_point) & U_GC_CF_MASK) != 0 &&
         !has_property(code_point, UCHAR_PREPENDED_CONCATENATION_MARK);
}

bool is_control(char32_t code_point) {
  if (code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0)) return true;
  return code_point == 0x2028 || code_point == 0x2029;
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (!decode(text, at).valid) return false;
  }
  return true;
}

bool is_blank(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Decoded next = decode(text, at);
    if (!next.valid || !is_invisible(next.code_point)) return false;
  }
  return true;
}

bool has_control_characters(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (is_control(next_code_point(text, at))) return true;
  }
  return false;
}

std::string clean_for_message(std::string_view text) {
  std::string out;
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    if (count == kMaxMessageCodePoints) return out + "...";
    const char32_t code_point = next_code_point(text, at);
    append_utf8(out, is_control(code_point) ? U' ' : code_point);
  }
  return out;
}

}  // namespace whosaid::text
