#include "hnsw.h"

#include <hnswlib/hnswlib.h>

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

namespace whosaid::bench {
namespace {

using Graph = hnswlib::HierarchicalNSW<float>;
using Near = std::pair<float, hnswlib::tableint>;

// Greedily from the entry down to level 1, as searchKnn does.
hnswlib::tableint descend(const Graph& graph, const float* query) {
  const auto distance = [&](hnswlib::tableint id) {
    return graph.fstdistfunc_(query, graph.getDataByInternalId(id), graph.dist_func_param_);
  };
  hnswlib::tableint best = graph.enterpoint_node_;
  float least = distance(best);
  for (int level = graph.maxlevel_; level > 0; --level) {
    for (bool closer = true; closer;) {
      closer = false;
      auto* list = graph.get_linklist(best, level);
      const std::size_t count = graph.getListCount(list);
      for (std::size_t i = 1; i <= count; ++i) {
        const float d = distance(list[i]);
        if (d >= least) continue;
        least = d;
        best = list[i];
        closer = true;
      }
    }
  }
  return best;
}

// searchBaseLayerST with a filter, as hnswlib 0.8 has it.
template <typename Passes>
std::priority_queue<Near> walk(const Graph& graph, const float* query, std::size_t ef,
                               Passes&& passes) {
  hnswlib::VisitedList* visited = graph.visited_list_pool_->getFreeVisitedList();
  std::priority_queue<Near> found;
  std::priority_queue<Near> open;  // by negated distance
  float bound = std::numeric_limits<float>::max();
  const auto consider = [&](hnswlib::tableint id) {
    visited->mass[id] = visited->curV;
    const float d =
        graph.fstdistfunc_(query, graph.getDataByInternalId(id), graph.dist_func_param_);
    if (found.size() == ef && d >= bound) return;
    open.emplace(-d, id);
    __builtin_prefetch(graph.get_linklist0(open.top().second));
    if (!passes(graph.getExternalLabel(id))) return;
    found.emplace(d, id);
    if (found.size() > ef) found.pop();
    bound = found.top().first;
  };
  consider(descend(graph, query));
  while (!open.empty()) {
    const Near next = open.top();
    if (found.size() == ef && -next.first > bound) break;
    open.pop();
    const auto* list = graph.get_linklist0(next.second);
    const std::size_t count = graph.getListCount(const_cast<hnswlib::linklistsizeint*>(list));
    for (std::size_t i = 1; i <= count; ++i) {
      if (i < count) __builtin_prefetch(graph.getDataByInternalId(list[i + 1]));
      if (visited->mass[list[i]] != visited->curV) consider(list[i]);
    }
  }
  graph.visited_list_pool_->releaseVisitedList(visited);
  return found;
}

}  // namespace

struct HnswPeer::Impl {
  Impl(std::size_t dimensions, std::size_t capacity)
      : space(dimensions), graph(&space, capacity, 16, 200) {}
  Impl(std::size_t dimensions, std::size_t capacity, const std::filesystem::path& file)
      : space(dimensions), graph(&space, file.string(), false, capacity) {}
  hnswlib::InnerProductSpace space;
  Graph graph;
};

HnswPeer::HnswPeer(std::size_t dimensions, std::size_t capacity)
    : impl_(std::make_unique<Impl>(dimensions, capacity)) {}

HnswPeer::HnswPeer(std::size_t dimensions, std::size_t capacity, const std::filesystem::path& file)
    : impl_(std::make_unique<Impl>(dimensions, capacity, file)) {}

HnswPeer::~HnswPeer() = default;

void HnswPeer::add(std::uint32_t id, std::span<const float> vector) {
  impl_->graph.addPoint(vector.data(), id);
}

Ids HnswPeer::search(std::span<const float> query, std::size_t k, std::size_t ef) const {
  impl_->graph.setEf(ef);
  auto found = impl_->graph.searchKnn(query.data(), k);
  Ids ids;
  for (; !found.empty(); found.pop()) ids.push_back(static_cast<std::uint32_t>(found.top().second));
  return ids;
}

Ids HnswPeer::search_owned(std::span<const float> query, std::size_t k, std::size_t ef,
                           std::span<const std::uint32_t> owners, std::uint32_t owner) const {
  auto found = walk(impl_->graph, query.data(), std::max(ef, k),
                    [&](hnswlib::labeltype label) { return owners[label] == owner; });
  while (found.size() > k) found.pop();
  Ids ids;
  for (; !found.empty(); found.pop()) {
    ids.push_back(static_cast<std::uint32_t>(impl_->graph.getExternalLabel(found.top().second)));
  }
  return ids;
}

void HnswPeer::save(const std::filesystem::path& file) { impl_->graph.saveIndex(file.string()); }

}  // namespace whosaid::bench
