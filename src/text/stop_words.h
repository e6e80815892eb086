// Stop words: the commonest function words, which tell a language and say nothing else.

#ifndef WHOSAID_SRC_TEXT_STOP_WORDS_H_
#define WHOSAID_SRC_TEXT_STOP_WORDS_H_

#include <string_view>

#include "text/language.h"

namespace whosaid::text {

// The languages in which a folded word is a stop word.
[[nodiscard]] LanguageSet stop_word_languages(std::string_view word);

// The list of a language, separated by spaces, each word as fold() and the segmenter leave it. They
// are part of what HashingEmbedder's id() names: a change of a list is a change of vectors.
[[nodiscard]] std::string_view stop_words_of(Language language);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_STOP_WORDS_H_
