// What ICU's month names and relative phrases leave to say, by hand. Words are folded and separated
// by spaces, phrases by "|".

#ifndef WHOSAID_SRC_TEXT_TIME_TABLES_H_
#define WHOSAID_SRC_TEXT_TIME_TABLES_H_

#include <span>
#include <string_view>

#include "text/language.h"
#include "text/time_calendar.h"

namespace whosaid::text {

struct TimeLanguage {
  Language language;
  const char* locale;
  std::string_view before_month;  // what makes a month of a word that is others too
  std::string_view before_year;   // what makes a year of a number
  std::string_view year_of;       // the same, but not where a noun follows: "set of 2000 screws"
  std::string_view after_year;
  std::string_view articles;     // that a phrase may begin with, and is told without
  std::string_view more_months;  // further forms, twelve to a row; "-": none
};
[[nodiscard]] std::span<const TimeLanguage> time_languages();

// Locales of languages written without spaces, and Korean.
[[nodiscard]] std::span<const char* const> unspaced_locales();

struct TimePhrases {
  RelativeTime time;
  std::string_view phrases;
};
[[nodiscard]] std::span<const TimePhrases> more_phrases();
[[nodiscard]] std::span<const TimePhrases> more_unspaced_phrases();

// Month names that are other words or people's names too.
[[nodiscard]] std::string_view doubtful_months();

// Phrases that are words of other languages too: they don't count where the query speaks one of the
// `others` rather than `language`.
struct SharedPhrase {
  std::string_view phrase;
  Language language;
  LanguageSet others;
  bool needs_proof;  // where the query may speak either, the word is the others'
};
[[nodiscard]] std::span<const SharedPhrase> shared_phrases();

// Words after which a phrase means something else ("am Morgen", "目前天气").
struct NotAfter {
  std::string_view phrase;
  std::string_view words;
};
[[nodiscard]] std::span<const NotAfter> not_after();
[[nodiscard]] std::span<const NotAfter> unspaced_not_after();

// English: three letters of a month's name, in order, and a fourth of September's.
[[nodiscard]] std::string_view short_months();
// Between a day and a month, a month and a year.
[[nodiscard]] std::string_view date_joints();
// Behind the digits of a day ("16th"), and behind a hyphen ("16-го").
[[nodiscard]] std::string_view ordinal_endings();
[[nodiscard]] std::string_view hyphened_endings();
// What is counted, so that the number before it is no year.
[[nodiscard]] std::string_view counted_words();

// Calls `take` with each piece of `text` between separators.
template <typename Take>
void for_each_piece(std::string_view text, char separator, Take take) {
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    if (end != 0) take(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
}

// Whether `word` is one of the pieces.
[[nodiscard]] inline bool is_listed(std::string_view list, std::string_view word) {
  bool found = false;
  for_each_piece(list, ' ', [&](std::string_view piece) { found = found || piece == word; });
  return found;
}

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_TIME_TABLES_H_
