// The graph index: approximate neighbours of many rows, by hnswlib over 8-bit codes.
//
// Thread-safe: searches run at once, link, unlink and upkeep take turns with them row by row.
// Nothing throws but std::bad_alloc. Belongs into one translation unit of a program.

#ifndef WHOSAID_DETAIL_GRAPH_INDEX_H_
#define WHOSAID_DETAIL_GRAPH_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "whosaid/detail/function_ref.h"
#include "whosaid/detail/quantize.h"
#include "whosaid/detail/row.h"

namespace whosaid::detail {

// Says which rows count. An empty one: all.
using RowFilter = FunctionRef<bool(Row row)>;

struct GraphCandidate {
  Row row{};
  float approximate = 0.0F;
};

struct GraphResult {
  std::vector<GraphCandidate> candidates;  // best first
  // False: the walk met its budget, or fewer than k rows that pass: scan instead.
  bool complete = false;
};

class GraphIndex {
 public:
  explicit GraphIndex(std::size_t dimensions);

  // The row's code as ExactIndex::code gives it. False: out of memory, the row is not linked.
  bool link(Row row, std::span<const std::int8_t> code, float scale);
  void unlink(Row row);
  [[nodiscard]] bool contains(Row row) const;
  [[nodiscard]] std::size_t size() const;  // linked rows

  struct SearchOptions {
    std::size_t ef = 64;
    std::size_t budget = SIZE_MAX;  // nodes whose distance may be computed
    RowFilter filter;
  };
  // The k nearest rows that pass the filter, roughly.
  [[nodiscard]] GraphResult search(const QueryVector& query, std::size_t k,
                                   const SearchOptions& options) const;

  // Once more than half of the nodes are dead the graph is rebuilt in small steps, beside the one that
  // serves. Call it after unlinking, when idle, until it says false: nothing is left to do.
  bool upkeep();

  [[nodiscard]] std::size_t memory_bytes() const;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_GRAPH_INDEX_H_
