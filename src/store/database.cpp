#include "whosaid/database.h"

#include <cstddef>
#include <new>
#include <utility>

#include "store/backup.h"
#include "store/database_core.h"
#include "store/export.h"
#include "store/import.h"
#include "store/verify.h"

namespace whosaid {
namespace {

// A callback that throws stops the work: it has to be left as after a cancellation.
Progress guarded(const Progress& progress) {
  if (!progress) return nullptr;
  return [&progress](std::size_t done, std::size_t total) {
    try {
      return progress(done, total);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (...) {
      return false;
    }
  };
}

}  // namespace

Database::Database(std::shared_ptr<store::DatabaseCore> core) : core_(std::move(core)) {}

Result<Database> Database::open(const std::filesystem::path& directory, OpenOptions options) {
  auto core = store::DatabaseCore::open(directory, std::move(options));
  if (!core) return tl::unexpected(std::move(core.error()));
  return Database(*std::move(core));
}

Result<MemoryStore> Database::create_store(std::string_view id) {
  auto store = core_->create_store(id);
  if (!store) return tl::unexpected(std::move(store.error()));
  return MemoryStore(core_, *std::move(store));
}

Result<MemoryStore> Database::store(std::string_view id) {
  auto store = core_->find_store(id);
  if (!store) return tl::unexpected(std::move(store.error()));
  return MemoryStore(core_, *std::move(store));
}

Result<std::vector<std::string>> Database::list_stores() const { return core_->list_stores(); }

Result<void> Database::delete_store(std::string_view id) { return core_->delete_store(id); }

Result<void> Database::reembed(std::shared_ptr<Embedder> embedder, const Progress& progress) {
  return core_->reembed(std::move(embedder), guarded(progress));
}

Result<void> Database::export_jsonl(const std::filesystem::path& file,
                                    const Progress& progress) const {
  return store::export_jsonl(core_->log(), file, guarded(progress));
}

Result<void> Database::import_jsonl(const std::filesystem::path& file, const Progress& progress) {
  return store::import_jsonl(*core_, file, guarded(progress));
}

Result<void> Database::backup(const std::filesystem::path& directory,
                              const Progress& progress) const {
  return store::backup(core_->log(), directory, guarded(progress));
}

Result<VerifyReport> Database::verify(const Progress& progress) const {
  return store::verify(core_->log(), guarded(progress));
}

}  // namespace whosaid
