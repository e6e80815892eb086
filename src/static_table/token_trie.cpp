#include "static_table/token_trie.h"

#include <algorithm>

namespace whosaid::static_table {

// The entries that begin with a node's bytes.
struct TokenTrie::Span {
  std::uint32_t node;
  std::size_t begin, end;
  std::size_t depth;  // how many bytes
};

TokenTrie::TokenTrie(std::vector<Entry> entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.first < b.first; });
  build(entries);
}

void TokenTrie::build(const std::vector<Entry>& entries) {
  nodes_.emplace_back();
  std::vector<Span> open = {{0, 0, entries.size(), 0}};
  while (!open.empty()) {
    const Span parent = open.back();
    open.pop_back();
    add_children(entries, parent, open);
  }
  nodes_.shrink_to_fit();
}

void TokenTrie::add_children(const std::vector<Entry>& entries, const Span& parent,
                             std::vector<Span>& open) {
  std::size_t at = parent.begin;
  for (; at < parent.end && entries[at].first.size() == parent.depth; ++at) {
    if (parent.depth > 0) nodes_[parent.node].token = entries[at].second;
  }
  nodes_[parent.node].first_child = static_cast<std::uint32_t>(nodes_.size());
  while (at < parent.end) {
    const char byte = entries[at].first[parent.depth];
    const std::size_t begin = at;
    while (at < parent.end && entries[at].first[parent.depth] == byte) ++at;
    open.push_back({static_cast<std::uint32_t>(nodes_.size()), begin, at, parent.depth + 1});
    nodes_.emplace_back().byte = static_cast<unsigned char>(byte);
    ++nodes_[parent.node].children;
  }
}

std::uint32_t TokenTrie::child(std::uint32_t node, unsigned char byte) const {
  const auto begin = nodes_.begin() + nodes_[node].first_child;
  const auto end = begin + nodes_[node].children;
  const auto found =
      std::lower_bound(begin, end, byte, [](const Node& a, unsigned char b) { return a.byte < b; });
  if (found == end || found->byte != byte) return 0;
  return static_cast<std::uint32_t>(found - nodes_.begin());
}

std::optional<TokenId> TokenTrie::find(std::string_view text) const {
  const auto found = longest(text);
  if (!found || found->first != text.size()) return std::nullopt;
  return found->second;
}

std::optional<std::pair<std::size_t, TokenId>> TokenTrie::longest(std::string_view text) const {
  std::optional<std::pair<std::size_t, TokenId>> last;
  each_prefix(text, [&last](std::size_t length, TokenId token) { last = {length, token}; });
  return last;
}

}  // namespace whosaid::static_table
