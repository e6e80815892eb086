// How changes of a store reach its log and its state, those that add many at a time.

#include <utility>

#include "store/clock.h"
#include "store/commit_group.h"
#include "store/memories.h"
#include "store/store.h"

namespace whosaid::store {

using detail::MutexLock;
using detail::ReaderLock;
using detail::WriterLock;

Result<void> Store::apply(const storage::Batch& batch, std::uint64_t version) {
  const Result<bool> applied = log_.apply(number_, version, batch);
  if (!applied) return tl::unexpected(applied.error());
  unsettled_.fetch_add(batch.changes().size(), std::memory_order_relaxed);
  if (*applied) return {};
  return tl::unexpected(
      Error{.code = ErrorCode::io_error, .message = "store '" + id_ + "' was changed elsewhere."});
}

Result<void> Store::hold_log() {
  auto snapshot = log_.snapshot();
  if (!snapshot) return tl::unexpected(std::move(snapshot.error()));
  const WriterLock lock(state_mutex_);
  // None: not loaded, nobody reads.
  if (state_ != nullptr) state_->context.before = *std::move(snapshot);
  return {};
}

// To be let go without the lock.
Store::Held Store::release_log() {
  return state_ == nullptr ? nullptr : std::exchange(state_->context.before, nullptr);
}

Result<void> Store::change(const storage::Batch& batch, OldRecords old, Publish publish) {
  std::uint64_t version = 0;
  {
    const ReaderLock lock(state_mutex_);
    version = state_->version;
  }
  if (old == OldRecords::go) {
    if (auto held = hold_log(); !held) return held;
  }
  Result<void> applied = apply(batch, version);
  if (!applied && old == OldRecords::stay) return applied;
  Held held;
  bool work = false;
  {
    const WriterLock lock(state_mutex_);
    held = release_log();
    if (!applied) return applied;
    publish(*state_);
    ++state_->version;
    work = state_->vectors.wants_linking();
  }
  wake_if(work);
  return applied;
}

Result<std::vector<AddResult>> Store::add_all(std::span<const NewText> texts,
                                              const NameEntry& name_entry) {
  std::vector<Prepared> items;
  items.reserve(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Result<Prepared> item = prepare(texts[i]);
    if (!item) return tl::unexpected(name_entry(i, std::move(item.error())));
    items.push_back(*std::move(item));
  }
  if (auto loaded = load(); !loaded) return tl::unexpected(std::move(loaded.error()));
  for (;;) {
    if (auto embedded = embed_new(items, name_entry); !embedded) {
      return tl::unexpected(std::move(embedded.error()));
    }
    auto results = commit(items, name_entry);
    if (!results) return tl::unexpected(std::move(results.error()));
    if (*results) return **std::move(results);
  }
}

// Refuses what can be refused before the embedder is paid, and pays it for nothing that will be
// answered from an earlier request.
Result<void> Store::embed_new(std::span<Prepared> items, const NameEntry& name_entry) {
  std::vector<Prepared*> fresh;
  SharedEmbedding embedding;
  {
    const ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) return tl::unexpected(std::move(living.error()));
    embedding = state_->context.embedding;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto replayed = find_replay(state_->context, state_->registry, items[i]);
      if (!replayed) return tl::unexpected(name_entry(i, replayed.error()));
      if (*replayed) continue;
      if (items[i].supersedes) {
        const auto current = find_current(*state_, *items[i].supersedes);
        if (!current) return tl::unexpected(name_entry(i, current.error()));
      }
      if (items[i].speaker && !state_->registry.find(*items[i].speaker)) {
        return tl::unexpected(name_entry(i, unregistered_for_writing(*items[i].speaker)));
      }
      if (items[i].embedding != embedding) fresh.push_back(&items[i]);
    }
  }
  return embed_all(embedding, fresh);
}

Result<std::optional<std::vector<AddResult>>> Store::commit(std::span<const Prepared> items,
                                                            const NameEntry& name_entry) {
  CommitRequest request(items);
  {
    CommitQueue::Turn turn(queue_, request);
    if (turn.leads()) commit_group(turn);
  }
  if (!request.answer && request.at_fault) {
    return tl::unexpected(name_entry(*request.at_fault, std::move(request.answer.error())));
  }
  return std::move(request.answer);
}

void Store::commit_group(CommitQueue::Turn& turn) {
  const MutexLock writing(write_mutex_);
  std::optional<CommitGroup> group;
  // One at a time, so that nobody who waits for the state waits for all of them.
  while (CommitRequest* const request = turn.next()) {
    const ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) {
      request->answer = tl::unexpected(std::move(living.error()));
      continue;
    }
    if (!group) group.emplace(*state_, now());
    group->add(*request);
  }
  if (!group) return;
  AddTransaction& transaction = group->transaction();
  const storage::Batch& batch = transaction.finish();
  if (!batch.empty()) {
    const auto old = transaction.rewrites() ? OldRecords::go : OldRecords::stay;
    const auto changed = change(batch, old, [&](State& state) { transaction.publish(state); });
    if (!changed) return group->fail(changed.error());
  }
  group->succeed();
}

}  // namespace whosaid::store
