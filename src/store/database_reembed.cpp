// The part of DatabaseCore that gives a database another embedder.

#include <algorithm>
#include <utility>

#include "store/database_core.h"
#include "store/embedding.h"
#include "store/reembed.h"
#include "whosaid/detail/keys.h"
#include "whosaid/detail/records.h"
#include "whosaid/embedders/hashing.h"

namespace whosaid::store {

using detail::MutexLock;
using storage::Table;

namespace {

// Each attempt to switch fails only if somebody wrote since the last memory was embedded.
constexpr int kMostAttempts = 1000;

Error conflict(std::string message) {
  return {.code = ErrorCode::conflict, .message = std::move(message)};
}

detail::ManifestRecord manifest_of(const Embedding& embedding) {
  detail::ManifestRecord record;
  record.dimensions = static_cast<std::uint32_t>(embedding.dimensions);
  record.generation = embedding.generation;
  record.embedder_id = embedding.id;
  return record;
}

}  // namespace

Result<void> DatabaseCore::reembed(std::shared_ptr<Embedder> embedder, const Progress& progress) {
  if (!embedder) embedder = std::make_shared<HashingEmbedder>();
  auto made = make_embedding(std::move(embedder), settings_.options());
  if (!made) return tl::unexpected(std::move(made.error()));
  const SharedEmbedding old = settings_.embedding();
  if (made->id == old->id && made->dimensions == old->dimensions) return {};
  if (reembedding_.exchange(true)) {
    return tl::unexpected(conflict("the database is being re-embedded already."));
  }
  made->generation = old->generation + 1;
  const auto embedding = std::make_shared<const Embedding>(*std::move(made));
  const auto work = [&]() -> Result<void> {
    if (auto begun = begin_reembed(*embedding); !begun) return begun;
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      const auto versions = catch_up(*embedding, progress);
      if (!versions) return tl::unexpected(versions.error());
      const auto switched = switch_to(embedding, *versions);
      if (!switched) return tl::unexpected(switched.error());
      if (*switched) return {};
    }
    return tl::unexpected(conflict("writers left the re-embedding no moment to finish."));
  };
  Result<void> result = work();
  reembedding_.store(false);
  return result;
}

Result<DatabaseCore::StoreList> DatabaseCore::open_all() {
  const auto ids = list_stores();
  if (!ids) return tl::unexpected(ids.error());
  StoreList stores;
  for (const std::string& id : *ids) {
    auto store = open_store(id);
    if (!store) return tl::unexpected(std::move(store.error()));
    if (*store != nullptr) stores.push_back(*std::move(store));
  }
  std::sort(stores.begin(), stores.end(),
            [](const auto& a, const auto& b) { return a->number() < b->number(); });
  return stores;
}

Result<void> DatabaseCore::begin_reembed(const Embedding& embedding) {
  const detail::ManifestRecord marker = manifest_of(embedding);
  const MutexLock changing(directory_mutex_);
  const auto found = read_marker(*log_);
  if (!found) return tl::unexpected(found.error());
  if (*found == marker) return {};
  storage::Batch batch;
  const auto stores = open_all();
  if (!stores) return tl::unexpected(stores.error());
  // What another embedder left unfinished is of no use.
  for (const auto& store : *stores) {
    batch.erase_prefix(Table::vectors,
                       detail::vectors_prefix(store->number(), embedding.generation));
  }
  batch.put(Table::manifest, detail::reembed_key(), detail::encode_manifest(marker));
  return apply(batch);
}

Result<DatabaseCore::Versions> DatabaseCore::catch_up(const Embedding& embedding,
                                                      const Progress& progress) {
  Result<StoreList> stores;
  {
    const MutexLock changing(directory_mutex_);
    stores = open_all();
  }
  if (!stores) return tl::unexpected(std::move(stores.error()));
  std::vector<Missing> work;
  std::size_t total = 0;
  for (const auto& store : *stores) {
    auto missing = missing_vectors(*log_, store->number(), embedding.generation);
    if (!missing) return tl::unexpected(std::move(missing.error()));
    total += missing->ids.size();
    work.push_back(*std::move(missing));
  }
  std::size_t done = 0;
  const Step step = [&] { return !progress || progress(++done, total); };
  Versions versions;
  for (std::size_t i = 0; i < work.size(); ++i) {
    Store& store = *(*stores)[i];
    // Rounds end when what is left cannot be read.
    for (std::size_t embedded = 1; embedded > 0 && !work[i].ids.empty();) {
      auto count = embed_memories(store, *log_, embedding, work[i].ids, step);
      if (!count) return tl::unexpected(std::move(count.error()));
      embedded = *count;
      auto missing = missing_vectors(*log_, store.number(), embedding.generation);
      if (!missing) return tl::unexpected(std::move(missing.error()));
      total += missing->ids.size();
      work[i] = *std::move(missing);
    }
    versions[store.number()] = work[i].version;
  }
  return versions;
}

Result<bool> DatabaseCore::switch_to(const SharedEmbedding& embedding, const Versions& versions) {
  const MutexLock changing(directory_mutex_);
  const auto stores = open_all();
  if (!stores) return tl::unexpected(stores.error());
  std::vector<Store::Frozen> frozen;
  frozen.reserve(stores->size());
  for (const auto& store : *stores) frozen.emplace_back(store);
  storage::Batch batch;
  for (const auto& store : *stores) {
    const auto version = log_->version(store->number());
    if (!version) return tl::unexpected(version.error());
    const auto known = versions.find(store->number());
    if (known == versions.end() ? *version != 0 : known->second != *version) return false;
    batch.erase_prefix(Table::vectors,
                       detail::vectors_prefix(store->number(), embedding->generation - 1));
  }
  for (Store::Frozen& store : frozen) {
    if (auto rebuilt = store.rebuild(embedding); !rebuilt) {
      return tl::unexpected(std::move(rebuilt.error()));
    }
  }
  batch.put(Table::manifest, detail::manifest_key(),
            detail::encode_manifest(manifest_of(*embedding)));
  batch.erase(Table::manifest, detail::reembed_key());
  if (auto applied = apply(batch); !applied) return tl::unexpected(std::move(applied.error()));
  settings_.set_embedding(embedding);
  for (Store::Frozen& store : frozen) store.publish();
  return true;
}

}  // namespace whosaid::store
