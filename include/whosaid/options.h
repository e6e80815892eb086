// Options, each default with its reason. All are aggregates for designated initializers:
// store.add("The deadline moved to Tuesday", {.speaker = "Bob"}).

#ifndef WHOSAID_OPTIONS_H_
#define WHOSAID_OPTIONS_H_

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "whosaid/types.h"
#include "whosaid/version.h"

namespace whosaid {
inline namespace WHOSAID_ABI {

class Embedder;

// What a successful write survives.
enum class Durability {
  sync,      // kill -9 and power loss: the log is flushed to the disk before the call returns
  buffered,  // kill -9 only: the operating system holds the newest writes; 20 times faster alone
};

// Whose memories a new text is compared with.
enum class DuplicateScope {
  store,    // everybody's
  speaker,  // the same speaker's, so that two people may say the same thing; untagged is one of
            // them
};

// When a write counts as a repetition: each chunk of the new text lies within `threshold` of a
// chunk of one and the same current memory.
struct DuplicatePolicy {
  bool enabled = true;              // false: everything is stored, nothing compared
  std::optional<double> threshold;  // cosine in [-1, 1]; none: Embedder::duplicate_threshold()
  DuplicateScope scope = DuplicateScope::store;  // whose memories are compared
  // Keeps a text that differs from what it is close to in a number, a date, a negation or a thing
  // named ("allergic to shellfish" after "allergic to peanuts"), and lists it under
  // AddResult::near. Off by default: told apart are words, so a paraphrase that names a thing
  // otherwise is kept too.
  bool keep_detail_variants = false;
};

// How a database is opened. All but the embedder may differ from one opening to the next.
struct OpenOptions {
  // The vectors of a database come from one embedder; null is the built-in HashingEmbedder.
  std::shared_ptr<Embedder> embedder = nullptr;
  // Of each store. Met by add_speaker alone; a lower limit keeps those already registered.
  std::size_t speaker_limit = 50;
  // A memory that says "stored" should mean it.
  Durability durability = Durability::sync;
  DuplicatePolicy duplicates = {};  // what counts as a repetition
  bool create_if_missing = true;    // false: not_found where no database is
  // Bytes of a store's 8-bit codes, one for each dimension of each chunk, up to which every search
  // is exact; 4 MiB are 10,900 chunks of 384 dimensions. Above it an approximate graph proposes the
  // candidates of a search over everybody, and of one whose speaker or filter leaves so much that
  // the graph costs less than looking at all of it. A graph costs more to build than a scan saves
  // where a store is small.
  std::size_t graph_threshold = std::size_t{4} << 20;
  // Bytes that the loaded stores of a database may take together: codes, full-precision vectors,
  // graphs, words, and the newest records. A store is loaded when it is used first; those that were
  // used least recently leave memory when it is exceeded, and are loaded again when needed. One
  // store keeps full-precision vectors up to half of the budget and reads others from the log; what
  // else it needs stays as long as it is used, even beyond the budget.
  std::size_t index_memory_budget = std::size_t{1} << 30;
};

// What one call does with a text whose meaning is stored already.
enum class OnDuplicate {
  drop,   // report `duplicate`, store nothing
  store,  // store regardless
};

// What goes with a text that is stored. Error::field names the one that breaks its rule.
struct AddOptions {
  // A registered name, or "me" for the agent's own words; none: untagged.
  std::optional<std::string> speaker = std::nullopt;
  std::optional<Timestamp> event_at = std::nullopt;    // when it happened
  std::optional<Timestamp> created_at = std::nullopt;  // none: now; given by imports
  std::string category = {};                           // at most 256 bytes
  std::string conversation_id = {};                    // at most 256 bytes
  // At most 64 entries; keys 1 to 256 bytes and not blank; keys and values together 64 KiB.
  std::map<std::string, std::string> metadata = {};
  // 1 to 128 printable ASCII characters. The same key with the same request returns the first
  // result again; with another request it is a conflict.
  std::optional<std::string> idempotency_key = std::nullopt;
  OnDuplicate on_duplicate = OnDuplicate::drop;  // or store regardless
};

// What goes with an exchange; each as in AddOptions.
struct TurnOptions {
  std::optional<Timestamp> event_at = std::nullopt;           // when it happened
  std::optional<Timestamp> created_at = std::nullopt;         // none: now
  std::string conversation_id = {};                           // at most 256 bytes
  std::optional<std::string> idempotency_key = std::nullopt;  // for a retry
};

// What goes with a newer version; each as in AddOptions.
struct SupersedeOptions {
  std::optional<Timestamp> event_at = std::nullopt;           // not inherited from the old version
  std::optional<Timestamp> created_at = std::nullopt;         // none: now
  std::optional<std::string> idempotency_key = std::nullopt;  // for a retry
  OnDuplicate on_duplicate = OnDuplicate::drop;               // or store regardless
};

// Whether forget_speaker removes anything.
enum class Forget {
  preview,  // counts what commit would remove, and removes nothing
  commit,   // removes it
};

// One entry of add_batch: the arguments of an add.
struct NewMemory {
  std::string content = {};  // the text
  AddOptions options = {};   // whose it is, and what goes with it
};

// Filters choose what is searched, not what survives: with any of them a search returns the best
// `limit` of the memories that pass.
struct SearchOptions {
  std::optional<std::string> speaker = std::nullopt;    // only what this person (or "me") said
  std::size_t limit = 10;                               // 1 to 1,000
  std::optional<double> min_similarity = std::nullopt;  // in [-1, 1]
  std::vector<std::string> categories = {};             // any of them; empty: all
  std::optional<std::string> conversation_id = std::nullopt;  // only of this conversation
  std::map<std::string, std::string> metadata = {};           // every entry must match
  // from <= t < to. An event filter is passed only by memories that have event_at.
  std::optional<Timestamp> event_from = std::nullopt;
  std::optional<Timestamp> event_to = std::nullopt;      // when it happened: before this
  std::optional<Timestamp> created_from = std::nullopt;  // when it was stored: from this on
  std::optional<Timestamp> created_to = std::nullopt;    // when it was stored: before this
  bool include_superseded = false;                       // old versions too
  // Also return passages: the neighbours of hits in their conversations. With `speaker` there are
  // none, since neighbours are other people's.
  bool expand = false;
  bool explain = false;  // each hit also says why it is there
};

// Which page of a list.
struct PageOptions {
  std::size_t limit = 50;                          // 1 to 1,000
  std::optional<PageCursor> after = std::nullopt;  // Page::next of the page before
  bool include_superseded = false;                 // old versions too
};

// How much recall returns of each kind.
struct RecallOptions {
  // With a speaker: only that person's memories, and no exchanges, which belong to nobody.
  std::optional<std::string> speaker = std::nullopt;
  std::size_t limit = 10;          // of long_term, 1 to 1,000
  std::size_t context_limit = 10;  // 0 to 100
  std::size_t turns = 10;          // 0 to 100
  // Code points of all contents together. Whole memories are kept: long_term first, best first;
  // then context, nearest first; then short_term, latest first. Each list ends where the next one
  // of it would not fit.
  std::optional<std::size_t> max_characters = std::nullopt;
};

// Whose memories an engram walks through, and how many it returns.
struct EngramOptions {
  std::optional<std::string> speaker = std::nullopt;  // only what this person (or "me") said
  std::size_t limit = 10;                             // 1 to 1,000
};

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_OPTIONS_H_
