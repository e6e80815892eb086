#include "text/time_expression.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "text/code_points.h"
#include "text/folding.h"
#include "text/stop_words.h"
#include "text/time_calendar.h"
#include "text/time_numerals.h"
#include "text/time_tables.h"
#include "text/time_tokens.h"
#include "text/time_words.h"

namespace whosaid::text {
namespace {

using Standing = MonthName::Standing;

// What begins at a word; tokens 0: nothing, no date: one that doesn't exist.
struct Found {
  std::size_t tokens = 0;
  std::optional<TimeExpression> time = std::nullopt;
};

Found found_range(std::size_t tokens, std::optional<TimeRange> range) {
  if (!range) return {tokens, std::nullopt};
  return {tokens, TimeExpression{.range = range}};
}

// One or two digits, or a year's four: the value. Others: none.
std::optional<unsigned> number_of(const TimeToken& token, std::size_t least, std::size_t most) {
  const auto [value, digits] = read_digits(token.source, 0);
  if (digits < least || digits > most || digits != token.source.size()) return std::nullopt;
  return value;
}

const TimeWord* look_up(const TimeToken& token) {
  if (token.kind != TokenKind::word) return nullptr;
  const TimeWord* const found = find_time_word(token.source);
  return found != nullptr || token.word == token.source ? found : find_time_word(token.word);
}

std::optional<MonthName> month_of(const TimeToken& token) {
  const TimeWord* const found = look_up(token);
  return found == nullptr ? std::nullopt : found->month;
}

// English only.
std::optional<TimeUnit> unit_of(const TimeToken& token) {
  constexpr std::array<std::string_view, 4> kNames = {"day", "week", "month", "year"};
  constexpr std::array<TimeUnit, 4> kUnits = {TimeUnit::day, TimeUnit::week, TimeUnit::month,
                                              TimeUnit::year};
  std::string_view word = token.word;
  if (word.ends_with('s')) word.remove_suffix(1);
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (word == kNames[i]) return kUnits[i];
  }
  return std::nullopt;
}

std::optional<std::int32_t> count_of(const TimeToken& token) {
  if (const auto number = number_of(token, 1, 4)) return static_cast<std::int32_t>(*number);
  constexpr std::array<std::string_view, 13> kNumerals = {
      "a",     "one",   "two",  "three", "four",   "five",  "six",
      "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  for (std::size_t i = 0; i < kNumerals.size(); ++i) {
    if (token.word == kNumerals[i]) return i == 0 ? 1 : static_cast<std::int32_t>(i);
  }
  if (token.word == "an") return 1;
  return std::nullopt;
}

class Reader {
 public:
  Reader(std::string_view folded, Timestamp now) : folded_(folded), tokens_(folded), now_(now) {}

  std::optional<TimeExpression> first() {
    for (; !tokens_.at_end(); tokens_.advance()) {
      if (tokens_[0].begin < skip_to_ && tokens_[0].kind != TokenKind::run) continue;
      const Found found = at_token();
      if (found.time) return found.time;
      if (found.tokens != 0) skip_to_ = tokens_[offset(found.tokens) - 1].end();
    }
    return std::nullopt;
  }

 private:
  struct Part {
    unsigned value = 0;
    std::size_t end = 0;  // the token behind it; 0: it isn't there
  };

  static std::ptrdiff_t offset(std::size_t tokens) { return static_cast<std::ptrdiff_t>(tokens); }
  [[nodiscard]] const TimeToken& token(std::size_t i) const { return tokens_[offset(i)]; }

  Found at_token() {
    const TimeToken& here = token(0);
    if (here.kind == TokenKind::run) return in_run();
    if (!here.source.empty() && is_digit(here.source.front())) return at_digits();
    if (here.kind == TokenKind::word) return at_word();
    return {};
  }

  // Scripts written without spaces: at each code point.
  Found in_run() {
    const TimeToken& run = token(0);
    for (std::size_t at = std::max(run.begin, skip_to_); at < run.end();) {
      if (const auto phrase = find_unspaced_phrase(folded_, at)) {
        return found_range(1, with_date_behind(phrase->time, at + phrase->bytes));
      }
      const NumericDate date = signed_date(folded_, at);
      if (date.date) return {1, date.date};
      if (date.bytes != 0) {
        at += date.bytes;
      } else {
        (void)next_code_point(folded_, at);
      }
    }
    return {};
  }

  // "去年6月" is a month of that year.
  [[nodiscard]] std::optional<TimeRange> with_date_behind(const RelativeTime& time,
                                                          std::size_t end) const {
    const std::optional<TimeRange> range = resolve(time, now_);
    if (time.unit != TimeUnit::year || !range) return range;
    const std::optional<TimeExpression> date = signed_date(folded_, past_possessive(end)).date;
    if (!date || date->range) return range;
    const std::chrono::year_month_day first(std::chrono::floor<std::chrono::days>(range->from));
    const auto full =
        written_date(static_cast<unsigned>(static_cast<int>(first.year())), date->month, date->day);
    return full ? full->range : range;
  }

  [[nodiscard]] std::size_t past_possessive(std::size_t at) const {
    for (const std::string_view mark : {"の", "的", " "}) {
      if (folded_.substr(at).starts_with(mark)) return at + mark.size();
    }
    return at;
  }

  Found at_digits() {
    const std::size_t begin = token(0).begin;
    for (const NumericDate& date : {signed_date(folded_, begin), punctuated_date(folded_, begin)}) {
      if (date.date) return {1, date.date};
      if (date.bytes != 0) {
        skip_to_ = begin + date.bytes;
        return {};
      }
    }
    if (const Found found = day_first(); found.tokens != 0) return found;
    if (const Found found = year_first(); found.tokens != 0) return found;
    if (const Found found = ago(); found.tokens != 0) return found;
    return year_alone();
  }

  Found at_word() {
    if (const Found found = last_few(); found.tokens != 0) return found;
    if (const Found found = ago(); found.tokens != 0) return found;
    for (const std::string_view spelled : {token(0).source, std::string_view(token(0).word)}) {
      const TimeWord* const word = find_time_word(spelled);
      if (word == nullptr) continue;
      if (const Found found = phrase(*word); found.tokens != 0) return found;
      if (word->month) return month_first(*word->month);
    }
    return {};
  }

  // "16", "16.", "16th", "16-го": the day of a month, or a number that could be none.
  [[nodiscard]] Part day_at(std::size_t i) const {
    const TimeToken& here = token(i);
    const auto [value, digits] = read_digits(here.source, 0);
    if (digits == 0 || digits > 2) return {};
    if (digits != here.source.size()) {
      const bool ordinal = is_listed(ordinal_endings(), here.source.substr(digits));
      return ordinal ? Part{value, i + 1} : Part{};
    }
    if (token(i + 1).is(".")) return {value, i + 2};
    if (token(i + 1).is("-") && is_listed(hyphened_endings(), token(i + 2).source)) {
      return {value, i + 3};
    }
    return {value, i + 1};
  }

  [[nodiscard]] Part year_at(std::size_t i) const {
    const auto year = number_of(token(i), 4, 4);
    return year && *year >= 1900 && *year <= 2100 ? Part{*year, i + 1} : Part{};
  }

  // The token behind those that join the parts of a date.
  [[nodiscard]] std::size_t past_joints(std::size_t i) const {
    const std::size_t most = i + 2;
    while (i < most && !token(i).source.empty() && is_listed(date_joints(), token(i).source)) ++i;
    return i;
  }

  // "16 June 2023", "16. Juni", "16 de junio de 2023".
  Found day_first() {
    const Part day = day_at(0);
    if (day.end == 0 || is_amount()) return {};
    const std::size_t at = past_joints(day.end);
    const auto month = month_of(token(at));
    if (!month) return {};
    const Part year = year_at(past_joints(at + 1));
    if (day.value == 0) return {at + 1, std::nullopt};
    return {year.end != 0 ? year.end : at + 1, written_date(year.value, month->month, day.value)};
  }

  // "2024. június 10.", "2023 June".
  Found year_first() {
    const Part year = year_at(0);
    if (year.end == 0) return {};
    const std::size_t at = past_joints(1);
    const auto month = month_of(token(at));
    if (!month) return {};
    const Part day = day_at(at + 1);
    if (day.end == 0 && month->standing == Standing::doubtful) return {};
    if (day.end != 0 && day.value == 0) return {day.end, std::nullopt};
    return {day.end != 0 ? day.end : at + 1, written_date(year.value, month->month, day.value)};
  }

  // "June 16, 2023", "June 16", "June 2023", "June".
  Found month_first(const MonthName& month) {
    std::size_t at = 1;
    if (month.standing == Standing::shortened && token(at).is(".")) ++at;
    const std::size_t day_begins = token(at).is("the") ? at + 1 : at;
    if (const Part day = day_at(day_begins); day.end != 0) {
      if (day.value == 0) return {day.end, std::nullopt};
      const Part year = year_at(past_joints(day.end));
      return {year.end != 0 ? year.end : day.end, written_date(year.value, month.month, day.value)};
    }
    if (const Part year = year_at(past_joints(at)); year.end != 0) {
      return {year.end, written_date(year.value, month.month, 0)};
    }
    if (month.standing == Standing::shortened) return {};
    if (month.standing == Standing::doubtful && !is_led_in(month)) return {};
    return {1, written_date(0, month.month, 0)};
  }

  // Whether a preposition of the month's own language stands before it.
  [[nodiscard]] bool is_led_in(const MonthName& month) const {
    const TimeWord* const before = look_up(tokens_[-1]);
    return before != nullptr && (before->before_month & month.languages) != 0;
  }

  // "in 2023", "2023 году".
  Found year_alone() {
    const TimeToken& here = token(0);
    const auto [year, digits] = read_digits(here.source, 0);
    if (digits != 4 || here.begin + digits > folded_.size()) return {};
    if (!is_year(year)) return {};
    const Found found{1, written_date(year, 0, 0)};
    if (digits != here.source.size()) {  // "2023'te"
      const std::string_view rest = here.source.substr(digits);
      const TimeWord* const ending =
          rest.front() == '\'' ? find_time_word(rest.substr(1)) : nullptr;
      return ending != nullptr && ending->after_year ? found : Found{};
    }
    if (is_listed(counted_words(), token(1).source) && !token(1).source.empty()) return {};
    const TimeWord* const after = look_up(token(token(1).is("-") ? 2 : 1));
    if (after != nullptr && after->after_year) return found;
    const TimeToken& lead = tokens_[-1].is("-") ? tokens_[-2] : tokens_[-1];
    const TimeWord* const before = look_up(lead);
    if (before == nullptr) return {};
    const bool of = before->year_of && !is_noun(token(1));
    return before->before_year || of ? found : Found{};
  }

  [[nodiscard]] static bool is_noun(const TimeToken& word) {
    return word.kind == TokenKind::word && stop_word_languages(word.word) == 0;
  }

  // A sum of money.
  [[nodiscard]] bool is_amount() const {
    const TimeToken& before = tokens_[-1];
    constexpr std::string_view kSigns = "$ € £ ¥ ₽ ₹ ₩ ₺ #";
    return !before.source.empty() && is_listed(kSigns, before.source);
  }

  // English: "three weeks ago".
  Found ago() {
    if (!token(2).is("ago")) return {};
    const auto unit = unit_of(token(1));
    const auto count = count_of(token(0));
    if (!unit || !count) return {};
    return found_range(3, resolve({*unit, -*count, 0}, now_));
  }

  // English: "the last 3 days", "the past week".
  Found last_few() {
    const bool past = token(0).is("past");
    if (!past && !token(0).is("last")) return {};
    if (const auto unit = unit_of(token(1)); unit && past) {
      return found_range(2, resolve_last(1, *unit, now_));
    }
    const auto unit = unit_of(token(2));
    const auto count = count_of(token(1));
    if (!unit || !count) return {};
    return found_range(3, resolve_last(*count, *unit, now_));
  }

  Found phrase(const TimeWord& word) {
    for (const TimePhrase& phrase : word.phrases) {
      std::size_t matched = 0;
      while (matched < phrase.rest.size() && token(matched + 1).is(phrase.rest[matched])) ++matched;
      if (matched != phrase.rest.size()) continue;
      if (matched == 0 && means_something_else()) return {};
      return found_range(matched + 1, resolve(phrase.time, now_));
    }
    return {};
  }

  // Of phrases of one word.
  bool means_something_else() {
    const TimeToken& here = token(0);
    for (const NotAfter& rule : not_after()) {
      if (here.is(rule.phrase) && !tokens_[-1].source.empty() &&
          is_listed(rule.words, tokens_[-1].source)) {
        return true;
      }
    }
    for (const SharedPhrase& shared : shared_phrases()) {
      if (here.is(shared.phrase)) return !speaks(shared);
    }
    return false;
  }

  // Whether the query's stop words are the language's rather than any other's.
  bool speaks(const SharedPhrase& shared) {
    if (!counted_) count_languages();
    const auto count = [this](std::size_t language) { return stop_words_[language]; };
    const std::size_t own = count(static_cast<std::size_t>(shared.language));
    const LanguageSet others = shared.others & ~bit(shared.language);
    for (std::size_t other = 0; other < kLanguages; ++other) {
      const bool rivals = ((others >> other) & 1U) != 0;
      if (rivals && count(other) + (shared.needs_proof ? 1 : 0) > own) return false;
    }
    return true;
  }

  void count_languages() {
    counted_ = true;
    Segmenter segmenter(folded_);
    for (Token token{}; segmenter.next(token);) {
      if (token.kind != TokenKind::word) continue;
      bool shared = false;
      for (const SharedPhrase& phrase : shared_phrases()) {
        shared = shared || token.text == phrase.phrase;
      }
      const LanguageSet languages = shared ? 0 : stop_word_languages(token.text);
      for (std::size_t i = 0; languages != 0 && i < kLanguages; ++i) {
        stop_words_[i] += (languages >> i) & 1U;
      }
    }
  }

  std::string_view folded_;
  TimeTokens tokens_;
  Timestamp now_;
  std::size_t skip_to_ = 0;  // what lies before was read
  bool counted_ = false;
  std::array<std::size_t, kLanguages> stop_words_{};
};

}  // namespace

std::optional<TimeExpression> time_expression(std::string_view query, Timestamp now) {
  const std::string folded = fold(query);
  return Reader(folded, now).first();
}

}  // namespace whosaid::text
