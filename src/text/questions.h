// Questions: remarks that ask say little themselves; what they ask about is answered by the next.

#ifndef WHOSAID_SRC_TEXT_QUESTIONS_H_
#define WHOSAID_SRC_TEXT_QUESTIONS_H_

#include <cstddef>
#include <string_view>

namespace whosaid::text {

// How many question marks of any script end something in `text`, several in a row counting once.
// One inside a word ("page?id=1") ends nothing.
[[nodiscard]] std::size_t count_questions(std::string_view text);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_QUESTIONS_H_
