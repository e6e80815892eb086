// Where ICU ends a sentence and people don't.

#ifndef WHOSAID_SRC_TEXT_SENTENCE_RULES_H_
#define WHOSAID_SRC_TEXT_SENTENCE_RULES_H_

#include <string_view>

namespace whosaid::text {

// Whether the sentence `before` goes on with `after`, which follows it on the same line: `before`
// ends in an abbreviation, an initial, a German date's day or is but a list number. Both without
// white space at their ends; `after` may be cut anywhere past its first word.
[[nodiscard]] bool sentence_goes_on(std::string_view before, std::string_view after);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_SENTENCE_RULES_H_
