#include "text/questions.h"

#include "text/code_points.h"
#include "text/icu.h"

namespace whosaid::text {
namespace {

bool is_question_mark(char32_t c) {
  switch (c) {
    case U'?':
    case 0x037E:  // Greek
    case 0x055E:  // Armenian
    case 0x061F:  // Arabic
    case 0x1367:  // Ethiopic
    case 0x203D:  // interrobang
    case 0x2047:
    case 0x2048:
    case 0x2049:
    case 0x2CFA:  // Coptic
    case 0x2CFB:
    case 0xA60F:  // Vai
    case 0xA6F7:  // Bamum
    case 0xFE56:
    case 0xFF1F:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::size_t count_questions(std::string_view text) {
  std::size_t count = 0;
  bool after_mark = false;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (is_question_mark(c)) {
      if (!after_mark) ++count;
      after_mark = true;
      continue;
    }
    // Full-width marks stand between the letters of scripts without spaces.
    const bool ascii_letter = c < 0x80 && u_isalnum(to_icu(c)) != 0;
    if (after_mark && ascii_letter && count > 0) --count;
    after_mark = false;
  }
  return count;
}

}  // namespace whosaid::text
