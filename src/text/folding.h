// Folding: the form in which words and features of texts are compared.

#ifndef WHOSAID_SRC_TEXT_FOLDING_H_
#define WHOSAID_SRC_TEXT_FOLDING_H_

#include <string>
#include <string_view>

namespace whosaid::text {

// NFKC_Casefold, and then:
// - Latin and Greek letters without their marks and strokes (é = e, ø = o, æ = ae, þ = th);
// - Cyrillic ё = е; other marks on Cyrillic go unless they make a letter of their own (й, ї);
// - Arabic without harakat and tatweel, Hebrew without points; Persian kaf and yeh as in Arabic;
// - decimal digits of every script as ASCII;
// - ' for every kind of apostrophe;
// - zero-width space, trade and service marks as spaces.
// Marks of other scripts stay. Bytes that are not UTF-8 read as U+FFFD.
[[nodiscard]] std::string fold(std::string_view text);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_FOLDING_H_
