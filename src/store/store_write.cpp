// The writing half of Store.

#include <algorithm>
#include <utility>

#include "store/add_transaction.h"
#include "store/arguments.h"
#include "store/clock.h"
#include "store/memories.h"
#include "store/store.h"
#include "text/speaker_name.h"

namespace whosaid::store {

using detail::MutexLock;
using detail::ReaderLock;
using detail::WriterLock;
using storage::Table;

namespace {

Error agent_is_not_registered() {
  return {.code = ErrorCode::invalid_request,
          .message = "'me' is the agent itself, which is never registered or removed.",
          .speaker = kAgent,
          .field = "speaker"};
}

// A name to register or remove.
Result<std::string> registrable(std::string_view name) {
  Result<std::string> normalized = text::normalize_speaker_name(name);
  if (normalized && *normalized == kAgent) return tl::unexpected(agent_is_not_registered());
  return normalized;
}

}  // namespace

Result<AddSpeakerResult> Store::add_speaker(std::string_view name) {
  const Result<std::string> normalized = registrable(name);
  if (!normalized) return tl::unexpected(normalized.error());
  if (auto loaded = load(); !loaded) return tl::unexpected(std::move(loaded.error()));
  const MutexLock writing(write_mutex_);
  AddSpeakerResult result{.name = *normalized};
  Registry::Speaker speaker{*normalized, now()};
  storage::Batch batch;
  detail::StoreHead head;
  {
    const ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) return tl::unexpected(std::move(living.error()));
    const Registry& registry = state_->registry;
    result.confusable_with = registry.confusable_with(*normalized);
    if (registry.find(*normalized)) {
      result.status = SpeakerStatus::exists;
      return result;
    }
    const std::size_t limit = settings_.options().speaker_limit;
    if (registry.size() >= limit) return tl::unexpected(registry_full(registry.size(), limit));
    head = state_->head;
  }
  if (head.next_speaker_id == kSpeakerIdsEnd) return tl::unexpected(no_ids_left());
  const detail::SpeakerId id = head.next_speaker_id++;
  batch.put(Table::speakers, detail::speaker_key(number_, id),
            detail::encode_speaker({speaker.name, speaker.created_at}));
  batch.put(Table::stores, detail::store_head_key(number_), detail::encode_store_head(head));
  const auto changed = change(batch, OldRecords::stay, [&](State& state) {
    state.registry.add(id, std::move(speaker));
    state.head = head;
  });
  if (!changed) return tl::unexpected(changed.error());
  return result;
}

Result<void> Store::remove_speaker(std::string_view name) {
  const Result<std::string> normalized = registrable(name);
  if (!normalized) return tl::unexpected(normalized.error());
  if (auto loaded = load(); !loaded) return loaded;
  const MutexLock writing(write_mutex_);
  std::optional<detail::SpeakerId> id;
  {
    const ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) return living;
    id = state_->registry.find(*normalized);
  }
  if (!id) return tl::unexpected(unregistered_for_reading(*normalized));
  storage::Batch batch;
  batch.erase(Table::speakers, detail::speaker_key(number_, *id));
  return change(batch, OldRecords::stay, [&](State& state) { state.registry.remove(*id); });
}

Result<AddResult> Store::add(std::string_view content, const AddOptions& options) {
  const NewText text{content, &options};
  auto results = add_all({&text, 1}, [](std::size_t, Error error) { return error; });
  if (!results) return tl::unexpected(std::move(results.error()));
  return std::move(results->front());
}

Result<std::vector<AddResult>> Store::add_batch(std::span<const NewMemory> memories) {
  if (auto checked = check_batch(memories); !checked) return tl::unexpected(checked.error());
  std::vector<NewText> texts;
  texts.reserve(memories.size());
  for (const NewMemory& memory : memories) texts.push_back({memory.content, &memory.options});
  return add_all(texts, [](std::size_t index, Error error) {
    // An error that names a speaker and no field is about the option of that name.
    if (!error.field && error.speaker) error.field = "speaker";
    if (error.field) error.field = "memories[" + std::to_string(index) + "]." + *error.field;
    return error;
  });
}

Result<AddResult> Store::add_turn(std::string_view user, std::string_view agent,
                                  const TurnOptions& options) {
  AddOptions details;
  details.event_at = options.event_at;
  details.created_at = options.created_at;
  details.conversation_id = options.conversation_id;
  details.idempotency_key = options.idempotency_key;
  const std::string content = join_halves(user, agent);
  const NewText text{content, &details, user.size()};
  auto results = add_all({&text, 1}, [](std::size_t, Error error) { return error; });
  if (!results) return tl::unexpected(std::move(results.error()));
  return std::move(results->front());
}

Result<SupersedeResult> Store::supersede(MemoryId id, std::string_view content,
                                         const SupersedeOptions& options) {
  AddOptions details;
  const auto inherited = read([&](const State& state) -> Result<void> {
    // One that is gone may still be what an earlier request is answered with.
    const Slot slot = state.catalog.find(id);
    if (slot == kNoSlot) return {};
    auto record = read_record(state.context, state.catalog.at(slot));
    if (!record) return tl::unexpected(std::move(record.error()));
    details.category = std::move(record->category);
    details.conversation_id = std::move(record->conversation_id);
    details.metadata = std::move(record->metadata);
    return {};
  });
  if (!inherited) return tl::unexpected(inherited.error());
  details.event_at = options.event_at;
  details.created_at = options.created_at;
  details.idempotency_key = options.idempotency_key;
  details.on_duplicate = options.on_duplicate;
  const NewText text{content, &details, std::nullopt, id};
  auto results = add_all({&text, 1}, [](std::size_t, Error error) { return error; });
  if (!results) return tl::unexpected(std::move(results.error()));
  AddResult& added = results->front();
  SupersedeResult result;
  result.status = added.status;
  result.id = added.id;
  result.superseded = id;
  result.duplicate_of = std::move(added.duplicate_of);
  result.note = std::move(added.note);
  result.replayed = added.replayed;
  return result;
}

Result<ForgetResult> Store::erase(const Leaving& leaving) {
  storage::Batch batch;
  ForgetResult result;
  Records linked;
  {
    const ReaderLock lock(state_mutex_);
    const auto take = [&, &context = state_->context](const CatalogEntry& entry) {
      ++result.memories;
      result.chunks += entry.chunks;
      return erase_memory(context, entry, batch);
    };
    for (const Slot slot : leaving.slots) {
      auto taken = take(state_->catalog.at(slot));
      if (!taken) return tl::unexpected(std::move(taken.error()));
    }
    for (const CatalogEntry& entry : leaving.damaged) {
      if (auto taken = take(entry); !taken) return tl::unexpected(std::move(taken.error()));
    }
    auto relinked = relink(state_->context, *state_, leaving.slots, leaving.damaged);
    if (!relinked) return tl::unexpected(std::move(relinked.error()));
    linked = *std::move(relinked);
    put_records(*state_, linked, batch);
  }
  if (batch.empty()) return result;
  const auto changed = change(batch, OldRecords::go, [&](State& state) {
    for (const Slot slot : leaving.slots) state.drop(slot);
    for (const auto& [slot, record] : linked) state.relink(slot, record);
    for (const CatalogEntry& entry : leaving.damaged) {
      state.damaged.erase(static_cast<std::uint64_t>(entry.id));
    }
  });
  if (!changed) return tl::unexpected(changed.error());
  return result;
}

Result<ForgetResult> Store::forget(MemoryId id) {
  if (auto loaded = load(); !loaded) return tl::unexpected(std::move(loaded.error()));
  const MutexLock writing(write_mutex_);
  Leaving leaving;
  {
    const ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) return tl::unexpected(std::move(living.error()));
    const Slot slot = state_->catalog.find(id);
    const auto damaged = state_->damaged.find(static_cast<std::uint64_t>(id));
    if (slot != kNoSlot) {
      leaving.slots.push_back(slot);
    } else if (damaged != state_->damaged.end()) {
      leaving.damaged.push_back(damaged->second);
    } else {
      return tl::unexpected(memory_not_found(id));
    }
  }
  auto result = erase(leaving);
  wake_if(result.has_value());
  return result;
}

Result<Store::Leaving> Store::said_by(const State& state, std::string_view name) {
  const auto speaker = resolve_reader(state.registry, name);
  if (!speaker) return tl::unexpected(speaker.error());
  const Catalog::Partition& said = state.catalog.partition(*speaker);
  Leaving leaving;
  for (const OrderKey& key : said.current.order) leaving.slots.push_back(key.slot);
  for (const OrderKey& key : said.superseded.order) leaving.slots.push_back(key.slot);
  for (const auto& [id, entry] : state.damaged) {
    if (entry.speaker == *speaker) leaving.damaged.push_back(entry);
  }
  return leaving;
}

Result<ForgetResult> Store::forget_speaker(std::string_view name, Forget forget) {
  if (forget != Forget::commit) {
    return read([&](const State& state) -> Result<ForgetResult> {
      const auto leaving = said_by(state, name);
      if (!leaving) return tl::unexpected(leaving.error());
      ForgetResult result{leaving->slots.size() + leaving->damaged.size(), 0};
      for (const Slot slot : leaving->slots) result.chunks += state.catalog.at(slot).chunks;
      return result;
    });
  }
  if (auto loaded = load(); !loaded) return tl::unexpected(std::move(loaded.error()));
  const MutexLock writing(write_mutex_);
  Result<Leaving> leaving;
  {
    const ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) return tl::unexpected(std::move(living.error()));
    leaving = said_by(*state_, name);
  }
  if (!leaving) return tl::unexpected(std::move(leaving.error()));
  auto result = erase(*leaving);
  wake_if(result.has_value());
  return result;
}

Result<void> Store::write_vectors(std::uint32_t generation, std::span<const Vectors> vectors) {
  const MutexLock writing(write_mutex_);
  {
    const ReaderLock lock(state_mutex_);
    // Nobody reads what a deleted store would get.
    if (retired_) return {};
  }
  storage::Batch batch;
  for (const Vectors& memory : vectors) {
    const auto location = log_.get(Table::locations, detail::location_key(number_, memory.id));
    if (!location && location.error().code != ErrorCode::corruption) {
      return tl::unexpected(location.error());
    }
    if (!location || !*location) continue;
    batch.put(Table::vectors, detail::encode_vector_key({number_, generation, memory.id}),
              detail::encode_vectors(memory.chunks));
  }
  if (batch.empty()) return {};
  const auto version = log_.version(number_);
  if (!version) return tl::unexpected(version.error());
  if (auto applied = apply(batch, *version); !applied) return applied;
  const WriterLock lock(state_mutex_);
  if (state_ != nullptr) state_->version = *version + 1;
  return {};
}

// Several stores are held at once, which the analysis cannot follow; their order is by number.
Store::Frozen::Frozen(std::shared_ptr<Store> store) WHOSAID_NO_THREAD_SAFETY_ANALYSIS
    : store_(std::move(store)),
      in_use_(*store_) {
  store_->write_mutex_.lock();
}

Store::Frozen::~Frozen() WHOSAID_NO_THREAD_SAFETY_ANALYSIS {
  if (store_ != nullptr) store_->write_mutex_.unlock();
}

Result<void> Store::Frozen::rebuild(const SharedEmbedding& embedding) {
  if (!store_->loaded_.load(std::memory_order_acquire)) return {};
  auto state = load_state({store_->log_, store_->settings_.options(), store_->number_, embedding});
  if (!state) return tl::unexpected(std::move(state.error()));
  next_ = *std::move(state);
  return {};
}

void Store::Frozen::publish() {
  if (next_ == nullptr) return;
  bool work = false;
  {
    const MutexLock file(store_->graph_file_mutex_);
    const WriterLock lock(store_->state_mutex_);
    if (store_->retired_) return;
    store_->remove_graph(store_->state_->context.embedding->generation);
    std::swap(store_->state_, next_);
    work = store_->state_->vectors.wants_linking();
  }
  store_->unsettled_.store(kChangesToSettle, std::memory_order_relaxed);
  store_->wake_if(work);
}

Result<void> Store::retire(const std::function<Result<void>()>& erase) {
  const MutexLock writing(write_mutex_);
  {
    const ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) return living;
  }
  if (auto held = hold_log(); !held) return held;
  Result<void> erased = erase();
  Held held;
  std::unique_ptr<State> gone;
  const MutexLock file(graph_file_mutex_);
  const WriterLock lock(state_mutex_);
  held = release_log();
  if (!erased) return erased;
  retired_ = true;
  remove_graph(settings_.embedding()->generation);
  gone = std::move(state_);
  return {};
}

}  // namespace whosaid::store
