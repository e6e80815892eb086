// Which rows share a node of the graph. Identical vectors must: as separate nodes they would link
// only to each other and hide everything else.

#ifndef WHOSAID_DETAIL_GRAPH_NODES_H_
#define WHOSAID_DETAIL_GRAPH_NODES_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "whosaid/detail/row.h"

namespace whosaid::detail {

class GraphNodes {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // The node with this hash for which same(node) holds, or kNone.
  template <typename Same>
  [[nodiscard]] std::uint32_t find(std::uint64_t hash, Same&& same) const {
    const auto [begin, end] = by_hash_.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
      if (same(it->second)) return it->second;
    }
    return kNone;
  }

  // Nodes count from 0. A new one is dead: it has no rows.
  std::uint32_t add(std::uint64_t hash) {
    const auto node = static_cast<std::uint32_t>(first_.size());
    first_.push_back(kNone);
    by_hash_.emplace(hash, node);
    ++dead_;
    return node;
  }

  void reserve_nodes(std::size_t nodes) {
    first_.reserve(nodes);
    by_hash_.reserve(nodes);
  }

  // Makes room for a row, so that bind can't fail.
  void reserve(Row row) {
    if (index(row) >= links_.size()) links_.resize(index(row) + 1);
  }

  void bind(Row row, std::uint32_t node) {
    Link& link = links_[index(row)];
    link = {node, first_[node], kNone};
    if (link.next == kNone) {
      --dead_;
    } else {
      links_[link.next].previous = static_cast<std::uint32_t>(row);
    }
    first_[node] = static_cast<std::uint32_t>(row);
    ++rows_;
  }

  void unbind(Row row) {
    Link& link = links_[index(row)];
    if (link.next != kNone) links_[link.next].previous = link.previous;
    if (link.previous != kNone) {
      links_[link.previous].next = link.next;
    } else {
      first_[link.node] = link.next;
      if (link.next == kNone) ++dead_;
    }
    link = Link{};
    --rows_;
  }

  [[nodiscard]] bool contains(Row row) const {
    return index(row) < links_.size() && links_[index(row)].node != kNone;
  }

  // visit(Row) for the rows of a node, the latest first, until it returns false.
  template <typename Visit>
  void each_row(std::uint32_t node, Visit&& visit) const {
    for (std::uint32_t row = first_[node]; row != kNone; row = links_[row].next) {
      if (!visit(static_cast<Row>(row))) return;
    }
  }

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t nodes() const { return first_.size(); }
  [[nodiscard]] std::size_t dead() const { return dead_; }
  [[nodiscard]] std::size_t memory_bytes() const {
    constexpr std::size_t kHashEntry =
        48;  // one allocation of an unordered_multimap, and its bucket
    return links_.capacity() * sizeof(Link) + first_.capacity() * sizeof(std::uint32_t) +
           by_hash_.size() * kHashEntry;
  }

 private:
  // The rows of a node are a list through their links.
  struct Link {
    std::uint32_t node = kNone;
    std::uint32_t next = kNone;
    std::uint32_t previous = kNone;
  };
  [[nodiscard]] static std::size_t index(Row row) { return static_cast<std::size_t>(row); }

  std::vector<Link> links_;           // by row
  std::vector<std::uint32_t> first_;  // by node
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
  std::size_t rows_ = 0;
  std::size_t dead_ = 0;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_GRAPH_NODES_H_
