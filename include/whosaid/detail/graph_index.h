// The graph index: approximate neighbours of many rows, by hnswlib over 8-bit codes.
//
// Thread-safe: searches run at once; link, unlink and each step of upkeep take their turn alone.
// Nothing throws but std::bad_alloc from a search.

#ifndef WHOSAID_DETAIL_GRAPH_INDEX_H_
#define WHOSAID_DETAIL_GRAPH_INDEX_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "whosaid/detail/function_ref.h"
#include "whosaid/detail/graph_hnswlib.h"
#include "whosaid/detail/graph_image.h"
#include "whosaid/detail/graph_nodes.h"
#include "whosaid/detail/graph_search.h"
#include "whosaid/detail/kernels.h"
#include "whosaid/detail/mutex.h"
#include "whosaid/detail/prefetch.h"
#include "whosaid/detail/quantize.h"
#include "whosaid/detail/row.h"

namespace whosaid::detail {

// For images of a graph: what the row's key is; which row has a key; a row's code and its scale.
using KeyOf = FunctionRef<std::uint64_t(Row row, std::string_view code_and_scale)>;
using RowOfKey = FunctionRef<std::optional<Row>(std::uint64_t key)>;
using CodeOf = FunctionRef<float(Row row, std::span<std::int8_t> code)>;

// One graph, without locks; may throw what hnswlib throws. Nodes are never marked as deleted:
// hnswlib then reads past an empty list when all that it reaches is deleted. Dead ones stay as way
// stations.
class CodeGraph {
 public:
  explicit CodeGraph(std::size_t dimensions, std::size_t capacity = kFirstCapacity)
      : space_(dimensions),
        graph_(&space_, std::max(capacity, kFirstCapacity), kLinks, kEfConstruction) {}

  void link(Row row, std::span<const std::int8_t> code, float scale) {
    std::vector<char> data(space_.get_data_size());
    std::memcpy(data.data(), code.data(), std::min(code.size(), space_.length()));
    std::memcpy(data.data() + space_.length(), &scale, sizeof(scale));
    link_data(row, data.data());
  }
  void link_data(Row row, const char* data);
  void unlink(Row row) { nodes_.unbind(row); }

  [[nodiscard]] const GraphNodes& nodes() const { return nodes_; }
  [[nodiscard]] const char* data(std::uint32_t node) const {
    return graph_.getDataByInternalId(node);
  }
  [[nodiscard]] GraphResult search(const QueryVector& query, std::size_t k,
                                   const GraphSearch& how) const;
  [[nodiscard]] std::size_t memory_bytes() const {
    // Upper levels add about one link list for every kLinks nodes.
    return graph_.max_elements_ * (graph_.size_data_per_element_ + sizeof(std::mutex) + 16) +
           nodes_.nodes() * graph_.size_links_per_element_ / kLinks + nodes_.memory_bytes();
  }

  // graph_restore.h
  [[nodiscard]] static GraphImage::Shape shape(std::size_t dimensions);
  [[nodiscard]] GraphImage image(std::size_t dimensions, KeyOf key) const;

 private:
  friend class GraphRestorer;

  static constexpr std::size_t kFirstCapacity = 1024;
  static constexpr std::size_t kPrefetched = 512;      // bytes of a code; the processor fetches on
  static constexpr std::size_t kLinks = 16;            // hnswlib's M
  static constexpr std::size_t kEfConstruction = 100;  // 200 links half as fast and finds the same

  // Greater is better.
  struct Near {
    float similarity;
    std::uint32_t node;
    bool operator<(const Near& other) const { return similarity < other.similarity; }
    bool operator>(const Near& other) const { return similarity > other.similarity; }
  };
  using BestFirst = std::priority_queue<Near>;
  using WorstFirst = std::priority_queue<Near, std::vector<Near>, std::greater<>>;

  // hnswlib's marks of what a walk has seen, given back at its end.
  class Seen {
   public:
    explicit Seen(whosaid_hnswlib::VisitedListPool& pool)
        : pool_(pool), list_(pool.getFreeVisitedList()) {}
    ~Seen() { pool_.releaseVisitedList(list_); }
    Seen(const Seen&) = delete;
    Seen& operator=(const Seen&) = delete;
    // True the first time.
    bool mark(std::uint32_t node) {
      if (list_->mass[node] == list_->curV) return false;
      list_->mass[node] = list_->curV;
      return true;
    }

   private:
    whosaid_hnswlib::VisitedListPool& pool_;
    whosaid_hnswlib::VisitedList* list_;
  };

  [[nodiscard]] static std::uint64_t hash(const char* data, std::size_t size);
  [[nodiscard]] float similarity(const QueryVector& query, std::uint32_t node) const;
  [[nodiscard]] std::span<const std::uint32_t> neighbours(std::uint32_t node, int level) const;
  [[nodiscard]] bool passes(std::uint32_t node, const RowFilter& filter) const;
  [[nodiscard]] Near descend(const QueryVector& query, std::size_t& visits) const;
  [[nodiscard]] WorstFirst walk(const QueryVector& query, std::size_t ef, const GraphSearch& how,
                                std::size_t& visits) const;

  CodeSpace space_;
  whosaid_hnswlib::HierarchicalNSW<float> graph_;
  GraphNodes nodes_;  // by hnswlib's internal ids, which are our labels too
};

inline void CodeGraph::link_data(Row row, const char* data) {
  const std::size_t size = space_.get_data_size();
  nodes_.reserve(row);
  const std::uint64_t key = hash(data, size);
  std::uint32_t node = nodes_.find(
      key, [&](std::uint32_t other) { return std::memcmp(data, this->data(other), size) == 0; });
  if (node == GraphNodes::kNone) {
    if (nodes_.nodes() == graph_.max_elements_) graph_.resizeIndex(2 * graph_.max_elements_);
    graph_.addPoint(data, nodes_.nodes());
    node = nodes_.add(key);
  }
  nodes_.bind(row, node);
}

inline std::uint64_t CodeGraph::hash(const char* data, std::size_t size) {
  std::uint64_t h = size;
  for (std::size_t i = 0; i < size; i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + i, std::min(sizeof(word), size - i));
    h = (h ^ word) * 0x9E3779B97F4A7C15U;
    h ^= h >> 29;
  }
  return h;
}

inline float CodeGraph::similarity(const QueryVector& query, std::uint32_t node) const {
  const std::size_t n = space_.length();
  const void* code = data(node);
  std::int32_t dot = 0;
  kernels().dot_rows(query.wide(), static_cast<const std::int8_t*>(code), n, 1, n, nullptr, &dot);
  return static_cast<float>(dot) * (query.scale() * CodeSpace::scale(code, n));
}

inline std::span<const std::uint32_t> CodeGraph::neighbours(std::uint32_t node, int level) const {
  auto* list = graph_.get_linklist_at_level(node, level);
  return {list + 1, graph_.getListCount(list)};
}

inline bool CodeGraph::passes(std::uint32_t node, const RowFilter& filter) const {
  bool found = false;
  nodes_.each_row(node, [&](Row row) {
    found = !filter || filter(row);
    return !found;
  });
  return found;
}

// Greedily from the entry down to level 1.
inline CodeGraph::Near CodeGraph::descend(const QueryVector& query, std::size_t& visits) const {
  Near best{similarity(query, graph_.enterpoint_node_), graph_.enterpoint_node_};
  for (int level = graph_.maxlevel_; level > 0; --level) {
    for (bool closer = true; closer;) {
      closer = false;
      for (const std::uint32_t node : neighbours(best.node, level)) {
        ++visits;
        const float s = similarity(query, node);
        if (s <= best.similarity) continue;
        best = {s, node};
        closer = true;
      }
    }
  }
  return best;
}

// The best `ef` nodes with a row that passes, as hnswlib's search of level 0 finds them.
inline CodeGraph::WorstFirst CodeGraph::walk(const QueryVector& query, std::size_t ef,
                                             const GraphSearch& how, std::size_t& visits) const {
  Seen seen(*graph_.visited_list_pool_);
  BestFirst open;
  WorstFirst found;
  const auto consider = [&](Near near) {
    if (found.size() == ef && near.similarity <= found.top().similarity) return;
    open.push(near);
    if (!passes(near.node, how.filter)) return;
    found.push(near);
    if (found.size() > ef) found.pop();
  };
  const Near entry = descend(query, visits);
  seen.mark(entry.node);
  consider(entry);
  while (!open.empty() && visits < how.budget) {
    const Near next = open.top();
    if (found.size() == ef && next.similarity < found.top().similarity) break;
    open.pop();
    // All are on their way from memory before the first is looked at.
    std::array<std::uint32_t, 2 * kLinks> fresh;
    std::size_t count = 0;
    for (const std::uint32_t node : neighbours(next.node, 0)) {
      if (!seen.mark(node)) continue;
      fresh[count++] = node;
      prefetch(data(node), std::min(space_.length() + sizeof(float), kPrefetched));
    }
    visits += count;
    for (std::size_t i = 0; i < count; ++i) consider({similarity(query, fresh[i]), fresh[i]});
  }
  return found;
}

inline GraphResult CodeGraph::search(const QueryVector& query, std::size_t k,
                                     const GraphSearch& how) const {
  GraphResult result;
  if (nodes_.nodes() == 0) return result;
  std::size_t visits = 0;
  WorstFirst found = walk(query, std::max(how.ef, k), how, visits);
  std::vector<Near> nodes(found.size());
  for (std::size_t i = found.size(); i > 0; --i) {
    nodes[i - 1] = found.top();
    found.pop();
  }
  for (const Near& near : nodes) {
    nodes_.each_row(near.node, [&](Row row) {
      if (!how.filter || how.filter(row)) result.candidates.push_back({row, near.similarity});
      return true;
    });
  }
  const std::size_t expected = how.filter ? k : std::min(k, nodes_.rows());
  result.complete = visits < how.budget && result.candidates.size() >= expected;
  return result;
}

class GraphIndex {
 public:
  explicit GraphIndex(std::size_t dimensions) : dimensions_(dimensions) {}

  // Makes the row findable by its code, as ExactIndex::code gives it. False: there is no memory for
  // it; from then on the graph takes no rows and every search is incomplete.
  bool link(Row row, std::span<const std::int8_t> code, float scale) WHOSAID_EXCLUDES(mutex_);
  // Rows that aren't linked are ignored.
  void unlink(Row row) WHOSAID_EXCLUDES(mutex_);
  [[nodiscard]] bool contains(Row row) const WHOSAID_EXCLUDES(mutex_);
  [[nodiscard]] std::size_t size() const WHOSAID_EXCLUDES(mutex_);  // linked rows

  // Rows near the query that pass the filter: those of the `ef` nearest nodes, at least k when
  // complete. The filter runs under the index's lock and must not call back.
  [[nodiscard]] GraphResult search(const QueryVector& query, std::size_t k,
                                   const GraphSearch& how) const WHOSAID_EXCLUDES(mutex_);

  // Once more than half of the nodes are dead a new graph is built beside the one that serves, some
  // rows with each call. True: there is more to do; call again when idle, after unlinking.
  bool upkeep() WHOSAID_EXCLUDES(mutex_);

  [[nodiscard]] std::size_t memory_bytes() const WHOSAID_EXCLUDES(mutex_);

  // graph_restore.h: what a file keeps of the graph; nothing while it has no nodes.
  [[nodiscard]] std::optional<GraphImage> image(KeyOf key) const WHOSAID_EXCLUDES(mutex_);
  // Before the first link: makes the graph from an image. False: it is of no use.
  bool restore(const GraphImage& image, RowOfKey row_of_key, CodeOf code_of)
      WHOSAID_EXCLUDES(mutex_);

 private:
  static constexpr std::size_t kMinDead = 256;  // fewer cost nothing worth a rebuild
  static constexpr int kUpkeepNodes = 32;       // by one call, each under a lock of its own

  bool upkeep_node() WHOSAID_EXCLUDES(mutex_);

  const std::size_t dimensions_;
  mutable SharedMutex mutex_;
  std::unique_ptr<CodeGraph> graph_ WHOSAID_GUARDED_BY(mutex_);  // none before the first row
  std::unique_ptr<CodeGraph> next_ WHOSAID_GUARDED_BY(mutex_);   // during a rebuild
  std::uint32_t copied_ WHOSAID_GUARDED_BY(mutex_) = 0;          // nodes that next_ has had
  bool broken_ WHOSAID_GUARDED_BY(mutex_) = false;
};

inline bool GraphIndex::link(Row row, std::span<const std::int8_t> code, float scale) {
  const WriterLock lock(mutex_);
  if (broken_) return false;
  try {
    if (!graph_) graph_ = std::make_unique<CodeGraph>(dimensions_);
    if (graph_->nodes().contains(row)) return true;
    graph_->link(row, code, scale);
    if (next_) next_->link(row, code, scale);
    return true;
  } catch (const std::exception&) {
    broken_ = true;
    graph_.reset();
    next_.reset();
    return false;
  }
}

inline void GraphIndex::unlink(Row row) {
  const WriterLock lock(mutex_);
  if (graph_ && graph_->nodes().contains(row)) graph_->unlink(row);
  if (next_ && next_->nodes().contains(row)) next_->unlink(row);
}

inline bool GraphIndex::contains(Row row) const {
  const ReaderLock lock(mutex_);
  return graph_ && graph_->nodes().contains(row);
}

inline std::size_t GraphIndex::size() const {
  const ReaderLock lock(mutex_);
  return graph_ ? graph_->nodes().rows() : 0;
}

inline GraphResult GraphIndex::search(const QueryVector& query, std::size_t k,
                                      const GraphSearch& how) const {
  const ReaderLock lock(mutex_);
  return graph_ ? graph_->search(query, k, how) : GraphResult{};
}

inline bool GraphIndex::upkeep() {
  for (int i = 0; i < kUpkeepNodes; ++i) {
    if (!upkeep_node()) return false;
  }
  return true;
}

inline bool GraphIndex::upkeep_node() {
  const WriterLock lock(mutex_);
  if (!graph_) return false;
  const GraphNodes& nodes = graph_->nodes();
  try {
    if (!next_) {
      if (nodes.dead() < kMinDead || 2 * nodes.dead() <= nodes.nodes()) return false;
      next_ = std::make_unique<CodeGraph>(dimensions_);
      copied_ = 0;
    }
    if (copied_ < nodes.nodes()) {
      nodes.each_row(copied_, [&](Row row) WHOSAID_NO_THREAD_SAFETY_ANALYSIS {
        if (!next_->nodes().contains(row)) next_->link_data(row, graph_->data(copied_));
        return true;
      });
      ++copied_;
      return true;
    }
    graph_ = std::move(next_);
    return false;
  } catch (const std::exception&) {
    next_.reset();  // the old graph serves on
    return false;
  }
}

inline std::size_t GraphIndex::memory_bytes() const {
  const ReaderLock lock(mutex_);
  return (graph_ ? graph_->memory_bytes() : 0) + (next_ ? next_->memory_bytes() : 0);
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_GRAPH_INDEX_H_
