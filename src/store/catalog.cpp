#include "store/catalog.h"

#include <iterator>

namespace whosaid::store {
namespace {

// The length in front keeps ("a", "bc") and ("ab", "c") apart.
std::string tag_name(std::string_view kind, std::string_view value) {
  std::string name = std::to_string(kind.size());
  name.append(":").append(kind).append(value);
  return name;
}

std::uint64_t number(MemoryId id) { return static_cast<std::uint64_t>(id); }

template <class Map>
const typename Map::mapped_type& find_or_empty(const Map& map, const typename Map::key_type& key) {
  // Never destroyed: a program may still read while its statics go away.
  static const auto& kEmpty = *new typename Map::mapped_type;
  const auto it = map.find(key);
  return it == map.end() ? kEmpty : it->second;
}

}  // namespace

Slot Catalog::insert(CatalogEntry entry) {
  const Slot slot = static_cast<Slot>(entries_.size());
  entries_.push_back(std::move(entry));
  neighbours_.emplace_back();
  const CatalogEntry& stored = entries_.back();
  by_id_[number(stored.id)] = slot;
  each_tag(stored, [&](Tag tag) { tagged_[tag].insert(slot); });
  if (stored.event_at) events_.insert({*stored.event_at, stored.id, slot});
  if (stored.current) {
    current_.insert(stored.key(slot));
    Partition& partition = partitions_[stored.speaker];
    partition.order.insert(stored.key(slot));
    partition.chunks += stored.chunks;
    chunks_ += stored.chunks;
    link(slot);
  } else {
    superseded_.insert(stored.key(slot));
  }
  return slot;
}

void Catalog::count_out(Slot slot) {
  const CatalogEntry& entry = entries_[slot];
  current_.erase(entry.key(slot));
  const auto partition = partitions_.find(entry.speaker);
  partition->second.order.erase(entry.key(slot));
  partition->second.chunks -= entry.chunks;
  chunks_ -= entry.chunks;
  if (partition->second.order.empty()) partitions_.erase(partition);
  unlink(slot);
}

void Catalog::retire(Slot slot) {
  CatalogEntry& entry = entries_[slot];
  if (!entry.current) return;
  count_out(slot);
  entry.current = false;
  superseded_.insert(entry.key(slot));
}

void Catalog::erase(Slot slot) {
  CatalogEntry& entry = entries_[slot];
  if (entry.current) {
    count_out(slot);
  } else {
    superseded_.erase(entry.key(slot));
  }
  if (entry.event_at) events_.erase({*entry.event_at, entry.id, slot});
  each_tag(entry, [&](Tag tag) {
    const auto it = tagged_.find(tag);
    it->second.erase(slot);
    if (it->second.empty()) tagged_.erase(it);
  });
  by_id_.erase(number(entry.id));
  entry = {};
}

void Catalog::link(Slot slot) {
  const CatalogEntry& entry = entries_[slot];
  if (entry.conversation == kNoTag) return;
  Moments& moments = conversations_[entry.conversation];
  const auto at = moments.insert({entry.happened(), entry.id, slot}).first;
  Neighbours& own = neighbours_[slot];
  if (at != moments.begin()) {
    own.before = std::prev(at)->slot;
    neighbours_[own.before].after = slot;
  }
  if (std::next(at) != moments.end()) {
    own.after = std::next(at)->slot;
    neighbours_[own.after].before = slot;
  }
}

void Catalog::unlink(Slot slot) {
  const CatalogEntry& entry = entries_[slot];
  if (entry.conversation == kNoTag) return;
  const Neighbours own = std::exchange(neighbours_[slot], {});
  if (own.before != kNoSlot) neighbours_[own.before].after = own.after;
  if (own.after != kNoSlot) neighbours_[own.after].before = own.before;
  const auto it = conversations_.find(entry.conversation);
  it->second.erase({entry.happened(), entry.id, slot});
  if (it->second.empty()) conversations_.erase(it);
}

Slot Catalog::find(MemoryId id) const {
  const auto it = by_id_.find(number(id));
  return it == by_id_.end() ? kNoSlot : it->second;
}

const Catalog::Partition& Catalog::partition(SpeakerId speaker) const {
  return find_or_empty(partitions_, speaker);
}

Tag Catalog::intern(std::string_view kind, std::string_view value) {
  // Numbers start at 1: 0 is kNoTag.
  return tags_.try_emplace(tag_name(kind, value), static_cast<Tag>(tags_.size() + 1)).first->second;
}

Tag Catalog::lookup(std::string_view kind, std::string_view value) const {
  const auto it = tags_.find(tag_name(kind, value));
  return it == tags_.end() ? kNoTag : it->second;
}

const absl::btree_set<Slot>& Catalog::tagged(Tag tag) const { return find_or_empty(tagged_, tag); }

const Catalog::Moments& Catalog::conversation(Tag tag) const {
  return find_or_empty(conversations_, tag);
}

}  // namespace whosaid::store
