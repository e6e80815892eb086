// Life: runs a sequence of calls on a database and on the model, and compares all answers.

#ifndef WHOSAID_TESTS_SUPPORT_MODEL_LIFE_H_
#define WHOSAID_TESTS_SUPPORT_MODEL_LIFE_H_

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "support/model/operations.h"
#include "support/model/show.h"
#include "support/model/store_model.h"
#include "support/temp_dir.h"
#include "whosaid/whosaid.h"

namespace whosaid::test::model {

struct Failure {
  std::size_t step = 0;           // whose answer was wrong; one more than the last: at the end
  std::string what;               // what was asked, found, and expected
  std::vector<std::string> code;  // all calls up to it, as C++
};

class Life {
 public:
  explicit Life(const Sequence& sequence) : sequence_(sequence), opening_(sequence.opening) {}

  // The first difference; none: the library does what the model does. Call once.
  [[nodiscard]] std::optional<Failure> run();

  // How an open database differs from what it should hold: all reads of all stores, with searches
  // through every index, and verify().
  [[nodiscard]] static std::optional<Failure> difference(Database database, const Opening& opening,
                                                         std::map<std::string, StoreModel> models);

 private:
  // A walk through pages, with writes between them.
  struct Walk {
    std::optional<std::string> name;
    bool include_superseded = false;
    PageCursor after;
    Memory passed;
  };

  // Calls on the store of an operation.
  void call(const AddSpeaker& call);
  void call(const RemoveSpeaker& call);
  void call(const Add& call);
  void call(const AddBatch& call);
  void call(const AddTurn& call);
  void call(const Supersede& call);
  void call(const ForgetMemory& call);
  void call(const ForgetSpeaker& call);
  void call(const Search& call);
  void call(const Remember& call);
  void call(const RunEngram& call);
  void call(const ReadPage& call);
  void call(const ReadMemory& call);
  // Calls on the database.
  void call(const CreateStore& call);
  void call(const DeleteStore& call);
  void call(const AskDeleted& call);
  void call(const Reopen& call);
  void call(const OpenWithAnotherEmbedder& call);
  void call(const Reembed& call);
  void call(const Move& call);
  void call(const Export& call);
  void call(const Import& call);

  void perform(const Operation& operation);
  void open();
  void close();
  // Writes down the call that is being made.
  void write(const std::string& code);
  void write_store_call(const std::string& code);
  void fail(const std::string& question, const std::string& found, const std::string& expected);
  void compare(const std::string& question, const std::string& found, const std::string& expected);
  template <typename T>
  void compare(const std::string& question, const Result<T>& found, Result<T> expected);

  // What the library chose where it may choose. `began`: before the call.
  template <typename R>
  Choice choice_of(const Result<R>& result, bool created_now, Timestamp began);
  [[nodiscard]] MemoryId pick(std::size_t memory) const;
  void compare_hits(const std::string& question, const std::vector<Hit>& found,
                    const std::vector<Hit>& passing, std::size_t limit);
  [[nodiscard]] std::vector<std::vector<Memory>> passages_around(
      const std::vector<Hit>& hits) const;
  [[nodiscard]] std::vector<Memory> neighbours_of(const Memory& top,
                                                  const RecallOptions& options) const;
  // All of a store, by pages of this size. No name: the whole store.
  std::vector<Memory> walk(const std::optional<std::string>& name, std::size_t limit,
                           bool include_superseded);
  void compare_counts();
  void compare_all_of_store();
  void compare_everything();
  void compare_searches();
  // The ids that an import gave to the memories of a store.
  std::vector<MemoryId> imported_ids(const StoreModel& before);
  void verify();

  [[nodiscard]] MemoryStore& store() { return *store_; }
  [[nodiscard]] StoreModel& expected() { return models_.at(id_); }
  [[nodiscard]] const StoreModel& expected() const { return models_.at(id_); }
  [[nodiscard]] const Rules& rules() const { return opening_.rules; }
  [[nodiscard]] std::filesystem::path directory() const {
    return temp_ / ("db" + std::to_string(moves_));
  }

  const Sequence& sequence_;
  TempDir temp_;
  Opening opening_;
  std::size_t moves_ = 0;
  std::optional<Database> database_;
  std::map<std::string, StoreModel> models_;
  std::optional<std::map<std::string, StoreModel>> exported_;
  std::set<std::string> tried_;  // stores that an import was taken back from
  std::map<std::string, std::vector<MemoryStore>> deleted_;
  std::map<std::string, std::map<std::size_t, Walk>> walks_;
  std::string id_;                    // the store of the operation
  std::optional<MemoryStore> store_;  // if it exists
  std::size_t step_ = 0;
  std::optional<Failure> failure_;
  std::vector<std::string> code_;
};

// An error of the library names a refused name or not; the model never does.
template <typename T>
void Life::compare(const std::string& question, const Result<T>& found, Result<T> expected) {
  Result<T> compared = found;
  if (!compared && !expected && !expected.error().speaker &&
      compared.error().field.value_or("").ends_with("speaker")) {
    compared.error().speaker.reset();
  }
  compare(question, show(compared), show(expected));
}

}  // namespace whosaid::test::model

#endif  // WHOSAID_TESTS_SUPPORT_MODEL_LIFE_H_
