// From a graph to its image and back. What an image lacks is linked like any other row; nodes whose
// rows are gone are left out, and whoever linked to them gets one of their links for it.
//
// Not hnswlib's saveIndex and loadIndex: they ignore a full disk, and crash on a damaged file.

#ifndef WHOSAID_DETAIL_GRAPH_RESTORE_H_
#define WHOSAID_DETAIL_GRAPH_RESTORE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "whosaid/detail/graph_image.h"
#include "whosaid/detail/graph_index.h"

namespace whosaid::detail {

class GraphRestorer {
 public:
  GraphRestorer(std::size_t dimensions, const GraphImage& image, RowOfKey row_of_key,
                CodeOf code_of)
      : dimensions_(dimensions),
        image_(image),
        row_of_key_(row_of_key),
        code_of_(code_of),
        offsets_(link_offsets(image)),
        number_(image.nodes(), GraphNodes::kNone) {}

  // Null: too little of the image is left, and linking anew gives the better graph; or no memory.
  std::unique_ptr<CodeGraph> run() {
    find_rows();
    if (olds_.empty() || 2 * olds_.size() <= image_.nodes()) return nullptr;
    graph_ = std::make_unique<CodeGraph>(dimensions_, olds_.size() + olds_.size() / 8);
    graph_->nodes_.reserve_nodes(olds_.size());
    graph_->graph_.label_lookup_.reserve(olds_.size());
    for (const std::uint32_t old : olds_) {
      if (!place(old)) return nullptr;
    }
    bind_rows();
    for (std::uint32_t node = 0; node < olds_.size(); ++node) {
      for (int level = 0; level <= image_.levels[olds_[node]]; ++level) link(node, level);
    }
    choose_entry();
    return std::move(graph_);
  }

 private:
  struct Found {
    Row row;
    std::uint32_t old;
  };

  // The nodes that have a row still, in their order.
  void find_rows() {
    found_.reserve(image_.rows.size());
    for (const GraphImage::NodeRow& listed : image_.rows) {
      const std::optional<Row> row = row_of_key_(listed.key);
      if (!row) continue;
      found_.push_back({*row, listed.node});
      if (!olds_.empty() && olds_.back() == listed.node) continue;
      number_[listed.node] = static_cast<std::uint32_t>(olds_.size());
      olds_.push_back(listed.node);
      firsts_.push_back(*row);
    }
  }

  // Makes the node, with the code of its first row and without links. False: no memory.
  bool place(std::uint32_t old) {
    auto& graph = graph_->graph_;
    const auto node = static_cast<std::uint32_t>(graph_->nodes_.nodes());
    char* const data = graph.getDataByInternalId(node);
    write_code(firsts_[node], data);
    const int level = image_.levels[old];
    char* upper = nullptr;
    if (level > 0) {
      const std::size_t bytes = graph.size_links_per_element_ * static_cast<std::size_t>(level) + 1;
      upper = static_cast<char*>(std::calloc(bytes, 1));  // hnswlib frees it
      if (upper == nullptr) return false;
    }
    graph.linkLists_[node] = upper;
    graph.element_levels_[node] = level;
    graph.cur_element_count = node + 1;
    graph.setExternalLabel(node, node);
    graph.label_lookup_[node] = node;
    graph_->nodes_.add(CodeGraph::hash(data, graph.data_size_));
    return true;
  }

  void write_code(Row row, char* data) const {
    const std::size_t length = graph_->space_.length();
    const float scale = code_of_(row, {reinterpret_cast<std::int8_t*>(data), length});
    std::memcpy(data + length, &scale, sizeof(scale));
  }

  // A row whose code isn't the node's was never linked to it: it stays out.
  void bind_rows() {
    const std::size_t size = graph_->graph_.data_size_;
    std::vector<char> data(size);
    for (const Found& found : found_) {
      const std::uint32_t node = number_[found.old];
      graph_->nodes_.reserve(found.row);
      if (graph_->nodes_.contains(found.row)) continue;
      if (found.row != firsts_[node]) {
        write_code(found.row, data.data());
        if (std::memcmp(data.data(), graph_->data(node), size) != 0) continue;
      }
      graph_->nodes_.bind(found.row, node);
    }
  }

  // For each node that is gone one of those it led to takes its place. Without, recall after half
  // has gone is lower by a hundredth; with more, searches look at more nodes and find the same.
  void link(std::uint32_t node, int level) {
    const std::size_t capacity = image_.capacity(level);
    links_.clear();
    const auto listed = links_of(image_, offsets_[olds_[node]], level);
    for (const std::uint32_t old : listed) {
      if (number_[old] != GraphNodes::kNone && number_[old] != node) links_.push_back(number_[old]);
    }
    const auto add = [&](std::uint32_t old) {
      const std::uint32_t other = number_[old];
      if (other == GraphNodes::kNone || other == node) return false;
      if (std::find(links_.begin(), links_.end(), other) != links_.end()) return false;
      links_.push_back(other);
      return true;
    };
    for (const std::uint32_t gone : listed) {
      if (number_[gone] != GraphNodes::kNone) continue;
      if (links_.size() == capacity) break;
      for (const std::uint32_t old : links_of(image_, offsets_[gone], level)) {
        if (add(old)) break;
      }
    }
    auto& graph = graph_->graph_;
    auto* const list = graph.get_linklist_at_level(node, level);
    *list = 0;
    graph.setListCount(list, static_cast<unsigned short>(links_.size()));
    std::copy(links_.begin(), links_.end(), list + 1);
  }

  void choose_entry() {
    auto& graph = graph_->graph_;
    std::uint32_t entry = number_[image_.entry];
    if (entry == GraphNodes::kNone) {
      const auto& levels = graph.element_levels_;
      const auto end = levels.begin() + static_cast<std::ptrdiff_t>(olds_.size());
      entry = static_cast<std::uint32_t>(std::max_element(levels.begin(), end) - levels.begin());
    }
    graph.enterpoint_node_ = entry;
    graph.maxlevel_ = graph.element_levels_[entry];
  }

  const std::size_t dimensions_;
  const GraphImage& image_;
  const RowOfKey row_of_key_;
  const CodeOf code_of_;
  const std::vector<std::size_t> offsets_;
  std::vector<std::uint32_t> number_;  // by the image's node: ours, or kNone
  std::vector<std::uint32_t> olds_;    // by our node: the image's
  std::vector<Row> firsts_;            // by our node: the first of its rows
  std::vector<Found> found_;
  std::vector<std::uint32_t> links_;
  std::unique_ptr<CodeGraph> graph_;
};

inline GraphImage::Shape CodeGraph::shape(std::size_t dimensions) {
  return {static_cast<std::uint32_t>(dimensions), static_cast<std::uint32_t>(padded(dimensions)),
          kLinks, kEfConstruction};
}

inline GraphImage CodeGraph::image(std::size_t dimensions, KeyOf key) const {
  GraphImage image;
  image.shape = shape(dimensions);
  image.entry = graph_.enterpoint_node_;
  image.levels.reserve(nodes_.nodes());
  image.rows.reserve(nodes_.rows());
  image.links.reserve(nodes_.nodes() * (2 * kLinks + 2));
  for (std::uint32_t node = 0; node < nodes_.nodes(); ++node) {
    // One in 16^32 is higher.
    const int top = std::min<int>(graph_.element_levels_[node], GraphImage::kMaxLevel);
    image.levels.push_back(static_cast<std::uint8_t>(top));
    for (int level = 0; level <= top; ++level) {
      const auto links = neighbours(node, level);
      image.links.push_back(static_cast<std::uint32_t>(links.size()));
      image.links.insert(image.links.end(), links.begin(), links.end());
    }
    const std::string_view code(data(node), graph_.data_size_);
    nodes_.each_row(node, [&](Row row) {
      image.rows.push_back({key(row, code), node});
      return true;
    });
  }
  return image;
}

inline std::optional<GraphImage> GraphIndex::image(KeyOf key) const {
  const ReaderLock lock(mutex_);
  if (!graph_ || graph_->nodes().nodes() == 0) return std::nullopt;
  return graph_->image(dimensions_, key);
}

inline bool GraphIndex::restore(const GraphImage& image, RowOfKey row_of_key, CodeOf code_of) {
  const WriterLock lock(mutex_);
  if (graph_ || broken_ || image.shape != CodeGraph::shape(dimensions_)) return false;
  try {
    graph_ = GraphRestorer(dimensions_, image, row_of_key, code_of).run();
  } catch (const std::exception&) {
    graph_.reset();  // no memory: as if there were no image
  }
  return graph_ != nullptr;
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_GRAPH_RESTORE_H_
