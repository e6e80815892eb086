#include "store/recall.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "store/memories.h"
#include "store/prepared.h"
#include "text/code_points.h"

namespace whosaid::store {
namespace {

// Neighbours on either side of a hit that its passage shows.
constexpr std::size_t kPassageReach = 2;

Result<std::vector<Turn>> latest_turns(const StoreContext& context, const State& state,
                                       std::size_t count) {
  std::vector<Turn> turns;
  for (const OrderKey& key : state.catalog.exchanges()) {
    if (turns.size() == count) break;
    auto record = read_record(context, state.catalog.at(key.slot));
    if (!record && record.error().code == ErrorCode::corruption) continue;
    if (!record) return tl::unexpected(std::move(record.error()));
    const std::size_t half = record->first_half.value_or(0);
    turns.push_back({record->content.substr(0, half), record->content.substr(half + kBetweenHalves),
                     record->conversation_id, key.created_at});
  }
  std::reverse(turns.begin(), turns.end());
  return turns;
}

// The neighbours of a memory in its conversation, nearest first: before, after, before, ...
std::vector<Slot> neighbours_of(const Catalog& catalog, Slot slot, std::size_t count,
                                std::optional<detail::SpeakerId> speaker) {
  std::vector<Slot> found;
  Slot before = catalog.place(slot).before;
  Slot after = catalog.place(slot).after;
  const auto take = [&](Slot at) {
    if (at == kNoSlot || found.size() == count) return;
    if (!speaker || catalog.at(at).speaker == *speaker) found.push_back(at);
  };
  while (found.size() < count && (before != kNoSlot || after != kNoSlot)) {
    take(before);
    take(after);
    if (before != kNoSlot) before = catalog.place(before).before;
    if (after != kNoSlot) after = catalog.place(after).after;
  }
  return found;
}

// Keeps the items of a list, first first, that fit into what is left.
template <class Item, class Size>
void keep_what_fits(std::vector<Item>& items, std::size_t& left, Size size) {
  std::size_t kept = 0;
  for (; kept < items.size() && size(items[kept]) <= left; ++kept) left -= size(items[kept]);
  items.resize(kept);
}

void sort_by_moment(std::vector<Memory>& memories) {
  const auto moment = [](const Memory& memory) {
    return Catalog::Moment{memory.event_at.value_or(memory.created_at), memory.id, kNoSlot};
  };
  std::sort(memories.begin(), memories.end(),
            [&](const Memory& a, const Memory& b) { return moment(a) < moment(b); });
}

// `context` comes nearest first and leaves in the order of the conversation.
void fit(Recall& recall, std::optional<std::size_t> max_characters) {
  if (!max_characters) return;
  std::size_t left = *max_characters;
  keep_what_fits(recall.long_term, left,
                 [](const Hit& hit) { return text::count_code_points(hit.memory.content); });
  keep_what_fits(recall.context, left,
                 [](const Memory& m) { return text::count_code_points(m.content); });
  std::reverse(recall.short_term.begin(), recall.short_term.end());
  keep_what_fits(recall.short_term, left, [](const Turn& turn) {
    return text::count_code_points(turn.user) + text::count_code_points(turn.agent);
  });
  std::reverse(recall.short_term.begin(), recall.short_term.end());
}

// The slots of one passage, ascending.
using Stretch = std::vector<Slot>;

Stretch stretch_around(const Catalog& catalog, Slot slot) {
  Stretch stretch = {slot};
  Slot before = catalog.place(slot).before;
  Slot after = catalog.place(slot).after;
  for (std::size_t i = 0; i < kPassageReach; ++i) {
    if (before != kNoSlot) stretch.push_back(before);
    if (after != kNoSlot) stretch.push_back(after);
    before = before == kNoSlot ? kNoSlot : catalog.place(before).before;
    after = after == kNoSlot ? kNoSlot : catalog.place(after).after;
  }
  std::sort(stretch.begin(), stretch.end());
  return stretch;
}

bool touch(const Stretch& a, const Stretch& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](Slot slot) { return std::binary_search(b.begin(), b.end(), slot); });
}

// Adds a stretch, joined with all earlier ones that it touches, in the place of the first of them.
void join(std::vector<Stretch>& stretches, Stretch stretch) {
  std::vector<Stretch> result;
  std::optional<std::size_t> home;
  for (Stretch& earlier : stretches) {
    if (!touch(earlier, stretch)) {
      result.push_back(std::move(earlier));
      continue;
    }
    Stretch joined;
    std::set_union(earlier.begin(), earlier.end(), stretch.begin(), stretch.end(),
                   std::back_inserter(joined));
    stretch = std::move(joined);
    if (!home) {
      home = result.size();
      result.emplace_back();
    }
  }
  if (!home) {
    result.push_back(std::move(stretch));
  } else {
    result[*home] = std::move(stretch);
  }
  stretches = std::move(result);
}

}  // namespace

Result<Recall> recall(const State& state, const PreparedQuery& query,
                      const RecallOptions& options) {
  const StoreContext& context = state.context;
  Recall result;
  auto found = search(state, query);
  if (!found) return tl::unexpected(std::move(found.error()));
  result.long_term = std::move(found->hits);
  if (!options.speaker) {
    auto turns = latest_turns(context, state, options.turns);
    if (!turns) return tl::unexpected(std::move(turns.error()));
    result.short_term = *std::move(turns);
  }
  if (!result.long_term.empty()) {
    const Slot top = state.catalog.find(result.long_term.front().memory.id);
    std::optional<detail::SpeakerId> speaker;
    if (options.speaker) speaker = state.catalog.at(top).speaker;
    auto around = read_memories(context, state,
                                neighbours_of(state.catalog, top, options.context_limit, speaker));
    if (!around) return tl::unexpected(std::move(around.error()));
    result.context = *std::move(around);
  }
  fit(result, options.max_characters);
  sort_by_moment(result.context);
  return result;
}

Result<std::vector<Passage>> passages_around(const StoreContext& context, const State& state,
                                             std::span<const Slot> slots) {
  std::vector<Stretch> stretches;
  for (const Slot slot : slots) {
    const CatalogEntry& entry = state.catalog.at(slot);
    // An old version has no place in its conversation.
    if (entry.conversation == kNoTag || !entry.current) continue;
    join(stretches, stretch_around(state.catalog, slot));
  }
  std::vector<Passage> passages;
  for (const Stretch& stretch : stretches) {
    auto parts = read_memories(context, state, stretch);
    if (!parts) return tl::unexpected(std::move(parts.error()));
    sort_by_moment(*parts);
    passages.push_back({*std::move(parts)});
  }
  return passages;
}

}  // namespace whosaid::store
