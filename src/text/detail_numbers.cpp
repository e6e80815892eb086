#include "text/detail_numbers.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "text/code_points.h"
#include "text/detail_words.h"

namespace whosaid::text {
namespace {

// Sums stay far from overflow.
constexpr std::int64_t kLargest = 1'000'000'000'000;

// Whether every point has three digits behind it and one to three before the first.
bool groups_by_points(std::string_view digits) {
  const std::size_t first = digits.find('.');
  if (first == 0 || first > 3) return false;
  for (std::size_t point = first; point != std::string_view::npos;) {
    const std::size_t next = digits.find('.', point + 1);
    const std::size_t end = next == std::string_view::npos ? digits.size() : next;
    if (end - point != 4) return false;
    point = next;
  }
  return true;
}

std::optional<std::int64_t> german_part(std::string_view word, std::int64_t empty) {
  if (word.empty()) return empty;
  if (word == "ein") return 1;
  return german_number(word);
}

// What stands before and behind a scale.
std::optional<std::int64_t> german_scaled(std::string_view word, std::string_view name,
                                          std::int64_t scale) {
  const std::size_t at = word.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = word.substr(at + name.size());
  if (rest.substr(0, 3) == "und") rest.remove_prefix(3);
  const auto before = german_part(word.substr(0, at), 1);
  const auto behind = german_part(rest, 0);
  if (!before || !behind || *before >= scale || *behind >= scale) return std::nullopt;
  return *before * scale + *behind;
}

struct Digit {
  char32_t sign;
  std::int64_t value;
};
constexpr std::array<Digit, 38> kDigits = {
    {{U'〇', 0},     {U'一', 1},     {U'二', 2},     {U'三', 3},  {U'四', 4},   {U'五', 5},
     {U'六', 6},     {U'七', 7},     {U'八', 8},     {U'九', 9},  {U'十', 10},  {U'百', 100},
     {U'千', 1000},  {U'万', 10000}, {U'萬', 10000}, {U'两', 2},  {U'兩', 2},   {U'零', 0},
     {U'일', 1},     {U'이', 2},     {U'삼', 3},     {U'사', 4},  {U'오', 5},   {U'육', 6},
     {U'칠', 7},     {U'팔', 8},     {U'구', 9},     {U'십', 10}, {U'백', 100}, {U'천', 1000},
     {U'만', 10000}, {U'영', 0},     {U'유', 6},     {U'시', 10}, {U'弐', 2},   {U'参', 3},
     {U'壱', 1},     {U'廿', 20}}};

// Korean writes June and October 유월 and 시월; elsewhere these two are no numerals.
bool is_month_sign(char32_t c) { return c == U'유' || c == U'시'; }

std::optional<std::int64_t> digit_value(char32_t c, std::string_view rest) {
  if (is_month_sign(c) && rest.substr(0, 3) != "월") return std::nullopt;
  const auto found = std::find_if(kDigits.begin(), kDigits.end(),
                                  [c](const Digit& digit) { return digit.sign == c; });
  if (found == kDigits.end()) return std::nullopt;
  return found->value;
}

}  // namespace

bool NumberWords::add(std::int64_t value) {
  const std::int64_t low = current_ % 100;
  if (current_ == 4 && value == 20) {  // quatre-vingts
    current_ = 80;
  } else if (current_ == 0 && total_ > 0 && value < 1000) {
    current_ = value;
  } else if ((current_ >= 100 && low == 0 && value < 100) ||
             (low >= 20 && low % 10 == 0 && value < 10) ||
             ((low == 60 || low == 80) && value < 20)) {  // soixante-dix
    current_ += value;
  } else {
    return false;
  }
  return true;
}

bool NumberWords::multiply(std::int64_t scale) {
  if (value() > kLargest || value() > kLargest * 1000 / scale) return false;
  if (scale == 100) {
    if (current_ >= 100) return false;
    current_ = std::max<std::int64_t>(current_, 1) * scale;
  } else {
    if (total_ != 0 && total_ < scale * 1000 && current_ == 0) return false;
    total_ += std::max<std::int64_t>(current_, 1) * scale;
    current_ = 0;
  }
  return true;
}

std::string plain_number(std::string_view digits) {
  std::string plain(digits);
  if (groups_by_points(digits)) {
    plain.erase(std::remove(plain.begin(), plain.end(), '.'), plain.end());
  } else if (std::count(plain.begin(), plain.end(), '.') == 1) {
    plain.erase(plain.find_last_not_of('0') + 1);
    if (plain.back() == '.') plain.pop_back();
  }
  const std::size_t first = plain.find_first_not_of('0');
  if (first == std::string::npos) return "0";
  return plain.substr(plain[first] == '.' && first > 0 ? first - 1 : first);
}

std::optional<std::int64_t> to_integer(std::string_view digits) {
  std::int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || stop != end || value > kLargest) return std::nullopt;
  return value;
}

std::optional<std::int64_t> german_number(std::string_view word) {
  constexpr std::size_t kLongest = 60;
  if (word.size() > kLongest) return std::nullopt;
  if (const auto known = find_detail_word(word, bit(Language::german))) {
    const bool number = known->kind == DetailKind::number || known->kind == DetailKind::scale;
    return number ? to_integer(known->key) : std::nullopt;
  }
  if (const auto value = german_scaled(word, "tausend", 1000)) return value;
  if (const auto value = german_scaled(word, "hundert", 100)) return value;
  const std::size_t joint = word.find("und");
  if (joint == std::string_view::npos || joint == 0) return std::nullopt;
  const auto units = german_part(word.substr(0, joint), 0);
  const auto tens = german_part(word.substr(joint + 3), 0);
  const bool fits = units && tens && *units < 10 && *tens >= 20 && *tens < 100 && *tens % 10 == 0;
  return fits ? std::optional(*units + *tens) : std::nullopt;
}

std::optional<Numeral> leading_numeral(std::string_view text) {
  std::int64_t total = 0;
  std::int64_t section = 0;
  std::int64_t digit = -1;
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    const auto value = digit_value(c, text.substr(at));
    if (!value || total + section > kLargest || digit > kLargest) break;
    end = at;
    if (*value < 10) {
      digit = digit < 0 ? *value : digit * 10 + *value;
    } else if (*value == 10000) {
      total += std::max<std::int64_t>(section + std::max<std::int64_t>(digit, 0), 1) * *value;
      section = 0;
      digit = -1;
    } else {
      section += (digit < 0 ? 1 : digit) * *value;
      digit = -1;
    }
  }
  if (end == 0) return std::nullopt;
  return Numeral{total + section + std::max<std::int64_t>(digit, 0), end};
}

}  // namespace whosaid::text
