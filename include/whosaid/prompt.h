// What was recalled, as text for a model: who said what, and when.

#ifndef WHOSAID_PROMPT_H_
#define WHOSAID_PROMPT_H_

#include <string>

#include "whosaid/export.h"
#include "whosaid/types.h"
#include "whosaid/version.h"

namespace whosaid {
inline namespace WHOSAID_ABI {

// One line for each memory and for each half of an exchange:
//
//   Recent exchanges:
//   - [(user), 2026-03-02] When is the deadline?
//   - [(agent), 2026-03-02] On Tuesday.
//   Remembered:
//   - [Bob, 2026-02-27] The deadline moved to Tuesday
//   - [(unlabelled), 2026-02-20] The office closes at six
//   Around the first of these:
//   - [me, 2026-02-27] I will tell the printer
//
// A label stands at the beginning of a line and nowhere else counts. So that no text can pass for a
// label, or show one that isn't there, line breaks of any kind and other control characters but the
// tab become spaces, and bidirectional embeddings, overrides and isolates are left out; all else is
// as it was said, and every other call returns the text byte for byte. Labels in parentheses are
// nobody's names: a name that holds a parenthesis, a bracket, a comma or a quote, of any width,
// stands in quotes ("\"" and "\\" escaped). The date is when it happened (event_at), or else when
// it was stored, in UTC. Empty sections are left out.
[[nodiscard]] WHOSAID_API std::string to_prompt(const Recall& recall);

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_PROMPT_H_
