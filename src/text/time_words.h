// The months' names and relative phrases of many languages, from ICU.

#ifndef WHOSAID_SRC_TEXT_TIME_WORDS_H_
#define WHOSAID_SRC_TEXT_TIME_WORDS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/language.h"
#include "text/time_calendar.h"

namespace whosaid::text {

struct MonthName {
  enum class Standing : std::uint8_t {
    alone,     // "October"
    doubtful,  // "May": with a day, a year or a preposition beside it
    shortened  // "Oct": with a day or a year beside it
  };
  unsigned month = 0;
  LanguageSet languages = 0;
  Standing standing = Standing::alone;
};

struct TimePhrase {
  std::vector<std::string> rest;  // its words but the first, as read from folded text
  RelativeTime time;
};

// What begins with a word.
struct TimeWord {
  std::optional<MonthName> month;
  std::vector<TimePhrase> phrases;  // the longest first
  LanguageSet before_month = 0;     // languages in which it may stand before a month
  bool before_year = false;
  bool year_of = false;
  bool after_year = false;
};

// Null: nothing that has to do with time. `word` is folded.
[[nodiscard]] const TimeWord* find_time_word(std::string_view word);

// The longest phrase of a script written without spaces, or Korean, that stands at `at` of folded
// text.
struct UnspacedPhrase {
  RelativeTime time;
  std::size_t bytes = 0;
};
[[nodiscard]] std::optional<UnspacedPhrase> find_unspaced_phrase(std::string_view folded,
                                                                 std::size_t at);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_TIME_WORDS_H_
