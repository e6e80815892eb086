#include "store/memories.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace whosaid::store {
namespace {

std::optional<MemoryId> visible(std::optional<MemoryId> id) {
  return id == kForgotten ? std::nullopt : id;
}

// From memory, where the record is kept there.
std::optional<Memory> read_kept(const State& state, Slot slot) {
  const auto bytes = state.records.find(slot);
  const auto view = bytes ? detail::decode_memory_view(*bytes) : std::nullopt;
  if (!view) return std::nullopt;
  return to_memory(state, state.catalog.at(slot), *view);
}

// Steps that cost less than a seek.
constexpr int kStepsBeforeSeek = 8;

bool advance(storage::Cursor& cursor, const std::string& key) {
  for (int step = 0; step < kStepsBeforeSeek && cursor.valid(); ++step) {
    if (cursor.entry().key >= key) return cursor.entry().key == key;
    cursor.next();
  }
  cursor.seek(key);
  return cursor.valid() && cursor.entry().key == key;
}

// The next version, this way along a chain.
Slot next(const Catalog& catalog, Slot slot, std::optional<MemoryId> CatalogEntry::*way) {
  const std::optional<MemoryId> id = catalog.at(slot).*way;
  return id ? catalog.find(*id) : kNoSlot;
}

// The next that is not among those that go.
Slot beyond(const Catalog& catalog, Slot slot, std::optional<MemoryId> CatalogEntry::*way,
            const absl::flat_hash_set<Slot>& going) {
  // Damaged links may lead in circles.
  for (std::size_t steps = 0; steps < going.size(); ++steps) {
    slot = next(catalog, slot, way);
    if (slot == kNoSlot || !going.contains(slot)) return slot;
  }
  return kNoSlot;
}

// The versions beside a memory of which nothing can be read: they alone tell. Looks at all.
std::pair<Slot, Slot> beside(const Catalog& catalog, MemoryId id,
                             const absl::flat_hash_set<Slot>& going) {
  std::pair<Slot, Slot> found = {kNoSlot, kNoSlot};
  for (Slot slot = 0; slot < catalog.slots(); ++slot) {
    const CatalogEntry& entry = catalog.at(slot);
    if (entry.id == MemoryId{0} || going.contains(slot)) continue;
    if (entry.superseded_by == id) found.first = slot;
    if (entry.supersedes == id) found.second = slot;
  }
  return found;
}

}  // namespace

Error memory_not_found(MemoryId id) {
  return {.code = ErrorCode::not_found,
          .message =
              "memory " + std::to_string(static_cast<std::uint64_t>(id)) + " is not in this store.",
          .memory = id};
}

Error damaged_memory(MemoryId id) {
  return {.code = ErrorCode::corruption,
          .message = "the record of memory " + std::to_string(static_cast<std::uint64_t>(id)) +
                     " is damaged.",
          .memory = id};
}

Error superseded_already(MemoryId id, std::optional<MemoryId> current) {
  return {.code = ErrorCode::conflict,
          .message = "memory " + std::to_string(static_cast<std::uint64_t>(id)) +
                     " has been superseded already.",
          .memory = current};
}

std::string memory_key(const StoreContext& context, const CatalogEntry& entry) {
  return detail::encode_memory_key({context.number, entry.speaker, entry.created_at, entry.id});
}

Memory to_memory(const State& state, const CatalogEntry& entry,
                 const detail::MemoryRecordView& view) {
  Memory memory;
  memory.id = entry.id;
  memory.content = view.content;
  memory.speaker = state.registry.label(entry.speaker);
  memory.created_at = entry.created_at;
  memory.event_at = view.event_at;
  memory.category = view.category;
  memory.conversation_id = view.conversation_id;
  if (view.metadata_count > 0) memory.metadata = view.metadata();
  memory.chunks = view.chunk_count;
  memory.current = view.current();
  memory.supersedes = visible(view.supersedes);
  memory.superseded_by = visible(view.superseded_by);
  return memory;
}

CatalogEntry to_entry(Catalog& catalog, const detail::MemoryKey& key,
                      const detail::MemoryRecord& record) {
  CatalogEntry entry;
  entry.id = key.id;
  entry.speaker = key.speaker;
  entry.created_at = key.created_at;
  entry.event_at = record.event_at;
  if (!record.category.empty()) entry.category = catalog.intern(kCategoryKind, record.category);
  if (!record.conversation_id.empty()) {
    entry.conversation = catalog.intern(kConversationKind, record.conversation_id);
  }
  for (const auto& [name, value] : record.metadata) {
    entry.metadata.push_back(catalog.intern(metadata_kind(name), value));
  }
  entry.chunks = static_cast<std::uint32_t>(record.chunks.size());
  entry.current = !record.superseded_by;
  entry.exchange = record.first_half.has_value();
  entry.supersedes = record.supersedes;
  entry.superseded_by = record.superseded_by;
  return entry;
}

Result<detail::MemoryRecord> read_record(const StoreContext& context, const CatalogEntry& entry) {
  const auto bytes = context.reads().get(storage::Table::memories, memory_key(context, entry));
  if (!bytes) return tl::unexpected(bytes.error());
  auto record = *bytes ? detail::decode_memory(**bytes) : std::nullopt;
  if (!record) return tl::unexpected(damaged_memory(entry.id));
  return *std::move(record);
}

Result<Slot> find_slot(const State& state, MemoryId id) {
  const Slot slot = state.catalog.find(id);
  if (slot != kNoSlot) return slot;
  const bool damaged = state.damaged.contains(static_cast<std::uint64_t>(id));
  return tl::unexpected(damaged ? damaged_memory(id) : memory_not_found(id));
}

Result<Slot> find_current(const State& state, MemoryId id) {
  const auto slot = find_slot(state, id);
  if (!slot || state.catalog.at(*slot).current) return slot;
  const CatalogEntry& newest = state.catalog.at(chain_of(state, *slot).back());
  return tl::unexpected(
      superseded_already(id, newest.current ? std::optional(newest.id) : std::nullopt));
}

// Newer versions have greater ids; a damaged link that says otherwise leads nowhere.
std::vector<Slot> chain_of(const State& state, Slot slot) {
  const Catalog& catalog = state.catalog;
  std::vector<Slot> chain = {slot};
  for (auto id = catalog.at(slot).supersedes; id && *id < catalog.at(chain.back()).id;
       id = catalog.at(chain.back()).supersedes) {
    const Slot older = catalog.find(*id);
    if (older == kNoSlot) break;
    chain.push_back(older);
  }
  std::reverse(chain.begin(), chain.end());
  for (auto id = catalog.at(slot).superseded_by; id && *id > catalog.at(chain.back()).id;
       id = catalog.at(chain.back()).superseded_by) {
    const Slot newer = catalog.find(*id);
    if (newer == kNoSlot) break;
    chain.push_back(newer);
  }
  return chain;
}

Result<Records> relink(const StoreContext& context, const State& state, std::span<const Slot> gone,
                       std::span<const CatalogEntry> damaged) {
  const Catalog& catalog = state.catalog;
  const absl::flat_hash_set<Slot> going(gone.begin(), gone.end());
  Records changed;
  const auto change = [&](Slot slot, const auto& how) -> Result<void> {
    auto place = changed.find(slot);
    if (place == changed.end()) {
      auto record = read_record(context, catalog.at(slot));
      // A damaged neighbour cannot be rewritten, and must not keep others from being forgotten.
      if (!record && record.error().code == ErrorCode::corruption) return {};
      if (!record) return tl::unexpected(std::move(record.error()));
      record->sequence = state.version + 1;
      place = changed.emplace(slot, *std::move(record)).first;
    }
    how(place->second);
    return {};
  };
  const auto join = [&](Slot older, Slot newer) -> Result<void> {
    const auto id = [&](Slot slot) { return catalog.at(slot).id; };
    Result<void> done;
    if (older != kNoSlot) {
      done = change(older, [&](detail::MemoryRecord& record) {
        record.superseded_by = newer == kNoSlot ? kForgotten : id(newer);
      });
    }
    if (!done || newer == kNoSlot) return done;
    return change(newer, [&](detail::MemoryRecord& record) {
      record.supersedes = older == kNoSlot ? std::nullopt : std::optional(id(older));
    });
  };
  for (const Slot slot : gone) {
    const Slot older = next(catalog, slot, &CatalogEntry::supersedes);
    // Once for each run of versions that go.
    if (older != kNoSlot && going.contains(older)) continue;
    const Slot newer = beyond(catalog, slot, &CatalogEntry::superseded_by, going);
    if (auto done = join(older, newer); !done) return tl::unexpected(std::move(done.error()));
  }
  for (const CatalogEntry& entry : damaged) {
    const auto [older, newer] = beside(catalog, entry.id, going);
    if (auto done = join(older, newer); !done) return tl::unexpected(std::move(done.error()));
  }
  return changed;
}

void put_records(const State& state, const Records& records, storage::Batch& batch) {
  for (const auto& [slot, record] : records) {
    batch.put(storage::Table::memories, memory_key(state.context, state.catalog.at(slot)),
              detail::encode_memory(record));
  }
}

void put_memory(const StoreContext& context, const detail::MemoryKey& key, std::string record,
                std::span<const std::vector<float>> vectors, storage::Batch& batch) {
  using storage::Table;
  batch.put(Table::memories, detail::encode_memory_key(key), std::move(record));
  batch.put(Table::locations, detail::location_key(context.number, key.id),
            detail::encode_location({key.speaker, key.created_at}));
  batch.put(Table::vectors,
            detail::encode_vector_key({context.number, context.embedding->generation, key.id}),
            detail::encode_vectors(vectors));
}

Result<void> erase_memory(const StoreContext& context, const CatalogEntry& entry,
                          storage::Batch& batch) {
  using storage::Table;
  const std::string owner = detail::request_owner_prefix(context.number, entry.id);
  const auto scanned = context.log.scan(
      Table::requests, owner, detail::prefix_end(owner), [&](const storage::Entry& held) {
        if (const auto key = detail::decode_request_owner_key(held.key)) {
          batch.erase(Table::requests, detail::request_key(context.number, *key));
        }
        batch.erase(Table::requests, std::string(held.key));
        return storage::Visit::go_on;
      });
  if (!scanned) return scanned;
  batch.erase(Table::memories, memory_key(context, entry));
  batch.erase(Table::locations, detail::location_key(context.number, entry.id));
  // A re-embedding that is under way may have written the next generation already.
  for (const std::uint32_t ahead : {0U, 1U}) {
    batch.erase(Table::vectors,
                detail::encode_vector_key(
                    {context.number, context.embedding->generation + ahead, entry.id}));
  }
  return {};
}

Result<Memory> read_memory(const StoreContext& context, const State& state, Slot slot) {
  const CatalogEntry& entry = state.catalog.at(slot);
  if (auto kept = read_kept(state, slot)) return *std::move(kept);
  const auto bytes = context.reads().get(storage::Table::memories, memory_key(context, entry));
  if (!bytes && bytes.error().code != ErrorCode::corruption) return tl::unexpected(bytes.error());
  const auto view = bytes && *bytes ? detail::decode_memory_view(**bytes) : std::nullopt;
  if (!view) return tl::unexpected(damaged_memory(entry.id));
  return to_memory(state, entry, *view);
}

Result<std::vector<Memory>> read_memories(const StoreContext& context, const State& state,
                                          std::span<const Slot> slots) {
  std::vector<std::optional<Memory>> found(slots.size());
  std::vector<std::size_t> missing;
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    found[i] = read_kept(state, slots[i]);
    if (found[i]) continue;
    missing.push_back(i);
    keys.push_back(memory_key(context, state.catalog.at(slots[i])));
  }
  const auto values = context.reads().get_many(storage::Table::memories, keys);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (!values[i]) {
      if (values[i].error().code == ErrorCode::corruption) continue;
      return tl::unexpected(values[i].error());
    }
    const auto view = *values[i] ? detail::decode_memory_view(**values[i]) : std::nullopt;
    const CatalogEntry& entry = state.catalog.at(slots[missing[i]]);
    if (view) found[missing[i]] = to_memory(state, entry, *view);
  }
  std::vector<Memory> memories;
  memories.reserve(slots.size());
  for (std::optional<Memory>& memory : found) {
    if (memory) memories.push_back(*std::move(memory));
  }
  return memories;
}

Result<std::vector<Memory>> sweep_memories(const StoreContext& context, const State& state,
                                           std::span<const Slot> slots) {
  std::vector<Memory> memories;
  memories.reserve(slots.size());
  std::unique_ptr<storage::Cursor> cursor;
  for (const Slot slot : slots) {
    if (auto kept = read_kept(state, slot)) {
      memories.push_back(*std::move(kept));
      continue;
    }
    const CatalogEntry& entry = state.catalog.at(slot);
    if (cursor == nullptr) {
      const std::string prefix = detail::speaker_memories_prefix(context.number, entry.speaker);
      cursor = context.reads().cursor(storage::Table::memories, prefix, detail::prefix_end(prefix));
    }
    const bool found = advance(*cursor, memory_key(context, entry));
    const auto view = found ? detail::decode_memory_view(cursor->entry().value) : std::nullopt;
    // Something on the way is damaged: single reads go around it.
    if (!view) return read_memories(context, state, slots);
    memories.push_back(to_memory(state, entry, *view));
  }
  return memories;
}

}  // namespace whosaid::store
