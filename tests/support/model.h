// What a store should hold, kept in the plainest way: one list of everything, and loops over it.
//
// Tests tell it what they told the store, and compare what the two say.

#ifndef WHOSAID_TESTS_SUPPORT_MODEL_H_
#define WHOSAID_TESTS_SUPPORT_MODEL_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "whosaid/whosaid.h"

namespace whosaid::test {

class Model {
 public:
  // The cosine of two sentences.
  using Cosine = std::function<double(const std::string&, const std::string&)>;

  Model(std::size_t speaker_limit, DuplicatePolicy duplicates, double threshold, Cosine cosine);

  // "registered", "exists" or "full".
  std::string add_speaker(const std::string& name);
  bool remove_speaker(const std::string& name);
  [[nodiscard]] bool knows(const std::string& name) const;  // the agent is known, too

  // The current memory that a text of these sentences would be a duplicate of: its greatest
  // similarity, and all that have it. A newer version is compared with all but what it replaces.
  struct Match {
    double similarity = -2;
    std::vector<MemoryId> ids;
  };
  [[nodiscard]] std::optional<Match> duplicate(const std::vector<std::string>& sentences,
                                               const AddOptions& options,
                                               std::optional<MemoryId> replaces = {}) const;

  // Takes a memory as the store returned it, stored under options.speaker.
  void add(const Memory& stored, const std::vector<std::string>& sentences,
           const AddOptions& options);
  // An exchange, as the store returned it.
  void add_turn(const Memory& stored, const Turn& turn, const std::vector<std::string>& sentences);
  // A newer version, as the store returned it, with the speaker of the old one.
  void supersede(MemoryId old, const Memory& stored, const std::vector<std::string>& sentences);
  bool forget(MemoryId id);
  // What one person said, old versions included: counted, or counted and removed.
  ForgetResult forget_speaker(const std::string& name, Forget forget);

  // Newest first, with their present labels.
  [[nodiscard]] std::vector<Memory> list(bool include_superseded = false) const;
  [[nodiscard]] std::vector<Memory> by_speaker(const std::string& name,
                                               bool include_superseded = false) const;
  [[nodiscard]] std::optional<Memory> get(MemoryId id) const;
  // All versions of a memory, oldest first.
  [[nodiscard]] std::vector<Memory> lineage(MemoryId id) const;
  // The exchanges that are current, oldest first.
  [[nodiscard]] std::vector<Turn> turns() const;
  // The counts that do not depend on the index.
  [[nodiscard]] Stats stats() const;
  // "Ann 2/3, Bob 0/0", as StoreTest::roll() writes it.
  [[nodiscard]] std::string roll() const;
  // All that pass the filters of a search, the limit and min_similarity aside, in the order of ids.
  [[nodiscard]] std::vector<MemoryId> passing(const SearchOptions& filters) const;
  [[nodiscard]] std::optional<std::string> label_of(MemoryId id) const;

 private:
  // Somebody who was registered once; a name registered again is another person.
  struct Person {
    std::string name;
    bool registered = true;
  };
  struct Entry {
    Memory memory;  // its label aside
    std::vector<std::string> sentences;
    std::optional<std::size_t> person = std::nullopt;  // in people_
    bool agent = false;
    std::optional<Turn> turn = std::nullopt;
  };

  [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const;
  [[nodiscard]] Entry* entry_of(MemoryId id);
  [[nodiscard]] std::optional<std::string> label_of(const Entry& entry) const;
  [[nodiscard]] bool passes(const Entry& entry, const SearchOptions& filters) const;

  const std::size_t speaker_limit_;
  const DuplicatePolicy duplicates_;
  const double threshold_;
  const Cosine cosine_;
  std::vector<Person> people_;
  std::vector<Entry> entries_;
};

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_MODEL_H_
