// Tokens that a text may hold literally: they are found before it is cut into words.

#ifndef WHOSAID_STATIC_TABLE_ADDED_TOKENS_H_
#define WHOSAID_STATIC_TABLE_ADDED_TOKENS_H_

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "static_table/regex.h"
#include "static_table/token_table.h"

namespace whosaid::static_table {

struct AddedToken {
  std::string content;  // not empty
  TokenId token = 0;
  bool single_word = false;  // not within a word
  bool takes_space_before = false, takes_space_after = false;
};

// A stretch of text: a token, or what lies between tokens.
struct Stretch {
  Range range;
  std::optional<TokenId> token;
};

class AddedTokens {
 public:
  explicit AddedTokens(std::vector<AddedToken> tokens);

  // The stretches of the text, in order, none empty. Where several tokens begin the longest is
  // found.
  [[nodiscard]] std::vector<Stretch> find_in(std::string_view text) const;

 private:
  [[nodiscard]] const AddedToken* longest_at(std::string_view text, std::size_t at) const;

  std::array<std::vector<AddedToken>, 256> by_first_byte_;  // longest first
};

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_ADDED_TOKENS_H_
