#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

#include "static_table/char_classes.h"
#include "static_table/token_trie.h"
#include "static_table/vocabulary.h"
#include "text/code_points.h"

namespace whosaid::static_table {
namespace {

// An unknown character scores so much lower than the rarest token.
constexpr double kUnknownPenalty = 10.0;

constexpr std::array<char, 17> kHexDigits = {"0123456789ABCDEF"};

// A piece is cut into the tokens whose scores add up to most; characters that no token begins with
// are unknown, and a run of them is one unknown piece.
class Unigram final : public Vocabulary {
 public:
  struct Settings {
    TokenId unknown;
    bool byte_fallback;
  };

  Unigram(const std::vector<TokenTrie::Entry>& tokens, std::vector<double> scores,
          const Settings& settings)
      : trie_(tokens), scores_(std::move(scores)), unknown_(settings.unknown) {
    if (!scores_.empty()) {
      unknown_score_ = *std::min_element(scores_.begin(), scores_.end()) - kUnknownPenalty;
    }
    if (settings.byte_fallback) find_bytes();
  }

  void tokenize(std::string_view piece, Tokens& tokens) const override {
    const std::vector<Step> steps = best_steps(piece);
    tokens.letters += count_letters(piece);
    Tokens reversed;
    for (std::size_t end = piece.size(); end > 0;) {
      std::size_t begin = steps[end].begin;
      if (steps[end].token != unknown_) {
        reversed.ids.push_back(steps[end].token);
      } else {
        while (begin > 0 && steps[begin].token == unknown_) begin = steps[begin].begin;
        append_unknown(piece.substr(begin, end - begin), reversed);
      }
      end = begin;
    }
    tokens.unknown_letters += reversed.unknown_letters;
    tokens.ids.insert(tokens.ids.end(), reversed.ids.rbegin(), reversed.ids.rend());
  }

  [[nodiscard]] std::optional<TokenId> find(std::string_view token) const override {
    return trie_.find(token);
  }

  [[nodiscard]] TokenId unknown() const override { return unknown_; }

 private:
  // How the best way to a place ends.
  struct Step {
    double score = 0;
    std::size_t begin = kUnreached;
    TokenId token = kUnknownToken;
  };
  static constexpr std::size_t kUnreached = std::numeric_limits<std::size_t>::max();

  [[nodiscard]] std::vector<Step> best_steps(std::string_view piece) const {
    std::vector<Step> steps(piece.size() + 1);
    for (std::size_t at = 0; at < piece.size();) {
      const std::size_t begin = at;
      static_cast<void>(text::next_code_point(piece, at));
      const auto reach = [&](std::size_t end, double score, TokenId token) {
        const Step step = {steps[begin].score + score, begin, token};
        if (steps[end].begin == kUnreached || step.score > steps[end].score) steps[end] = step;
      };
      bool known = false;
      trie_.each_prefix(piece.substr(begin), [&](std::size_t length, TokenId token) {
        reach(begin + length, scores_[token], token);
        known |= begin + length == at;
      });
      if (!known) reach(at, unknown_score_, unknown_);
    }
    return steps;
  }

  // In reverse.
  void append_unknown(std::string_view run, Tokens& reversed) const {
    if (const auto token = trie_.find(run)) {
      reversed.ids.push_back(*token);
    } else if (bytes_.empty()) {
      reversed.ids.push_back(unknown_);
      reversed.unknown_letters += count_letters(run);
    } else {
      for (auto byte = run.rbegin(); byte != run.rend(); ++byte) {
        reversed.ids.push_back(bytes_[static_cast<unsigned char>(*byte)]);
      }
    }
  }

  // The tokens "<0x00>" to "<0xFF>". Should one be missing, there is no fallback.
  void find_bytes() {
    for (unsigned byte = 0; byte < 256; ++byte) {
      const std::string name = {'<', '0', 'x', kHexDigits[byte >> 4], kHexDigits[byte & 15], '>'};
      const auto token = trie_.find(name);
      if (!token) break;
      bytes_.push_back(*token);
    }
    if (bytes_.size() != 256) bytes_.clear();
  }

  const TokenTrie trie_;
  const std::vector<double> scores_;
  const TokenId unknown_;
  double unknown_score_ = 0;
  std::vector<TokenId> bytes_;  // empty, or one for each
};

}  // namespace

ReadVocabulary read_unigram(const JsonNode& model) {
  ReadVocabulary read;
  const JsonNode vocabulary = model.child("vocab");
  if (!vocabulary.json().is_array() || vocabulary.json().size() >= kUnknownToken) {
    vocabulary.damaged("this is no list of tokens");
    return read;
  }
  std::vector<TokenTrie::Entry> tokens;
  std::vector<double> scores;
  for (const nlohmann::json& entry : vocabulary.json()) {
    if (!entry.is_array() || entry.size() != 2 || !entry[0].is_string() || !entry[1].is_number()) {
      vocabulary.damaged("an entry is no token with a score");
      return read;
    }
    tokens.emplace_back(entry[0].get_ref<const std::string&>(),
                        static_cast<TokenId>(tokens.size()));
    scores.push_back(entry[1].get<double>());
    read.lengths.push_back(text::count_code_points(tokens.back().first));
  }
  if (!tokens.empty()) read.greatest = tokens.back().second;
  const std::uint64_t unknown = model.count("unk_id", kUnknownToken);
  if (unknown != kUnknownToken && unknown >= tokens.size()) {
    model.damaged("'unk_id' is no token");
    return read;
  }
  read.vocabulary = std::make_unique<Unigram>(
      tokens, std::move(scores),
      Unigram::Settings{.unknown = static_cast<TokenId>(unknown),
                        .byte_fallback = model.flag("byte_fallback", false)});
  return read;
}

}  // namespace whosaid::static_table
