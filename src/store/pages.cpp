#include "store/pages.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "store/memories.h"

namespace whosaid::store {
namespace {

// The first entry behind the cursor. What was written since with the same time and a greater id is
// newer than what the cursor has passed, and is not come back to.
Catalog::Order::const_iterator behind(const Catalog::Order& order, const PageCursor& cursor) {
  MemoryId last{~std::uint64_t{0}};
  for (const MemoryId id : cursor.next_skip_ids) last = std::min(last, id);
  const OrderKey passed{cursor.next_before, last, kNoSlot};
  return cursor.next_skip_ids.empty() ? order.lower_bound(passed) : order.upper_bound(passed);
}

PageCursor cursor_after(const State& state, const std::vector<Slot>& slots) {
  PageCursor cursor{state.catalog.at(slots.back()).created_at, {}};
  for (const Slot slot : slots) {
    const CatalogEntry& entry = state.catalog.at(slot);
    if (entry.created_at == cursor.next_before) cursor.next_skip_ids.push_back(entry.id);
  }
  return cursor;
}

}  // namespace

Result<Page> read_page(const StoreContext& context, const State& state,
                       std::optional<detail::SpeakerId> speaker, const PageOptions& options) {
  const Catalog::Order& order =
      speaker ? state.catalog.partition(*speaker).order : state.catalog.current();
  auto it = options.after ? behind(order, *options.after) : order.begin();
  std::vector<Slot> slots;
  for (; it != order.end() && slots.size() < options.limit; ++it) slots.push_back(it->slot);
  Page page;
  if (it != order.end()) page.next = cursor_after(state, slots);
  auto memories =
      speaker ? sweep_memories(context, state, slots) : read_memories(context, state, slots);
  if (!memories) return tl::unexpected(std::move(memories.error()));
  page.memories = *std::move(memories);
  for (const Memory& memory : page.memories) page.chunks += memory.chunks;
  return page;
}

}  // namespace whosaid::store
