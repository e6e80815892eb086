// Store: one store of an open database. It owns the locks; what happens under them is in the files
// that it calls.
//
// Its calls are made through InUse (below), which keeps the state in memory meanwhile: a store that
// nobody uses may be unloaded (loaded_stores.h).
//
// Writers take turns (write_mutex_), and those that add wait in a queue for it, so that one flush
// of the log serves all that came meanwhile. They check and write to the log beside the readers,
// and need state_mutex_ exclusively only to publish, for some microseconds: a reader never waits
// for a disk.
//
// Until a change is published readers see the store as it was, all of it. So a change that takes
// records away or rewrites them first gives the readers a snapshot of the log
// (StoreContext::before) and takes it back with the publication.

#ifndef WHOSAID_STORE_STORE_H_
#define WHOSAID_STORE_STORE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "store/arrivals.h"
#include "store/commit_queue.h"
#include "store/loaded_stores.h"
#include "store/prepared.h"
#include "store/search.h"
#include "store/settings.h"
#include "store/state.h"
#include "whosaid/detail/function_ref.h"
#include "whosaid/detail/mutex.h"
#include "whosaid/options.h"
#include "whosaid/result.h"

namespace whosaid::store {

class Store;

// Keeps a store from being unloaded as long as it lives; moved from, no more.
class InUse {
 public:
  explicit InUse(Store& store);
  ~InUse();
  InUse(InUse&& other) noexcept : store_(std::exchange(other.store_, nullptr)) {}
  InUse& operator=(InUse&&) = delete;
  Store* operator->() const { return store_; }

 private:
  Store* store_;
};

class Store {
 public:
  // wake: called, without state_mutex_, when the vector index has work for the background.
  Store(storage::Log& log, const Settings& settings, std::shared_ptr<LoadedStores> loaded,
        storage::StoreNumber number, std::string id, std::function<void()> wake);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  [[nodiscard]] Result<AddSpeakerResult> add_speaker(std::string_view name);
  [[nodiscard]] Result<SpeakerList> list_speakers();
  [[nodiscard]] Result<void> remove_speaker(std::string_view name);

  [[nodiscard]] Result<AddResult> add(std::string_view content, const AddOptions& options);
  [[nodiscard]] Result<std::vector<AddResult>> add_batch(std::span<const NewMemory> memories);
  [[nodiscard]] Result<AddResult> add_turn(std::string_view user, std::string_view agent,
                                           const TurnOptions& options);
  [[nodiscard]] Result<SupersedeResult> supersede(MemoryId id, std::string_view content,
                                                  const SupersedeOptions& options);
  [[nodiscard]] Result<ForgetResult> forget(MemoryId id);
  [[nodiscard]] Result<ForgetResult> forget_speaker(std::string_view name, Forget forget);

  [[nodiscard]] Result<SearchResult> search(std::string_view query, const SearchOptions& options);
  [[nodiscard]] Result<Page> by_speaker(std::string_view name, const PageOptions& options);
  [[nodiscard]] Result<Page> list(const PageOptions& options);
  [[nodiscard]] Result<Memory> get(MemoryId id);
  [[nodiscard]] Result<std::vector<Memory>> lineage(MemoryId id);
  [[nodiscard]] Result<Recall> recall(std::string_view query, const RecallOptions& options);
  [[nodiscard]] Result<EngramResult> engram(std::string_view name, std::string_view query,
                                            const EngramOptions& options);
  [[nodiscard]] Result<Stats> stats();

  // What an import needs (arrivals.h). Makes room: registers who is not registered yet, and
  // reserves ids up to `last` behind those in use.
  // Errors: invalid_request, also with speaker_limit.
  [[nodiscard]] Result<Reservation> make_room(std::span<const Registry::Speaker> speakers,
                                              std::uint64_t last);
  [[nodiscard]] Result<SharedEmbedding> embedding();
  // One commit, after which versions are linked as far as they are there. False: the embedding has
  // changed since, and the vectors are of no use.
  [[nodiscard]] Result<bool> take_in(const Reservation& room, std::span<const Arrival> arrivals,
                                     const SharedEmbedding& embedding);
  // Takes the arrivals of these ids out again.
  [[nodiscard]] Result<void> take_out(std::span<const MemoryId> ids);
  // Gives back what make_room took and nobody uses. `any`: arrivals have been committed.
  [[nodiscard]] Result<void> give_back(const Reservation& room, bool any);
  // Neither speakers nor memories.
  [[nodiscard]] Result<bool> empty();

  // Runs `erase`, which takes the store out of the log, while nobody writes; after its success
  // every call answers not_found.
  [[nodiscard]] Result<void> retire(const std::function<Result<void>()>& erase);

  [[nodiscard]] storage::StoreNumber number() const { return number_; }

  // LoadedStores::time() when the store was used last.
  [[nodiscard]] std::uint64_t last_used() const { return used_.load(std::memory_order_relaxed); }
  // Takes the state out of memory; the next call loads it again. Null: it is being used, or it is
  // not loaded.
  [[nodiscard]] std::unique_ptr<State> unload() WHOSAID_EXCLUDES(graph_file_mutex_, state_mutex_);

  // The vectors of one memory's chunks.
  struct Vectors {
    MemoryId id{};
    std::vector<std::vector<float>> chunks;
  };
  // Writes vectors of another generation than the one in use, of those memories that still exist.
  [[nodiscard]] Result<void> write_vectors(std::uint32_t generation,
                                           std::span<const Vectors> vectors);

  // Keeps writers out as long as it lives, so that several stores can be changed together.
  class Frozen {
   public:
    explicit Frozen(std::shared_ptr<Store> store);
    ~Frozen();
    Frozen(Frozen&&) = default;
    Frozen& operator=(Frozen&&) = delete;
    // Builds the state that the store would have with this embedding, beside its readers. Nothing
    // happens if it is not loaded.
    [[nodiscard]] Result<void> rebuild(const SharedEmbedding& embedding);
    // Puts it in the place of the old one.
    void publish();

   private:
    std::shared_ptr<Store> store_;
    InUse in_use_;
    std::unique_ptr<State> next_;
  };

  // Requests that wait to be committed with the next flush.
  [[nodiscard]] std::size_t waiting() const { return queue_.waiting(); }

  // A little of the index's background work; false: nothing is left to do.
  bool work();
  // Writes the graph's file, if it has changed enough for it. A failure leaves the old one.
  void save_graph(GraphMoment when) WHOSAID_EXCLUDES(graph_file_mutex_, state_mutex_);

 private:
  // Says under which field an entry's error is reported: add() and add_batch() differ.
  using NameEntry = std::function<Error(std::size_t index, Error error)>;

  [[nodiscard]] Result<void> load() WHOSAID_EXCLUDES(write_mutex_, state_mutex_);
  void embed_missing() WHOSAID_EXCLUDES(write_mutex_, state_mutex_);
  [[nodiscard]] Result<void> alive() const WHOSAID_REQUIRES_SHARED(state_mutex_);
  // Changes the log beside the readers, and then the state: publish(state) runs with them kept out.
  // An error has changed neither.
  enum class OldRecords {
    stay,
    go
  };  // `go`: readers may look for what the batch erases or rewrites
  using Publish = detail::FunctionRef<void(State&)>;
  [[nodiscard]] Result<void> change(const storage::Batch& batch, OldRecords old, Publish publish)
      WHOSAID_REQUIRES(write_mutex_) WHOSAID_EXCLUDES(state_mutex_);
  // Lets readers read the log as it is now, whatever is written to it, until release_log.
  [[nodiscard]] Result<void> hold_log() WHOSAID_EXCLUDES(state_mutex_);
  using Held = std::shared_ptr<const storage::Snapshot>;
  [[nodiscard]] Held release_log() WHOSAID_REQUIRES(state_mutex_);
  [[nodiscard]] Result<void> apply(const storage::Batch& batch, std::uint64_t version);
  [[nodiscard]] Result<std::vector<AddResult>> add_all(std::span<const NewText> texts,
                                                       const NameEntry& name_entry);
  // Embeds those that are not embedded yet and will not be answered from an earlier request.
  [[nodiscard]] Result<void> embed_new(std::span<Prepared> items, const NameEntry& name_entry)
      WHOSAID_EXCLUDES(write_mutex_, state_mutex_);
  // Nothing: some must be embedded first (AddTransaction::add).
  [[nodiscard]] Result<std::optional<std::vector<AddResult>>> commit(
      std::span<const Prepared> items, const NameEntry& name_entry)
      WHOSAID_EXCLUDES(write_mutex_, state_mutex_);
  // Commits what waits, as one.
  void commit_group(CommitQueue::Turn& turn) WHOSAID_EXCLUDES(write_mutex_, state_mutex_);
  struct GraphCopy;
  [[nodiscard]] std::optional<GraphCopy> copy_graph(GraphMoment when)
      WHOSAID_REQUIRES(graph_file_mutex_) WHOSAID_EXCLUDES(state_mutex_);
  void remove_graph(std::uint32_t generation) WHOSAID_REQUIRES(graph_file_mutex_);
  void wake_if(bool work) const;
  // Tells loaded_stores_ how large the state is.
  void settle() WHOSAID_EXCLUDES(state_mutex_);
  // Errors of a search that can be told before the embedder is called.
  [[nodiscard]] Result<PreparedQuery> prepare_search(std::string_view query,
                                                     const SearchOptions& options);
  // Prepares a query and calls read(state, prepared), again if the embedding changed in between.
  template <class Answer>
  [[nodiscard]] Result<Answer> ask(
      std::string_view query, const SearchOptions& options,
      const std::function<Result<Answer>(const State&, const PreparedQuery&)>& read_answer);
  // Memories that are to go.
  struct Leaving {
    std::vector<Slot> slots;
    std::vector<CatalogEntry> damaged;
  };
  // What somebody said. Errors: as resolve_reader.
  [[nodiscard]] static Result<Leaving> said_by(const State& state, std::string_view name);
  // Takes memories out of the log and the state, and counts them.
  [[nodiscard]] Result<ForgetResult> erase(const Leaving& leaving) WHOSAID_REQUIRES(write_mutex_)
      WHOSAID_EXCLUDES(state_mutex_);
  // Loads the store and calls read(const State&), which returns a Result, beside other readers.
  template <class Read>
  [[nodiscard]] std::invoke_result_t<Read, const State&> read(Read&& read)
      WHOSAID_EXCLUDES(write_mutex_, state_mutex_) {
    if (auto loaded = load(); !loaded) return tl::unexpected(std::move(loaded.error()));
    const detail::ReaderLock lock(state_mutex_);
    if (auto living = alive(); !living) return tl::unexpected(std::move(living.error()));
    return read(std::as_const(*state_));
  }

  storage::Log& log_;
  const Settings& settings_;
  const std::shared_ptr<LoadedStores>
      loaded_stores_;  // a handle's last store may outlive the database
  const storage::StoreNumber number_;
  const std::string id_;
  const std::function<void()> wake_;

  CommitQueue queue_;
  detail::Mutex write_mutex_ WHOSAID_ACQUIRED_BEFORE(graph_file_mutex_);
  // Held while the graph's file is written or removed.
  detail::Mutex graph_file_mutex_ WHOSAID_ACQUIRED_BEFORE(state_mutex_);
  mutable detail::SharedMutex state_mutex_;
  std::atomic<bool> loaded_ = false;
  std::unique_ptr<State> state_ WHOSAID_GUARDED_BY(state_mutex_)
      WHOSAID_PT_GUARDED_BY(state_mutex_);
  bool retired_ WHOSAID_GUARDED_BY(state_mutex_) = false;

  friend class InUse;
  // How many InUse there are; kUnloading keeps new ones waiting.
  static constexpr int kUnloading = -1;
  // After so many it is worth asking anew how large the state is.
  static constexpr std::size_t kChangesToSettle = 16;
  std::atomic<int> users_ = 0;
  std::atomic<std::uint64_t> used_ = 0;     // last_used()
  std::atomic<std::size_t> unsettled_ = 0;  // changes to the log since settle()
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_STORE_H_
