// The part of Store that imports use.

#include <limits>
#include <utility>

#include "store/arguments.h"
#include "store/memories.h"
#include "store/store.h"

namespace whosaid::store {

using detail::MutexLock;
using detail::ReaderLock;
using detail::WriterLock;
using storage::Table;

namespace {

struct Taken {
  detail::MemoryKey key;
  detail::MemoryRecord record;
  std::string bytes = {};
};

Taken to_record(const State& state, const Arrival& arrival) {
  const AddOptions& options = *arrival.text.options;
  // A name that somebody has removed in the meantime leaves its memories untagged, as always.
  const auto speaker = arrival.text.speaker ? state.registry.find(*arrival.text.speaker)
                                            : std::optional<detail::SpeakerId>();
  return {{state.context.number, speaker.value_or(detail::kUntagged),
           options.created_at.value_or(Timestamp()), arrival.id},
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

// A newer version that somebody stored on top of an arrival has no predecessor any more.
Result<void> cut_loose(const State& state, const CatalogEntry& gone, const Reservation& room,
                       storage::Batch& batch) {
  if (!gone.superseded_by || room.has(*gone.superseded_by)) return {};
  const Slot newer = state.catalog.find(*gone.superseded_by);
  if (newer == kNoSlot) return {};
  const CatalogEntry& entry = state.catalog.at(newer);
  auto record = read_record(state.context, entry);
  if (!record) return tl::unexpected(std::move(record.error()));
  record->supersedes.reset();
  record->sequence = state.version + 1;
  batch.put(Table::memories, memory_key(state.context, entry), detail::encode_memory(*record));
  return {};
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
  std::uint64_t version = 0;
  {
    const ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) return tl::unexpected(std::move(living.error()));
    head = state_->head;
    version = state_->version;
    for (const Registry::Speaker& speaker : speakers) {
      if (state_->registry.find(speaker.name)) continue;
      const detail::SpeakerId id = head.next_speaker_id++;
      fresh.emplace_back(id, speaker);
      room.registered.push_back(id);
      batch.put(Table::speakers, detail::speaker_key(number_, id),
                detail::encode_speaker({speaker.name, speaker.created_at}));
    }
    const std::size_t limit = settings_.options().speaker_limit;
    const std::size_t count = state_->registry.size();
    if (!fresh.empty() && count + fresh.size() > limit) {
      return tl::unexpected(registry_full(count, limit));
    }
  }
  room.offset = head.next_memory_id - 1;
  if (last >= std::numeric_limits<std::uint64_t>::max() - head.next_memory_id) {
    return tl::unexpected(invalid_argument("id", "the store has no ids left for the import."));
  }
  room.last = room.offset + last;
  head.next_memory_id = room.last + 1;
  batch.put(Table::stores, detail::store_head_key(number_), detail::encode_store_head(head));
  if (auto applied = apply(batch, version); !applied) return tl::unexpected(applied.error());
  const WriterLock lock(state_mutex_);
  for (auto& [id, speaker] : fresh) state_->registry.add(id, std::move(speaker));
  state_->head = head;
  ++state_->version;
  return room;
}

Result<SharedEmbedding> Store::embedding() {
  return read(
      [](const State& state) -> Result<SharedEmbedding> { return state.context.embedding; });
}

Result<bool> Store::take_in(std::span<const Arrival> arrivals, const SharedEmbedding& embedding) {
  const MutexLock writing(write_mutex_);
  std::vector<Taken> taken;
  taken.reserve(arrivals.size());
  storage::Batch batch;
  std::uint64_t version = 0;
  {
    const ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) return tl::unexpected(std::move(living.error()));
    if (state_->context.embedding != embedding) return false;
    version = state_->version;
    for (const Arrival& arrival : arrivals) {
      Taken& to = taken.emplace_back(to_record(*state_, arrival));
      to.bytes = detail::encode_memory(to.record);
      batch.put(Table::memories, detail::encode_memory_key(to.key), to.bytes);
      batch.put(Table::locations, detail::location_key(number_, to.key.id),
                detail::encode_location({to.key.speaker, to.key.created_at}));
      batch.put(Table::vectors,
                detail::encode_vector_key({number_, embedding->generation, to.key.id}),
                detail::encode_vectors(arrival.text.vectors));
    }
  }
  if (auto applied = apply(batch, version); !applied) return tl::unexpected(applied.error());
  bool work = false;
  {
    const WriterLock lock(state_mutex_);
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
      Taken& to = taken[i];
      const Slot slot = state_->insert(to_entry(state_->catalog, to.key, to.record),
                                       std::move(to.bytes), arrivals[i].text.terms);
      state_->index_chunks(slot, arrivals[i].text.vectors);
    }
    ++state_->version;
    work = state_->vectors.wants_linking();
  }
  wake_if(work);
  return true;
}

Result<void> Store::take_out(const Reservation& room, std::span<const MemoryId> ids) {
  const MutexLock writing(write_mutex_);
  const WriterLock lock(state_mutex_);
  if (auto living = alive(); !living) return {};  // deleted: nothing is left of them
  storage::Batch batch;
  std::vector<Slot> slots;
  for (const MemoryId id : ids) {
    const Slot slot = state_->catalog.find(id);
    if (slot == kNoSlot) continue;  // forgotten
    slots.push_back(slot);
    const CatalogEntry& entry = state_->catalog.at(slot);
    auto erased = erase_memory(state_->context, entry, batch);
    if (erased) erased = cut_loose(*state_, entry, room, batch);
    if (!erased) return erased;
  }
  if (batch.empty()) return {};
  if (auto applied = apply(batch, state_->version); !applied) return applied;
  ++state_->version;
  for (const Slot slot : slots) state_->drop(slot);
  return {};
}

Result<void> Store::give_back(const Reservation& room, bool any) {
  const MutexLock writing(write_mutex_);
  const WriterLock lock(state_mutex_);
  if (auto living = alive(); !living) return {};
  storage::Batch batch;
  std::vector<detail::SpeakerId> leaving;
  for (const detail::SpeakerId id : room.registered) {
    const Catalog::Partition& said = state_->catalog.partition(id);
    if (!said.current.order.empty() || !said.superseded.order.empty()) continue;
    leaving.push_back(id);
    batch.erase(Table::speakers, detail::speaker_key(number_, id));
  }
  detail::StoreHead head = state_->head;
  // Ids that nobody has seen may be given again.
  if (!any && head.next_memory_id == room.last + 1) head.next_memory_id = room.offset + 1;
  batch.put(Table::stores, detail::store_head_key(number_), detail::encode_store_head(head));
  if (auto applied = apply(batch, state_->version); !applied) return applied;
  ++state_->version;
  state_->head = head;
  for (const detail::SpeakerId id : leaving) state_->registry.remove(id);
  return {};
}

Result<bool> Store::empty() {
  return read([](const State& state) -> Result<bool> {
    const Catalog::Partition& all = state.catalog.all();
    return all.current.order.empty() && all.superseded.order.empty() && state.damaged.empty() &&
           state.registry.size() == 0;
  });
}

}  // namespace whosaid::store
