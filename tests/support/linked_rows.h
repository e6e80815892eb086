// An exact index whose rows are linked into a graph, which goes into an image and comes back.

#ifndef WHOSAID_TESTS_SUPPORT_LINKED_ROWS_H_
#define WHOSAID_TESTS_SUPPORT_LINKED_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "support/vectors.h"
#include "whosaid/detail/exact_index.h"
#include "whosaid/detail/graph_index.h"
#include "whosaid/detail/graph_restore.h"

namespace whosaid::test {

class LinkedRows {
 public:
  explicit LinkedRows(std::size_t dimensions)
      : exact(dimensions, SIZE_MAX, {}), code_(detail::padded(dimensions)) {
    forget_graph();
  }

  detail::Row add(std::uint32_t owner, const Vector& v) {
    const detail::Row row = exact.add(0, owner, 0, v);
    rows.push_back(row);
    return row;
  }
  bool link(detail::Row row) {
    const float scale = exact.code(row, code_).scale;
    return graph->link(row, code_, scale);
  }
  bool add_linked(std::uint32_t owner, const Vector& v) { return link(add(owner, v)); }
  void remove_at(std::size_t i) {
    graph->unlink(rows[i]);
    exact.remove(rows[i]);
    rows[i] = rows.back();
    rows.pop_back();
  }

  void forget_graph() { graph = std::make_unique<detail::GraphIndex>(exact.dimensions()); }
  [[nodiscard]] std::optional<detail::GraphImage> image() const {
    return graph->image(
        [&](detail::Row row, std::string_view code) { return key(exact.owner(row), code); });
  }
  // Puts a graph of the image in the place of the one there is.
  bool restore(const detail::GraphImage& from) {
    forget_graph();
    std::unordered_map<std::uint64_t, detail::Row> keys;
    std::vector<char> data(code_.size() + sizeof(float));
    for (const detail::Row row : rows) {
      const float scale = exact.code(row, code_).scale;
      std::memcpy(data.data(), code_.data(), code_.size());
      std::memcpy(data.data() + code_.size(), &scale, sizeof(scale));
      keys.emplace(key(exact.owner(row), {data.data(), data.size()}), row);
    }
    const auto row_of_key = [&](std::uint64_t k) -> std::optional<detail::Row> {
      const auto found = keys.find(k);
      return found == keys.end() ? std::nullopt : std::optional(found->second);
    };
    return graph->restore(from, row_of_key, [&](detail::Row row, std::span<std::int8_t> out) {
      return exact.code(row, out).scale;
    });
  }
  void link_the_rest() {
    for (const detail::Row row : rows) {
      if (!graph->contains(row)) link(row);
    }
  }

  [[nodiscard]] std::vector<detail::GraphCandidate> candidates(const Vector& query,
                                                               std::size_t k = 10) const {
    return graph->search(detail::QueryVector(query), k, {}).candidates;
  }
  // The share of the exact best ten that walks alone find.
  template <typename Queries>
  double recall(Queries& vectors, int queries) const {
    std::size_t hits = 0;
    for (int i = 0; i < queries; ++i) {
      const Vector query = vectors.next();
      std::set<detail::Row> found;
      for (const auto& candidate : candidates(query)) found.insert(candidate.row);
      const auto best = exact.nearest(detail::QueryVector(query), 10,
                                      detail::PartitionSet::current(), detail::OwnerFilter());
      for (const detail::RowMatch& match : best) hits += found.count(match.row);
    }
    return static_cast<double>(hits) / (10.0 * queries);
  }

  detail::ExactIndex exact;
  std::unique_ptr<detail::GraphIndex> graph;
  std::vector<detail::Row> rows;

 private:
  static std::uint64_t key(std::uint32_t owner, std::string_view code) {
    return (std::uint64_t{owner} << 32) ^ (std::hash<std::string_view>()(code) >> 32);
  }

  std::vector<std::int8_t> code_;
};

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_LINKED_ROWS_H_
