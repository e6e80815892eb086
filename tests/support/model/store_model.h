// What one store should hold and answer: the contract in the plainest way, a list of everything and
// loops over it. Calls have the names and the results of MemoryStore.

#ifndef WHOSAID_TESTS_SUPPORT_MODEL_STORE_MODEL_H_
#define WHOSAID_TESTS_SUPPORT_MODEL_STORE_MODEL_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "whosaid/whosaid.h"

namespace whosaid::test::model {

// What a database was opened with, as far as answers depend on it.
struct Rules {
  std::size_t speaker_limit = 3;
  DuplicatePolicy duplicates = {};
  int embedder = 0;  // of texts.h

  [[nodiscard]] double threshold() const;
};

// What the contract leaves to the library: the id of a new memory, the clock, and which of several
// equally similar memories is named. What the library chose is taken where it is allowed.
struct Choice {
  std::optional<MemoryId> id = std::nullopt;
  Timestamp created_at{};
  std::optional<MemoryId> duplicate_of = std::nullopt;
  std::vector<Near> near = {};
};

class StoreModel {
 public:
  // --- People. `created_at`: when the library registered it.
  Result<AddSpeakerResult> add_speaker(const Rules& rules, const std::string& name,
                                       Timestamp created_at);
  Result<void> remove_speaker(const std::string& name);
  [[nodiscard]] SpeakerList list_speakers(const Rules& rules) const;

  // --- Writing.
  Result<AddResult> add(const Rules& rules, const std::string& content, const AddOptions& options,
                        const Choice& choice);
  Result<std::vector<AddResult>> add_batch(const Rules& rules,
                                           const std::vector<NewMemory>& memories,
                                           const std::vector<Choice>& choices);
  Result<AddResult> add_turn(const Rules& rules, const std::string& user, const std::string& agent,
                             const TurnOptions& options, const Choice& choice);
  Result<SupersedeResult> supersede(const Rules& rules, MemoryId id, const std::string& content,
                                    const SupersedeOptions& options, const Choice& choice);
  Result<ForgetResult> forget(MemoryId id);
  Result<ForgetResult> forget_speaker(const std::string& name, Forget forget);
  // What an import into a new store leaves: all but the requests that were remembered, and the
  // ids behind the last memory's, which may be given there.
  void move();
  // The speakers and memories of an export, made when its store was `other`; none, if there is no
  // place for all speakers. `import` gives the k-th memory the k-th id.
  [[nodiscard]] bool may_import(const Rules& rules, const StoreModel& other) const;
  void import(const StoreModel& other, const std::vector<MemoryId>& ids);

  // --- Reading.
  [[nodiscard]] std::vector<Memory> list(bool include_superseded) const;  // newest first
  [[nodiscard]] std::vector<Memory> by_speaker(const std::string& normalized,
                                               bool include_superseded) const;
  // `passed`: the last memory of the page before. The cursor of the result says no more than that
  // there is one. No name: the whole store.
  [[nodiscard]] Result<Page> page(const std::optional<std::string>& name,
                                  const PageOptions& options,
                                  const std::optional<Memory>& passed) const;
  [[nodiscard]] Result<Memory> get(MemoryId id) const;
  [[nodiscard]] Result<std::vector<Memory>> lineage(MemoryId id) const;
  [[nodiscard]] Stats stats(const Rules& rules) const;
  // All that pass the filters of a search, the limit aside, in the order of ids, with their
  // similarity and without a score.
  [[nodiscard]] Result<std::vector<Hit>> passing(const Rules& rules, const std::string& query,
                                                 const SearchOptions& options) const;
  [[nodiscard]] std::vector<Turn> turns() const;  // oldest first
  // The current memories of a conversation in the order in which they happened.
  [[nodiscard]] std::vector<Memory> conversation(const std::string& id) const;

  // Every id that was ever given, in order.
  [[nodiscard]] const std::vector<MemoryId>& ids() const { return ids_; }

 private:
  // 0: nobody; 1: the agent; others: the (n - 2)th that was ever registered. A name registered
  // again is another person.
  using Who = std::size_t;
  static constexpr Who kNobody = 0;
  static constexpr Who kAgentItself = 1;

  struct Person {
    std::string name;
    Timestamp created_at;
    bool registered = true;
  };
  struct Entry {
    Memory memory;  // its label aside
    Who who = kNobody;
    std::optional<std::size_t> first_half = std::nullopt;  // an exchange: bytes of the user's half
  };
  // A memory close to a new text.
  struct Close {
    MemoryId id{};
    double similarity = 0;
    Who who = kNobody;
    bool repeated = true;  // false: differs in a detail
  };
  // A request with a key, and what it was answered.
  struct Request {
    std::string key;
    std::string said;
    std::optional<MemoryId> id = std::nullopt;
    std::optional<Close> duplicate_of = std::nullopt;
    std::vector<Close> near = {};
  };
  // A new memory before it is decided upon.
  struct Draft {
    Memory memory = {};
    Who who = kNobody;
    std::optional<std::size_t> first_half = std::nullopt;
    std::optional<MemoryId> replaces = std::nullopt;
    OnDuplicate on_duplicate = OnDuplicate::drop;
    std::optional<std::string> key = std::nullopt;
    std::string said = {};
  };

  [[nodiscard]] std::optional<Who> find(const std::string& normalized) const;
  // The person whom a read or a removal is about.
  [[nodiscard]] Result<Who> resolve(const std::string& name) const;
  [[nodiscard]] std::optional<std::string> label(Who who) const;
  [[nodiscard]] const Entry* entry(MemoryId id) const;
  [[nodiscard]] Entry* entry(MemoryId id);
  [[nodiscard]] Memory labelled(const Entry& entry) const;
  [[nodiscard]] std::vector<MemoryId> chain(MemoryId id) const;  // oldest first

  [[nodiscard]] Result<std::optional<AddResult>> replay(const std::optional<std::string>& key,
                                                        const std::string& said) const;
  [[nodiscard]] AddResult result_of(const Request& request) const;
  [[nodiscard]] bool compared(const Rules& rules, const Entry& entry, const Draft& draft) const;
  // Most similar first; of equal ones those that the library chose.
  [[nodiscard]] std::vector<Close> close_to(const Rules& rules, const Draft& draft,
                                            const Choice& choice) const;
  Result<AddResult> decide(const Rules& rules, Draft draft, const Choice& choice);
  void erase(MemoryId id);
  [[nodiscard]] bool passes(const Entry& entry, const SearchOptions& options) const;

  std::vector<Person> people_;
  std::vector<Entry> entries_;  // in the order of ids
  std::vector<Request> requests_;
  std::vector<MemoryId> ids_;
};

}  // namespace whosaid::test::model

#endif  // WHOSAID_TESTS_SUPPORT_MODEL_STORE_MODEL_H_
