#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "static_table/char_classes.h"
#include "static_table/token_trie.h"
#include "static_table/vocabulary.h"
#include "text/code_points.h"

namespace whosaid::static_table {
namespace {

// A word is its longest beginning that is a token, then the longest continuation, and so on; a word
// that can't be made so is unknown as a whole.
class WordPiece final : public Vocabulary {
 public:
  struct Settings {
    std::string unknown, prefix;
    std::uint64_t max_characters;
  };

  WordPiece(const std::vector<TokenTrie::Entry>& tokens, const Settings& settings)
      : beginnings_(tokens),
        continuations_(without_prefix(tokens, settings.prefix)),
        unknown_(beginnings_.find(settings.unknown).value_or(kUnknownToken)),
        max_characters_(settings.max_characters) {}

  void tokenize(std::string_view piece, Tokens& tokens) const override {
    const std::size_t before = tokens.ids.size();
    const std::size_t letters = count_letters(piece);
    tokens.letters += letters;
    bool known = text::count_code_points(piece) <= max_characters_;
    for (std::size_t at = 0; known && at < piece.size();) {
      const TokenTrie& trie = at == 0 ? beginnings_ : continuations_;
      const auto found = trie.longest(piece.substr(at));
      known = found.has_value();
      if (!found) break;
      tokens.ids.push_back(found->second);
      at += found->first;
    }
    if (known) return;
    tokens.unknown_letters += letters;
    tokens.ids.resize(before);
    tokens.ids.push_back(unknown_);
  }

  [[nodiscard]] std::optional<TokenId> find(std::string_view token) const override {
    return beginnings_.find(token);
  }

  [[nodiscard]] TokenId unknown() const override { return unknown_; }

 private:
  static std::vector<TokenTrie::Entry> without_prefix(const std::vector<TokenTrie::Entry>& tokens,
                                                      std::string_view prefix) {
    std::vector<TokenTrie::Entry> rest;
    for (const auto& [token, id] : tokens) {
      if (token.starts_with(prefix)) rest.emplace_back(token.substr(prefix.size()), id);
    }
    return rest;
  }

  const TokenTrie beginnings_, continuations_;
  const TokenId unknown_;
  const std::uint64_t max_characters_;
};

}  // namespace

ReadVocabulary read_wordpiece(const JsonNode& model) {
  ReadVocabulary read;
  const JsonNode vocabulary = model.child("vocab");
  if (!vocabulary.json().is_object()) {
    vocabulary.damaged("this is no object of tokens");
    return read;
  }
  std::vector<TokenTrie::Entry> tokens;
  for (auto entry = vocabulary.json().begin(); entry != vocabulary.json().end(); ++entry) {
    if (!entry->is_number_unsigned() || entry->get<std::uint64_t>() >= kUnknownToken) {
      vocabulary.damaged("a token's id is no such number");
      return read;
    }
    tokens.emplace_back(entry.key(), entry->get<TokenId>());
    read.lengths.push_back(text::count_code_points(entry.key()));
    read.greatest = std::max(read.greatest, tokens.back().second);
  }
  read.vocabulary = std::make_unique<WordPiece>(
      tokens, WordPiece::Settings{.unknown = model.text("unk_token", "[UNK]"),
                                  .prefix = model.text("continuing_subword_prefix", "##"),
                                  .max_characters = model.count("max_input_chars_per_word", 100)});
  return read;
}

}  // namespace whosaid::static_table
