// Snowball's stemmers.

#ifndef WHOSAID_SRC_TEXT_STEMMER_H_
#define WHOSAID_SRC_TEXT_STEMMER_H_

#include <string>
#include <string_view>

#include "text/language.h"

namespace whosaid::text {

// Whether stem() does anything for a language.
[[nodiscard]] bool has_stemmer(Language language);

// The stem of a folded word; the word itself in a language without a stemmer.
[[nodiscard]] std::string stem(std::string_view word, Language language);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_STEMMER_H_
