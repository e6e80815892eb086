// The values that calls return: memories, hits, pages, and what happened to a write.

#ifndef WHOSAID_TYPES_H_
#define WHOSAID_TYPES_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "whosaid/error.h"
#include "whosaid/export.h"
#include "whosaid/version.h"

namespace whosaid {
inline namespace WHOSAID_ABI {

// A moment in UTC, in microseconds since 1970-01-01T00:00:00Z.
using Timestamp = std::chrono::sys_time<std::chrono::microseconds>;

// A stretch of time: from <= t < to.
struct TimeRange {
  Timestamp from{};  // the first moment in it
  Timestamp to{};    // the first one after it
};

// A whole day in UTC, for the ranges of SearchOptions:
//   const auto day = utc_day(2026y / March / 2);
//   store.search(query, {.event_from = day.from, .event_to = day.to});
[[nodiscard]] constexpr TimeRange utc_day(std::chrono::sys_days day) {
  return {Timestamp(day), Timestamp(day + std::chrono::days(1))};
}
// The day in which a moment lies.
[[nodiscard]] constexpr TimeRange utc_day(Timestamp time) {
  return utc_day(std::chrono::floor<std::chrono::days>(time));
}

// The name under which the agent's own words are stored. It is never registered and never counted.
inline constexpr const char* kAgent = "me";

// One remembered text.
struct Memory {
  MemoryId id{};                                         // within its store
  std::string content = {};                              // byte for byte what was stored
  std::optional<std::string> speaker = std::nullopt;     // nullopt: untagged. "me": the agent
  Timestamp created_at{};                                // when it was stored
  std::optional<Timestamp> event_at = std::nullopt;      // when it happened
  std::string category = {};                             // "" : none
  std::string conversation_id = {};                      // "" : none
  std::map<std::string, std::string> metadata = {};      // as it was given
  std::size_t chunks = 0;                                // sentences; what a delete counts
  bool current = true;                                   // false: a newer version took its place
  std::optional<MemoryId> supersedes = std::nullopt;     // the version before
  std::optional<MemoryId> superseded_by = std::nullopt;  // the version after
};

// Why a hit is where it is. words + context + meaning is its score.
struct Explanation {
  double words = 0.0;                           // the memory's own words
  double context = 0.0;                         // what its conversation lends it
  double meaning = 0.0;                         // its similarity, as much as the embedder's counts
  std::vector<std::string> matched_words = {};  // of the query, in lower case, that it holds itself
  bool speaker_named = false;  // the query names its speaker, which raised the first two
  bool time_named = false;     // the query names the time when it happened: likewise
};

// A memory found by a search.
struct Hit {
  Memory memory = {};       // with its label
  double score = 0.0;       // orders hits, higher is better; comparable within one result only
  double similarity = 0.0;  // cosine of the best chunk, in [-1, 1]; 0 where there is no vector
  std::optional<Explanation> explanation = std::nullopt;  // if SearchOptions::explain
};

// A stretch of one conversation. It carries no label of its own: each of its parts does.
struct Passage {
  std::vector<Memory> parts = {};  // in the order in which they happened
  // The contents of the parts, one on a line.
  [[nodiscard]] WHOSAID_API std::string text() const;
};

// What a search found.
struct SearchResult {
  std::vector<Hit> hits = {};          // best first, each memory once
  std::vector<Passage> passages = {};  // of SearchOptions::expand, in the order of the hits
};

// One exchange between the user and the agent.
struct Turn {
  std::string user = {};             // what the user said
  std::string agent = {};            // what the agent answered
  std::string conversation_id = {};  // "" : none
  Timestamp created_at{};            // when it was stored
};

// What an agent should have in mind before it answers. Render it with to_prompt (prompt.h).
struct Recall {
  std::vector<Turn> short_term = {};  // the latest exchanges, oldest first
  std::vector<Hit> long_term = {};    // as search finds them, best first
  std::vector<Memory> context = {};   // the conversation around the best hit, in its order
};

// What a way of remembering found.
struct EngramResult {
  std::string engram = {};     // its name
  std::size_t hops = 0;        // searches that led from one hit to the next
  std::vector<Hit> hits = {};  // in the order of the engram
};

// Whether a name was new.
enum class SpeakerStatus {
  registered,  // now
  exists,      // before
};

// How a registration ended.
struct AddSpeakerResult {
  std::string name = {};  // the normalized form, as stored and returned from now on
  SpeakerStatus status = SpeakerStatus::registered;  // or registered already
  // Registered names that look alike (Latin "Bob", Cyrillic "Воb"), and "me" if it does: a hint,
  // not a refusal.
  std::vector<std::string> confusable_with = {};
};

// A registered person.
struct SpeakerInfo {
  std::string name = {};     // normalized
  std::size_t memories = 0;  // current ones
  std::size_t chunks = 0;    // of those memories
  Timestamp created_at{};    // when the name was registered
};

// Everybody who is registered.
struct SpeakerList {
  std::vector<SpeakerInfo> speakers = {};  // in the order of registration; never "me"
  std::size_t count = 0;                   // of them
  std::size_t limit = 0;                   // OpenOptions::speaker_limit
};

// A stored memory close in meaning to a text.
struct Near {
  MemoryId id{};                                      // within its store
  double similarity = 0.0;                            // of the text's worst-matched chunk, cosine
  std::optional<std::string> speaker = std::nullopt;  // nullopt: untagged
};

// What became of a text.
enum class AddStatus {
  stored,     // it is a memory now
  duplicate,  // its meaning was stored already, and nothing was changed
};

// How an add ended.
struct AddResult {
  AddStatus status = AddStatus::stored;             // or dropped
  std::optional<MemoryId> id = std::nullopt;        // none for a duplicate
  std::optional<Near> duplicate_of = std::nullopt;  // the memory a duplicate met
  std::vector<Near> near = {};  // close memories in spite of which the text was stored
  std::string note = {};        // for people: why nothing was stored
  bool replayed = false;        // answered from an earlier call with the same idempotency key
};

// How a supersede ended.
struct SupersedeResult {
  AddStatus status = AddStatus::stored;             // or dropped: the old version is current still
  std::optional<MemoryId> id = std::nullopt;        // of the new version; none for a duplicate
  MemoryId superseded{};                            // the version that was asked to be replaced
  std::optional<Near> duplicate_of = std::nullopt;  // the memory a duplicate met
  std::string note = {};                            // for people: why nothing was stored
  bool replayed = false;  // answered from an earlier call with the same idempotency key
};

// What was removed, or would be.
struct ForgetResult {
  std::size_t memories = 0;  // superseded ones included
  std::size_t chunks = 0;    // of those memories
  // Another word for chunks.
  [[nodiscard]] std::size_t points_to_delete() const { return chunks; }
};

// Where the next page begins. Hand it back unchanged.
struct PageCursor {
  Timestamp next_before{};                   // created_at of the last memory returned
  std::vector<MemoryId> next_skip_ids = {};  // those returned that share it
};

// One page of a list.
struct Page {
  std::vector<Memory> memories = {};              // newest first
  std::size_t chunks = 0;                         // of this page's memories
  std::optional<PageCursor> next = std::nullopt;  // absent at the end
  // Another word for chunks.
  [[nodiscard]] std::size_t points_to_delete() const { return chunks; }
};

// Counts of a store.
struct Stats {
  std::size_t memories = 0;     // current ones
  std::size_t chunks = 0;       // of those memories
  std::size_t superseded = 0;   // memories that a newer version replaced
  std::size_t speakers = 0;     // registered
  std::size_t exchanges = 0;    // current memories that add_turn stored
  std::size_t damaged = 0;      // memories whose record cannot be read
  std::size_t unembedded = 0;   // current chunks without a vector: found by their words alone
  std::size_t index_bytes = 0;  // memory held by the vector index
};

// Something in the database that is not as it was written, or contradicts the rest.
struct VerifyProblem {
  std::string message = {};                         // for people
  std::optional<std::string> store = std::nullopt;  // none: not a store's, or of no known one
  std::optional<MemoryId> memory = std::nullopt;    // none: not a single memory's
};

// What Database::verify read, and what it found.
struct VerifyReport {
  std::size_t stores = 0;                    // of the database
  std::size_t memories = 0;                  // whose record is sound, superseded ones included
  std::size_t chunks = 0;                    // of those memories
  std::vector<VerifyProblem> problems = {};  // empty: the database is sound
};

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_TYPES_H_
