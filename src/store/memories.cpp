#include "store/memories.h"

#include <optional>
#include <utility>

namespace whosaid::store {
namespace {

// The successor of a memory whose newer version has been forgotten: superseded, by nobody left.
constexpr MemoryId kForgotten{0};

std::optional<MemoryId> visible(std::optional<MemoryId> id) {
  return id == kForgotten ? std::nullopt : id;
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
  const auto bytes = context.log.get(storage::Table::memories, memory_key(context, entry));
  if (!bytes) return tl::unexpected(bytes.error());
  auto record = *bytes ? detail::decode_memory(**bytes) : std::nullopt;
  if (!record) return tl::unexpected(damaged_memory(entry.id));
  return *std::move(record);
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
  batch.erase(Table::vectors,
              detail::encode_vector_key({context.number, context.settings.generation, entry.id}));
  return {};
}

Result<Memory> read_memory(const StoreContext& context, const State& state, Slot slot) {
  const CatalogEntry& entry = state.catalog.at(slot);
  const auto bytes = context.log.get(storage::Table::memories, memory_key(context, entry));
  if (!bytes && bytes.error().code != ErrorCode::corruption) return tl::unexpected(bytes.error());
  const auto view = bytes && *bytes ? detail::decode_memory_view(**bytes) : std::nullopt;
  if (!view) return tl::unexpected(damaged_memory(entry.id));
  return to_memory(state, entry, *view);
}

Result<std::vector<Memory>> read_memories(const StoreContext& context, const State& state,
                                          std::span<const Slot> slots) {
  std::vector<std::string> keys;
  keys.reserve(slots.size());
  for (const Slot slot : slots) keys.push_back(memory_key(context, state.catalog.at(slot)));
  const auto values = context.log.get_many(storage::Table::memories, keys);
  std::vector<Memory> memories;
  memories.reserve(slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!values[i]) {
      if (values[i].error().code == ErrorCode::corruption) continue;
      return tl::unexpected(values[i].error());
    }
    const auto view = *values[i] ? detail::decode_memory_view(**values[i]) : std::nullopt;
    if (view) memories.push_back(to_memory(state, state.catalog.at(slots[i]), *view));
  }
  return memories;
}

Result<std::vector<Memory>> sweep_memories(const StoreContext& context, const State& state,
                                           std::span<const Slot> slots) {
  std::vector<Memory> memories;
  if (slots.empty()) return memories;
  memories.reserve(slots.size());
  const detail::SpeakerId speaker = state.catalog.at(slots.front()).speaker;
  const std::string prefix = detail::speaker_memories_prefix(context.number, speaker);
  const auto cursor =
      context.log.cursor(storage::Table::memories, prefix, detail::prefix_end(prefix));
  cursor->seek(memory_key(context, state.catalog.at(slots.front())));
  for (const Slot slot : slots) {
    const CatalogEntry& entry = state.catalog.at(slot);
    const bool found = advance(*cursor, memory_key(context, entry));
    const auto view = found ? detail::decode_memory_view(cursor->entry().value) : std::nullopt;
    // Something on the way is damaged: single reads go around it.
    if (!view) return read_memories(context, state, slots);
    memories.push_back(to_memory(state, entry, *view));
  }
  return memories;
}

}  // namespace whosaid::store
