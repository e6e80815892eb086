#include "text/time_calendar.h"

#include <algorithm>
#include <chrono>

namespace whosaid::text {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::month;
using std::chrono::months;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month;
using std::chrono::year_month_day;
using std::chrono::years;

constexpr sys_days kFirst = year(1) / 1 / 1;
constexpr sys_days kLast = year(9999) / 12 / 31;

// No phrase reaches further than a calendar does.
constexpr std::int32_t kFarthest = 9999;

bool is_calendar_day(sys_days day) { return day >= kFirst && day <= kLast; }

std::optional<TimeRange> between(sys_days from, sys_days to) {
  if (!is_calendar_day(from) || !is_calendar_day(to)) return std::nullopt;
  return TimeRange{from, to};
}

sys_days monday_of(sys_days day) { return day - (std::chrono::weekday(day) - std::chrono::Monday); }

std::optional<TimeRange> resolve_weekday(const RelativeTime& time, sys_days today) {
  const sys_days this_weeks = monday_of(today) + days(time.weekday);
  sys_days day = this_weeks;
  if (time.unit == TimeUnit::weekday_of_week) {
    day += days(7) * time.offset;
  } else if (time.offset < 0) {
    day -= days(this_weeks < today ? 0 : 7);
  } else if (time.offset > 0) {
    day += days(this_weeks > today ? 0 : 7);
  }
  return between(day, day + days(1));
}

std::optional<TimeRange> month_range(year_month first, std::int32_t count) {
  return between(first / 1, (first + months(count)) / 1);
}

// The day `count` months before.
sys_days months_before(sys_days day, std::int32_t count) {
  const year_month_day today(day);
  const year_month then = today.year() / today.month() - months(count);
  const auto last = (then / std::chrono::last).day();
  return then / std::min(today.day(), last);
}

}  // namespace

std::optional<TimeRange> resolve(const RelativeTime& time, Timestamp now) {
  const sys_days today = floor<days>(now);
  if (!is_calendar_day(today) || time.offset < -kFarthest || time.offset > kFarthest) {
    return std::nullopt;
  }
  const year_month_day date(today);
  switch (time.unit) {
    case TimeUnit::day:
      return between(today + days(time.offset), today + days(time.offset + 1));
    case TimeUnit::week: {
      const sys_days monday = monday_of(today) + days(7) * time.offset;
      return between(monday, monday + days(7));
    }
    case TimeUnit::weekend: {
      const sys_days monday = monday_of(today) + days(7) * time.offset;
      return between(monday + days(5), monday + days(7));
    }
    case TimeUnit::month:
      return month_range(date.year() / date.month() + months(time.offset), 1);
    case TimeUnit::year:
      return month_range((date.year() + years(time.offset)) / 1, 12);
    case TimeUnit::weekday:
    case TimeUnit::weekday_of_week:
      break;
  }
  return resolve_weekday(time, today);
}

std::optional<TimeRange> resolve_last(std::int32_t count, TimeUnit unit, Timestamp now) {
  const sys_days today = floor<days>(now);
  if (!is_calendar_day(today) || count < 0 || count > kFarthest) return std::nullopt;
  sys_days from = today;
  if (unit == TimeUnit::day) from -= days(count);
  if (unit == TimeUnit::week) from -= days(7) * count;
  if (unit == TimeUnit::month) from = months_before(today, count);
  if (unit == TimeUnit::year) from = months_before(today, 12 * count);
  return between(from, today + days(1));
}

std::optional<TimeExpression> written_date(unsigned y, unsigned m, unsigned d) {
  if (m > 12 || d > 31 || (d != 0 && m == 0)) return std::nullopt;
  if (y == 0) {
    if (m == 0 || (d != 0 && !(year(2024) / month(m) / static_cast<int>(d)).ok())) {
      return std::nullopt;
    }
    return TimeExpression{.range = std::nullopt, .month = m, .day = d};
  }
  if (y < 1900 || y > 2100) return std::nullopt;
  const year written(static_cast<int>(y));
  if (m == 0) return TimeExpression{.range = month_range(written / 1, 12)};
  if (d == 0) return TimeExpression{.range = month_range(written / month(m), 1)};
  const year_month_day day = written / month(m) / static_cast<int>(d);
  if (!day.ok()) return std::nullopt;
  return TimeExpression{.range = utc_day(sys_days(day))};
}

bool TimeExpression::holds(Timestamp t) const {
  if (range) return range->from <= t && t < range->to;
  const sys_days at = floor<days>(t);
  if (!is_calendar_day(at)) return false;
  const year_month_day date(at);
  return static_cast<unsigned>(date.month()) == month &&
         (day == 0 || static_cast<unsigned>(date.day()) == day);
}

}  // namespace whosaid::text
