// A text as the sequence that details.h compares: words, numbers, dates, negations.

#ifndef WHOSAID_SRC_TEXT_DETAIL_ITEMS_H_
#define WHOSAID_SRC_TEXT_DETAIL_ITEMS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/detail_words.h"
#include "text/language.h"
#include "text/segment.h"

namespace whosaid::text {

struct DetailToken {
  TokenKind kind;
  std::string text;  // folded
  Family family = Family::other;
  LanguageSet stop_word_of = 0;
  bool capital = false;  // somewhere in the text
};

struct DetailTokens {
  std::vector<DetailToken> tokens;
  std::size_t minus_signs = 0;  // before digits
};

[[nodiscard]] DetailTokens read_detail_tokens(std::string_view text);

// The languages in which two texts are compared: what is told of both together.
class Tongues {
 public:
  void add(const DetailTokens& text);

  [[nodiscard]] Language best(Family family) const { return tally_.best(family); }
  // The best, and where it isn't certain the others of the family.
  [[nodiscard]] std::optional<DetailWord> find(std::string_view word, Family family) const;

 private:
  LanguageTally tally_;
};

struct Item {
  enum class Kind : std::uint8_t { stop, joint, word, symbol, number, date, negation };

  Kind kind;
  std::string key;               // the word as it stands; of numbers and dates, what they mean
  std::string stem = {};         // of words
  std::string_view choice = {};  // "group.member" (DetailKind::choice)
  Language language = Language::unknown;
  bool name = false;  // perhaps: capitalized, in katakana, or with a digit
  char role = 0;      // of a word that a Japanese or Korean particle marks
};

[[nodiscard]] std::vector<Item> detail_items(const DetailTokens& text, const Tongues& tongues);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_DETAIL_ITEMS_H_
