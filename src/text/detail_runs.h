// Items of Chinese, Japanese, Korean and other text without spaces.

#ifndef WHOSAID_SRC_TEXT_DETAIL_RUNS_H_
#define WHOSAID_SRC_TEXT_DETAIL_RUNS_H_

#include <string_view>
#include <vector>

#include "text/detail_items.h"

namespace whosaid::text {

// Without a dictionary. Han: each code point is a word, numerals before a counter a number.
// Katakana: a word is what stands together, perhaps a name. Hiragana: particles and endings are
// known, a code point between them is an inflection, two or more are a word. Hangul: a word is what
// stands together, without particles and endings. Other scripts: each code point is a word.
void add_run_items(std::string_view run, std::vector<Item>& items);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_DETAIL_RUNS_H_
