// What the library asks about UTF-8 text before it accepts it.

#ifndef WHOSAID_SRC_TEXT_UNICODE_H_
#define WHOSAID_SRC_TEXT_UNICODE_H_

#include <string>
#include <string_view>

namespace whosaid::text {

// Well-formed UTF-8: no surrogates, no overlong forms, nothing past U+10FFFF.
[[nodiscard]] bool is_valid_utf8(std::string_view text);

// Valid UTF-8 in which nothing can be seen: every code point is White_Space, a format character
// (Cf) or Default_Ignorable. Format characters that have a shape of their own (the Arabic number
// signs) don't count as invisible. Empty is blank; invalid UTF-8 is not.
[[nodiscard]] bool is_blank(std::string_view text);

// Whether a control character (Cc), line separator or paragraph separator occurs.
[[nodiscard]] bool has_control_characters(std::string_view text);

// The text as it may stand inside an error message: invalid bytes become U+FFFD, control
// characters and separators become spaces, and what exceeds 80 code points becomes "...".
[[nodiscard]] std::string clean_for_message(std::string_view text);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_UNICODE_H_
