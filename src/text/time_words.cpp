#include "text/time_words.h"

#include <unicode/dtfmtsym.h>
#include <unicode/locid.h>
#include <unicode/reldatefmt.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

#include "text/folding.h"
#include "text/icu.h"
#include "text/segment.h"
#include "text/time_tables.h"

namespace whosaid::text {
namespace {

struct Hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};
using Words = std::unordered_map<std::string, TimeWord, Hash, std::equal_to<>>;

struct Unspaced {
  std::string phrase;
  RelativeTime time;
  std::string_view not_after;
};

std::string folded(const icu::UnicodeString& text) {
  std::string utf8;
  text.toUTF8String(utf8);
  return fold(utf8);
}

// What the words of folded text were read from.
std::vector<std::string> sources(std::string_view text) {
  std::vector<std::string> out;
  Segmenter segmenter(text);
  for (Token token{}; segmenter.next(token);) out.emplace_back(segmenter.source());
  return out;
}

// Articles and prepositions that don't belong to the phrase.
std::vector<std::string> without_article(std::vector<std::string> words,
                                         std::string_view articles) {
  if (words.size() > 1 && is_listed(articles, words.front())) words.erase(words.begin());
  if (words.empty()) return words;
  const std::size_t mark = words.front().find('\'');
  if (mark != std::string::npos && is_listed(articles, words.front().substr(0, mark + 1))) {
    words.front().erase(0, mark + 1);
  }
  return words;
}

constexpr UDateDirection kDirections[] = {UDAT_DIRECTION_LAST_2, UDAT_DIRECTION_LAST,
                                          UDAT_DIRECTION_THIS, UDAT_DIRECTION_NEXT,
                                          UDAT_DIRECTION_NEXT_2};
constexpr std::int32_t kOffsetOfFirst = -2;

constexpr std::pair<UDateAbsoluteUnit, TimeUnit> kUnits[] = {
    {UDAT_ABSOLUTE_DAY, TimeUnit::day},
    {UDAT_ABSOLUTE_WEEK, TimeUnit::week},
    {UDAT_ABSOLUTE_MONTH, TimeUnit::month},
    {UDAT_ABSOLUTE_YEAR, TimeUnit::year},
};

constexpr UDateAbsoluteUnit kWeekdays[] = {
    UDAT_ABSOLUTE_MONDAY, UDAT_ABSOLUTE_TUESDAY,  UDAT_ABSOLUTE_WEDNESDAY, UDAT_ABSOLUTE_THURSDAY,
    UDAT_ABSOLUTE_FRIDAY, UDAT_ABSOLUTE_SATURDAY, UDAT_ABSOLUTE_SUNDAY};

// The relative phrases that ICU has for a locale.
class Phrases {
 public:
  Phrases(const char* locale, std::string_view articles)
      : status_(U_ZERO_ERROR), formatter_(icu::Locale(locale), status_), articles_(articles) {}

  // Calls `take` with the words of each phrase and its time.
  template <typename Take>
  void each(Take take) {
    for (const auto& [icu_unit, unit] : kUnits) {
      const std::int32_t farthest = unit == TimeUnit::day ? 2 : 1;
      for (std::int32_t offset = -farthest; offset <= farthest; ++offset) {
        take(phrase(offset, icu_unit), RelativeTime{unit, offset, 0});
      }
    }
    for (std::uint8_t weekday = 0; weekday < 7; ++weekday) each_of_weekday(weekday, take);
  }

 private:
  std::string phrase(std::int32_t offset, UDateAbsoluteUnit unit) {
    icu::UnicodeString text;
    UErrorCode status = status_;
    formatter_.format(kDirections[offset - kOffsetOfFirst], unit, text, status);
    if (U_FAILURE(status)) return {};
    std::string joined;
    for (const std::string& word : without_article(sources(folded(text)), articles_)) {
      if (!joined.empty()) joined += ' ';
      joined += word;
    }
    return joined;
  }

  template <typename Take>
  void each_of_weekday(std::uint8_t weekday, Take take) {
    for (std::int32_t offset = -1; offset <= 1; ++offset) {
      const std::string said = phrase(offset, kWeekdays[weekday]);
      const std::string week = phrase(offset, UDAT_ABSOLUTE_WEEK);
      // Where "this Monday" is no more than "Monday", it isn't told from a habit.
      if (offset == 0 && phrase(-1, kWeekdays[weekday]).find(said) != std::string::npos) continue;
      const bool of_week = !week.empty() && said.find(week) != std::string::npos;
      take(said,
           RelativeTime{of_week ? TimeUnit::weekday_of_week : TimeUnit::weekday, offset, weekday});
    }
  }

  UErrorCode status_;
  icu::RelativeDateTimeFormatter formatter_;
  std::string_view articles_;
};

class Tables {
 public:
  Tables() {
    for (const TimeLanguage& language : time_languages()) add(language);
    add_months(short_months(), Language::english, MonthName::Standing::shortened);
    add_more(more_phrases(), phrases_);
    drop_ambiguous();
    for_each_piece(doubtful_months(), ' ', [this](std::string_view word) {
      const auto found = words_.find(fold(word));
      if (found == words_.end() || !found->second.month) return;
      found->second.month->standing = MonthName::Standing::doubtful;
    });
    add_phrases_to_words();
    for (const char* locale : unspaced_locales()) add_unspaced(locale);
    add_more(more_unspaced_phrases(), unspaced_phrases_);
    enter_unspaced();
  }

  [[nodiscard]] const TimeWord* find(std::string_view word) const {
    const auto found = words_.find(word);
    return found == words_.end() ? nullptr : &found->second;
  }

  [[nodiscard]] const std::vector<Unspaced>* find_unspaced(char32_t first) const {
    const auto found = unspaced_.find(first);
    return found == unspaced_.end() ? nullptr : &found->second;
  }

 private:
  // None: it means several times.
  using Meanings = std::map<std::string, std::optional<RelativeTime>>;

  void add(const TimeLanguage& language) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::DateFormatSymbols symbols(icu::Locale(language.locale), status);
    if (U_SUCCESS(status)) {
      for (const auto context :
           {icu::DateFormatSymbols::FORMAT, icu::DateFormatSymbols::STANDALONE}) {
        std::int32_t count = 0;
        const icu::UnicodeString* const names =
            symbols.getMonths(count, context, icu::DateFormatSymbols::WIDE);
        for (std::int32_t i = 0; i < std::min(count, 12); ++i) {
          add_month(folded(names[i]), static_cast<unsigned>(i) + 1, language.language,
                    MonthName::Standing::alone);
        }
      }
    }
    add_months(language.more_months, language.language, MonthName::Standing::alone);
    Phrases(language.locale, language.articles)
        .each([this](const std::string& phrase, const RelativeTime& time) {
          mean(phrases_, phrase, time);
        });
    add_prepositions(language);
  }

  void add_months(std::string_view names, Language language, MonthName::Standing standing) {
    unsigned at = 0;
    for_each_piece(names, ' ', [&](std::string_view name) {
      if (name != "-") add_month(fold(name), at % 12 + 1, language, standing);
      ++at;
    });
  }

  void add_month(const std::string& name, unsigned month, Language language,
                 MonthName::Standing standing) {
    Segmenter segmenter(name);
    std::string last;  // "de gener", "d'abril": the name without its preposition
    for (Token token{}; segmenter.next(token);) last = token.text;
    if (last.empty()) return;
    enter_month(last, month, language, standing);
    if (language == Language::hebrew) {  // prefixes: in, to, since
      for (const char* prefix : {"ב", "ל", "מ"}) {
        enter_month(prefix + last, month, language, standing);
      }
    }
  }

  void enter_month(const std::string& name, unsigned month, Language language,
                   MonthName::Standing standing) {
    std::optional<MonthName>& entry = words_[name].month;
    if (!entry) entry = MonthName{month, 0, standing};
    if (entry->month != month) ambiguous_.push_back(name);
    entry->languages |= bit(language);
  }

  void drop_ambiguous() {
    for (const std::string& name : ambiguous_) words_[name].month.reset();
  }

  void add_prepositions(const TimeLanguage& language) {
    for_each_piece(language.before_month, ' ', [&](std::string_view word) {
      words_[fold(word)].before_month |= bit(language.language);
    });
    const auto mark = [this](std::string_view list, bool TimeWord::*flag) {
      for_each_piece(list, ' ', [&](std::string_view word) { words_[fold(word)].*flag = true; });
    };
    mark(language.before_year, &TimeWord::before_year);
    mark(language.year_of, &TimeWord::year_of);
    mark(language.after_year, &TimeWord::after_year);
  }

  static void mean(Meanings& meanings, const std::string& phrase, const RelativeTime& time) {
    if (phrase.empty()) return;
    const auto [entry, is_new] = meanings.try_emplace(phrase, time);
    if (!is_new && entry->second != time) entry->second.reset();
  }

  static void add_more(std::span<const TimePhrases> more, Meanings& meanings) {
    for (const TimePhrases& row : more) {
      for_each_piece(row.phrases, '|',
                     [&](std::string_view phrase) { mean(meanings, fold(phrase), row.time); });
    }
  }

  void add_phrases_to_words() {
    for (const auto& [phrase, time] : phrases_) {
      if (!time) continue;
      std::vector<std::string> all = sources(phrase);
      TimeWord& first = words_[all.front()];
      first.phrases.push_back({{all.begin() + 1, all.end()}, *time});
    }
    for (auto& [word, entry] : words_) {
      std::stable_sort(
          entry.phrases.begin(), entry.phrases.end(),
          [](const TimePhrase& a, const TimePhrase& b) { return a.rest.size() > b.rest.size(); });
    }
  }

  void add_unspaced(const char* locale) {
    Phrases(locale, "").each([this](const std::string& phrase, const RelativeTime& time) {
      mean(unspaced_phrases_, phrase, time);
    });
  }

  void enter_unspaced() {
    for (const auto& [phrase, time] : unspaced_phrases_) {
      if (!time) continue;
      std::string_view vetoes;
      for (const NotAfter& rule : unspaced_not_after()) {
        if (rule.phrase == phrase) vetoes = rule.words;
      }
      std::size_t at = 0;
      unspaced_[next_code_point(phrase, at)].push_back({phrase, *time, vetoes});
    }
    for (auto& [first, list] : unspaced_) {
      std::stable_sort(list.begin(), list.end(), [](const Unspaced& a, const Unspaced& b) {
        return a.phrase.size() > b.phrase.size();
      });
    }
  }

  Words words_;
  Meanings phrases_, unspaced_phrases_;
  std::vector<std::string> ambiguous_;
  std::unordered_map<char32_t, std::vector<Unspaced>> unspaced_;
};

const Tables& tables() {
  static const Tables& made = *new Tables;
  return made;
}

bool is_hangul(char32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  return c >= 0x1100 && uscript_getScript(to_icu(c), &status) == USCRIPT_HANGUL;
}

// 0: there is none.
char32_t code_point_before(std::string_view text, std::size_t at) {
  if (at == 0) return 0;
  do --at;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  return next_code_point(text, at);
}

// Korean has spaces: a phrase begins a word, and nothing but a particle follows.
bool stands_alone(std::string_view text, std::size_t at, std::size_t end) {
  if (is_hangul(code_point_before(text, at))) return false;
  if (end >= text.size()) return true;
  const std::size_t begin = end;
  const char32_t next = next_code_point(text, end);
  constexpr std::string_view kParticles =
      "은 는 이 가 을 를 의 에 도 만 부 까 과 와 로 라 였 인 밤";
  return !is_hangul(next) || is_listed(kParticles, text.substr(begin, end - begin));
}

}  // namespace

const TimeWord* find_time_word(std::string_view word) { return tables().find(word); }

std::optional<UnspacedPhrase> find_unspaced_phrase(std::string_view folded, std::size_t at) {
  std::size_t after = at;
  const char32_t first = next_code_point(folded, after);
  const std::vector<Unspaced>* const list = tables().find_unspaced(first);
  if (list == nullptr) return std::nullopt;
  for (const Unspaced& entry : *list) {
    if (!folded.substr(at).starts_with(entry.phrase)) continue;
    const std::size_t end = at + entry.phrase.size();
    if (is_hangul(first) && !stands_alone(folded, at, end)) continue;
    std::string before;
    if (!entry.not_after.empty() && at > 0) append_utf8(before, code_point_before(folded, at));
    if (!before.empty() && is_listed(entry.not_after, before)) continue;
    return UnspacedPhrase{entry.time, entry.phrase.size()};
  }
  return std::nullopt;
}

}  // namespace whosaid::text
