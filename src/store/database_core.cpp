#include "store/database_core.h"

#include <chrono>
#include <utility>

#include "storage/rocksdb_log.h"
#include "store/arguments.h"
#include "store/clock.h"
#include "store/embedding.h"
#include "store/graph_store.h"
#include "whosaid/detail/keys.h"
#include "whosaid/detail/records.h"
#include "whosaid/embedders/hashing.h"

namespace whosaid::store {

using detail::MutexLock;
using storage::Table;

namespace {

std::string describe(const std::string& id, std::size_t dimensions) {
  return "'" + id + "' (" + std::to_string(dimensions) + " dimensions)";
}

// Reads the manifest, or writes it into a new database.
Result<void> agree_on_embedder(storage::Log& log, Embedding& embedding) {
  const std::string& id = embedding.id;
  const auto bytes = log.get(Table::manifest, detail::manifest_key());
  if (!bytes) return tl::unexpected(bytes.error());
  if (!*bytes) {
    detail::ManifestRecord manifest;
    manifest.dimensions = static_cast<std::uint32_t>(embedding.dimensions);
    manifest.embedder_id = id;
    storage::Batch batch;
    batch.put(Table::manifest, detail::manifest_key(), detail::encode_manifest(manifest));
    const auto version = log.version(storage::kDirectory);
    if (!version) return tl::unexpected(version.error());
    const auto applied = log.apply(storage::kDirectory, *version, batch);
    if (!applied) return tl::unexpected(applied.error());
    return {};
  }
  const auto manifest = detail::decode_manifest(**bytes);
  if (!manifest) {
    return tl::unexpected(
        Error{.code = ErrorCode::corruption, .message = "the database's manifest is damaged."});
  }
  if (manifest->embedder_id != id || manifest->dimensions != embedding.dimensions) {
    return tl::unexpected(Error{.code = ErrorCode::embedder_mismatch,
                                .message = "the database was written with the embedder " +
                                           describe(manifest->embedder_id, manifest->dimensions) +
                                           ", not with " + describe(id, embedding.dimensions) + ".",
                                .field = "embedder"});
  }
  embedding.generation = manifest->generation;
  return {};
}

Error store_not_found(std::string_view id) {
  return {.code = ErrorCode::not_found, .message = "there is no store '" + std::string(id) + "'."};
}

Error damaged_directory() {
  return {.code = ErrorCode::corruption, .message = "the directory of stores is damaged."};
}

}  // namespace

// Graphs that are not written in time are linked again when they are next needed.
constexpr std::chrono::milliseconds kClosingTime{800};

DatabaseCore::DatabaseCore(std::unique_ptr<storage::Log> log, OpenOptions options,
                           SharedEmbedding embedding)
    : settings_(std::move(options), std::move(embedding)),
      log_(std::move(log)),
      loaded_stores_(std::make_shared<LoadedStores>(settings_.options().index_memory_budget)) {
  sweep_graph_files(*log_, settings_.embedding()->generation);
}

DatabaseCore::~DatabaseCore() {
  background_.stop();
  const auto end = std::chrono::steady_clock::now() + kClosingTime;
  const MutexLock lock(mutex_);
  for (const auto& [id, store] : stores_) {
    if (std::chrono::steady_clock::now() > end) break;
    store->save_graph(GraphMoment::close);
  }
}

Result<std::shared_ptr<DatabaseCore>> DatabaseCore::open(
    const std::filesystem::path& directory, OpenOptions options,
    std::shared_ptr<storage::FileSystemHook> file_system) {
  if (!options.embedder) options.embedder = std::make_shared<HashingEmbedder>();
  Result<Embedding> embedding = make_embedding(options.embedder, options);
  if (!embedding) return tl::unexpected(std::move(embedding.error()));
  storage::LogOptions log_options;
  log_options.durability = options.durability;
  log_options.create_if_missing = options.create_if_missing;
  log_options.file_system = std::move(file_system);
  auto log = storage::open_rocksdb_log(directory, log_options);
  if (!log) return tl::unexpected(std::move(log.error()));
  if (auto agreed = agree_on_embedder(**log, *embedding); !agreed) {
    return tl::unexpected(std::move(agreed.error()));
  }
  return std::make_shared<DatabaseCore>(*std::move(log), std::move(options),
                                        std::make_shared<const Embedding>(*std::move(embedding)));
}

std::shared_ptr<Store> DatabaseCore::make_store(std::string_view id, storage::StoreNumber number) {
  // The store wakes the background with a reference to itself, which exists only after it is made.
  const auto self = std::make_shared<std::weak_ptr<Store>>();
  auto store = std::make_shared<Store>(*log_, settings_, loaded_stores_, number, std::string(id),
                                       [this, self] { background_.wake(*self); });
  *self = store;
  return store;
}

std::shared_ptr<Store> DatabaseCore::enter_store(std::string_view id, storage::StoreNumber number) {
  std::shared_ptr<Store>& place = stores_[std::string(id)];
  if (place == nullptr) place = make_store(id, number);
  return place;
}

Result<std::shared_ptr<Store>> DatabaseCore::open_store(std::string_view id) {
  for (;;) {
    std::uint64_t deletions = 0;
    {
      const MutexLock lock(mutex_);
      const auto open = stores_.find(std::string(id));
      if (open != stores_.end()) return open->second;
      deletions = deletions_;
    }
    const auto bytes = log_->get(Table::stores, detail::store_name_key(id));
    if (!bytes) return tl::unexpected(bytes.error());
    if (!*bytes) return nullptr;
    const auto record = detail::decode_store(**bytes);
    if (!record) return tl::unexpected(damaged_directory());
    const MutexLock lock(mutex_);
    // Otherwise what has been read may be of a store that is no more.
    if (deletions == deletions_) return enter_store(id, record->number);
  }
}

Result<void> DatabaseCore::apply(const storage::Batch& batch) {
  const auto version = log_->version(storage::kDirectory);
  if (!version) return tl::unexpected(version.error());
  const auto applied = log_->apply(storage::kDirectory, *version, batch);
  if (!applied) return tl::unexpected(applied.error());
  if (*applied) return {};
  return tl::unexpected(Error{.code = ErrorCode::io_error,
                              .message = "the directory of stores was changed elsewhere."});
}

Result<std::shared_ptr<Store>> DatabaseCore::create_store(std::string_view id) {
  if (auto checked = check_store_id(id); !checked) return tl::unexpected(checked.error());
  auto found = open_store(id);
  if (!found || *found != nullptr) return found;
  const MutexLock changing(directory_mutex_);
  found = open_store(id);  // another thread may have been faster
  if (!found || *found != nullptr) return found;
  const auto bytes = log_->get(Table::stores, detail::next_store_key());
  if (!bytes) return tl::unexpected(bytes.error());
  const auto next = *bytes ? detail::decode_counter(**bytes) : std::optional<std::uint64_t>(1);
  if (!next) return tl::unexpected(damaged_directory());
  storage::Batch batch;
  batch.put(Table::stores, detail::store_name_key(id), detail::encode_store({*next, now()}));
  batch.put(Table::stores, detail::next_store_key(), detail::encode_counter(*next + 1));
  if (auto applied = apply(batch); !applied) return tl::unexpected(applied.error());
  const MutexLock lock(mutex_);
  return enter_store(id, *next);
}

Result<std::shared_ptr<Store>> DatabaseCore::find_store(std::string_view id) {
  if (auto checked = check_store_id(id); !checked) return tl::unexpected(checked.error());
  auto found = open_store(id);
  if (found && *found == nullptr) return tl::unexpected(store_not_found(id));
  return found;
}

Result<std::vector<std::string>> DatabaseCore::list_stores() const {
  std::vector<std::string> ids;
  const std::string prefix(1, detail::kStoreNamePrefix);
  const auto scanned = log_->scan(Table::stores, prefix, detail::prefix_end(prefix),
                                  [&](const storage::Entry& entry) {
                                    if (const auto id = detail::decode_store_name_key(entry.key))
                                      ids.emplace_back(*id);
                                    return storage::Visit::go_on;
                                  });
  if (!scanned) return tl::unexpected(scanned.error());
  return ids;
}

Result<void> DatabaseCore::delete_store(std::string_view id) {
  if (auto checked = check_store_id(id); !checked) return checked;
  const MutexLock changing(directory_mutex_);
  const auto found = open_store(id);
  if (!found) return tl::unexpected(found.error());
  if (*found == nullptr) return tl::unexpected(store_not_found(id));
  const storage::StoreNumber number = (*found)->number();
  storage::Batch batch;
  batch.erase(Table::stores, detail::store_name_key(id));
  batch.erase(Table::stores, detail::store_head_key(number));
  batch.erase(Table::stores, detail::store_version_key(number));
  for (const Table table :
       {Table::speakers, Table::memories, Table::locations, Table::vectors, Table::requests}) {
    batch.erase_prefix(table, detail::store_prefix(number));
  }
  const auto retired =
      (*found)->retire([&]() WHOSAID_REQUIRES(directory_mutex_) { return apply(batch); });
  if (!retired) return retired;
  loaded_stores_->remove(**found);
  const MutexLock lock(mutex_);
  ++deletions_;
  stores_.erase(std::string(id));
  return {};
}

}  // namespace whosaid::store
