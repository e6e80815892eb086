#include "timestamp.h"

#include <chrono>
#include <cstdio>

namespace cli {
namespace {

// Takes text apart from the left; once something did not fit, everything else fails too.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  int number(std::size_t digits) {
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      if (!at_digit()) return fail();
      value = value * 10 + (take() - '0');
    }
    return value;
  }

  char one_of(std::string_view allowed) {
    if (rest_.empty() || allowed.find(rest_.front()) == std::string_view::npos) {
      fail();
      return '\0';
    }
    return take();
  }

  std::chrono::microseconds fraction() {
    if (rest_.empty() || rest_.front() != '.') return {};
    take();
    if (!at_digit()) fail();
    int value = 0;
    for (int scale = 100'000; at_digit(); scale /= 10) value += (take() - '0') * scale;
    return std::chrono::microseconds(value);
  }

  [[nodiscard]] bool done() const { return fits_ && rest_.empty(); }

 private:
  [[nodiscard]] bool at_digit() const {
    return !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9';
  }
  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }
  int fail() {
    fits_ = false;
    return 0;
  }

  std::string_view rest_;
  bool fits_ = true;
};

struct Parts {
  std::chrono::year_month_day date;
  std::chrono::hh_mm_ss<std::chrono::microseconds> time;
};

Parts split(whosaid::Timestamp time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  return {std::chrono::year_month_day(day),
          std::chrono::hh_mm_ss<std::chrono::microseconds>(time - day)};
}

std::string format(whosaid::Timestamp time, char separator, bool seconds) {
  const auto [date, clock] = split(time);
  char text[64];
  int length = std::snprintf(text, sizeof text, "%04d-%02u-%02u%c%02d:%02d", int(date.year()),
                             unsigned(date.month()), unsigned(date.day()), separator,
                             int(clock.hours().count()), int(clock.minutes().count()));
  std::string result(text, std::size_t(length));
  if (!seconds) return result;
  length = std::snprintf(text, sizeof text, ":%02d", int(clock.seconds().count()));
  result.append(text, std::size_t(length));
  if (const int fraction = int(clock.subseconds().count()); fraction != 0) {
    length = std::snprintf(text, sizeof text, ".%06d", fraction);
    result.append(text, std::size_t(length));
  }
  return result + 'Z';
}

}  // namespace

std::optional<whosaid::Timestamp> parse_timestamp(std::string_view text) {
  using namespace std::chrono;
  Cursor in(text);
  const auto y = year(in.number(4));
  in.one_of("-");
  const auto m = month(unsigned(in.number(2)));
  in.one_of("-");
  const year_month_day date(y, m, day(unsigned(in.number(2))));
  in.one_of("Tt ");
  const int hour = in.number(2);
  in.one_of(":");
  const int minute = in.number(2);
  in.one_of(":");
  const int second = in.number(2);
  const auto fraction = in.fraction();
  minutes offset{0};
  if (const char sign = in.one_of("Zz+-"); sign == '+' || sign == '-') {
    const int offset_hours = in.number(2);
    in.one_of(":");
    const int offset_minutes = in.number(2);
    if (offset_hours > 23 || offset_minutes > 59) return std::nullopt;
    offset = (hours(offset_hours) + minutes(offset_minutes)) * (sign == '+' ? 1 : -1);
  }
  // 60 is a leap second, counted as the first second of the next minute.
  if (!in.done() || !date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  return sys_days(date) + hours(hour) + minutes(minute) + seconds(second) + fraction - offset;
}

std::string format_timestamp(whosaid::Timestamp time) { return format(time, 'T', true); }

std::string format_minutes(whosaid::Timestamp time) { return format(time, ' ', false); }

}  // namespace cli
