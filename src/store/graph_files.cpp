// Where a store meets its graph's file.

#include <exception>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "store/graph_store.h"
#include "store/state.h"
#include "store/store.h"

namespace whosaid::store {

using detail::MutexLock;
using detail::ReaderLock;

namespace {

auto row_key(const Catalog& catalog) {
  return [&catalog](Slot owner, std::uint32_t chunk, std::string_view code_and_scale) {
    const CatalogEntry& entry = catalog.at(owner);
    const RowIdentity row{static_cast<std::uint64_t>(entry.id), detail::micros(entry.created_at),
                          chunk};
    return graph_row_key(row, code_and_scale);
  };
}

GraphStamp stamp_of(const State& state) {
  return {state.context.number, state.context.embedding->generation, state.version};
}

}  // namespace

void load_graph(State& state) {
  const auto directory = state.context.log.derived_directory();
  if (directory.empty()) return;
  const GraphStamp stamp = stamp_of(state);
  std::error_code ignored;
  state.graph_file =
      std::filesystem::exists(graph_file(directory, stamp.store, stamp.generation), ignored);
  if (!state.graph_file || !state.vectors.wants_linking()) return;
  const detail::ExactIndex& exact = state.vectors.exact();
  const auto image =
      read_graph_file(directory, stamp, VectorIndex::graph_shape(exact.dimensions()), exact.size());
  if (image) state.vectors.restore_graph(*image, row_key(state.catalog));
}

// What is written, and what of the ledger it settles. The state may be another by then.
struct Store::GraphCopy {
  GraphStamp stamp;
  std::optional<detail::GraphImage> image;  // none: the file has to go
  GraphLedger::Totals totals;
  std::shared_ptr<GraphLedger> ledger;
};

std::optional<Store::GraphCopy> Store::copy_graph(GraphMoment when) {
  const ReaderLock lock(state_mutex_);
  if (state_ == nullptr) return std::nullopt;
  const VectorIndex& vectors = state_->vectors;
  GraphCopy copy{stamp_of(*state_), std::nullopt, vectors.graph_ledger()->totals(),
                 vectors.graph_ledger()};
  if (vectors.linked() == 0) {
    // Of a graph that is no more: forgotten ones are not to stay in its file.
    if (!state_->graph_file || !copy.ledger->any_forgotten()) return std::nullopt;
    state_->graph_file = false;
    return copy;
  }
  if (!copy.ledger->due(when, vectors.linked())) return std::nullopt;
  copy.image = vectors.graph_image(row_key(state_->catalog));
  if (!copy.image) return std::nullopt;
  state_->graph_file = true;
  return copy;
}

void Store::save_graph(GraphMoment when) {
  const auto directory = log_.derived_directory();
  if (directory.empty()) return;
  try {
    const MutexLock file(graph_file_mutex_);
    const auto copy = copy_graph(when);
    if (!copy) return;
    if (!copy->image) {
      remove_graph(copy->stamp.generation);
      copy->ledger->written(copy->totals);
    } else if (write_graph_file(directory, copy->stamp, *copy->image)) {
      copy->ledger->written(copy->totals);
    } else {
      copy->ledger->failed(copy->totals);
    }
  } catch (const std::exception&) {
    // No memory for it: the old file stays, and what it lacks is linked again.
  }
}

void Store::remove_graph(std::uint32_t generation) {
  remove_graph_file(log_.derived_directory(), number_, generation);
}

}  // namespace whosaid::store
