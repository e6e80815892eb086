// MemoryStore: one user's memory, in which each remark belongs to the person who made it.
//
//   auto store = whosaid::MemoryStore::open("memory.db");
//   store->add_speaker("Bob");
//   store->add("The deadline moved to Tuesday", {.speaker = "Bob"});
//   store->add("I will send the slides tonight", {.speaker = "me"});     // the agent's own words
//   auto found = store->search("when is the deadline?", {.speaker = "Bob"});
//   for (const auto& hit : found->hits) use(hit.memory.content, hit.memory.speaker);
//
// Who said something is decided by a registry, never by words: a text that names nobody is still
// Bob's, and a text that says "Bob" is not his unless it was stored as his.
//
// Thread-safety: all calls may be made from any number of threads at once, through any copies of
// the handle. What a call that returned has written is seen by every later read.
//
// Errors: nothing throws (allocation failure aside) and nothing is printed. A call that failed left
// nothing behind. Every call may return io_error or corruption from the disk, and not_found once
// its store has been deleted; the others are named with each call. The members of Error say which
// argument (`field`), which name (`speaker`) or which memory (`memory`) was at fault.
//
// Speaker names are UTF-8, trimmed and normalized to NFC, 1 to 80 code points, without control or
// bidirectional formatting characters; "Bob" and "bob" are two people. Only "me" is the agent; "Me"
// and "ME" are refused. A name that breaks these rules is invalid_request, field `speaker`,
// everywhere. Memories without a speaker are untagged: found by search, never by by_speaker.

#ifndef WHOSAID_MEMORY_STORE_H_
#define WHOSAID_MEMORY_STORE_H_

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "whosaid/export.h"
#include "whosaid/options.h"
#include "whosaid/result.h"
#include "whosaid/types.h"
#include "whosaid/version.h"

namespace whosaid {

namespace store {
class DatabaseCore;
class Store;
}  // namespace store

inline namespace WHOSAID_ABI {

// A handle on one store: cheap to copy. The database stays open until its last handle is gone.
class WHOSAID_API MemoryStore {
 public:
  // Opens the store "default" of the database in this directory, and creates what is missing.
  // Errors: as Database::open.
  [[nodiscard]] static Result<MemoryStore> open(const std::filesystem::path& directory,
                                                OpenOptions options = {});

  // --- People ---

  // Registers a name, so that memories can be stored under it; a registered name is no error.
  // Errors: invalid_request with `speaker_limit` when the store has no place left, and for "me".
  [[nodiscard]] Result<AddSpeakerResult> add_speaker(std::string_view name);

  // Everybody registered, in the order of registration, with what they said.
  [[nodiscard]] Result<SpeakerList> list_speakers() const;

  // Takes the name away from the registry and from all its memories at once, which become untagged.
  // One small write, however many they are. Registering the name again starts at 0 memories.
  // Errors: not_found with `speaker`; invalid_request for "me".
  [[nodiscard]] Result<void> remove_speaker(std::string_view name);

  // --- Writing ---

  // Stores a text of at most 1 MiB of UTF-8 that is not blank. A text whose meaning is already
  // stored is dropped: status `duplicate`, and duplicate_of says which memory it met.
  // Each sentence is a chunk with a vector of its own. One of more than 1,000 bytes, or a text
  // without sentence ends, is cut into pieces of at most that, between words where there are any.
  // A text of more than 4,096 sentences has neighbours joined, so that no more chunks are left.
  // Errors: invalid_request (`content`, an option's name, or `speaker` when it is not registered);
  // conflict (`idempotency_key` used with another request); embedder_failed.
  [[nodiscard]] Result<AddResult> add(std::string_view content, const AddOptions& options = {});

  // Stores many in one commit and with one embedder call: all or, on an error, none. The result has
  // one entry for each input, in order; duplicates within the batch are found too. At most 100,000
  // memories, with contents of 256 MiB together. All chunks are in memory at once, a few KiB each:
  // give large amounts in portions.
  // Errors: as add; `field` names the entry, from zero: "memories[2].content"; `memories`.
  [[nodiscard]] Result<std::vector<AddResult>> add_batch(std::span<const NewMemory> memories);

  // Remembers a whole exchange as one memory with both halves, each a text as add() takes. It
  // belongs to nobody: found by search and list, never by by_speaker, not even under "me". The
  // latest ones are recall's short_term. Its content is the two halves with a line break between
  // them. Errors: as add.
  [[nodiscard]] Result<AddResult> add_turn(std::string_view user, std::string_view agent,
                                           const TurnOptions& options = {});

  // Stores a newer version of a memory, with its speaker (none, if that speaker has been removed
  // since), category, conversation and metadata. The old one is current no more and points to it.
  // Compared for duplicates with everything but its own chain; a duplicate changes nothing.
  // Errors: as add; not_found with `memory`; conflict when the memory has been superseded already,
  // with `memory` the one that is current now (none, if that has been forgotten).
  [[nodiscard]] Result<SupersedeResult> supersede(MemoryId id, std::string_view content,
                                                  const SupersedeOptions& options = {});

  // Removes a memory from every read and from the disk's live data; its idempotency key is free
  // again. A chain of versions stays linked around it; forgetting the current version makes no
  // older one current. Errors: not_found with `memory`.
  [[nodiscard]] Result<ForgetResult> forget(MemoryId id);

  // Removes all that one person (or "me") said, old versions included; the registration stays. A
  // preview removes nothing and returns exactly what commit then removes.
  // Errors: not_found with `speaker`.
  [[nodiscard]] Result<ForgetResult> forget_speaker(std::string_view name,
                                                    Forget forget = Forget::preview);

  // --- Reading ---

  // The memories closest to the query, by words, by meaning and by what was said around them; ties
  // go to the newer. A speaker or a time that the query names ("what did Bob say in June?") raises
  // that speaker's memories and those of that time (event_at, else created_at, in UTC), without
  // filtering. With `speaker`, only that person's memories. `explain` tells of
  // each hit why it is there. The query is UTF-8 of at most 1 MiB, and embedded as one text.
  // Errors: invalid_request with the option's name as `field`; not_found with `speaker` when it is
  // not registered; embedder_failed.
  [[nodiscard]] Result<SearchResult> search(std::string_view query,
                                            const SearchOptions& options = {}) const;

  // What to have in mind before answering: the latest exchanges, what search finds, and what was
  // said around the best hit. Errors: as search; `context_limit`, `turns`.
  [[nodiscard]] Result<Recall> recall(std::string_view query,
                                      const RecallOptions& options = {}) const;

  // A way of remembering, by name (list_engrams()):
  //   deep_recall  hits become queries in turn, so that a chain of associations is followed
  //   timeline     the hits of a wide search in the order in which they happened
  //   gather       hits that say different things (maximal marginal relevance)
  // Errors: as search; invalid_request, field `engram`, for an unknown name.
  [[nodiscard]] Result<EngramResult> engram(std::string_view name, std::string_view query,
                                            const EngramOptions& options = {}) const;

  // What one person (or "me") said, newest first, a page at a time.
  // Errors: invalid_request (`limit`); not_found with `speaker`.
  [[nodiscard]] Result<Page> by_speaker(std::string_view name,
                                        const PageOptions& options = {}) const;

  // Everything, newest first, a page at a time. Errors: invalid_request (`limit`).
  [[nodiscard]] Result<Page> list(const PageOptions& options = {}) const;

  // One memory. Errors: not_found with `memory`; corruption when its record is damaged.
  [[nodiscard]] Result<Memory> get(MemoryId id) const;

  // All versions of a memory, oldest first, from any of them. Errors: as get.
  [[nodiscard]] Result<std::vector<Memory>> lineage(MemoryId id) const;

  // How much is stored, and what upkeep needs to know.
  [[nodiscard]] Result<Stats> stats() const;

 private:
  friend class Database;
  MemoryStore(std::shared_ptr<store::DatabaseCore> database, std::shared_ptr<store::Store> store);

  std::shared_ptr<store::DatabaseCore> database_;
  std::shared_ptr<store::Store> store_;
};

// The names that MemoryStore::engram knows.
[[nodiscard]] WHOSAID_API std::vector<std::string> list_engrams();

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_MEMORY_STORE_H_
