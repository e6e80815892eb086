#include "store/store.h"

#include <utility>

#include "store/arguments.h"
#include "store/embedding.h"
#include "store/engrams.h"
#include "store/memories.h"
#include "store/pages.h"
#include "store/recall.h"
#include "store/search.h"

namespace whosaid::store {

using detail::MutexLock;
using detail::ReaderLock;
using detail::WriterLock;

namespace {

// Small, so that a writer never waits long for the background.
constexpr std::size_t kLinkedAtOnce = 4;

}  // namespace

Store::Store(storage::Log& log, const Settings& settings, std::shared_ptr<LoadedStores> loaded,
             storage::StoreNumber number, std::string id, std::function<void()> wake)
    : log_(log),
      settings_(settings),
      loaded_stores_(std::move(loaded)),
      number_(number),
      id_(std::move(id)),
      wake_(std::move(wake)) {}

Store::~Store() { loaded_stores_->remove(*this); }

InUse::InUse(Store& store) : store_(&store) {
  int users = store.users_.load(std::memory_order_relaxed);
  for (;;) {
    if (users == Store::kUnloading) {
      store.users_.wait(users);
      users = store.users_.load(std::memory_order_relaxed);
    } else if (store.users_.compare_exchange_weak(users, users + 1, std::memory_order_acquire,
                                                  std::memory_order_relaxed)) {
      break;
    }
  }
  store.used_.store(store.loaded_stores_->time(), std::memory_order_relaxed);
}

InUse::~InUse() {
  if (store_ == nullptr) return;
  if (store_->unsettled_.load(std::memory_order_relaxed) >= Store::kChangesToSettle)
    store_->settle();
  store_->users_.fetch_sub(1, std::memory_order_release);
}

std::unique_ptr<State> Store::unload() {
  int nobody = 0;
  if (!users_.compare_exchange_strong(nobody, kUnloading, std::memory_order_acquire))
    return nullptr;
  save_graph(GraphMoment::close);
  std::unique_ptr<State> state;
  {
    const WriterLock lock(state_mutex_);
    state = std::move(state_);
    loaded_.store(false, std::memory_order_release);
  }
  users_.store(0, std::memory_order_release);
  users_.notify_all();
  return state;
}

void Store::settle() {
  std::size_t bytes = 0;
  {
    const ReaderLock lock(state_mutex_);
    unsettled_.store(0, std::memory_order_relaxed);
    if (state_ != nullptr) bytes = state_->memory_bytes();
  }
  loaded_stores_->settle(*this, bytes);
}

Result<void> Store::load() {
  if (loaded_.load(std::memory_order_acquire)) return {};
  {
    const MutexLock writing(write_mutex_);
    if (loaded_.load(std::memory_order_relaxed)) return {};
    auto state = load_state({log_, settings_.options(), number_, settings_.embedding()});
    if (!state) return tl::unexpected(std::move(state.error()));
    const WriterLock lock(state_mutex_);
    if (auto living = alive(); !living) return living;
    state_ = *std::move(state);
    loaded_.store(true, std::memory_order_release);
  }
  embed_missing();
  settle();
  const ReaderLock lock(state_mutex_);
  wake_if(state_ != nullptr && state_->vectors.wants_linking());
  return {};
}

// What cannot be embedded now is found by its words until the store is loaded again.
void Store::embed_missing() {
  std::vector<Slot> slots;
  std::vector<detail::MemoryRecord> records;
  SharedEmbedding embedding;
  {
    const ReaderLock lock(state_mutex_);
    if (state_ == nullptr) return;
    embedding = state_->context.embedding;
    for (const Slot slot : state_->unembedded) {
      auto record = read_record(state_->context, state_->catalog.at(slot));
      if (!record) continue;
      slots.push_back(slot);
      records.push_back(*std::move(record));
    }
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    std::vector<std::string_view> texts;
    append_chunks(records[i].content, records[i].chunks, texts);
    const auto vectors =
        embed_texts(*embedding->embedder, embedding->dimensions, texts, Purpose::document);
    if (!vectors) continue;
    const WriterLock lock(state_mutex_);
    if (state_ == nullptr || state_->context.embedding != embedding) return;
    // An id of 0: forgotten meanwhile.
    if (state_->catalog.at(slots[i]).id != MemoryId{0}) state_->index_chunks(slots[i], *vectors);
  }
}

Result<void> Store::alive() const {
  if (!retired_) return {};
  return tl::unexpected(
      Error{.code = ErrorCode::not_found, .message = "store '" + id_ + "' has been deleted."});
}

void Store::wake_if(bool work) const {
  if (work) wake_();
}

Result<PreparedQuery> Store::prepare_search(std::string_view query, const SearchOptions& options) {
  if (auto checked = check_search(query, options); !checked) {
    return tl::unexpected(std::move(checked.error()));
  }
  text::LanguageSet stored = 0;
  auto embedding = read([&](const State& state) -> Result<SharedEmbedding> {
    if (options.speaker) {
      // Before the embedder is paid.
      const auto known = resolve_reader(state.registry, *options.speaker);
      if (!known) return tl::unexpected(known.error());
    }
    stored = state.languages.present();
    return state.context.embedding;
  });
  if (!embedding) return tl::unexpected(std::move(embedding.error()));
  return prepare_query(*std::move(embedding), query, options, stored);
}

template <class Answer>
Result<Answer> Store::ask(
    std::string_view query, const SearchOptions& options,
    const std::function<Result<Answer>(const State&, const PreparedQuery&)>& read_answer) {
  for (;;) {
    const auto prepared = prepare_search(query, options);
    if (!prepared) return tl::unexpected(prepared.error());
    auto answer = read([&](const State& state) -> Result<std::optional<Answer>> {
      if (state.context.embedding != prepared->embedding) return std::nullopt;
      return read_answer(state, *prepared);
    });
    if (!answer) return tl::unexpected(std::move(answer.error()));
    if (*answer) return **std::move(answer);
  }
}

Result<SearchResult> Store::search(std::string_view query, const SearchOptions& options) {
  return ask<SearchResult>(query, options, store::search);
}

Result<Recall> Store::recall(std::string_view query, const RecallOptions& options) {
  if (auto checked = check_recall(options); !checked) return tl::unexpected(checked.error());
  SearchOptions how;
  how.speaker = options.speaker;
  how.limit = options.limit;
  return ask<Recall>(query, how, [&](const State& state, const PreparedQuery& prepared) {
    return store::recall(state, prepared, options);
  });
}

Result<EngramResult> Store::engram(std::string_view name, std::string_view query,
                                   const EngramOptions& options) {
  const Result<Engram> engram = find_engram(name);
  if (!engram) return tl::unexpected(engram.error());
  EngramTools tools;
  tools.search = [&](std::string_view text, std::size_t limit) {
    SearchOptions how;
    how.speaker = options.speaker;
    how.limit = limit;
    return search(text, how);
  };
  tools.vector = [&](MemoryId id) {
    return read([&](const State& state) { return first_vector(state, id); });
  };
  return run_engram(*engram, query, options.limit, tools);
}

Result<Page> Store::by_speaker(std::string_view name, const PageOptions& options) {
  if (auto checked = check_page(options); !checked) return tl::unexpected(checked.error());
  return read([&](const State& state) -> Result<Page> {
    const auto speaker = resolve_reader(state.registry, name);
    if (!speaker) return tl::unexpected(speaker.error());
    return read_page(state.context, state, *speaker, options);
  });
}

Result<Page> Store::list(const PageOptions& options) {
  if (auto checked = check_page(options); !checked) return tl::unexpected(checked.error());
  return read(
      [&](const State& state) { return read_page(state.context, state, std::nullopt, options); });
}

Result<Memory> Store::get(MemoryId id) {
  return read([&](const State& state) -> Result<Memory> {
    const auto slot = find_slot(state, id);
    if (!slot) return tl::unexpected(slot.error());
    return read_memory(state.context, state, *slot);
  });
}

Result<std::vector<Memory>> Store::lineage(MemoryId id) {
  return read([&](const State& state) -> Result<std::vector<Memory>> {
    const auto slot = find_slot(state, id);
    if (!slot) return tl::unexpected(slot.error());
    return read_memories(state.context, state, chain_of(state, *slot));
  });
}

Result<Stats> Store::stats() {
  return read([&](const State& state) -> Result<Stats> {
    const Catalog::Partition& all = state.catalog.all();
    const detail::ExactIndex& index = state.vectors.exact();
    Stats stats;
    stats.memories = all.current.order.size();
    stats.chunks = all.current.chunks;
    stats.superseded = all.superseded.order.size();
    stats.speakers = state.registry.size();
    stats.exchanges = state.catalog.exchanges().size();
    stats.damaged = state.damaged.size();
    stats.unembedded = stats.chunks - index.size(detail::PartitionSet::current());
    stats.index_bytes = state.vectors.memory_bytes();
    return stats;
  });
}

Result<SpeakerList> Store::list_speakers() {
  return read([&](const State& state) -> Result<SpeakerList> {
    SpeakerList list;
    for (const auto& [id, speaker] : state.registry.speakers()) {
      const Catalog::Group& said = state.catalog.partition(id).current;
      list.speakers.push_back({speaker.name, said.order.size(), said.chunks, speaker.created_at});
    }
    list.count = list.speakers.size();
    list.limit = settings_.options().speaker_limit;
    return list;
  });
}

bool Store::work() {
  bool linked = false;
  bool rest = false;
  {
    const ReaderLock lock(state_mutex_);
    if (state_ == nullptr) return false;
    rest = !state_->vectors.wants_linking();
    if (rest && state_->vectors.upkeep()) return true;
    if (!rest) linked = state_->vectors.link(kLinkedAtOnce);
  }
  if (rest) {
    save_graph(GraphMoment::rest);
    return false;
  }
  const WriterLock lock(state_mutex_);
  if (state_ == nullptr) return false;
  if (linked) {
    state_->vectors.settle();
  } else {
    state_->vectors.give_up_graph();
  }
  return linked;
}

}  // namespace whosaid::store
