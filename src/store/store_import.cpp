// The part of Store that imports use.

#include <absl/container/flat_hash_set.h>

#include <utility>

#include "store/arguments.h"
#include "store/memories.h"
#include "store/store.h"

namespace whosaid::store {

using detail::MutexLock;
using detail::ReaderLock;
using storage::Table;

namespace {

struct Taken {
  detail::MemoryKey key;
  detail::MemoryRecord record;
  std::string bytes = {};
};

Taken to_record(const State& state, const Reservation& room, const Arrival& arrival) {
  const AddOptions& options = *arrival.text.options;
  detail::SpeakerId speaker = detail::kUntagged;
  if (const auto& name = arrival.text.speaker) {
    speaker = *name == kAgent ? detail::kAgentId : room.speakers.at(*name);
  }
  // Somebody who has been removed in the meantime leaves memories untagged, as always.
  if (!state.registry.label(speaker)) speaker = detail::kUntagged;
  return {{state.context.number, speaker, options.created_at.value_or(Timestamp()), arrival.id},
          {.sequence = state.version + 1,
           .event_at = options.event_at,
           .supersedes = arrival.supersedes,
           .superseded_by = arrival.superseded_by,
           .first_half = arrival.text.first_half,
           .chunks = arrival.text.chunks,
           .category = options.category,
           .conversation_id = options.conversation_id,
           .metadata = options.metadata,
           .content = std::string(arrival.text.content)}};
}

// Links arrivals with those versions that are there already, and returns what these become: no
// commit of an import leaves a link that leads nowhere. Versions that are not there yet are linked
// when they arrive. Errors: io_error.
Result<Records> link_versions(const State& state, std::span<Taken> arrivals) {
  absl::flat_hash_set<std::uint64_t> arriving;
  for (const Taken& arrival : arrivals) {
    arriving.insert(static_cast<std::uint64_t>(arrival.key.id));
  }
  Records others;
  const auto tell = [&](MemoryId other, const auto& what) -> Result<bool> {
    if (arriving.contains(static_cast<std::uint64_t>(other))) return true;
    const Slot slot = state.catalog.find(other);
    if (slot == kNoSlot) return false;
    auto place = others.find(slot);
    if (place == others.end()) {
      auto record = read_record(state.context, state.catalog.at(slot));
      if (!record && record.error().code == ErrorCode::corruption) return false;
      if (!record) return tl::unexpected(std::move(record.error()));
      record->sequence = state.version + 1;
      place = others.emplace(slot, *std::move(record)).first;
    }
    what(place->second);
    return true;
  };
  for (auto& [key, record, bytes] : arrivals) {
    const MemoryId id = key.id;
    if (record.supersedes) {
      const auto there = tell(*record.supersedes, [id](auto& older) { older.superseded_by = id; });
      if (!there) return tl::unexpected(there.error());
      if (!*there) record.supersedes.reset();
    }
    if (record.superseded_by) {
      const auto there = tell(*record.superseded_by, [id](auto& newer) { newer.supersedes = id; });
      if (!there) return tl::unexpected(there.error());
      if (!*there) record.superseded_by = kForgotten;
    }
  }
  return others;
}

// Of a deleted store nothing is left to take back.
Result<void> unless_deleted(Error error) {
  if (error.code == ErrorCode::not_found) return {};
  return tl::unexpected(std::move(error));
}

}  // namespace

Result<Reservation> Store::make_room(std::span<const Registry::Speaker> speakers,
                                     std::uint64_t last) {
  if (auto loaded = load(); !loaded) return tl::unexpected(std::move(loaded.error()));
  const MutexLock writing(write_mutex_);
  Reservation room;
  storage::Batch batch;
  detail::StoreHead head;
  std::vector<std::pair<detail::SpeakerId, Registry::Speaker>> fresh;
  {
    const ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) return tl::unexpected(std::move(living.error()));
    head = state_->head;
    if (speakers.size() > kSpeakerIdsEnd - head.next_speaker_id) {
      return tl::unexpected(no_ids_left());
    }
    for (const Registry::Speaker& speaker : speakers) {
      const auto known = state_->registry.find(speaker.name);
      const detail::SpeakerId id = known ? *known : head.next_speaker_id++;
      room.speakers.emplace(speaker.name, id);
      if (known) continue;
      fresh.emplace_back(id, speaker);
      room.registered.push_back(id);
      batch.put(Table::speakers, detail::speaker_key(number_, id),
                detail::encode_speaker({speaker.name, speaker.created_at}));
    }
    const std::size_t limit = settings_.options().speaker_limit;
    const std::size_t count = state_->registry.size();
    if (!fresh.empty() && count + fresh.size() > limit) {
      Error full = registry_full(count, limit);
      full.message = "The store '" + id_ + "' has " + std::to_string(count) +
                     " registered speakers, and its limit is " + std::to_string(limit) +
                     ": there is no place for the import's " + std::to_string(fresh.size()) +
                     " more.";
      return tl::unexpected(std::move(full));
    }
  }
  room.offset = head.next_memory_id - 1;
  if (room.offset >= kImportedIdsEnd || last >= kImportedIdsEnd - room.offset) {
    return tl::unexpected(invalid_argument("id", "the store has no ids left for the import."));
  }
  room.last = room.offset + last;
  head.next_memory_id = room.last + 1;
  batch.put(Table::stores, detail::store_head_key(number_), detail::encode_store_head(head));
  const auto changed = change(batch, OldRecords::stay, [&](State& state) {
    for (auto& [id, speaker] : fresh) state.registry.add(id, std::move(speaker));
    state.head = head;
  });
  if (!changed) return tl::unexpected(changed.error());
  return room;
}

Result<SharedEmbedding> Store::embedding() {
  return read(
      [](const State& state) -> Result<SharedEmbedding> { return state.context.embedding; });
}

Result<bool> Store::take_in(const Reservation& room, std::span<const Arrival> arrivals,
                            const SharedEmbedding& embedding) {
  if (auto loaded = load(); !loaded) return tl::unexpected(std::move(loaded.error()));
  const MutexLock writing(write_mutex_);
  std::vector<Taken> taken;
  taken.reserve(arrivals.size());
  Result<Records> others;
  storage::Batch batch;
  {
    const ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) return tl::unexpected(std::move(living.error()));
    if (state_->context.embedding != embedding) return false;
    for (const Arrival& arrival : arrivals) taken.push_back(to_record(*state_, room, arrival));
    others = link_versions(*state_, taken);
    if (!others) return tl::unexpected(std::move(others.error()));
    put_records(*state_, *others, batch);
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
      taken[i].bytes = detail::encode_memory(taken[i].record);
      put_memory(state_->context, taken[i].key, taken[i].bytes, arrivals[i].text.vectors, batch);
    }
  }
  const auto old = others->empty() ? OldRecords::stay : OldRecords::go;
  const auto changed = change(batch, old, [&](State& state) {
    for (const auto& [slot, record] : *others) state.relink(slot, record);
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
      Taken& to = taken[i];
      const Slot slot = state.insert(to_entry(state.catalog, to.key, to.record),
                                     std::move(to.bytes), arrivals[i].text.terms);
      state.index_chunks(slot, arrivals[i].text.vectors);
    }
  });
  if (!changed) return tl::unexpected(changed.error());
  return true;
}

Result<void> Store::take_out(std::span<const MemoryId> ids) {
  if (auto loaded = load(); !loaded) return unless_deleted(std::move(loaded.error()));
  const MutexLock writing(write_mutex_);
  Leaving leaving;
  {
    const ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) return {};  // deleted: nothing is left of them
    for (const MemoryId id : ids) {
      const Slot slot = state_->catalog.find(id);
      if (slot != kNoSlot) leaving.slots.push_back(slot);  // else forgotten
    }
  }
  const auto out = erase(leaving);
  if (!out) return tl::unexpected(out.error());
  return {};
}

Result<void> Store::give_back(const Reservation& room, bool any) {
  if (auto loaded = load(); !loaded) return unless_deleted(std::move(loaded.error()));
  const MutexLock writing(write_mutex_);
  storage::Batch batch;
  std::vector<detail::SpeakerId> leaving;
  detail::StoreHead head;
  {
    const ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) return {};
    for (const detail::SpeakerId id : room.registered) {
      const Catalog::Partition& said = state_->catalog.partition(id);
      if (!said.current.order.empty() || !said.superseded.order.empty()) continue;
      leaving.push_back(id);
      batch.erase(Table::speakers, detail::speaker_key(number_, id));
    }
    head = state_->head;
    // Ids that nobody has seen may be given again.
    if (!any && head.next_memory_id == room.last + 1) head.next_memory_id = room.offset + 1;
    batch.put(Table::stores, detail::store_head_key(number_), detail::encode_store_head(head));
  }
  return change(batch, OldRecords::stay, [&](State& state) {
    state.head = head;
    for (const detail::SpeakerId id : leaving) state.registry.remove(id);
  });
}

Result<bool> Store::empty() {
  return read([](const State& state) -> Result<bool> {
    const Catalog::Partition& all = state.catalog.all();
    return all.current.order.empty() && all.superseded.order.empty() && state.damaged.empty() &&
           state.registry.size() == 0;
  });
}

}  // namespace whosaid::store
