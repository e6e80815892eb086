#include "store/add_transaction.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "store/arguments.h"
#include "store/duplicates.h"
#include "store/memories.h"

namespace whosaid::store {
namespace {

using detail::NearRecord;
using detail::RequestRecord;
using storage::Table;

// As many as a reader takes in at a glance.
constexpr std::size_t kMostNear = 10;

// Whose texts are read to compare details. What a text repeats is among the most similar.
constexpr std::size_t kMostCompared = 64;

Near to_near(const Registry& registry, const NearRecord& record) {
  return {record.id, record.similarity, registry.label(record.speaker)};
}

std::string duplicate_note(const Near& near) {
  return "Not stored: memory " + std::to_string(static_cast<std::uint64_t>(near.id)) +
         (near.speaker ? ", said by " + *near.speaker + "," : "") + " already says this.";
}

AddResult to_result(const Registry& registry, const RequestRecord& record) {
  AddResult result;
  result.status = record.status == 0 ? AddStatus::stored : AddStatus::duplicate;
  result.id = record.id;
  if (record.duplicate_of) {
    result.duplicate_of = to_near(registry, *record.duplicate_of);
    result.note = duplicate_note(*result.duplicate_of);
  }
  for (const NearRecord& near : record.near) result.near.push_back(to_near(registry, near));
  return result;
}

Result<AddResult> replay_of(const Registry& registry, const RequestRecord& record,
                            const Prepared& item) {
  if (record.fingerprint != item.fingerprint) {
    return tl::unexpected(
        Error{.code = ErrorCode::conflict,
              .message = "the idempotency key has been used with another request.",
              .field = "idempotency_key",
              .memory = record.id});
  }
  AddResult result = to_result(registry, record);
  result.replayed = true;
  return result;
}

}  // namespace

Result<std::optional<AddResult>> find_replay(const StoreContext& context, const Registry& registry,
                                             const Prepared& item) {
  if (!item.options->idempotency_key) return std::nullopt;
  const auto bytes = context.reads().get(
      Table::requests, detail::request_key(context.number, *item.options->idempotency_key));
  if (!bytes) return tl::unexpected(bytes.error());
  if (!*bytes) return std::nullopt;
  const auto record = detail::decode_request(**bytes);
  if (!record) {
    return tl::unexpected(Error{.code = ErrorCode::corruption,
                                .message = "the record of an idempotency key is damaged.",
                                .field = "idempotency_key"});
  }
  Result<AddResult> result = replay_of(registry, *record, item);
  if (!result) return tl::unexpected(std::move(result.error()));
  return *std::move(result);
}

AddTransaction::AddTransaction(const State& state, Timestamp now)
    : context_(state.context),
      state_(state),
      now_(now),
      head_(state.head),
      pending_(state.context.embedding->dimensions, std::numeric_limits<std::size_t>::max(),
               nullptr) {}

Result<std::optional<AddResult>> AddTransaction::add(const Prepared& item) {
  Result<std::optional<AddResult>> replayed = replay(item);
  if (!replayed) return tl::unexpected(std::move(replayed.error()));
  if (*replayed) return *std::move(replayed);
  if (item.embedding != context_.embedding) return std::nullopt;

  const Result<Place> place = find_place(item);
  if (!place) return tl::unexpected(place.error());

  RequestRecord record;
  record.fingerprint = item.fingerprint;
  index_stored();
  const std::vector<Candidate> near = find_near(item, *place);
  const Candidate* const repeated =
      item.options->on_duplicate == OnDuplicate::drop ? find_repeated(item, near) : nullptr;
  if (repeated != nullptr) {
    record.status = 1;
    record.duplicate_of = repeated->near;
  } else {
    for (std::size_t i = 0; i < std::min(near.size(), kMostNear); ++i) {
      record.near.push_back(near[i].near);
    }
    const Result<MemoryId> id = store(item, *place);
    if (!id) return tl::unexpected(id.error());
    record.id = *id;
  }
  if (item.options->idempotency_key) remember_request(item, record);
  return to_result(state_.registry, record);
}

Result<AddTransaction::Place> AddTransaction::find_place(const Prepared& item) const {
  if (item.supersedes) {
    const Result<Slot> slot = find_replaced(*item.supersedes);
    if (!slot) return tl::unexpected(slot.error());
    const detail::SpeakerId speaker = state_.catalog.at(*slot).speaker;
    return Place{state_.registry.label(speaker) ? speaker : detail::kUntagged, *slot};
  }
  if (!item.speaker) return Place{};
  const auto speaker = state_.registry.find(*item.speaker);
  if (!speaker) return tl::unexpected(unregistered_for_writing(*item.speaker));
  return Place{*speaker};
}

// As find_current, once what is in the transaction has been committed.
Result<Slot> AddTransaction::find_replaced(MemoryId id) const {
  const Result<Slot> slot = find_current(state_, id);
  Slot newest = kNoSlot;
  if (slot) {
    newest = *slot;
  } else if (slot.error().code == ErrorCode::conflict && slot.error().memory) {
    newest = state_.catalog.find(*slot.error().memory);
  }
  const auto newer = replaced_.find(newest);
  if (newer == replaced_.end()) return slot;
  return tl::unexpected(superseded_already(id, newer->second));
}

Result<std::optional<AddResult>> AddTransaction::replay(const Prepared& item) const {
  if (item.options->idempotency_key) {
    const auto earlier = requests_.find(*item.options->idempotency_key);
    if (earlier != requests_.end()) {
      Result<AddResult> result = replay_of(state_.registry, earlier->second, item);
      if (!result) return tl::unexpected(std::move(result.error()));
      return *std::move(result);
    }
  }
  return find_replay(context_, state_.registry, item);
}

void AddTransaction::index_stored() {
  if (!context_.options.duplicates.enabled) return;
  for (; indexed_ < stored_.size(); ++indexed_) {
    Stored& stored = stored_[indexed_];
    const std::vector<std::vector<float>>& vectors = stored.item->vectors;
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      if (vectors[i].empty()) continue;
      stored.rows.push_back(pending_.add(stored.key.speaker, static_cast<std::uint32_t>(indexed_),
                                         static_cast<std::uint32_t>(i), vectors[i]));
    }
  }
}

std::vector<AddTransaction::Candidate> AddTransaction::find_near(const Prepared& item,
                                                                 Place place) const {
  const DuplicatePolicy& policy = context_.options.duplicates;
  if (!policy.enabled) return {};
  std::vector<std::uint64_t> listed;
  auto partitions = detail::PartitionSet::current();
  if (policy.scope == DuplicateScope::speaker) {
    listed = same_label_partitions(state_, place.speaker);
    partitions = detail::PartitionSet::of(listed);
  }
  const double threshold = context_.embedding->duplicate_threshold;
  std::vector<Candidate> near;
  for (const auto& match : owners_within(pending_, partitions, item.vectors, threshold)) {
    const detail::MemoryKey& key = stored_[match.owner].key;
    near.push_back({{key.id, match.similarity, key.speaker}, true, match.owner});
  }
  for (const auto& match :
       owners_within(state_.vectors.exact(), partitions, item.vectors, threshold)) {
    if (match.owner == place.replaces || replaced_.contains(match.owner)) continue;
    const CatalogEntry& entry = state_.catalog.at(match.owner);
    near.push_back({{entry.id, match.similarity, entry.speaker}, false, match.owner});
  }
  std::stable_sort(near.begin(), near.end(), [](const Candidate& a, const Candidate& b) {
    return a.near.similarity > b.near.similarity;
  });
  return near;
}

const AddTransaction::Candidate* AddTransaction::find_repeated(
    const Prepared& item, const std::vector<Candidate>& near) const {
  if (near.empty()) return nullptr;
  if (!context_.options.duplicates.keep_detail_variants) return &near.front();
  const std::vector<text::Details> details = chunk_details(item);
  const auto end = near.begin() + static_cast<std::ptrdiff_t>(std::min(near.size(), kMostCompared));
  const auto found = std::find_if(near.begin(), end, [&](const Candidate& candidate) {
    return !is_variant(item, details, candidate);
  });
  return found == end ? nullptr : &*found;
}

// A memory whose text can't be read counts as a variant: the new text may be all that is left.
bool AddTransaction::is_variant(const Prepared& item, std::span<const text::Details> details,
                                const Candidate& near) const {
  const double threshold = context_.embedding->duplicate_threshold;
  if (near.pending) {
    const Stored& stored = stored_[near.owner];
    const NearText memory{stored.record.content, stored.record.chunks, pending_, stored.rows};
    return is_detail_variant(item, details, memory, threshold);
  }
  const CatalogEntry& entry = state_.catalog.at(near.owner);
  const auto record = read_record(context_, entry);
  if (!record) return true;
  const NearText memory{record->content, record->chunks, state_.vectors.exact(), entry.rows};
  return is_detail_variant(item, details, memory, threshold);
}

Result<MemoryId> AddTransaction::store(const Prepared& item, Place place) {
  const AddOptions& options = *item.options;
  if (head_.next_memory_id == kMemoryIdsEnd) return tl::unexpected(no_ids_left());
  const MemoryId id{head_.next_memory_id};
  Stored stored{&item,
                {context_.number, place.speaker, options.created_at.value_or(now_), id},
                {.sequence = state_.version + 1,
                 .event_at = options.event_at,
                 .supersedes = item.supersedes,
                 .superseded_by = std::nullopt,
                 .first_half = item.first_half,
                 .chunks = item.chunks,
                 .category = options.category,
                 .conversation_id = options.conversation_id,
                 .metadata = options.metadata,
                 .content = std::string(item.content)},
                {},
                place.replaces,
                {},
                {}};
  if (place.replaces != kNoSlot) {
    auto replaced = retire(place.replaces, id);
    if (!replaced) return tl::unexpected(std::move(replaced.error()));
    stored.replaced = *std::move(replaced);
    replaced_.emplace(place.replaces, id);
  }
  ++head_.next_memory_id;
  stored.bytes = detail::encode_memory(stored.record);
  put_memory(context_, stored.key, stored.bytes, item.vectors, batch_);
  stored_.push_back(std::move(stored));
  return id;
}

Result<std::string> AddTransaction::retire(Slot slot, MemoryId newer) {
  const CatalogEntry& entry = state_.catalog.at(slot);
  Result<detail::MemoryRecord> record = read_record(context_, entry);
  if (!record) return tl::unexpected(std::move(record.error()));
  record->superseded_by = newer;
  record->sequence = state_.version + 1;
  std::string bytes = detail::encode_memory(*record);
  batch_.put(Table::memories, memory_key(context_, entry), bytes);
  return bytes;
}

void AddTransaction::remember_request(const Prepared& item, const RequestRecord& record) {
  const std::string& key = *item.options->idempotency_key;
  // A duplicate's key goes with the memory that it met: once that is forgotten, the answer is
  // stale.
  const MemoryId owner = record.id ? *record.id : record.duplicate_of->id;
  batch_.put(Table::requests, detail::request_key(context_.number, key),
             detail::encode_request(record));
  batch_.put(Table::requests, detail::request_owner_key(context_.number, owner, key), {});
  requests_.emplace(key, record);
}

const storage::Batch& AddTransaction::finish() {
  if (head_ != state_.head) {
    batch_.put(Table::stores, detail::store_head_key(context_.number),
               detail::encode_store_head(head_));
  }
  return batch_;
}

bool AddTransaction::rewrites() const {
  return std::any_of(replaced_.begin(), replaced_.end(),
                     [&](const auto& replaced) { return !state_.records.find(replaced.first); });
}

void AddTransaction::publish(State& state) {
  for (Stored& stored : stored_) {
    const Slot slot = state.insert(to_entry(state.catalog, stored.key, stored.record),
                                   std::move(stored.bytes), stored.item->terms);
    state.index_chunks(slot, stored.item->vectors);
    if (stored.replaces != kNoSlot) {
      state.retire(stored.replaces, stored.key.id, std::move(stored.replaced));
    }
  }
  state.head = head_;
}

}  // namespace whosaid::store
