#include "commands.h"

#include <whosaid/database.h>
#include <whosaid/memory_store.h>

#include "import.h"
#include "printer.h"
#include "turns.h"

namespace cli {
namespace {

using whosaid::MemoryStore;
using whosaid::Result;

enum class IfMissing { create, fail };

Result<MemoryStore> open_store(const Arguments& arguments, IfMissing if_missing) {
  const bool create = if_missing == IfMissing::create;
  auto database = whosaid::Database::open(arguments.database, {.create_if_missing = create});
  if (!database) return tl::make_unexpected(database.error());
  return create ? database->create_store(arguments.store) : database->store(arguments.store);
}

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

}  // namespace

Result<void> import_file(const Arguments& arguments, Output& out) {
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
  const auto found =
      store->search(arguments.question, {.speaker = arguments.asked, .limit = arguments.hits});
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
  const whosaid::MemoryId id{arguments.id};
  const auto forgotten = store->forget(id);
  if (!forgotten) return tl::make_unexpected(forgotten.error());
  Printer(out, arguments.json).forgotten(id, *forgotten);
  return {};
}

}  // namespace cli
