#include "commands.h"

#include <unistd.h>
#include <whosaid/embedders/static_table.h>
#include <whosaid/prompt.h>

#include <iostream>
#include <string>

#include "import.h"
#include "printer.h"
#include "turns.h"
#include "upkeep.h"

namespace cli {
namespace {

using whosaid::MemoryStore;
using whosaid::Result;

// Shows memories page by page, as `next_page` brings them, or only the first page.
template <typename NextPage>
Result<void> show_pages(const MemoryStore& store, const Arguments& arguments, Output& out,
                        NextPage next_page) {
  const auto people = store.list_speakers();
  if (!people) return tl::make_unexpected(people.error());
  Printer printer(out, arguments.json);
  printer.know(*people);
  constexpr std::size_t kLargestPage = 1000;
  whosaid::PageOptions options{.limit = arguments.all ? kLargestPage : arguments.page};
  for (;;) {
    const Result<whosaid::Page> page = next_page(options);
    if (!page) return tl::make_unexpected(page.error());
    printer.memories(page->memories);
    if (!page->next || out.closed()) return {};
    if (!arguments.all) {
      printer.more_follow();
      return {};
    }
    options.after = page->next;
  }
}

// Asks on a terminal whether to go on; elsewhere only --yes says so.
Result<bool> may_forget(const Arguments& arguments, const std::string& name,
                        const whosaid::ForgetResult& preview) {
  if (arguments.yes) return true;
  const std::string what = "forget " + std::to_string(preview.memories) + " memories (" +
                           std::to_string(preview.chunks) + " sentences) of " + harmless(name);
  if (!is_terminal(STDIN_FILENO) || arguments.json) {
    return tl::make_unexpected(
        whosaid::Error{.code = whosaid::ErrorCode::invalid_request,
                       .message = "this would " + what + "; give --yes to go ahead.",
                       .field = "yes"});
  }
  std::cerr << "This would " << what << ", for good. Go ahead? [y/N] " << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

Result<void> forget_speaker(MemoryStore& store, const Arguments& arguments, Output& out) {
  const std::string& name = *arguments.whose;
  const auto preview = store.forget_speaker(name, whosaid::Forget::preview);
  if (!preview) return tl::make_unexpected(preview.error());
  const auto may = may_forget(arguments, name, *preview);
  if (!may) return tl::make_unexpected(may.error());
  Printer printer(out, arguments.json);
  if (!*may) {
    printer.done("Nothing was forgotten.", "status", "unchanged");
    return {};
  }
  const auto forgotten = store.forget_speaker(name, whosaid::Forget::commit);
  if (!forgotten) return tl::make_unexpected(forgotten.error());
  printer.forgotten(name, *forgotten);
  return {};
}

}  // namespace

Result<std::shared_ptr<whosaid::Embedder>> embedder_of(const std::string& folder) {
  if (folder.empty()) return nullptr;
  auto table = whosaid::StaticTableEmbedder::load(folder);
  if (!table) return tl::make_unexpected(table.error());
  return *table;
}

Result<whosaid::Database> open_database(const Arguments& arguments, IfMissing if_missing) {
  const auto embedder = embedder_of(arguments.model);
  if (!embedder) return tl::make_unexpected(embedder.error());
  const bool create = if_missing == IfMissing::create;
  return whosaid::Database::open(arguments.database,
                                 {.embedder = *embedder, .create_if_missing = create});
}

Result<MemoryStore> open_store(const Arguments& arguments, IfMissing if_missing) {
  auto database = open_database(arguments, if_missing);
  if (!database) return tl::make_unexpected(database.error());
  const bool create = if_missing == IfMissing::create;
  return create ? database->create_store(arguments.store) : database->store(arguments.store);
}

Result<void> import_file(const Arguments& arguments, Output& out) {
  if (is_export(arguments.file)) return import_export(arguments, out);
  const auto turns = read_turns(arguments.file);
  if (!turns) return tl::make_unexpected(turns.error());
  auto store = open_store(arguments, IfMissing::create);
  if (!store) return tl::make_unexpected(store.error());
  const auto report = import_turns(*store, arguments.file, *turns);
  if (!report) return tl::make_unexpected(report.error());
  Printer(out, arguments.json).imported(*report);
  return {};
}

Result<void> show_speakers(const Arguments& arguments, Output& out) {
  const auto store = open_store(arguments, IfMissing::fail);
  if (!store) return tl::make_unexpected(store.error());
  const auto people = store->list_speakers();
  if (!people) return tl::make_unexpected(people.error());
  Printer printer(out, arguments.json);
  printer.know(*people);
  printer.speakers(*people);
  return {};
}

Result<void> register_speaker(const Arguments& arguments, Output& out) {
  auto store = open_store(arguments, IfMissing::create);
  if (!store) return tl::make_unexpected(store.error());
  const auto added = store->add_speaker(arguments.speaker);
  if (!added) return tl::make_unexpected(added.error());
  Printer(out, arguments.json).registered(*added);
  return {};
}

Result<void> unregister_speaker(const Arguments& arguments, Output& out) {
  auto store = open_store(arguments, IfMissing::fail);
  if (!store) return tl::make_unexpected(store.error());
  const auto removed = store->remove_speaker(arguments.speaker);
  if (!removed) return tl::make_unexpected(removed.error());
  Printer(out, arguments.json).unregistered(arguments.speaker);
  return {};
}

Result<void> say(const Arguments& arguments, Output& out) {
  auto store = open_store(arguments, IfMissing::create);
  if (!store) return tl::make_unexpected(store.error());
  const auto on_duplicate =
      arguments.anyway ? whosaid::OnDuplicate::store : whosaid::OnDuplicate::drop;
  const auto added =
      store->add(arguments.text, {.speaker = arguments.speaker, .on_duplicate = on_duplicate});
  if (!added) return tl::make_unexpected(added.error());
  Printer(out, arguments.json).said(*added);
  return {};
}

Result<void> ask(const Arguments& arguments, Output& out) {
  const auto store = open_store(arguments, IfMissing::fail);
  if (!store) return tl::make_unexpected(store.error());
  const auto found = store->search(
      arguments.question,
      {.speaker = arguments.asked, .limit = arguments.hits, .explain = arguments.explain});
  if (!found) return tl::make_unexpected(found.error());
  const auto people = store->list_speakers();
  if (!people) return tl::make_unexpected(people.error());
  Printer printer(out, arguments.json);
  printer.know(*people);
  printer.hits(found->hits);
  return {};
}

Result<void> show_by_speaker(const Arguments& arguments, Output& out) {
  const auto store = open_store(arguments, IfMissing::fail);
  if (!store) return tl::make_unexpected(store.error());
  return show_pages(*store, arguments, out, [&](const whosaid::PageOptions& options) {
    return store->by_speaker(arguments.speaker, options);
  });
}

Result<void> show_all(const Arguments& arguments, Output& out) {
  const auto store = open_store(arguments, IfMissing::fail);
  if (!store) return tl::make_unexpected(store.error());
  return show_pages(*store, arguments, out,
                    [&](const whosaid::PageOptions& options) { return store->list(options); });
}

Result<void> forget(const Arguments& arguments, Output& out) {
  auto store = open_store(arguments, IfMissing::fail);
  if (!store) return tl::make_unexpected(store.error());
  if (arguments.whose) return forget_speaker(*store, arguments, out);
  const whosaid::MemoryId id{arguments.id};
  const auto forgotten = store->forget(id);
  if (!forgotten) return tl::make_unexpected(forgotten.error());
  Printer(out, arguments.json).forgotten(id, *forgotten);
  return {};
}

Result<void> supersede(const Arguments& arguments, Output& out) {
  auto store = open_store(arguments, IfMissing::fail);
  if (!store) return tl::make_unexpected(store.error());
  const auto on_duplicate =
      arguments.anyway ? whosaid::OnDuplicate::store : whosaid::OnDuplicate::drop;
  const auto result = store->supersede(whosaid::MemoryId{arguments.id}, arguments.text,
                                       {.on_duplicate = on_duplicate});
  if (!result) return tl::make_unexpected(result.error());
  whosaid::AddResult said;
  said.status = result->status;
  said.id = result->id;
  said.duplicate_of = result->duplicate_of;
  said.note = result->note;
  Printer(out, arguments.json).said(said);
  return {};
}

Result<void> remember_turn(const Arguments& arguments, Output& out) {
  auto store = open_store(arguments, IfMissing::create);
  if (!store) return tl::make_unexpected(store.error());
  const auto added = store->add_turn(arguments.text, arguments.answer);
  if (!added) return tl::make_unexpected(added.error());
  Printer(out, arguments.json).said(*added);
  return {};
}

Result<void> show_lineage(const Arguments& arguments, Output& out) {
  const auto store = open_store(arguments, IfMissing::fail);
  if (!store) return tl::make_unexpected(store.error());
  const auto versions = store->lineage(whosaid::MemoryId{arguments.id});
  if (!versions) return tl::make_unexpected(versions.error());
  const auto people = store->list_speakers();
  if (!people) return tl::make_unexpected(people.error());
  Printer printer(out, arguments.json);
  printer.know(*people);
  printer.memories(*versions);
  return {};
}

Result<void> recall(const Arguments& arguments, Output& out) {
  const auto store = open_store(arguments, IfMissing::fail);
  if (!store) return tl::make_unexpected(store.error());
  const auto recalled =
      store->recall(arguments.question, {.speaker = arguments.asked, .limit = arguments.hits});
  if (!recalled) return tl::make_unexpected(recalled.error());
  if (arguments.prompt) {
    out.write(harmless(to_prompt(*recalled), LineBreaks::keep));
    return {};
  }
  const auto people = store->list_speakers();
  if (!people) return tl::make_unexpected(people.error());
  Printer printer(out, arguments.json);
  printer.know(*people);
  printer.recalled(*recalled);
  return {};
}

}  // namespace cli
