#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/arguments.h"
#include "store/memories.h"
#include "store/state.h"
#include "store/word_loader.h"

namespace whosaid::store {
namespace {

using storage::Entry;
using storage::Table;
using storage::Visit;

tl::unexpected<Error> corrupt(std::string what) {
  return tl::unexpected(Error{.code = ErrorCode::corruption, .message = std::move(what)});
}

Result<void> load_head(const StoreContext& context, State& state) {
  const auto bytes = context.log.get(Table::stores, detail::store_head_key(context.number));
  if (!bytes) return tl::unexpected(bytes.error());
  if (*bytes) {
    const auto head = detail::decode_store_head(**bytes);
    if (!head)
      return corrupt("the head of store " + std::to_string(context.number) + " is damaged.");
    state.head = *head;
  }
  const auto version = context.log.version(context.number);
  if (!version) return tl::unexpected(version.error());
  state.version = *version;
  return {};
}

// Were the head older than the rest, an id would be given a second time, and somebody's words be
// another's.
void raise_head(State& state, MemoryId id, detail::SpeakerId speaker) {
  const auto number = static_cast<std::uint64_t>(id);
  detail::StoreHead& head = state.head;
  if (number >= head.next_memory_id) head.next_memory_id = std::min(number, kMemoryIdsEnd - 1) + 1;
  if (speaker >= head.next_speaker_id) {
    head.next_speaker_id = std::min(speaker, kSpeakerIdsEnd - 1) + 1;
  }
}

Result<void> load_speakers(const StoreContext& context, State& state) {
  const std::string prefix = detail::store_prefix(context.number);
  bool sound = true;
  const auto scanned = context.log.scan(
      Table::speakers, prefix, detail::prefix_end(prefix), [&](const Entry& entry) {
        const auto id = detail::decode_speaker_key(entry.key);
        auto record = entry.damaged ? std::nullopt : detail::decode_speaker(entry.value);
        sound = sound && id && record;
        if (id) raise_head(state, {}, *id);
        if (id && record) state.registry.add(*id, {std::move(record->name), record->created_at});
        return Visit::go_on;
      });
  if (!scanned) return scanned;
  // A label lost in silence would make somebody's words nobody's.
  if (!sound)
    return corrupt("the speakers of store " + std::to_string(context.number) + " are damaged.");
  return {};
}

void load_memory(const detail::MemoryKey& key, std::string_view bytes, detail::MemoryRecord record,
                 State& state, WordLoader& words) {
  const Slot slot = state.insert(to_entry(state.catalog, key, record), std::string(bytes));
  words.add(slot, std::move(record.content));
}

void note_damage(State& state, MemoryId id, detail::SpeakerId speaker, Timestamp created_at) {
  CatalogEntry entry;
  entry.id = id;
  entry.speaker = speaker;
  entry.created_at = created_at;
  state.damaged.try_emplace(static_cast<std::uint64_t>(id), std::move(entry));
}

Result<void> load_memories(const StoreContext& context, State& state, WordLoader& words) {
  const std::string prefix = detail::store_prefix(context.number);
  const std::string end = detail::prefix_end(prefix);
  const auto scanned = context.log.scan(Table::memories, prefix, end, [&](const Entry& entry) {
    const auto key = detail::decode_memory_key(entry.key);
    if (key) raise_head(state, key->id, key->speaker);
    auto record = entry.damaged ? std::nullopt : detail::decode_memory(entry.value);
    if (key && record) {
      load_memory(*key, entry.value, *std::move(record), state, words);
    } else if (key) {
      note_damage(state, key->id, key->speaker, key->created_at);
    }
    return Visit::go_on;
  });
  if (!scanned) return scanned;
  // The locations name the memories of stretches that could not be read at all.
  return context.log.scan(Table::locations, prefix, end, [&](const Entry& entry) {
    const auto id = detail::decode_location_key(entry.key);
    const auto location = entry.damaged ? std::nullopt : detail::decode_location(entry.value);
    if (id) raise_head(state, *id, location ? location->speaker : detail::kUntagged);
    if (id && location && state.catalog.find(*id) == kNoSlot) {
      note_damage(state, *id, location->speaker, location->created_at);
    }
    return Visit::go_on;
  });
}

// Checks first, so that a damaged record leaves no chunk behind.
bool load_vectors_of(const StoreContext& context, State& state, Slot slot, std::string_view bytes) {
  const std::size_t dimensions = context.embedding->dimensions;
  std::size_t chunks = 0;
  const bool sound = detail::decode_vectors(bytes, dimensions,
                                            [&](std::size_t, std::span<const float>) { ++chunks; });
  if (!sound || chunks != state.catalog.at(slot).chunks) return false;
  return detail::decode_vectors(bytes, dimensions,
                                [&](std::size_t chunk, std::span<const float> vector) {
                                  state.index_chunk(slot, chunk, vector);
                                });
}

Result<void> load_vectors(const StoreContext& context, State& state) {
  const std::string prefix = detail::vectors_prefix(context.number, context.embedding->generation);
  std::vector<bool> loaded(state.catalog.slots(), false);
  const auto scanned =
      context.log.scan(Table::vectors, prefix, detail::prefix_end(prefix), [&](const Entry& entry) {
        const auto key = entry.damaged ? std::nullopt : detail::decode_vector_key(entry.key);
        const Slot slot = key ? state.catalog.find(key->id) : kNoSlot;
        if (slot != kNoSlot) loaded[slot] = load_vectors_of(context, state, slot, entry.value);
        return Visit::go_on;
      });
  if (!scanned) return scanned;
  for (Slot slot = 0; slot < loaded.size(); ++slot) {
    if (!loaded[slot]) state.unembedded.push_back(slot);
  }
  return {};
}

// Reads one chunk's vector back for an index that does not keep it in memory.
bool fetch_vector(const StoreContext& context, const State& state, Slot slot, std::uint32_t chunk,
                  std::span<float> out) {
  const auto bytes = context.reads().get(
      Table::vectors, detail::encode_vector_key({context.number, context.embedding->generation,
                                                 state.catalog.at(slot).id}));
  if (!bytes || !*bytes) return false;
  bool found = false;
  const bool sound = detail::decode_vectors(**bytes, out.size(),
                                            [&](std::size_t i, std::span<const float> vector) {
                                              if (i != chunk || vector.empty()) return;
                                              std::copy(vector.begin(), vector.end(), out.begin());
                                              found = true;
                                            });
  return sound && found;
}

}  // namespace

State::State(StoreContext where)
    : context(std::move(where)),
      vectors({context.embedding->dimensions, context.options.graph_threshold,
               context.options.index_memory_budget / 2},
              [this](Slot slot, std::uint32_t chunk, std::span<float> out) {
                return fetch_vector(context, *this, slot, chunk, out);
              }) {}

Slot State::insert(CatalogEntry entry, std::string record, text::IndexTerms terms) {
  term_count += terms.terms.size();
  const Slot slot = insert(std::move(entry), std::move(record));
  note_words(slot, terms.languages, terms.questions);
  words.add(slot, std::move(terms.terms));
  return slot;
}

Slot State::insert(CatalogEntry entry, std::string record) {
  const Slot slot = catalog.insert(std::move(entry));
  records.put(slot, std::move(record));
  return slot;
}

void State::note_words(Slot slot, text::LanguageSet spoken, std::size_t questions) {
  CatalogEntry& entry = catalog.at(slot);
  entry.languages = spoken;
  languages.add(spoken);
  // An exchange holds the answer, too.
  if (entry.exchange || entry.chunks == 0) return;
  const float asking = static_cast<float>(questions) / static_cast<float>(entry.chunks);
  catalog.set_asking(slot, std::min(1.0F, asking));
}

void State::index_chunk(Slot slot, std::size_t chunk, std::span<const float> vector) {
  if (vector.empty()) return;
  CatalogEntry& entry = catalog.at(slot);
  entry.rows.push_back(
      vectors.add(entry.speaker, entry.current, slot, static_cast<std::uint32_t>(chunk), vector));
}

void State::index_chunks(Slot slot, std::span<const std::vector<float>> chunks) {
  for (std::size_t i = 0; i < chunks.size(); ++i) index_chunk(slot, i, chunks[i]);
}

void State::retire(Slot slot, MemoryId newer, std::string record) {
  records.put(slot, std::move(record));
  for (const detail::Row row : catalog.at(slot).rows) vectors.retire(row);
  catalog.retire(slot, newer);
}

void State::relink(Slot slot, const detail::MemoryRecord& record) {
  records.put(slot, detail::encode_memory(record));
  catalog.at(slot).supersedes = record.supersedes;
  catalog.at(slot).superseded_by = record.superseded_by;
}

void State::drop(Slot slot) {
  for (const detail::Row row : catalog.at(slot).rows) vectors.remove(row);
  records.erase(slot);
  if (words.contains(slot)) term_count -= term_count / words.documents();
  words.remove(slot);
  languages.remove(catalog.at(slot).languages);
  catalog.erase(slot);
}

// The containers of the catalog and of the words have no way to say what they take: measured.
std::size_t State::memory_bytes() const {
  constexpr std::size_t kSlot = 400;  // an entry, its places in the orders, a record's string
  constexpr std::size_t kTerm = 28;   // a posting and the way back to its list
  constexpr std::size_t kWord = 130;  // a list
  constexpr std::size_t kState = 4096;
  return kState + vectors.memory_bytes() + records.bytes() + catalog.slots() * kSlot +
         term_count * kTerm + words.terms() * kWord;
}

Result<std::unique_ptr<State>> load_state(const StoreContext& context) {
  auto state = std::make_unique<State>(context);
  WordLoader words(*state);
  auto done = load_head(context, *state);
  if (done) done = load_speakers(context, *state);
  if (done) done = load_memories(context, *state, words);
  if (done) done = load_vectors(context, *state);
  if (!done) return tl::unexpected(std::move(done.error()));
  load_graph(*state);
  words.finish();
  return state;
}

}  // namespace whosaid::store
