// Irregular forms of English, which no stemmer brings together: "went" and "go", "children" and
// "child". Questions ask in the base form ("when did she go") what was told in the past.

#ifndef WHOSAID_SRC_TEXT_IRREGULAR_FORMS_H_
#define WHOSAID_SRC_TEXT_IRREGULAR_FORMS_H_

#include <string_view>

namespace whosaid::text {

// The base form of an irregular English form; any other word as it is. `word` is folded; so is what
// is returned, which refers to `word` or to a constant.
[[nodiscard]] std::string_view base_form(std::string_view word);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_IRREGULAR_FORMS_H_
