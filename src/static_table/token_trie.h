// A vocabulary as a trie of bytes: which tokens a text begins with.

#ifndef WHOSAID_STATIC_TABLE_TOKEN_TRIE_H_
#define WHOSAID_STATIC_TABLE_TOKEN_TRIE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "static_table/token_table.h"

namespace whosaid::static_table {

class TokenTrie {
 public:
  using Entry = std::pair<std::string_view, TokenId>;

  // Of tokens of one spelling the last counts; empty ones don't. The views needn't outlive the
  // call.
  explicit TokenTrie(std::vector<Entry> entries);

  // Calls `visit(length, token)` for each token that `text` begins with, the shortest first.
  template <typename Visit>
  void each_prefix(std::string_view text, Visit visit) const {
    std::uint32_t node = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      node = child(node, static_cast<unsigned char>(text[i]));
      if (node == 0) return;
      if (nodes_[node].token != kNone) visit(i + 1, nodes_[node].token);
    }
  }

  // The token that is the text.
  [[nodiscard]] std::optional<TokenId> find(std::string_view text) const;

  // The longest token that the text begins with, and its length.
  [[nodiscard]] std::optional<std::pair<std::size_t, TokenId>> longest(std::string_view text) const;

 private:
  static constexpr TokenId kNone = UINT32_MAX;

  // Children lie together, in the order of their bytes.
  struct Node {
    std::uint32_t first_child = 0;
    TokenId token = kNone;
    std::uint16_t children = 0;
    unsigned char byte = 0;
  };
  struct Span;

  void build(const std::vector<Entry>& entries);
  void add_children(const std::vector<Entry>& entries, const Span& parent, std::vector<Span>& open);

  // 0, which is nobody's child: none.
  [[nodiscard]] std::uint32_t child(std::uint32_t node, unsigned char byte) const;

  std::vector<Node> nodes_;
};

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_TOKEN_TRIE_H_
