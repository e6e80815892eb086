#include "static_table/regex.h"

#include <limits>
#include <string>
#include <utility>

#include "text/code_points.h"

namespace whosaid::static_table {
namespace {

// In ICU's units, of about a millisecond each. A sentence takes none.
constexpr std::int32_t kMaxTime = 500;
constexpr std::int32_t kMaxStackBytes = 1 << 20;

icu::UnicodeString to_utf16(std::string_view text) {
  return icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}

// The tokenizers' \w and \s differ a little from ICU's. As sets, they may stand in sets.
std::string_view class_of(char escape) {
  switch (escape) {
    case 'w':
      return "[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}]";
    case 'W':
      return "[^\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}]";
    case 's':
      return "[\\p{White_Space}]";
    case 'S':
      return "[^\\p{White_Space}]";
    default:
      return {};
  }
}

std::string for_icu(std::string_view expression) {
  std::string out;
  for (std::size_t at = 0; at < expression.size(); ++at) {
    if (expression[at] != '\\' || at + 1 == expression.size()) {
      out += expression[at];
      continue;
    }
    ++at;
    const std::string_view set = class_of(expression[at]);
    out += set.empty() ? expression.substr(at - 1, 2) : set;
  }
  return out;
}

std::vector<Range> literal_matches(std::string_view text, std::string_view literal) {
  std::vector<Range> found;
  for (std::size_t at = text.find(literal); at != std::string_view::npos;
       at = text.find(literal, at + literal.size())) {
    found.push_back({at, at + literal.size()});
  }
  return found;
}

// Turns places in UTF-16, asked for in ascending order, into places in UTF-8.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {}

  std::size_t byte_at(std::int32_t unit) {
    while (unit_ < unit && byte_ < text_.size()) {
      unit_ += text::next_code_point(text_, byte_) > 0xFFFF ? 2 : 1;
    }
    return byte_;
  }

 private:
  const std::string_view text_;
  std::int32_t unit_ = 0;
  std::size_t byte_ = 0;
};

}  // namespace

std::optional<Pattern> Pattern::read(const JsonNode& node) {
  Pattern pattern;
  if (node.has("String")) {
    pattern.literal_ = node.text("String");
    if (pattern.literal_.empty()) {
      node.unsupported("an empty pattern is not supported");
      return std::nullopt;
    }
    return pattern;
  }
  if (!node.has("Regex")) {
    node.damaged("there is neither a 'String' nor a 'Regex'");
    return std::nullopt;
  }
  UErrorCode status = U_ZERO_ERROR;
  UParseError place;
  pattern.regex_.reset(
      icu::RegexPattern::compile(to_utf16(for_icu(node.text("Regex"))), 0, place, status));
  if (U_FAILURE(status) || pattern.regex_ == nullptr) {
    node.unsupported("the regular expression is not supported");
    return std::nullopt;
  }
  return pattern;
}

std::optional<std::vector<Range>> Pattern::matches(std::string_view text) const {
  if (regex_ == nullptr) return literal_matches(text, literal_);
  if (text.size() > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
  const icu::UnicodeString units = to_utf16(text);
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::RegexMatcher> matcher(regex_->matcher(units, status));
  if (matcher == nullptr) return std::nullopt;
  matcher->setTimeLimit(kMaxTime, status);
  matcher->setStackLimit(kMaxStackBytes, status);
  std::vector<Range> found;
  Places places(text);
  while (matcher->find(status)) {
    const std::size_t begin = places.byte_at(matcher->start(status));
    found.push_back({begin, places.byte_at(matcher->end(status))});
  }
  if (U_FAILURE(status)) return std::nullopt;
  return found;
}

}  // namespace whosaid::static_table
