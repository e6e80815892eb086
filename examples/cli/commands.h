// What each command does. All return the library's error when it fails, and print what came of it.

#ifndef WHOSAID_EXAMPLES_CLI_COMMANDS_H_
#define WHOSAID_EXAMPLES_CLI_COMMANDS_H_

#include <whosaid/database.h>
#include <whosaid/embedder.h>
#include <whosaid/memory_store.h>
#include <whosaid/result.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "terminal.h"

namespace cli {

struct Arguments {
  std::string database = "whosaid.db";
  std::string store = "default";
  std::string model;  // a folder; none: the built-in embedder
  bool json = false;

  std::string file;
  std::string speaker;
  std::string text;
  std::string question;
  std::optional<std::string> asked;  // the speaker whose memories are searched
  std::uint64_t id = 0;
  std::size_t hits = 10;
  std::size_t page = 50;
  bool all = false;
  bool anyway = false;
  std::string answer;                // the agent's half of an exchange
  std::optional<std::string> whose;  // the speaker whose memories are forgotten
  bool yes = false;
  bool prompt = false;
  bool explain = false;
  std::string new_model;  // of reembed; none: the built-in embedder
};

// The embedder of a Model2Vec folder; null, which stands for the built-in one, where none is named.
whosaid::Result<std::shared_ptr<whosaid::Embedder>> embedder_of(const std::string& folder);

enum class IfMissing { create, fail };
whosaid::Result<whosaid::Database> open_database(const Arguments& arguments, IfMissing if_missing);
whosaid::Result<whosaid::MemoryStore> open_store(const Arguments& arguments, IfMissing if_missing);

whosaid::Result<void> import_file(const Arguments& arguments, Output& out);
whosaid::Result<void> show_speakers(const Arguments& arguments, Output& out);
whosaid::Result<void> register_speaker(const Arguments& arguments, Output& out);
whosaid::Result<void> unregister_speaker(const Arguments& arguments, Output& out);
whosaid::Result<void> say(const Arguments& arguments, Output& out);
whosaid::Result<void> ask(const Arguments& arguments, Output& out);
whosaid::Result<void> show_by_speaker(const Arguments& arguments, Output& out);
whosaid::Result<void> show_all(const Arguments& arguments, Output& out);
whosaid::Result<void> forget(const Arguments& arguments, Output& out);
whosaid::Result<void> supersede(const Arguments& arguments, Output& out);
whosaid::Result<void> remember_turn(const Arguments& arguments, Output& out);
whosaid::Result<void> show_lineage(const Arguments& arguments, Output& out);
whosaid::Result<void> recall(const Arguments& arguments, Output& out);

whosaid::Result<void> export_file(const Arguments& arguments, Output& out);
whosaid::Result<void> backup(const Arguments& arguments, Output& out);
whosaid::Result<void> verify(const Arguments& arguments, Output& out);
whosaid::Result<void> reembed(const Arguments& arguments, Output& out);
whosaid::Result<void> show_stats(const Arguments& arguments, Output& out);

}  // namespace cli

#endif  // WHOSAID_EXAMPLES_CLI_COMMANDS_H_
