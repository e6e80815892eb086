#include "store/vector_index.h"

#include <algorithm>
#include <utility>

#include "whosaid/detail/graph_index.h"
#include "whosaid/detail/graph_nearest.h"

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
      unlinked_.push_back(row);
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
                  unlinked_.insert(unlinked_.end(), batch.rows, batch.rows + batch.count);
                });
  } else if (graph_ != nullptr && rows < most_scanned_ / 2) {
    graph_.reset();
    unlinked_ = {};
  }
}

void VectorIndex::unlink(detail::Row row) {
  if (graph_ == nullptr) return;
  if (graph_->contains(row)) graph_->unlink(row);
  const auto it = std::find(unlinked_.rbegin(), unlinked_.rend(), row);
  if (it != unlinked_.rend()) {
    *it = unlinked_.back();
    unlinked_.pop_back();
  }
}

void VectorIndex::remove(detail::Row row) {
  unlink(row);
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
  return detail::GraphNearest(exact_, *graph_, unlinked_, partitions)
      .closest(query, k, filter, share, otherwise);
}

bool VectorIndex::link(std::size_t count) const {
  if (graph_ == nullptr) return true;
  std::vector<std::int8_t> code(detail::padded(options_.dimensions));
  const std::size_t begin = unlinked_.size() - std::min(count, unlinked_.size());
  for (std::size_t i = begin; i < unlinked_.size(); ++i) {
    const detail::Row row = unlinked_[i];
    if (graph_->contains(row)) continue;
    if (!graph_->link(row, code, exact_.code(row, code).scale)) return false;
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
  return exact_.memory_bytes() + unlinked_.capacity() * sizeof(detail::Row) +
         (graph_ ? graph_->memory_bytes() : 0);
}

bool VectorIndex::upkeep() const { return graph_ != nullptr && graph_->upkeep(); }

}  // namespace whosaid::store
