// The data behind detail_words.h.

#ifndef WHOSAID_SRC_TEXT_DETAIL_TABLES_H_
#define WHOSAID_SRC_TEXT_DETAIL_TABLES_H_

#include <span>
#include <string_view>

#include "text/detail_words.h"

namespace whosaid::text {

// `key:word,word` separated by spaces, each word as fold() and the segmenter leave it. Without
// languages: of scripts written without spaces.
struct DetailTable {
  LanguageSet languages;
  DetailKind kind;
  std::string_view entries;
};

// Of a word that stands in several, the first counts.
[[nodiscard]] std::span<const DetailTable> detail_tables();

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_DETAIL_TABLES_H_
