// Finds the time that a search query speaks of: "16 June 2023", "last week", "昨日".

#ifndef WHOSAID_SRC_TEXT_TIME_EXPRESSION_H_
#define WHOSAID_SRC_TEXT_TIME_EXPRESSION_H_

#include <optional>
#include <string_view>

#include "whosaid/types.h"

namespace whosaid::text {

// A time that a query speaks of.
struct TimeExpression {
  std::optional<TimeRange> range = std::nullopt;  // from <= t < to, UTC
  // Without a year: that month (1 to 12), or that day of it (0: all), of any year.
  unsigned month = 0;
  unsigned day = 0;
  [[nodiscard]] bool holds(Timestamp t) const;
};

// The first one that stands in `query` (valid UTF-8); none: nullopt. `now` is what "yesterday" is
// reckoned from; days, weeks (Monday to Sunday), months and years are those of UTC.
[[nodiscard]] std::optional<TimeExpression> time_expression(std::string_view query, Timestamp now);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_TIME_EXPRESSION_H_
