// Options are checked once, so that nothing after it has to.

#ifndef WHOSAID_OPENAI_OPTIONS_H_
#define WHOSAID_OPENAI_OPTIONS_H_

#include "whosaid/embedders/openai.h"
#include "whosaid/result.h"

namespace whosaid::openai {

// Errors: invalid_request with the option's name; no value is repeated in the message.
[[nodiscard]] Result<void> check(const OpenAIOptions& options);

}  // namespace whosaid::openai

#endif  // WHOSAID_OPENAI_OPTIONS_H_
