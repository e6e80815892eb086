// Time expressions: every day of a year in every language, and queries that nobody would ask.

#include <unicode/datefmt.h>
#include <unicode/locid.h>
#include <unicode/timezone.h>

#include <chrono>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <random>
#include <string>

#include "support/catch.h"
#include "support/random_seed.h"
#include "text/code_points.h"
#include "text/time_expression.h"

namespace whosaid::text {
namespace {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::year;

const Timestamp kNow = sys_days(year(2024) / 6 / 12);

std::unique_ptr<icu::DateFormat> long_format(const char* locale) {
  std::unique_ptr<icu::DateFormat> format(
      icu::DateFormat::createDateInstance(icu::DateFormat::kLong, icu::Locale(locale)));
  if (format) format->adoptTimeZone(icu::TimeZone::getGMT()->clone());
  return format;
}

TEST_CASE("Each day of a year is found in each language's long form") {
  for (const char* locale : {"en", "en_GB",   "de", "fr", "es",
                             "it", "pt",      "nl", "sv", "da",
                             "nb", "fi",      "pl", "hu", "ro",
                             "tr", "ca",      "id", "ru", "el",
                             "ar", "ar_EG",   "he", "hi", "fa@calendar=gregorian",
                             "zh", "zh_Hant", "ja", "ko"}) {
    const auto format = long_format(locale);
    REQUIRE(format);
    for (sys_days day = year(2024) / 1 / 1; day < sys_days(year(2025) / 1 / 1); day += days(1)) {
      icu::UnicodeString text;
      format->format(UDate(day.time_since_epoch() / std::chrono::milliseconds(1)), text);
      std::string query = "Bob: ";
      text.toUTF8String(query);
      INFO(locale << ": " << query);
      const auto found = time_expression(query, kNow);
      REQUIRE(found);
      REQUIRE(found->range);
      CHECK(found->range->from == day);
      CHECK(found->range->to == day + days(1));
    }
  }
}

std::string random_text(std::mt19937_64& random, std::size_t pieces) {
  static constexpr const char* kPieces[] = {
      "16",  "June", " ",    "2023", "年",   "月", "日", "-",           ".",    "/",
      "the", "of",   "last", "ago",  "3",    "昨", "十", "一",          "지난", "주",
      "'",   "may",  "in",   "days", "hier", ",",  "31", "\xE2\x80\x8B"};
  std::string text;
  for (std::size_t i = 0; i < pieces; ++i) {
    if (random() % 4 != 0) {
      text += kPieces[random() % std::size(kPieces)];
      if (random() % 2 == 0) text += ' ';
      continue;
    }
    const auto c = static_cast<char32_t>(random() % 0x110000);
    append_utf8(text, c >= 0xD800 && c <= 0xDFFF ? U' ' : c);
  }
  return text;
}

TEST_CASE("Whatever the query, what is found is a time") {
  const std::uint64_t seed = test::random_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 3000; ++i) {
    const std::string query = random_text(random, 1 + random() % 40);
    INFO(query);
    const auto found = time_expression(query, kNow);
    if (!found) continue;
    if (found->range) {
      CHECK(found->range->from < found->range->to);
      CHECK(found->holds(found->range->from));
    } else {
      CHECK((found->month >= 1 && found->month <= 12 && found->day <= 31));
    }
  }
  CHECK_FALSE(time_expression("\xEF\xBF\xBD", kNow));
}

TEST_CASE("A query of a megabyte is read to its end") {
  for (const std::string piece : {"a ", "x", "hier ", "ma ", "2023 ", "3 ", "last ", "一", "2023",
                                  "今", "31 february ", "2023-13 ", "13月", "may ", "in a "}) {
    std::string query;
    while (query.size() < (std::size_t{1} << 20)) query += piece;
    INFO(piece);
    CHECK_FALSE(time_expression(query, kNow));
    const auto found = time_expression(query + " . 16 June 2023", kNow);
    REQUIRE(found);
    REQUIRE(found->range);
    CHECK(found->range->from == sys_days(year(2023) / 6 / 16));
  }
}

TEST_CASE("A time beyond the calendar is no reason to fail") {
  using Limits = std::numeric_limits<Timestamp::rep>;
  for (const auto ticks : {Limits::min(), Limits::min() + 1, Limits::max()}) {
    const Timestamp now{Timestamp::duration(ticks)};
    for (const char* query : {"yesterday", "last week", "next year", "last Monday",
                              "9999 years ago", "the last 9999 months", "昨日"}) {
      INFO(query);
      CHECK_FALSE(time_expression(query, now));
    }
    for (unsigned month = 1; month <= 12; ++month) {
      CHECK_FALSE(TimeExpression{.month = month}.holds(now));
    }
  }
  CHECK_FALSE(time_expression("9999 years ago", kNow));
  CHECK_FALSE(time_expression("the last 9999 years", kNow));
}

}  // namespace
}  // namespace whosaid::text
