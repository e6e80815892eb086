// VectorIndex: the vectors of one store. Each speaker's lie together and are scanned exactly; a
// search of much goes by a graph once the codes of the current ones exceed `graph_threshold` bytes.
//
// Const members may run at once, link() from one thread at a time; the others need exclusive
// access.

#ifndef WHOSAID_STORE_VECTOR_INDEX_H_
#define WHOSAID_STORE_VECTOR_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "store/graph_ledger.h"
#include "store/waiting_rows.h"
#include "whosaid/detail/closest.h"
#include "whosaid/detail/exact_index.h"
#include "whosaid/detail/function_ref.h"
#include "whosaid/detail/graph_image.h"
#include "whosaid/detail/keys.h"
#include "whosaid/detail/quantize.h"
#include "whosaid/detail/row.h"

namespace whosaid::detail {
class GraphIndex;
}

namespace whosaid::store {

class VectorIndex {
 public:
  struct Options {
    std::size_t dimensions = 0;
    std::size_t graph_threshold = 0;
    std::size_t float_budget = 0;
  };

  VectorIndex(Options options, detail::ExactIndex::Fetch fetch);
  ~VectorIndex();

  detail::Row add(detail::SpeakerId speaker, bool current, std::uint32_t owner, std::uint32_t chunk,
                  std::span<const float> unit);
  void remove(detail::Row row);
  // Its memory has been superseded: found only by those who ask for old versions.
  void retire(detail::Row row);

  [[nodiscard]] const detail::ExactIndex& exact() const { return exact_; }

  [[nodiscard]] std::size_t memory_bytes() const;

  // By the graph: the owners that may be the k closest of those in `partitions`, current ones, that
  // pass; may miss some. Nothing when another way costs less: without a graph always. For `share`
  // and `otherwise` see detail/graph_nearest.h.
  [[nodiscard]] std::optional<detail::Closest> closest(const detail::QueryVector& query,
                                                       detail::PartitionSet partitions,
                                                       std::size_t k, detail::OwnerFilter filter,
                                                       double share, double otherwise) const;
  // Whether there is a graph that has most rows.
  [[nodiscard]] bool graph_serves() const;

  // Rows wait to be linked into the graph; until then they are scanned.
  [[nodiscard]] bool wants_linking() const { return graph_ != nullptr && !unlinked_.empty(); }
  // Links the last `count` of them. False: there is no memory for it.
  [[nodiscard]] bool link(std::size_t count) const;
  // Strikes linked rows off the list of those that wait.
  void settle();
  // What a file knows a row by.
  using RowKey = detail::FunctionRef<std::uint64_t(std::uint32_t owner, std::uint32_t chunk,
                                                   std::string_view code_and_scale)>;
  // What a file keeps of the graph; nothing without one.
  [[nodiscard]] std::optional<detail::GraphImage> graph_image(RowKey key) const;
  [[nodiscard]] static detail::GraphImage::Shape graph_shape(std::size_t dimensions);
  // Before the first link: takes from the image what is still true of it.
  void restore_graph(const detail::GraphImage& image, RowKey key);
  [[nodiscard]] std::size_t linked() const;
  [[nodiscard]] const std::shared_ptr<GraphLedger>& graph_ledger() const { return ledger_; }

  // Lets the graph clean up after removals, a little at a time; false: nothing is left to do.
  bool upkeep() const;
  // Does without a graph from now on: every search is a scan.
  void give_up_graph();

 private:
  void unlink(detail::Row row);
  void consider_graph();

  Options options_;
  std::size_t most_scanned_;  // rows: graph_threshold
  detail::ExactIndex exact_;
  std::unique_ptr<detail::GraphIndex> graph_;  // none: not above the threshold yet
  WaitingRows unlinked_;                       // current rows, once there is a graph
  std::shared_ptr<GraphLedger> ledger_ = std::make_shared<GraphLedger>();
  bool graph_given_up_ = false;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_VECTOR_INDEX_H_
