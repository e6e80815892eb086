#include "store/vector_index.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "whosaid/detail/graph_index.h"
#include "whosaid/detail/graph_nearest.h"
#include "whosaid/detail/graph_restore.h"

namespace whosaid::store {
namespace {

std::uint64_t partition_of(detail::SpeakerId speaker, bool current) {
  return current ? speaker : speaker | detail::kHistory;
}

}  // namespace

VectorIndex::VectorIndex(Options options, detail::ExactIndex::Fetch fetch)
    : options_(options),
      most_scanned_(options.graph_threshold / std::max<std::size_t>(options.dimensions, 1)),
      exact_(options.dimensions, options.float_budget, std::move(fetch)) {}

VectorIndex::~VectorIndex() = default;

detail::Row VectorIndex::add(detail::SpeakerId speaker, bool current, std::uint32_t owner,
                             std::uint32_t chunk, std::span<const float> unit) {
  const detail::Row row = exact_.add(partition_of(speaker, current), owner, chunk, unit);
  if (current) {
    if (graph_ != nullptr) {
      unlinked_.push(row);
    } else {
      consider_graph();
    }
  }
  return row;
}

// Below half the threshold a graph is not worth its upkeep; in between it stays as it is, so that a
// store at the edge does not build it again and again.
void VectorIndex::consider_graph() {
  const std::size_t rows = exact_.size(detail::PartitionSet::current());
  if (graph_ == nullptr && !graph_given_up_ && rows > most_scanned_) {
    graph_ = std::make_unique<detail::GraphIndex>(options_.dimensions);
    const std::vector<float> zeros(options_.dimensions, 0.0F);
    exact_.scan(detail::QueryVector(zeros), detail::PartitionSet::current(),
                [&](const detail::ScanBatch& batch) {
                  for (std::size_t i = 0; i < batch.count; ++i) unlinked_.push(batch.rows[i]);
                });
  } else if (graph_ != nullptr && rows < most_scanned_ / 2) {
    graph_.reset();
    unlinked_ = {};
  }
}

void VectorIndex::unlink(detail::Row row) {
  if (graph_ == nullptr) return;
  if (graph_->contains(row)) {
    graph_->unlink(row);
    ledger_->note_change();
  }
  unlinked_.erase(row);
}

void VectorIndex::remove(detail::Row row) {
  unlink(row);
  ledger_->note_forgotten();
  exact_.remove(row);
  consider_graph();
}

void VectorIndex::retire(detail::Row row) {
  unlink(row);
  exact_.move(row, exact_.partition(row) | detail::kHistory);
  consider_graph();
}

// While many rows still wait, a scan of everything costs no more.
bool VectorIndex::graph_serves() const {
  if (graph_ == nullptr) return false;
  const std::size_t rows = exact_.size(detail::PartitionSet::current());
  return unlinked_.size() <= rows / detail::GraphNearest::kLoneRowCost;
}

std::optional<detail::Closest> VectorIndex::closest(const detail::QueryVector& query,
                                                    detail::PartitionSet partitions, std::size_t k,
                                                    detail::OwnerFilter filter, double share,
                                                    double otherwise) const {
  if (!graph_serves()) return std::nullopt;
  return detail::GraphNearest(exact_, *graph_, unlinked_.rows(), partitions)
      .closest(query, k, filter, share, otherwise);
}

bool VectorIndex::link(std::size_t count) const {
  if (graph_ == nullptr) return true;
  std::vector<std::int8_t> code(detail::padded(options_.dimensions));
  const std::size_t begin = unlinked_.size() - std::min(count, unlinked_.size());
  for (const detail::Row row : unlinked_.rows().subspan(begin)) {
    if (graph_->contains(row)) continue;
    if (!graph_->link(row, code, exact_.code(row, code).scale)) return false;
    ledger_->note_change();
  }
  return true;
}

void VectorIndex::settle() {
  while (wants_linking() && graph_->contains(unlinked_.back())) unlinked_.pop_back();
}

void VectorIndex::give_up_graph() {
  graph_.reset();
  unlinked_ = {};
  graph_given_up_ = true;
}

std::size_t VectorIndex::memory_bytes() const {
  return exact_.memory_bytes() + unlinked_.memory_bytes() + (graph_ ? graph_->memory_bytes() : 0);
}

std::optional<detail::GraphImage> VectorIndex::graph_image(RowKey key) const {
  if (graph_ == nullptr) return std::nullopt;
  return graph_->image([&](detail::Row row, std::string_view code_and_scale) {
    return key(exact_.owner(row), exact_.chunk(row), code_and_scale);
  });
}

detail::GraphImage::Shape VectorIndex::graph_shape(std::size_t dimensions) {
  return detail::CodeGraph::shape(dimensions);
}

void VectorIndex::restore_graph(const detail::GraphImage& image, RowKey key) {
  if (graph_ == nullptr) return;
  absl::flat_hash_map<std::uint64_t, detail::Row> rows;
  rows.reserve(unlinked_.size());
  std::vector<char> data(detail::padded(options_.dimensions) + sizeof(float));
  const auto code_of = [&](detail::Row row, std::span<std::int8_t> code) {
    return exact_.code(row, code).scale;
  };
  const std::span<std::int8_t> code(reinterpret_cast<std::int8_t*>(data.data()),
                                    data.size() - sizeof(float));
  for (const detail::Row row : unlinked_.rows()) {
    const float scale = code_of(row, code);
    std::memcpy(data.data() + code.size(), &scale, sizeof(scale));
    rows.emplace(key(exact_.owner(row), exact_.chunk(row), {data.data(), data.size()}), row);
  }
  const auto row_of_key = [&](std::uint64_t wanted) -> std::optional<detail::Row> {
    const auto found = rows.find(wanted);
    if (found == rows.end()) return std::nullopt;
    return found->second;
  };
  if (!graph_->restore(image, row_of_key, code_of)) return;
  const std::vector<detail::Row> waiting(unlinked_.rows().begin(), unlinked_.rows().end());
  for (const detail::Row row : waiting) {
    if (graph_->contains(row)) unlinked_.erase(row);
  }
  // Nodes that were left out stay out; the next file does without them.
  ledger_->note_change(image.nodes() - std::min(image.nodes(), graph_->size()));
}

std::size_t VectorIndex::linked() const { return graph_ != nullptr ? graph_->size() : 0; }

bool VectorIndex::upkeep() const { return graph_ != nullptr && graph_->upkeep(); }

}  // namespace whosaid::store
