// Speaker names: one form to store and compare, and what may not be a name.

#ifndef WHOSAID_SRC_TEXT_SPEAKER_NAME_H_
#define WHOSAID_SRC_TEXT_SPEAKER_NAME_H_

#include <string>
#include <string_view>

#include "whosaid/result.h"

namespace whosaid::text {

// The name trimmed of White_Space and in NFC: 1 to 80 code points, some of them visible. "me" comes
// back as it is; whether the agent is welcome is the caller's decision.
//
// Refused with invalid_request and field "speaker": invalid UTF-8; a name that is empty or holds
// nothing visible; one that is too long; one that holds a control character, a line or paragraph
// separator, or a bidirectional embedding, override or isolate; one that NFKC_Casefold turns into
// "me" and that is not "me" (then `speaker` is set too). Joiners and unassigned code points pass.
[[nodiscard]] Result<std::string> normalize_speaker_name(std::string_view name);

// Equal for names that look alike (UTS 39), such as Latin "Bob" and Cyrillic "Воb". Not a name, not
// for display, and it changes between ICU versions: compare it, don't store it.
[[nodiscard]] std::string confusable_skeleton(std::string_view name);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_SPEAKER_NAME_H_
