// Tokenizers as tokenizer.json files describe them.

#ifndef WHOSAID_STATIC_TABLE_TOKENIZER_H_
#define WHOSAID_STATIC_TABLE_TOKENIZER_H_

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "static_table/added_tokens.h"
#include "static_table/json_node.h"
#include "static_table/normalizers.h"
#include "static_table/pre_tokenizers.h"
#include "static_table/vocabulary.h"
#include "whosaid/result.h"

namespace whosaid::static_table {

// Safe to use from several threads at once.
class Tokenizer {
 public:
  // `file_name` is for messages. corruption: the bytes are no such file. invalid_request: it asks
  // for what isn't supported.
  [[nodiscard]] static Result<Tokenizer> read(std::string_view bytes, const std::string& file_name);

  // The known tokens of a text, without special tokens that it doesn't hold. None at all if more
  // than half of its letters are unknown: what is known then, numbers and punctuation mostly,
  // doesn't tell such texts apart. Nothing: a regular expression took too long.
  [[nodiscard]] std::optional<std::vector<TokenId>> known_tokens(std::string_view text) const;

  // No token is greater.
  [[nodiscard]] TokenId greatest() const { return greatest_; }

  // How many code points the tokens have, half of them no more and half of them no less; at
  // least 1.
  [[nodiscard]] std::size_t median_length() const { return median_length_; }

 private:
  Tokenizer() : as_written_({}), normalized_({}) {}

  void read_model(const JsonNode& root);
  void read_added_tokens(const JsonNode& root, std::vector<std::size_t>& lengths);
  void read_truncation(const JsonNode& root);

  [[nodiscard]] bool normalize(std::string& text) const;
  void append_added(TokenId token, std::string_view content, Tokens& tokens) const;
  [[nodiscard]] bool append_stretch(std::string_view text, bool begins_text, Tokens& tokens) const;
  [[nodiscard]] bool append_normalized(std::string text, bool begins_text, Tokens& tokens) const;

  std::vector<Normalizer> normalizers_;
  std::vector<PreTokenizer> pre_tokenizers_;
  std::unique_ptr<const Vocabulary> vocabulary_;
  AddedTokens as_written_, normalized_;  // sought before the text is normalized, and after
  std::size_t max_tokens_ = std::numeric_limits<std::size_t>::max();  // unknown ones included
  std::size_t median_length_ = 1;
  TokenId greatest_ = 0;
};

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_TOKENIZER_H_
