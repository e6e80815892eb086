#include "static_table/pre_tokenizers.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "static_table/char_classes.h"
#include "static_table/split.h"
#include "text/code_points.h"
#include "text/icu.h"

namespace whosaid::static_table {
namespace {

constexpr int kMaxDepth = 8;

// `parts(piece)` says where each piece is cut.
template <typename Parts>
void cut(Pieces& pieces, Behavior behavior, Parts parts) {
  std::vector<Range> ranges;
  for (const Range piece : pieces.ranges) append_pieces(parts(piece), behavior, ranges);
  pieces.ranges = std::move(ranges);
}

template <typename Predicate>
void cut_where(Pieces& pieces, Behavior behavior, Predicate fits) {
  cut(pieces, behavior, [&](Range piece) { return parts_where(pieces.text, piece, fits); });
}

bool bert(Pieces& pieces) {
  cut_where(pieces, Behavior::removed, text::is_white_space);
  cut_where(pieces, Behavior::isolated, is_punctuation);
  return true;
}

bool white_space_split(Pieces& pieces) {
  cut_where(pieces, Behavior::removed, text::is_white_space);
  return true;
}

// Words, and runs of what is neither a word nor white space.
bool white_space(Pieces& pieces) {
  cut_where(pieces, Behavior::removed,
            [](char32_t c) { return text::is_white_space(c) && !is_word_character(c); });
  cut_where(pieces, Behavior::contiguous, is_word_character);
  return true;
}

PreTokenizer read_punctuation(const JsonNode& node) {
  return [behavior = read_behavior(node, Behavior::isolated)](Pieces& pieces) {
    cut_where(pieces, behavior, is_punctuation);
    return true;
  };
}

PreTokenizer read_digits(const JsonNode& node) {
  const bool apart = node.flag("individual_digits", false);
  return [behavior = apart ? Behavior::isolated : Behavior::contiguous](Pieces& pieces) {
    cut_where(pieces, behavior, is_number);
    return true;
  };
}

// Nothing, and a complaint: the member is not one character.
std::optional<char32_t> read_character(const JsonNode& node, const char* name) {
  const std::string character = node.text(name);
  std::size_t at = 0;
  if (!character.empty()) {
    const char32_t c = text::next_code_point(character, at);
    if (at == character.size()) return c;
  }
  node.damaged(std::string("'") + name + "' is not one character");
  return std::nullopt;
}

PreTokenizer read_delimiter(const JsonNode& node) {
  return [delimiter = read_character(node, "delimiter")](Pieces& pieces) {
    cut_where(pieces, Behavior::removed, [&](char32_t c) { return c == delimiter; });
    return true;
  };
}

std::vector<Part> inverted(std::vector<Part> parts) {
  for (Part& part : parts) part.matches = !part.matches;
  return parts;
}

PreTokenizer read_split(const JsonNode& node) {
  std::optional<Pattern> pattern = Pattern::read(node.child("pattern"));
  if (!pattern) return nullptr;
  return [pattern = *std::move(pattern), behavior = read_behavior(node),
          invert = node.flag("invert", false)](Pieces& pieces) {
    bool in_time = true;
    cut(pieces, behavior, [&](Range piece) {
      auto found = pattern.matches(piece.of(pieces.text));
      in_time = in_time && found;
      if (!found) return std::vector<Part>();
      for (Range& match : *found) match = {match.begin + piece.begin, match.end + piece.begin};
      std::vector<Part> parts = parts_of(piece, *found);
      return invert ? inverted(std::move(parts)) : parts;
    });
    return in_time;
  };
}

enum class Prefix { always, first, never };

// Puts a visible sign in the place of each space and before the pieces, and cuts before it.
class Metaspace {
 public:
  Metaspace(char32_t sign, Prefix prefix, bool cuts) : sign_(sign), prefix_(prefix), cuts_(cuts) {
    text::append_utf8(sign_text_, sign);
  }

  void apply(Pieces& pieces) const {
    std::string out;
    std::vector<Range> ranges;
    for (const Range piece : pieces.ranges) {
      const std::size_t begin = out.size();
      const std::string_view content = piece.of(pieces.text);
      const bool marked = content.starts_with(' ') || content.starts_with(sign_text_);
      const bool first = piece.begin == 0 && pieces.begins_text;
      if (!marked && (prefix_ == Prefix::always || (prefix_ == Prefix::first && first))) {
        out += sign_text_;
      }
      for (const char c : content) {
        c == ' ' ? out.append(sign_text_) : out.append(1, c);
      }
      ranges.push_back({begin, out.size()});
    }
    pieces.text = std::move(out);
    pieces.ranges = std::move(ranges);
    if (!cuts_) return;
    cut_where(pieces, Behavior::merged_with_next, [this](char32_t c) { return c == sign_; });
  }

 private:
  char32_t sign_;
  std::string sign_text_;
  Prefix prefix_;
  bool cuts_;
};

// Older files say add_prefix_space in the place of prepend_scheme.
Prefix read_prefix(const JsonNode& node) {
  const bool added = node.flag("add_prefix_space", true);
  const std::string scheme = node.text("prepend_scheme", added ? "always" : "never");
  if (scheme == "first") return Prefix::first;
  if (scheme == "never") return Prefix::never;
  if (scheme != "always") node.unsupported_name(scheme);
  return Prefix::always;
}

PreTokenizer read_metaspace(const JsonNode& node) {
  const std::optional<char32_t> sign = read_character(node, "replacement");
  if (!sign) return nullptr;
  return
      [metaspace = Metaspace(*sign, read_prefix(node), node.flag("split", true))](Pieces& pieces) {
        metaspace.apply(pieces);
        return true;
      };
}

// Nothing, and a complaint: it is not understood.
PreTokenizer read_one(const JsonNode& node) {
  const std::string type = node.type();
  if (type == "BertPreTokenizer") return bert;
  if (type == "Whitespace") return white_space;
  if (type == "WhitespaceSplit") return white_space_split;
  if (type == "Metaspace") return read_metaspace(node);
  if (type == "Punctuation") return read_punctuation(node);
  if (type == "Digits") return read_digits(node);
  if (type == "Split") return read_split(node);
  if (type == "CharDelimiterSplit") return read_delimiter(node);
  node.unsupported_name(type);
  return nullptr;
}

void read_into(const JsonNode& node, std::vector<PreTokenizer>& all, int depth) {
  if (depth > kMaxDepth) {
    node.unsupported("sequences in sequences, more than " + std::to_string(kMaxDepth) + " deep");
  } else if (node.type() == "Sequence") {
    for (const JsonNode& one : node.list("pretokenizers")) read_into(one, all, depth + 1);
  } else if (PreTokenizer one = read_one(node)) {
    all.push_back(std::move(one));
  }
}

}  // namespace

std::vector<PreTokenizer> read_pre_tokenizers(const JsonNode& node) {
  std::vector<PreTokenizer> all;
  read_into(node, all, 0);
  return all;
}

}  // namespace whosaid::static_table
