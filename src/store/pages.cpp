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

// Up to `count` slots behind the cursor.
std::vector<Slot> take(const Catalog::Order& order, const std::optional<PageCursor>& after,
                       std::size_t count) {
  std::vector<Slot> slots;
  auto it = after ? behind(order, *after) : order.begin();
  for (; it != order.end() && slots.size() < count; ++it) slots.push_back(it->slot);
  return slots;
}

std::vector<Slot> merge(const State& state, const std::vector<Slot>& a,
                        const std::vector<Slot>& b) {
  std::vector<Slot> merged(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), merged.begin(), [&](Slot left, Slot right) {
    return state.catalog.at(left).key(left) < state.catalog.at(right).key(right);
  });
  return merged;
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
  const Catalog::Partition& partition =
      speaker ? state.catalog.partition(*speaker) : state.catalog.all();
  // One more than the page holds tells whether there is another page.
  const std::size_t wanted = options.limit + 1;
  std::vector<Slot> slots = take(partition.current.order, options.after, wanted);
  if (options.include_superseded) {
    slots = merge(state, slots, take(partition.superseded.order, options.after, wanted));
  }
  Page page;
  if (slots.size() > options.limit) {
    slots.resize(options.limit);
    page.next = cursor_after(state, slots);
  }
  auto memories =
      speaker ? sweep_memories(context, state, slots) : read_memories(context, state, slots);
  if (!memories) return tl::unexpected(std::move(memories.error()));
  page.memories = *std::move(memories);
  for (const Memory& memory : page.memories) page.chunks += memory.chunks;
  return page;
}

}  // namespace whosaid::store
