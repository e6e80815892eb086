// Regular expressions of tokenizer files, by ICU.

#ifndef WHOSAID_STATIC_TABLE_REGEX_H_
#define WHOSAID_STATIC_TABLE_REGEX_H_

#include <unicode/regex.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "static_table/json_node.h"

namespace whosaid::static_table {

// Bytes [begin, end) of a text.
struct Range {
  std::size_t begin, end;

  [[nodiscard]] bool empty() const { return begin == end; }
  [[nodiscard]] std::string_view of(std::string_view text) const {
    return text.substr(begin, end - begin);
  }
};

// What a file calls a pattern: {"String": "..."} or {"Regex": "..."}. Safe to share between
// threads.
class Pattern {
 public:
  // Nothing, and a complaint: it is neither, or an expression that ICU can't read.
  [[nodiscard]] static std::optional<Pattern> read(const JsonNode& node);

  // All matches in a text of valid UTF-8, in order, none overlapping another. Nothing: it took too
  // long.
  [[nodiscard]] std::optional<std::vector<Range>> matches(std::string_view text) const;

 private:
  Pattern() = default;

  std::string literal_;  // sought as it stands if there is no expression
  std::shared_ptr<const icu::RegexPattern> regex_;
};

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_REGEX_H_
