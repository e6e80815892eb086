// Details: whether two texts that are close in meaning say different things all the same.

#ifndef WHOSAID_SRC_TEXT_DETAILS_H_
#define WHOSAID_SRC_TEXT_DETAILS_H_

#include <string_view>

#include "text/detail_items.h"

namespace whosaid::text {

// A text read once, for comparing it with several.
class Details {
 public:
  explicit Details(std::string_view text) : tokens_(read_detail_tokens(text)) {}

  friend bool differ_in_detail(const Details& a, const Details& b);

 private:
  DetailTokens tokens_;
};

// Whether two texts differ in
// - numbers (digits of any script, words, clock times, ordinals), dates, parts of the day, units of
//   time: what one has and the other has not;
// - how often they negate;
// - a choice between two words of a kind: "my" and "your", "on" and "off", "$" and "€";
// - a name: a word with a capital, in katakana or with a digit that only one of them has; where
//   nouns have capitals too (German), that each has in place of another's;
// - other words of substance: one in place of one; one added to a list ("and"); any, if the texts
//   have no word, number or date in common, if they share half their words or more in one order, or
//   if they have one length and nothing else is another; or two that change places. Texts that
//   share something, but less, are worded differently, and their other words tell nothing.
// Case, width, accents, punctuation, inflections (as far as a stemmer knows them), word order and
// stop words are no detail. Where in doubt, texts differ: most paraphrases do that put one word for
// another.
[[nodiscard]] bool differ_in_detail(const Details& a, const Details& b);

[[nodiscard]] inline bool differ_in_detail(std::string_view a, std::string_view b) {
  return differ_in_detail(Details(a), Details(b));
}

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_DETAILS_H_
