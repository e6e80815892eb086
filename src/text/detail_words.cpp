#include "text/detail_words.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "text/code_points.h"
#include "text/detail_tables.h"

namespace whosaid::text {
namespace {

using Parts = std::unordered_map<std::string_view, DetailWord>;

// Calls `take` with each piece of `text` between separators.
template <typename Take>
void split(std::string_view text, char separator, Take take) {
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    take(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
}

class Tables {
 public:
  Tables() {
    for (const DetailTable& table : detail_tables()) {
      split(table.entries, ' ', [&](std::string_view entry) {
        const std::size_t colon = entry.find(':');
        const DetailWord word{table.kind, entry.substr(0, colon)};
        split(entry.substr(colon + 1), ',', [&](std::string_view spelled) {
          if (table.languages != 0) {
            words_[spelled].push_back({table.languages, word});
          } else {
            parts(table.kind).emplace(spelled, word);
          }
        });
      });
    }
  }

  [[nodiscard]] std::optional<DetailWord> find(std::string_view word, LanguageSet languages) const {
    const auto found = words_.find(word);
    if (found == words_.end()) return std::nullopt;
    for (const Entry& entry : found->second) {
      if ((entry.languages & languages) != 0) return entry.word;
    }
    return std::nullopt;
  }

  [[nodiscard]] const Parts& parts(PartKind kind) const {
    return kind == PartKind::detail ? details_ : kind == PartKind::number ? numbers_ : counters_;
  }
  [[nodiscard]] const Parts& endings() const { return endings_; }

 private:
  struct Entry {
    LanguageSet languages;
    DetailWord word;
  };

  Parts& parts(DetailKind kind) {
    switch (kind) {
      case DetailKind::number:
        return numbers_;
      case DetailKind::counter:
        return counters_;
      case DetailKind::ending:
        return endings_;
      default:
        return details_;
    }
  }

  std::unordered_map<std::string_view, std::vector<Entry>> words_;
  Parts details_, numbers_, counters_, endings_;
};

const Tables& tables() {
  static const Tables made;
  return made;
}

// In code points; no part is longer.
constexpr std::size_t kLongestPart = 6;

}  // namespace

std::optional<DetailWord> find_detail_word(std::string_view word, LanguageSet languages) {
  return tables().find(word, languages);
}

std::optional<DetailPart> leading_part(std::string_view text, PartKind kind) {
  const Parts& parts = tables().parts(kind);
  std::optional<DetailPart> longest;
  std::size_t at = 0;
  for (std::size_t i = 0; i < kLongestPart && at < text.size(); ++i) {
    (void)next_code_point(text, at);
    const auto found = parts.find(text.substr(0, at));
    if (found != parts.end()) longest = DetailPart{found->second, at};
  }
  return longest;
}

std::optional<DetailPart> korean_ending(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    (void)next_code_point(text, at);
    const auto found = tables().endings().find(text.substr(at));
    if (found != tables().endings().end()) return DetailPart{found->second, text.size() - at};
  }
  return std::nullopt;
}

}  // namespace whosaid::text
