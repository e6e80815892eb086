#include "text/time_numerals.h"

#include "text/code_points.h"
#include "text/time_calendar.h"

namespace whosaid::text {
namespace {

constexpr std::size_t kDigitsOfYear = 4;

bool is_short(const Number& number) { return number.digits == 1 || number.digits == 2; }

// Whether what stands around keeps a number from being a date: "v1.2.2023", "555-2023-06".
bool is_glued_before(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  const char before = text[at - 1];
  return is_digit(before) || (before >= 'a' && before <= 'z') ||
         std::string_view("-/.,:$#+_@").find(before) != std::string_view::npos;
}

bool is_glued_after(std::string_view text, std::size_t at, char mark) {
  if (at >= text.size()) return false;
  if (is_digit(text[at]) || text[at] == '_') return true;
  return text[at] == mark && at + 1 < text.size() && is_digit(text[at + 1]);
}

NumericDate year_first(std::string_view text, std::size_t at, char mark, const Number& month) {
  const unsigned year = read_digits(text, at).value;
  std::size_t end = at + kDigitsOfYear + 1 + month.digits;
  if (mark == '-' && month.digits != 2) return {};
  if (end < text.size() && text[end] == mark) {
    const Number day = read_digits(text, end + 1);
    if (is_short(day)) {
      end += 1 + day.digits;
      if (is_glued_after(text, end, mark)) return {};
      return {end - at, day.value == 0 || month.value == 0
                            ? std::nullopt
                            : written_date(year, month.value, day.value)};
    }
  }
  if (mark != '-' || is_glued_after(text, end, mark)) return {};
  return {end - at, month.value == 0 ? std::nullopt : written_date(year, month.value, 0)};
}

// With points the day comes first everywhere; with slashes one number has to tell.
std::optional<TimeExpression> day_or_month_first(unsigned first, unsigned second, unsigned year,
                                                 char mark) {
  if (first == 0 || second == 0) return std::nullopt;
  if (mark == '.' || first > 12 || first == second) return written_date(year, second, first);
  if (second > 12) return written_date(year, first, second);
  return std::nullopt;
}

NumericDate year_last(std::string_view text, std::size_t at, const Number& first, char mark,
                      const Number& second) {
  std::size_t end = at + first.digits + 1 + second.digits;
  if (mark == '/' && second.digits == kDigitsOfYear && is_year(second.value)) {  // 6/2023
    if (is_glued_after(text, end, mark) || first.value == 0) return {};
    return {end - at, written_date(second.value, first.value, 0)};
  }
  if (!is_short(second) || end >= text.size() || text[end] != mark) return {};
  const Number year = read_digits(text, end + 1);
  end += 1 + year.digits;
  if (year.digits != kDigitsOfYear || is_glued_after(text, end, mark)) return {};
  return {end - at, day_or_month_first(first.value, second.value, year.value, mark)};
}

// One to ninety-nine, in Chinese numerals; the value 0: none.
struct Numeral {
  unsigned value = 0;
  std::size_t end = 0;
};

unsigned chinese_digit(char32_t c) {
  constexpr std::u32string_view kDigits = U"一二三四五六七八九";
  const std::size_t found = kDigits.find(c);
  return found == std::u32string_view::npos ? 0 : static_cast<unsigned>(found) + 1;
}

char32_t peek(std::string_view text, std::size_t at) {
  return at < text.size() ? next_code_point(text, at) : 0;
}

constexpr std::size_t kBytesOfSign = 3;  // in UTF-8, of every sign and numeral here

Numeral read_chinese(std::string_view text, std::size_t at) {
  Numeral number{chinese_digit(peek(text, at)), at};
  if (number.value != 0) number.end += kBytesOfSign;
  if (peek(text, number.end) != U'十') return number;
  number.value = number.value == 0 ? 10 : number.value * 10;
  number.end += kBytesOfSign;
  if (const unsigned ones = chinese_digit(peek(text, number.end)); ones != 0) {
    number.value += ones;
    number.end += kBytesOfSign;
  }
  return number;
}

// A number, perhaps a space, and one of the signs; end 0: no such thing.
Numeral read_signed(std::string_view text, std::size_t at, std::u32string_view signs) {
  const Number digits = read_digits(text, at);
  Numeral number =
      digits.digits != 0 ? Numeral{digits.value, at + digits.digits} : read_chinese(text, at);
  if (number.end == at || digits.digits > kDigitsOfYear) return {};
  if (number.end < text.size() && text[number.end] == ' ') ++number.end;
  const char32_t sign = peek(text, number.end);
  if (sign == 0 || signs.find(sign) == std::u32string_view::npos) return {};
  number.end += kBytesOfSign;
  return number;
}

std::size_t past_space(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] == ' ' ? at + 1 : at;
}

// "2000年前" is a span of years, "2010年代" ten of them, "3月曜" a weekday.
bool is_span(std::string_view text, std::size_t at) {
  constexpr std::u32string_view kSigns = U"前間间代曜전간동";
  const char32_t next = peek(text, past_space(text, at));
  return next != 0 && kSigns.find(next) != std::u32string_view::npos;
}

}  // namespace

Number read_digits(std::string_view text, std::size_t at) {
  Number number;
  while (number.digits <= kDigitsOfYear && at < text.size() && is_digit(text[at])) {
    number.value = number.value * 10 + static_cast<unsigned>(text[at++] - '0');
    ++number.digits;
  }
  return number;
}

NumericDate punctuated_date(std::string_view folded, std::size_t at) {
  const Number first = read_digits(folded, at);
  const std::size_t mark_at = at + first.digits;
  if (first.digits == 0 || first.digits > kDigitsOfYear || mark_at >= folded.size() ||
      is_glued_before(folded, at)) {
    return {};
  }
  const char mark = folded[mark_at];
  if (mark != '-' && mark != '/' && mark != '.') return {};
  const Number second = read_digits(folded, mark_at + 1);
  if (first.digits == kDigitsOfYear && is_short(second)) {
    return year_first(folded, at, mark, second);
  }
  if (is_short(first) && mark != '-') return year_last(folded, at, first, mark, second);
  return {};
}

NumericDate signed_date(std::string_view folded, std::size_t at) {
  std::size_t end = at;
  const Numeral year = read_signed(folded, at, U"年년");
  if (year.end != 0 && !is_year(year.value)) return {};
  if (year.end != 0) end = year.end;
  const Numeral month = read_signed(folded, year.end != 0 ? past_space(folded, end) : end, U"月월");
  if (month.end != 0) end = month.end;
  if (end == at) return {};
  Numeral day;
  if (month.end != 0) day = read_signed(folded, past_space(folded, end), U"日号號일");
  if (day.end != 0) end = day.end;
  if (day.end == 0 && is_span(folded, end)) return {};
  const bool impossible = (month.end != 0 && month.value == 0) || (day.end != 0 && day.value == 0);
  if (impossible) return {end - at, std::nullopt};
  return {end - at, written_date(year.value, month.value, day.value)};
}

}  // namespace whosaid::text
