// Cutting a piece of text where something matches.

#ifndef WHOSAID_STATIC_TABLE_SPLIT_H_
#define WHOSAID_STATIC_TABLE_SPLIT_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "static_table/json_node.h"
#include "static_table/regex.h"
#include "text/code_points.h"

namespace whosaid::static_table {

// What becomes of a match: it goes, stands alone, joins the piece before or after it, or matches
// that touch are one piece.
enum class Behavior { removed, isolated, merged_with_previous, merged_with_next, contiguous };

// A complaint if the member `behavior` is none of them. None at all: `without`.
[[nodiscard]] Behavior read_behavior(const JsonNode& node);
[[nodiscard]] Behavior read_behavior(const JsonNode& node, Behavior without);

struct Part {
  Range range;
  bool matches;
};

// The parts of `whole` that lie in the matches, and those between them. The matches are in order
// and lie in `whole`.
[[nodiscard]] std::vector<Part> parts_of(Range whole, const std::vector<Range>& matches);

// Each code point that fits is a match by itself.
template <typename Predicate>
std::vector<Part> parts_where(std::string_view text, Range whole, Predicate fits) {
  std::vector<Part> parts;
  for (std::size_t at = whole.begin; at < whole.end;) {
    const std::size_t begin = at;
    const bool matches = fits(text::next_code_point(text, at));
    if (!matches && !parts.empty() && !parts.back().matches) {
      parts.back().range.end = at;
    } else {
      parts.push_back({{begin, at}, matches});
    }
  }
  return parts;
}

// Appends the pieces that the parts make.
void append_pieces(const std::vector<Part>& parts, Behavior behavior, std::vector<Range>& pieces);

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_SPLIT_H_
