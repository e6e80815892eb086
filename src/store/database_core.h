// DatabaseCore: an open database. It holds the log and the stores that have been asked for, and
// goes with the last handle.

#ifndef WHOSAID_STORE_DATABASE_CORE_H_
#define WHOSAID_STORE_DATABASE_CORE_H_

#include <absl/container/flat_hash_map.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "storage/log.h"
#include "store/background.h"
#include "store/loaded_stores.h"
#include "store/settings.h"
#include "store/store.h"
#include "whosaid/detail/mutex.h"
#include "whosaid/options.h"
#include "whosaid/progress.h"
#include "whosaid/result.h"

namespace whosaid::storage {
struct FileSystemHook;
}

namespace whosaid::store {

class DatabaseCore {
 public:
  // Errors: those of Database::open. `file_system`: for tests.
  [[nodiscard]] static Result<std::shared_ptr<DatabaseCore>> open(
      const std::filesystem::path& directory, OpenOptions options,
      std::shared_ptr<storage::FileSystemHook> file_system = nullptr);

  DatabaseCore(std::unique_ptr<storage::Log> log, OpenOptions options, SharedEmbedding embedding);
  DatabaseCore(const DatabaseCore&) = delete;
  DatabaseCore& operator=(const DatabaseCore&) = delete;
  // Writes graphs that have changed, for about a second at most.
  ~DatabaseCore();

  [[nodiscard]] Result<std::shared_ptr<Store>> create_store(std::string_view id);
  [[nodiscard]] Result<std::shared_ptr<Store>> find_store(std::string_view id);
  [[nodiscard]] Result<std::vector<std::string>> list_stores() const;
  [[nodiscard]] Result<void> delete_store(std::string_view id);

  [[nodiscard]] storage::Log& log() const { return *log_; }

  // Null: the built-in embedder. Errors: those of Database::reembed.
  [[nodiscard]] Result<void> reembed(std::shared_ptr<Embedder> embedder, const Progress& progress);

 private:
  using Stores = absl::flat_hash_map<std::string, std::shared_ptr<Store>>;

  // The store, if it exists; null if it does not.
  [[nodiscard]] Result<std::shared_ptr<Store>> open_store(std::string_view id)
      WHOSAID_EXCLUDES(mutex_);
  // The store that is open under this id, or a new one.
  [[nodiscard]] std::shared_ptr<Store> enter_store(std::string_view id, storage::StoreNumber number)
      WHOSAID_REQUIRES(mutex_);
  [[nodiscard]] std::shared_ptr<Store> make_store(std::string_view id, storage::StoreNumber number);
  [[nodiscard]] Result<void> apply(const storage::Batch& batch) WHOSAID_REQUIRES(directory_mutex_);

  using StoreList = std::vector<std::shared_ptr<Store>>;
  [[nodiscard]] Result<StoreList> open_all() WHOSAID_REQUIRES(directory_mutex_)
      WHOSAID_EXCLUDES(mutex_);
  // Makes the log ready to take the vectors of an embedding, or to go on taking them.
  [[nodiscard]] Result<void> begin_reembed(const Embedding& embedding)
      WHOSAID_EXCLUDES(directory_mutex_, mutex_);
  // Embeds what is missing, until nothing is. `versions`: of each store then.
  using Versions = absl::flat_hash_map<storage::StoreNumber, std::uint64_t>;
  [[nodiscard]] Result<Versions> catch_up(const Embedding& embedding, const Progress& progress)
      WHOSAID_EXCLUDES(directory_mutex_, mutex_);
  // Makes the new vectors the ones in use; false: somebody has written since.
  [[nodiscard]] Result<bool> switch_to(const SharedEmbedding& embedding, const Versions& versions)
      WHOSAID_EXCLUDES(directory_mutex_, mutex_);

  Settings settings_;
  const std::unique_ptr<storage::Log> log_;
  const std::shared_ptr<LoadedStores> loaded_stores_;
  // Before the stores, of which it may hold the last reference: they go with it, not after the log.
  Background background_;
  // Changes of the directory of stores take turns. They write to the log, so nobody who only looks
  // for a store waits for this one.
  detail::Mutex directory_mutex_ WHOSAID_ACQUIRED_BEFORE(mutex_);
  detail::Mutex mutex_;  // never held while the log is read or written
  Stores stores_ WHOSAID_GUARDED_BY(mutex_);
  std::uint64_t deletions_ WHOSAID_GUARDED_BY(mutex_) = 0;  // of stores, since it was opened
  std::atomic<bool> reembedding_ = false;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_DATABASE_CORE_H_
