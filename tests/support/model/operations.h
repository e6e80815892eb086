// The calls that a random life is made of. They are values, so that a sequence can be run again
// without some of them. A memory is named by a number that stands for one of all ids that its store
// ever gave, or for none.

#ifndef WHOSAID_TESTS_SUPPORT_MODEL_OPERATIONS_H_
#define WHOSAID_TESTS_SUPPORT_MODEL_OPERATIONS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "support/model/store_model.h"
#include "whosaid/whosaid.h"

namespace whosaid::test::model {

// --- Calls on a store.

struct AddSpeaker {
  std::string name;
};
struct RemoveSpeaker {
  std::string name;
};
struct Add {
  std::string content;
  AddOptions options;
};
struct AddBatch {
  std::vector<NewMemory> memories;
};
struct AddTurn {
  std::string user;
  std::string agent;
  TurnOptions options;
};
struct Supersede {
  std::size_t memory = 0;
  std::string content;
  SupersedeOptions options;
};
struct ForgetMemory {
  std::size_t memory = 0;
};
struct ForgetSpeaker {
  std::string name;
};
struct Search {
  std::string query;
  SearchOptions options;
};
struct Remember {  // recall
  std::string query;
  RecallOptions options;
};
struct RunEngram {
  std::string name;
  std::string query;
  EngramOptions options;
};
// The next page of one of a few walks; the first, if there is none or `restart` is set.
struct ReadPage {
  std::optional<std::string> name;  // none: list()
  std::size_t limit = 0;
  bool include_superseded = false;
  std::size_t walk = 0;
  bool restart = false;
};
struct ReadMemory {  // get and lineage
  std::size_t memory = 0;
};

// --- Calls on the database.

struct CreateStore {};
struct DeleteStore {};
// Any call on the handle of a store that has been deleted.
struct AskDeleted {};
struct Opening {
  Rules rules;
  std::size_t graph_threshold = 0;
  std::size_t index_memory_budget = 0;
};
// Buffered: power loss is no subject of most tests.
OpenOptions options_of(const Opening& opening);
struct Reopen {
  Opening opening;
};
struct OpenWithAnotherEmbedder {};
struct Reembed {
  int embedder = 0;
  bool cancel = false;
};
// Goes on in a copy made by backup() or through an export.
struct Move {
  bool backup = false;
};
struct Export {};
// Imports what the last Export wrote, into what the database has become since.
struct Import {
  bool cancel = false;
};

using Call = std::variant<AddSpeaker, RemoveSpeaker, Add, AddBatch, AddTurn, Supersede,
                          ForgetMemory, ForgetSpeaker, Search, Remember, RunEngram, ReadPage,
                          ReadMemory, CreateStore, DeleteStore, AskDeleted, Reopen,
                          OpenWithAnotherEmbedder, Reembed, Move, Export, Import>;

struct Operation {
  std::string store;
  Call call;
};

// How a database is opened first, and what happens then.
struct Sequence {
  Opening opening;
  std::vector<Operation> operations;
};

}  // namespace whosaid::test::model

#endif  // WHOSAID_TESTS_SUPPORT_MODEL_OPERATIONS_H_
