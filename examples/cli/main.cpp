// whosaid: the library as a command, one database directory and one store at a time.

#include <whosaid/version.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "commands.h"
#include "interrupt.h"
#include "printer.h"

namespace cli {
namespace {

constexpr int kSuccess = 0;
constexpr int kFailure = 1;
constexpr int kUsage = 2;
constexpr int kInterrupted = 130;  // 128 and the signal's number, as shells say it

constexpr const char* kGeneral =
    R"(A speaker is a registered name, or "me" for the agent itself. Times are shown in UTC.
"whosaid COMMAND --help" tells what a command takes.

With --json, list, by and ask print one memory a line, in the form that import reads; the others
print one document; errors go to standard error as {"type":"error","error":{...}}.

Exit status: 0 done, 1 refused or failed, 2 wrong usage, 130 interrupted.
Environment: WHOSAID_DB is the database unless --db is given, WHOSAID_MODEL
the model unless --model is; NO_COLOR turns colours off.)";

constexpr const char* kImport =
    R"(The file holds one turn a line, as JSON Lines (.jsonl) or as fields between tabs (.tsv):
  {"speaker":"Bob","text":"I moved it","time":"2025-09-01T07:30:00Z","conversation":"plan"}
  speaker, text, time, conversation; a first line of these words may give another order;
  \t, \n, \r and \\ stand for the characters that would break the line.
Only the text is required. Speakers are registered as they appear. What was said twice is stored
twice, but importing a file again stores only what is not there yet. A file with a line that can't
be read is refused whole. A file that export wrote is taken in as it is, with all its stores and into
stores of the same names.)";

// CLI11 takes -1 and numbers that are too large for others.
std::string whole_number(const std::string& text) {
  const bool digits =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  constexpr std::size_t kMostDigits = 19;  // fit into 64 bits
  return digits && !text.empty() && text.size() <= kMostDigits
             ? ""
             : "'" + text + "' is not a whole number";
}

using Command = std::function<whosaid::Result<void>(const Arguments&, Output&)>;

// Builds the command line; whichever command is given ends up in `chosen`.
class CommandLine {
 public:
  CommandLine(Arguments& arguments, Command& chosen)
      : app_("Memory that knows who said it.", "whosaid"), arguments_(arguments), chosen_(chosen) {
    app_.set_version_flag("--version", WHOSAID_VERSION);
    app_.require_subcommand(1);
    app_.fallthrough();
    app_.add_option("--db", arguments_.database, "The database directory")
        ->envname("WHOSAID_DB")
        ->capture_default_str()
        ->type_name("DIR");
    app_.add_option("--store", arguments_.store, "Whose memory: one database holds many stores")
        ->capture_default_str()
        ->type_name("ID");
    app_.add_option("--model", arguments_.model,
                    "A Model2Vec folder that made the database's vectors")
        ->envname("WHOSAID_MODEL")
        ->type_name("FOLDER");
    app_.add_flag("--json", arguments_.json, "Results and errors as JSON");
    add_writing();
    add_reading();
    add_upkeep();
    app_.footer(kGeneral);  // last, or the commands would inherit it
  }

  CLI::App& app() { return app_; }

 private:
  CLI::App* add(const char* name, const char* description, Command command) {
    CLI::App* sub = app_.add_subcommand(name, description);
    sub->callback([this, command = std::move(command)] { chosen_ = command; });
    return sub;
  }

  // What a command can't do without.
  template <typename T>
  static CLI::Option* take(CLI::App* command, const char* name, T& value, const char* description) {
    return command->add_option(name, value, description)->required()->type_name("");
  }

  static CLI::Option* add_limit(CLI::App* command, std::size_t& value) {
    return command->add_option("--limit", value, "How many, 1 to 1000")
        ->check(whole_number)
        ->capture_default_str()
        ->type_name("N");
  }

  static constexpr const char* kWho = "A registered name, or me";

  CLI::Option* take_id(CLI::App* command) {
    return take(command, "ID", arguments_.id, "The number that the lists show")
        ->transform([](std::string id) { return id.starts_with('#') ? id.substr(1) : id; })
        ->check(whole_number);
  }

  void add_writing() {
    auto* load = add("import", "Store a conversation from a file", import_file);
    take(load, "FILE", arguments_.file, "JSON Lines or TSV; - is standard input");
    load->footer(kImport);

    auto* join = add("register", "Register a speaker", register_speaker);
    take(join, "NAME", arguments_.speaker, "1 to 80 characters");

    auto* leave =
        add("unregister", "Remove a speaker; the words stay, without the name", unregister_speaker);
    take(leave, "NAME", arguments_.speaker, "A registered name");

    auto* speak = add("say", "Store one remark", say);
    take(speak, "SPEAKER", arguments_.speaker, kWho);
    take(speak, "TEXT", arguments_.text, "What was said");
    speak->add_flag("--anyway", arguments_.anyway, "Even if the same has been said already");

    auto* turn = add("turn", "Store an exchange with the agent", remember_turn);
    take(turn, "USER", arguments_.text, "What the user said");
    take(turn, "AGENT", arguments_.answer, "What the agent answered");

    auto* renew = add("supersede", "Store a newer version of a memory", supersede);
    take_id(renew);
    take(renew, "TEXT", arguments_.text, "What is true now");
    renew->add_flag("--anyway", arguments_.anyway, "Even if the same has been said already");

    auto* drop = add("forget", "Remove a memory, or all that one person said, for good", forget);
    auto* const which = drop->add_option_group("which");
    take_id(which)->required(false);
    which->add_option("--speaker", arguments_.whose, "Everything that this person (or me) said")
        ->type_name("NAME");
    which->require_option(1);
    drop->add_flag("--yes", arguments_.yes, "Do not ask before a speaker's words are forgotten");
  }

  void add_upkeep() {
    auto* save = add("export", "Write all stores into a file of JSON Lines", export_file);
    take(save, "FILE", arguments_.file, "Appears when it is complete; import reads it");
    auto* copy = add("backup", "Copy the database into a new directory", backup);
    take(copy, "DIR", arguments_.file, "New, or empty");
    add("verify", "Read everything and report what is damaged", verify);
    auto* anew = add("reembed", "Compute all vectors anew with another embedder", reembed);
    anew->add_option("--to", arguments_.new_model, "A Model2Vec folder; the built-in one without")
        ->type_name("FOLDER");
    add("stats", "How much there is in the store", show_stats);
  }

  void add_reading() {
    add("speakers", "Who is registered, and how much each of them said", show_speakers);

    auto* question = add("ask", "What was said about something, the closest first", ask);
    take(question, "QUESTION", arguments_.question, "In any words; those that were said find best");
    question->add_option("--speaker", arguments_.asked, "Only what this person (or me) said")
        ->type_name("NAME");
    add_limit(question, arguments_.hits);
    question->add_flag("--explain", arguments_.explain, "Say why each one was found");

    auto* mind = add("recall", "What to have in mind before answering", recall);
    take(mind, "QUESTION", arguments_.question, "What is to be answered");
    mind->add_option("--speaker", arguments_.asked, "Only what this person (or me) said")
        ->type_name("NAME");
    add_limit(mind, arguments_.hits);
    mind->add_flag("--prompt", arguments_.prompt, "As text for a model");

    take_id(add("lineage", "All versions of a memory, oldest first", show_lineage));

    auto* person = add("by", "What one person said, newest first", show_by_speaker);
    take(person, "SPEAKER", arguments_.speaker, kWho);
    add_paging(person);

    add_paging(add("list", "Everything that was said, newest first", show_all));
  }

  void add_paging(CLI::App* command) {
    auto* limit = add_limit(command, arguments_.page);
    command->add_flag("--all", arguments_.all, "As many as there are")->excludes(limit);
  }

  CLI::App app_;
  Arguments& arguments_;
  Command& chosen_;
};

// --help and --version too arrive here.
int explain(CLI::App& app, const CLI::ParseError& error, bool json, Output& out) {
  std::ostringstream help;
  std::ostringstream fault;
  if (app.exit(error, help, fault) == 0) {
    out.write(help.str());
    return out.flush() ? kSuccess : kFailure;
  }
  if (json) {
    print_error({.code = whosaid::ErrorCode::invalid_request, .message = error.what()}, json);
  } else {
    std::cerr << harmless(fault.str(), LineBreaks::keep);
  }
  return kUsage;
}

int run(int argc, char** argv) {
  Arguments arguments;
  Command command;
  Output out;
  CommandLine line(arguments, command);
  try {
    line.app().parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool json = std::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
    return explain(line.app(), error, json, out);
  }
  const auto done = command(arguments, out);
  const auto flushed = out.flush();
  for (const auto* result : {&done, &flushed}) {
    if (!*result) print_error(result->error(), arguments.json);
  }
  if (!done && done.error().field == "progress" && was_interrupted()) return kInterrupted;
  return done && flushed ? kSuccess : kFailure;
}

}  // namespace
}  // namespace cli

int main(int argc, char** argv) {
  cli::prepare_standard_streams();
  try {
    return cli::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "whosaid: " << cli::harmless(error.what()) << '\n';
    return 1;
  }
}
