// Words that are details of a text, as details.h compares them.

#ifndef WHOSAID_SRC_TEXT_DETAIL_WORDS_H_
#define WHOSAID_SRC_TEXT_DETAIL_WORDS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "text/language.h"

namespace whosaid::text {

enum class DetailKind : std::uint8_t {
  number,    // key: its value
  scale,     // a number that multiplies the one before it
  date,      // weekdays, months, days seen from today, parts of a day, units of time
  negation,  // key: "not" beside a verb, "never" what may repeat it, "without" what counts by
             // itself
  choice,    // key: "group.member": one member of a group excludes another
  filler,    // says nothing
  joint,     // and, or
  counter,   // after numerals of scripts written without spaces, makes them a number
  ending,    // of a Korean word
};

struct DetailWord {
  DetailKind kind;
  std::string_view key;
};

// What a folded word is in one of the languages.
[[nodiscard]] std::optional<DetailWord> find_detail_word(std::string_view word,
                                                         LanguageSet languages);

// The same for scripts written without spaces and Korean.
struct DetailPart {
  DetailWord word;
  std::size_t bytes;
};
enum class PartKind : std::uint8_t { detail, number, counter };
// The longest that `text` begins with.
[[nodiscard]] std::optional<DetailPart> leading_part(std::string_view text, PartKind kind);
// The longest that `text` ends in, but for its first code point.
[[nodiscard]] std::optional<DetailPart> korean_ending(std::string_view text);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_DETAIL_WORDS_H_
