// A tokenizer's model: which tokens a piece of text is made of.

#ifndef WHOSAID_STATIC_TABLE_VOCABULARY_H_
#define WHOSAID_STATIC_TABLE_VOCABULARY_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "static_table/json_node.h"
#include "static_table/token_table.h"

namespace whosaid::static_table {

// What stands for an unknown piece where the vocabulary has no token for that.
inline constexpr TokenId kUnknownToken = UINT32_MAX;

struct Tokens {
  std::vector<TokenId> ids;
  std::size_t letters = 0, unknown_letters = 0;  // in the text, and in its unknown pieces
};

// Safe to use from several threads at once.
class Vocabulary {
 public:
  Vocabulary() = default;
  Vocabulary(const Vocabulary&) = delete;
  Vocabulary& operator=(const Vocabulary&) = delete;
  virtual ~Vocabulary() = default;

  // Appends the tokens of a piece, of valid UTF-8 and not empty; unknown() where it is not known.
  virtual void tokenize(std::string_view piece, Tokens& tokens) const = 0;

  [[nodiscard]] virtual std::optional<TokenId> find(std::string_view token) const = 0;

  // Which token means "unknown".
  [[nodiscard]] virtual TokenId unknown() const = 0;
};

// A vocabulary, and what it was read from: the length of each token in code points, and the
// greatest token.
struct ReadVocabulary {
  std::unique_ptr<const Vocabulary> vocabulary;
  std::vector<std::size_t> lengths;
  TokenId greatest = 0;
};

// From tokenizer.json's `model`. What isn't understood is complained of.
[[nodiscard]] ReadVocabulary read_wordpiece(const JsonNode& model);
[[nodiscard]] ReadVocabulary read_unigram(const JsonNode& model);
[[nodiscard]] ReadVocabulary read_vocabulary(const JsonNode& model);

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_VOCABULARY_H_
