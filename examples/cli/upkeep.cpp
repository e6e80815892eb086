#include "upkeep.h"

#include <fstream>

#include "interrupt.h"
#include "printer.h"
#include "progress.h"

namespace cli {

using whosaid::Result;

bool is_export(const std::string& file) {
  constexpr std::string_view kStart = "{\"whosaid\":";
  if (file == "-") return false;
  std::ifstream in(file, std::ios::binary);
  std::string start(kStart.size(), '\0');
  return in.read(start.data(), static_cast<std::streamsize>(start.size())) && start == kStart;
}

Result<void> import_export(const Arguments& arguments, Output& out) {
  auto database = open_database(arguments, IfMissing::create);
  if (!database) return tl::make_unexpected(database.error());
  Result<void> imported;
  {
    Progress progress(0, "memories");
    imported = database->import_jsonl(arguments.file, progress.callback());
  }
  if (!imported) {
    whosaid::Error error = explained(imported.error(), "nothing was imported.");
    error.message = arguments.file + ": " + error.message;
    return tl::make_unexpected(error);
  }
  Printer(out, arguments.json).done(arguments.file + " is imported.", "imported", arguments.file);
  return {};
}

Result<void> export_file(const Arguments& arguments, Output& out) {
  const auto database = open_database(arguments, IfMissing::fail);
  if (!database) return tl::make_unexpected(database.error());
  Result<void> exported;
  {
    Progress progress(0, "memories");
    exported = database->export_jsonl(arguments.file, progress.callback());
  }
  if (!exported) {
    return tl::make_unexpected(explained(exported.error(), "nothing was exported."));
  }
  Printer(out, arguments.json)
      .done("Everything is exported to " + arguments.file + '.', "exported", arguments.file);
  return {};
}

Result<void> backup(const Arguments& arguments, Output& out) {
  const auto database = open_database(arguments, IfMissing::fail);
  if (!database) return tl::make_unexpected(database.error());
  Result<void> made;
  {
    Progress progress(0, "copies");
    made = database->backup(arguments.file, progress.callback());
  }
  if (!made) return tl::make_unexpected(explained(made.error(), "nothing was copied."));
  Printer(out, arguments.json)
      .done("The database is copied to " + arguments.file + '.', "backup", arguments.file);
  return {};
}

Result<void> verify(const Arguments& arguments, Output& out) {
  const auto database = open_database(arguments, IfMissing::fail);
  if (!database) return tl::make_unexpected(database.error());
  Result<whosaid::VerifyReport> report;
  {
    Progress progress(0, "records");
    report = database->verify(progress.callback());
  }
  if (!report) {
    return tl::make_unexpected(explained(report.error(), "not everything was checked."));
  }
  Printer(out, arguments.json).verified(*report);
  if (report->problems.empty()) return {};
  return tl::make_unexpected(
      whosaid::Error{.code = whosaid::ErrorCode::corruption,
                     .message = "the database has " + std::to_string(report->problems.size()) +
                                (report->problems.size() == 1 ? " problem." : " problems.")});
}

Result<void> reembed(const Arguments& arguments, Output& out) {
  auto database = open_database(arguments, IfMissing::fail);
  if (!database) return tl::make_unexpected(database.error());
  const auto embedder = embedder_of(arguments.new_model);
  if (!embedder) return tl::make_unexpected(embedder.error());
  Result<void> done;
  {
    Progress progress(0, "memories");
    done = database->reembed(*embedder, progress.callback());
  }
  if (!done) {
    return tl::make_unexpected(explained(
        done.error(), "the vectors are the old ones; the next reembed goes on from here."));
  }
  Printer(out, arguments.json)
      .done(*embedder == nullptr ? "All vectors are those of the built-in embedder."
                                 : "All vectors are those of " + arguments.new_model +
                                       ": name it with --model from now on.",
            "status", "embedded");
  return {};
}

Result<void> show_stats(const Arguments& arguments, Output& out) {
  const auto store = open_store(arguments, IfMissing::fail);
  if (!store) return tl::make_unexpected(store.error());
  const auto stats = store->stats();
  if (!stats) return tl::make_unexpected(stats.error());
  Printer(out, arguments.json).stats(*stats);
  return {};
}

}  // namespace cli
