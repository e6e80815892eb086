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

void Catalog::Group::insert(const CatalogEntry& entry, Slot slot) {
  order.insert(entry.key(slot));
  chunks += entry.chunks;
}

void Catalog::Group::erase(const CatalogEntry& entry, Slot slot) {
  order.erase(entry.key(slot));
  chunks -= entry.chunks;
}

Slot Catalog::insert(CatalogEntry entry) {
  const Slot slot = static_cast<Slot>(entries_.size());
  entries_.push_back(std::move(entry));
  places_.push_back({.asking = entries_.back().asking});
  current_speakers_.push_back(kNobody);
  const CatalogEntry& stored = entries_.back();
  by_id_[number(stored.id)] = slot;
  each_tag(stored, [&](Tag tag) { tagged_[tag].insert(slot); });
  if (stored.event_at) events_.insert({*stored.event_at, stored.id, slot});
  if (stored.current) {
    enter_current(slot);
  } else {
    enter_superseded(slot);
  }
  return slot;
}

void Catalog::enter_current(Slot slot) {
  const CatalogEntry& entry = entries_[slot];
  all_.current.insert(entry, slot);
  partitions_[entry.speaker].current.insert(entry, slot);
  if (entry.exchange) exchanges_.insert(entry.key(slot));
  current_speakers_[slot] = entry.speaker;
  link(slot);
}

void Catalog::leave_current(Slot slot) {
  const CatalogEntry& entry = entries_[slot];
  all_.current.erase(entry, slot);
  partitions_[entry.speaker].current.erase(entry, slot);
  if (entry.exchange) exchanges_.erase(entry.key(slot));
  current_speakers_[slot] = kNobody;
  unlink(slot);
}

void Catalog::enter_superseded(Slot slot) {
  const CatalogEntry& entry = entries_[slot];
  all_.superseded.insert(entry, slot);
  partitions_[entry.speaker].superseded.insert(entry, slot);
}

void Catalog::retire(Slot slot, MemoryId superseded_by) {
  leave_current(slot);
  entries_[slot].current = false;
  entries_[slot].superseded_by = superseded_by;
  enter_superseded(slot);
}

void Catalog::erase(Slot slot) {
  CatalogEntry& entry = entries_[slot];
  if (entry.current) {
    leave_current(slot);
  } else {
    all_.superseded.erase(entry, slot);
    partitions_[entry.speaker].superseded.erase(entry, slot);
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
  Place& own = places_[slot];
  own.conversation = entry.conversation;
  if (at != moments.begin()) {
    own.before = std::prev(at)->slot;
    places_[own.before].after = slot;
  }
  if (std::next(at) != moments.end()) {
    own.after = std::next(at)->slot;
    places_[own.after].before = slot;
  }
}

void Catalog::unlink(Slot slot) {
  const CatalogEntry& entry = entries_[slot];
  if (entry.conversation == kNoTag) return;
  const Place own = std::exchange(places_[slot], {.asking = entry.asking});
  if (own.before != kNoSlot) places_[own.before].after = own.after;
  if (own.after != kNoSlot) places_[own.after].before = own.before;
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
