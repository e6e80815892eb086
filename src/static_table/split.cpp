#include "static_table/split.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace whosaid::static_table {
namespace {

constexpr std::array<std::pair<std::string_view, Behavior>, 5> kBehaviors = {{
    {"Removed", Behavior::removed},
    {"Isolated", Behavior::isolated},
    {"MergedWithPrevious", Behavior::merged_with_previous},
    {"MergedWithNext", Behavior::merged_with_next},
    {"Contiguous", Behavior::contiguous},
}};

// A match joins what stands before it, unless that ends with a match.
std::vector<Range> joined_to_previous(const std::vector<Part>& parts) {
  std::vector<Range> pieces;
  bool after_match = false;
  for (const Part& part : parts) {
    if (part.matches && !after_match && !pieces.empty()) {
      pieces.back().end = part.range.end;
    } else {
      pieces.push_back(part.range);
    }
    after_match = part.matches;
  }
  return pieces;
}

std::vector<Range> joined_to_next(const std::vector<Part>& parts) {
  std::vector<Range> pieces;
  bool before_match = false;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (part->matches && !before_match && !pieces.empty()) {
      pieces.back().begin = part->range.begin;
    } else {
      pieces.push_back(part->range);
    }
    before_match = part->matches;
  }
  std::reverse(pieces.begin(), pieces.end());
  return pieces;
}

std::vector<Range> joined_to_alike(const std::vector<Part>& parts) {
  std::vector<Range> pieces;
  bool after_match = false;
  for (const Part& part : parts) {
    if (part.matches == after_match && !pieces.empty()) {
      pieces.back().end = part.range.end;
    } else {
      pieces.push_back(part.range);
    }
    after_match = part.matches;
  }
  return pieces;
}

std::vector<Range> apart(const std::vector<Part>& parts, bool with_matches) {
  std::vector<Range> pieces;
  for (const Part& part : parts) {
    if (with_matches || !part.matches) pieces.push_back(part.range);
  }
  return pieces;
}

std::vector<Range> pieces_of(const std::vector<Part>& parts, Behavior behavior) {
  switch (behavior) {
    case Behavior::removed:
      return apart(parts, false);
    case Behavior::isolated:
      return apart(parts, true);
    case Behavior::merged_with_previous:
      return joined_to_previous(parts);
    case Behavior::merged_with_next:
      return joined_to_next(parts);
    case Behavior::contiguous:
      return joined_to_alike(parts);
  }
  return {};
}

}  // namespace

Behavior read_behavior(const JsonNode& node) {
  const std::string name = node.text("behavior");
  for (const auto& [known, behavior] : kBehaviors) {
    if (known == name) return behavior;
  }
  node.unsupported_name(name);
  return Behavior::removed;
}

Behavior read_behavior(const JsonNode& node, Behavior without) {
  return node.has("behavior") ? read_behavior(node) : without;
}

std::vector<Part> parts_of(Range whole, const std::vector<Range>& matches) {
  std::vector<Part> parts;
  std::size_t at = whole.begin;
  for (const Range match : matches) {
    if (at < match.begin) parts.push_back({{at, match.begin}, false});
    parts.push_back({match, true});
    at = match.end;
  }
  if (at < whole.end) parts.push_back({{at, whole.end}, false});
  return parts;
}

void append_pieces(const std::vector<Part>& parts, Behavior behavior, std::vector<Range>& pieces) {
  for (const Range piece : pieces_of(parts, behavior)) {
    if (!piece.empty()) pieces.push_back(piece);
  }
}

}  // namespace whosaid::static_table
