// Dates in digits: "2023-06-16", "16.06.2023", "2023年6月16日".

#ifndef WHOSAID_SRC_TEXT_TIME_NUMERALS_H_
#define WHOSAID_SRC_TEXT_TIME_NUMERALS_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "text/time_expression.h"

namespace whosaid::text {

[[nodiscard]] inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Number {
  unsigned value = 0;
  std::size_t digits = 0;
};
// The digits at `at`: none, or up to five, of which a date has four at most.
[[nodiscard]] Number read_digits(std::string_view text, std::size_t at);

// What stands at a place of a text.
struct NumericDate {
  std::size_t bytes = 0;                              // 0: nothing like a date
  std::optional<TimeExpression> date = std::nullopt;  // none: there is no such date
};

// Year first with hyphens, slashes or points, with or without a day; day first with points, and
// with slashes where the numbers tell the day from the month. `at` is where a number begins.
[[nodiscard]] NumericDate punctuated_date(std::string_view folded, std::size_t at);

// Chinese, Japanese and Korean: year, month and day, each with its sign. Numbers may be Chinese
// numerals.
[[nodiscard]] NumericDate signed_date(std::string_view folded, std::size_t at);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_TIME_NUMERALS_H_
