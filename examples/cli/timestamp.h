// Moments as RFC 3339 writes them: 2025-09-01T07:30:00Z, 2025-09-01T09:30:00.250+02:00.

#ifndef WHOSAID_EXAMPLES_CLI_TIMESTAMP_H_
#define WHOSAID_EXAMPLES_CLI_TIMESTAMP_H_

#include <whosaid/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace cli {

// None when the text is no date and time with an offset. Digits below a microsecond are dropped.
std::optional<whosaid::Timestamp> parse_timestamp(std::string_view text);

// In UTC; a fraction is written only where there is one.
std::string format_timestamp(whosaid::Timestamp time);

// For people, in UTC: 2025-09-01 07:30.
std::string format_minutes(whosaid::Timestamp time);

}  // namespace cli

#endif  // WHOSAID_EXAMPLES_CLI_TIMESTAMP_H_
