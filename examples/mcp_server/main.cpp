// whosaid_mcp: a store as a server of the Model Context Protocol, over standard input and output.

#include <unistd.h>
#include <whosaid/database.h>
#include <whosaid/embedders/static_table.h>
#include <whosaid/version.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <memory>
#include <string>

#include "lines.h"
#include "server.h"

namespace mcp {
namespace {

struct Options {
  std::string database;
  std::string store = "default";
  std::string model;  // a Model2Vec folder; none: the built-in embedder
};

whosaid::Result<whosaid::MemoryStore> open_store(const Options& options) {
  std::shared_ptr<whosaid::Embedder> embedder;
  if (!options.model.empty()) {
    auto table = whosaid::StaticTableEmbedder::load(options.model);
    if (!table) return tl::make_unexpected(table.error());
    embedder = *table;
  }
  auto database = whosaid::Database::open(options.database, {.embedder = embedder});
  if (!database) return tl::make_unexpected(database.error());
  return database->create_store(options.store);
}

// Until the client closes its end or goes away, or a signal asks for the end.
int serve(whosaid::MemoryStore store, const EndSignals& signals) {
  Server server(std::move(store));
  LineReader reader(STDIN_FILENO, signals);
  std::string line;
  for (;;) {
    const Read read = reader.next(line);
    if (read == Read::end) return 0;
    const auto reply = read == Read::line ? server.answer(line) : Server::too_long();
    if (reply && !write_line(STDOUT_FILENO, *reply, signals)) return 0;
  }
}

int run(int argc, char** argv) {
  Options options;
  CLI::App app("Memory that knows who said it, for clients of the Model Context Protocol.",
               "whosaid_mcp");
  app.set_version_flag("--version", WHOSAID_VERSION);
  app.add_option("--db", options.database, "The database directory, created if it is not there")
      ->required()
      ->type_name("DIR");
  app.add_option("--store", options.store, "Whose memory: one database holds many stores")
      ->capture_default_str()
      ->type_name("ID");
  app.add_option("--model", options.model, "A Model2Vec folder that made the database's vectors")
      ->type_name("FOLDER");
  app.footer(
      "Speaks JSON-RPC on standard input and output, one message a line, until its input ends or\n"
      "SIGTERM comes. One process holds a database at a time. Reports go to standard error.");
  CLI11_PARSE(app, argc, argv);

  const EndSignals signals;
  auto store = open_store(options);
  if (!store) {
    std::cerr << to_json(store.error()) << '\n';
    return 1;
  }
  return serve(std::move(*store), signals);
}

}  // namespace
}  // namespace mcp

int main(int argc, char** argv) {
  mcp::hold_standard_streams();
  try {
    return mcp::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "whosaid_mcp: " << error.what() << '\n';
    return 1;
  }
}
