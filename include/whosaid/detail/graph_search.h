// What a search of the graph is asked and answers.

#ifndef WHOSAID_DETAIL_GRAPH_SEARCH_H_
#define WHOSAID_DETAIL_GRAPH_SEARCH_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "whosaid/detail/function_ref.h"
#include "whosaid/detail/row.h"

namespace whosaid::detail {

// Says which rows count. An empty one: all.
using RowFilter = FunctionRef<bool(Row row)>;

struct GraphSearch {
  std::size_t ef = 64;            // nodes kept during the walk, k at least
  std::size_t budget = SIZE_MAX;  // nodes whose distance may be computed
  RowFilter filter;
};

struct GraphCandidate {
  Row row{};
  float approximate = 0.0F;
};

struct GraphResult {
  std::vector<GraphCandidate> candidates;  // best first
  // False: the walk met its budget, or fewer rows than asked for. Scan instead.
  bool complete = false;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_GRAPH_SEARCH_H_
