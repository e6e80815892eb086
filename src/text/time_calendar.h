// Calendar units in UTC, as stretches of time.

#ifndef WHOSAID_SRC_TEXT_TIME_CALENDAR_H_
#define WHOSAID_SRC_TEXT_TIME_CALENDAR_H_

#include <cstdint>
#include <optional>

#include "text/time_expression.h"

namespace whosaid::text {

enum class TimeUnit : std::uint8_t {
  day,
  week,  // Monday to Sunday
  weekend,
  month,
  year,
  weekday,  // offset -1: the last one before today, 0: this week's, +1: the next after today
  weekday_of_week,  // offset: of the week
};

// A time as seen from now.
struct RelativeTime {
  TimeUnit unit = TimeUnit::day;
  std::int32_t offset = 0;   // in units
  std::uint8_t weekday = 0;  // 0: Monday
  bool operator==(const RelativeTime&) const = default;
};

// None: so far from the years 1 to 9999 that calendars end.
[[nodiscard]] std::optional<TimeRange> resolve(const RelativeTime& time, Timestamp now);

// The last `count` days (7 for each week), months or years, today included. `unit` is one of them.
[[nodiscard]] std::optional<TimeRange> resolve_last(std::int32_t count, TimeUnit unit,
                                                    Timestamp now);

// The day, the month (day 0) or the year (month 0) of a written date; without a year (0) the month
// or day of any. None: there is no such date, or the year is not one that texts speak of.
[[nodiscard]] std::optional<TimeExpression> written_date(unsigned year, unsigned month,
                                                         unsigned day);

// A number that stands for a year wherever it may be one.
[[nodiscard]] constexpr bool is_year(unsigned number) { return number >= 1970 && number <= 2100; }

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_TIME_CALENDAR_H_
