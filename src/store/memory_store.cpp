#include "whosaid/memory_store.h"

#include <utility>

#include "store/database_core.h"
#include "store/store.h"
#include "whosaid/database.h"

namespace whosaid {

MemoryStore::MemoryStore(std::shared_ptr<store::DatabaseCore> database,
                         std::shared_ptr<store::Store> store)
    : database_(std::move(database)), store_(std::move(store)) {}

Result<MemoryStore> MemoryStore::open(const std::filesystem::path& directory, OpenOptions options) {
  Result<Database> database = Database::open(directory, std::move(options));
  if (!database) return tl::unexpected(std::move(database.error()));
  return database->create_store("default");
}

Result<AddSpeakerResult> MemoryStore::add_speaker(std::string_view name) {
  return store::InUse(*store_)->add_speaker(name);
}

Result<SpeakerList> MemoryStore::list_speakers() const {
  return store::InUse(*store_)->list_speakers();
}

Result<void> MemoryStore::remove_speaker(std::string_view name) {
  return store::InUse(*store_)->remove_speaker(name);
}

Result<AddResult> MemoryStore::add(std::string_view content, const AddOptions& options) {
  return store::InUse(*store_)->add(content, options);
}

Result<std::vector<AddResult>> MemoryStore::add_batch(std::span<const NewMemory> memories) {
  return store::InUse(*store_)->add_batch(memories);
}

Result<AddResult> MemoryStore::add_turn(std::string_view user, std::string_view agent,
                                        const TurnOptions& options) {
  return store::InUse(*store_)->add_turn(user, agent, options);
}

Result<SupersedeResult> MemoryStore::supersede(MemoryId id, std::string_view content,
                                               const SupersedeOptions& options) {
  return store::InUse(*store_)->supersede(id, content, options);
}

Result<ForgetResult> MemoryStore::forget_speaker(std::string_view name, Forget forget) {
  return store::InUse(*store_)->forget_speaker(name, forget);
}

Result<ForgetResult> MemoryStore::forget(MemoryId id) { return store::InUse(*store_)->forget(id); }

Result<SearchResult> MemoryStore::search(std::string_view query,
                                         const SearchOptions& options) const {
  return store::InUse(*store_)->search(query, options);
}

Result<Recall> MemoryStore::recall(std::string_view query, const RecallOptions& options) const {
  return store::InUse(*store_)->recall(query, options);
}

Result<EngramResult> MemoryStore::engram(std::string_view name, std::string_view query,
                                         const EngramOptions& options) const {
  return store::InUse(*store_)->engram(name, query, options);
}

Result<Page> MemoryStore::by_speaker(std::string_view name, const PageOptions& options) const {
  return store::InUse(*store_)->by_speaker(name, options);
}

Result<Page> MemoryStore::list(const PageOptions& options) const {
  return store::InUse(*store_)->list(options);
}

Result<Memory> MemoryStore::get(MemoryId id) const { return store::InUse(*store_)->get(id); }

Result<std::vector<Memory>> MemoryStore::lineage(MemoryId id) const {
  return store::InUse(*store_)->lineage(id);
}

Result<Stats> MemoryStore::stats() const { return store::InUse(*store_)->stats(); }

}  // namespace whosaid
