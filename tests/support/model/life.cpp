// The frame of Life, and the calls on a database.

#include "support/model/life.h"

#include <algorithm>
#include <utility>

#include "support/model/code.h"
#include "support/model/texts.h"

namespace whosaid::test::model {
namespace {

// Between two comparisons of everything.
constexpr std::size_t kSteps = 8;

// What a store may hold after an import.
constexpr std::size_t kMostImported = 250;

template <typename T>
std::string code_only(const Result<T>& result) {
  return result ? "ok" : describe({.code = result.error().code});
}

}  // namespace

OpenOptions options_of(const Opening& opening) {
  OpenOptions options;
  options.embedder = embedder(opening.rules.embedder);
  options.speaker_limit = opening.rules.speaker_limit;
  options.durability = Durability::buffered;
  options.duplicates = opening.rules.duplicates;
  options.graph_threshold = opening.graph_threshold;
  options.index_memory_budget = opening.index_memory_budget;
  return options;
}

std::optional<Failure> Life::difference(Database database, const Opening& opening,
                                        std::map<std::string, StoreModel> models) {
  const Sequence nothing{opening, {}};
  Life life(nothing);
  life.database_ = std::move(database);
  life.models_ = std::move(models);
  life.compare_everything();
  for (const auto& [id, model] : life.models_) {
    if (life.failure_) break;
    life.id_ = id;
    life.store_ = *life.database_->store(id);
    life.compare_searches();
  }
  return life.failure_;
}

std::optional<Failure> Life::run() {
  write("auto database = *Database::open(directory, " + code(opening_) + ")");
  open();
  for (const Operation& operation : sequence_.operations) {
    if (failure_) return failure_;
    perform(operation);
    ++step_;
    if (!failure_ && step_ % kSteps == 0) compare_everything();
  }
  if (!failure_) call(Reopen{opening_});
  if (!failure_) compare_everything();
  return failure_;
}

void Life::perform(const Operation& operation) {
  id_ = operation.store;
  store_.reset();
  if (breaks_store_rule(id_)) {
    write("database.create_store(" + code(id_) + ")");
    compare("create_store", error_of(database_->create_store(id_)), "invalid_request field=store");
    compare("store", error_of(database_->store(id_)), "invalid_request field=store");
    return compare("delete_store", error_of(database_->delete_store(id_)),
                   "invalid_request field=store");
  }
  const bool known = models_.contains(id_);
  auto found = database_->store(id_);
  if (found.has_value() != known) {
    return fail("store(" + code(id_) + ")", error_of(found), known ? "ok" : "not_found");
  }
  if (found) store_ = *std::move(found);
  const bool on_store = operation.call.index() < Call(CreateStore{}).index();
  if (on_store && !known) return;
  std::visit([&](const auto& what) { call(what); }, operation.call);
  if (on_store && !failure_) compare_counts();
  store_.reset();
}

void Life::open() {
  auto opened = Database::open(directory(), options_of(opening_));
  if (!opened) return fail("open", message_of(opened), "ok");
  database_ = *std::move(opened);
}

void Life::close() {
  store_.reset();
  deleted_.clear();
  database_.reset();
}

void Life::write(const std::string& code) { code_.push_back(code + ";"); }

void Life::write_store_call(const std::string& call) {
  write("database.store(" + code(id_) + ")->" + call);
}

void Life::fail(const std::string& question, const std::string& found,
                const std::string& expected) {
  if (failure_) return;
  failure_ = {step_, question + "\nfound: " + found + "\nexpected: " + expected, code_};
}

void Life::compare(const std::string& question, const std::string& found,
                   const std::string& expected) {
  if (found != expected) fail(question, found, expected);
}

void Life::call(const CreateStore&) {
  write("database.create_store(" + code(id_) + ")");
  compare("create_store", error_of(database_->create_store(id_)), "ok");
  models_.try_emplace(id_);
}

void Life::call(const DeleteStore&) {
  write("database.delete_store(" + code(id_) + ")");
  const bool known = models_.erase(id_) > 0;
  compare("delete_store", error_of(database_->delete_store(id_)), known ? "ok" : "not_found");
  if (store_) deleted_[id_].push_back(*store_);
  walks_.erase(id_);
  tried_.erase(id_);
}

void Life::call(const AskDeleted&) {
  if (deleted_[id_].empty()) return;
  write("// all calls on the first handle of " + code(id_) + ", which was deleted");
  MemoryStore& gone = deleted_[id_].front();
  const std::string text = sentence(kFirst, 0);
  const std::vector<NewMemory> batch = {{text}};
  const std::vector<std::string> answers = {code_only(gone.add_speaker("Ann")),
                                            code_only(gone.list_speakers()),
                                            code_only(gone.remove_speaker("Ann")),
                                            code_only(gone.add(text)),
                                            code_only(gone.add_batch(batch)),
                                            code_only(gone.add_turn(text, text)),
                                            code_only(gone.supersede(MemoryId{1}, text)),
                                            code_only(gone.forget(MemoryId{1})),
                                            code_only(gone.forget_speaker("me")),
                                            code_only(gone.search(text)),
                                            code_only(gone.recall(text)),
                                            code_only(gone.by_speaker("me")),
                                            code_only(gone.list()),
                                            code_only(gone.get(MemoryId{1})),
                                            code_only(gone.lineage(MemoryId{1})),
                                            code_only(gone.stats())};
  for (const std::string& answer : answers) compare("a deleted store", answer, "not_found");
}

void Life::call(const Reopen& call) {
  // Another embedder than the last one is refused, so that one stays.
  const int embedder = rules().embedder;
  opening_ = call.opening;
  opening_.rules.embedder = embedder;
  close();
  write("database = reopened(" + code(opening_) + ")");
  open();
}

void Life::call(const OpenWithAnotherEmbedder&) {
  Opening other = opening_;
  other.rules.embedder = (other.rules.embedder + 1) % kEmbedders;
  close();
  write("// not opened with " + code(other));
  compare("open with another embedder", code_only(Database::open(directory(), options_of(other))),
          "embedder_mismatch");
  open();
}

void Life::call(const Reembed& call) {
  write("database.reembed(model::embedder(" + std::to_string(call.embedder) + ")" +
        (call.cancel ? ", cancelled)" : ")"));
  bool asked = false;
  const auto go_on = [&](std::size_t, std::size_t) {
    asked = true;
    return !call.cancel;
  };
  const auto done = database_->reembed(embedder(call.embedder), go_on);
  const bool cancelled = asked && call.cancel;
  compare("reembed", error_of(done), cancelled ? "conflict field=progress" : "ok");
  if (!cancelled) opening_.rules.embedder = call.embedder;
}

void Life::call(const Move& call) {
  const std::filesystem::path from = directory();
  const std::filesystem::path file = temp_ / "export.jsonl";
  ++moves_;
  if (call.backup) {
    write("database.backup(there); database = open(there)");
    compare("backup", error_of(database_->backup(directory())), "ok");
    if (failure_) return;
    close();
    return open();
  }
  write("database.export_jsonl(file); database = open(there); database.import_jsonl(file)");
  compare("export_jsonl", error_of(database_->export_jsonl(file)), "ok");
  if (failure_) return;
  // A database that was opened with a lower limit may hold more people than a new one may take.
  bool fits = true;
  for (const auto& [id, model] : models_) {
    fits &= model.list_speakers(rules()).count <= rules().speaker_limit;
  }
  close();
  open();
  if (failure_) return;
  compare("import_jsonl", error_of(database_->import_jsonl(file)),
          fits ? "ok" : "invalid_request speaker_limit=" + std::to_string(rules().speaker_limit));
  if (fits) {
    for (auto& [id, model] : models_) model.move();
    tried_.clear();
    return;
  }
  const auto left = database_->list_stores();
  compare("list_stores after a refused import", left ? show(*left) : error_of(left), "nothing");
  close();
  std::filesystem::remove_all(directory());
  std::filesystem::rename(from, directory());
  open();
}

void Life::call(const Export&) {
  write("database.export_jsonl(file)");
  compare("export_jsonl", error_of(database_->export_jsonl(temp_ / "kept.jsonl")), "ok");
  exported_ = models_;
}

std::vector<MemoryId> Life::imported_ids(const StoreModel& before) {
  std::vector<MemoryId> ids;
  for (const Memory& memory : walk(std::nullopt, 100, true)) {
    if (before.ids().empty() || memory.id > before.ids().back()) ids.push_back(memory.id);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

void Life::call(const Import& call) {
  if (!exported_) return;
  bool fits = true;
  for (const auto& [id, arriving] : *exported_) {
    const StoreModel present = models_.contains(id) ? models_.at(id) : StoreModel();
    if (present.list(true).size() + arriving.list(true).size() > kMostImported) return;
    fits &= present.may_import(rules(), arriving);
  }
  write(std::string("database.import_jsonl(file") + (call.cancel ? ", cancelled)" : ")"));
  const auto go_on = [&](std::size_t, std::size_t) { return !call.cancel; };
  const std::string full = "invalid_request speaker_limit=" + std::to_string(rules().speaker_limit);
  const std::string found = error_of(database_->import_jsonl(temp_ / "kept.jsonl", go_on));
  if (!fits || call.cancel) {
    for (const auto& [id, model] : models_) tried_.insert(id);
    // With more than a few memories a cancellation comes first.
    if (found == "conflict field=progress" && call.cancel) return;
    return compare("import_jsonl", found, full);
  }
  compare("import_jsonl", found, "ok");
  for (const auto& [id, arriving] : *exported_) {
    if (failure_) return;
    const bool unused = models_[id].ids().empty() && !tried_.contains(id);
    id_ = id;
    store_ = *database_->store(id);
    const std::vector<MemoryId> ids = imported_ids(expected());
    std::vector<MemoryId> kept;
    for (const Memory& memory : arriving.list(true)) kept.push_back(memory.id);
    std::sort(kept.begin(), kept.end());
    compare("memories that an import added", std::to_string(ids.size()),
            std::to_string(kept.size()));
    // A store that never held a memory gets the ids of the file.
    if (unused) compare("ids of an import", show(ids), show(kept));
    if (!failure_) expected().import(arriving, ids);
  }
}

void Life::compare_everything() {
  std::vector<std::string> ids;
  for (const auto& [id, model] : models_) ids.push_back(id);
  const auto found = database_->list_stores();
  compare("list_stores", found ? show(*found) : error_of(found), show(ids));
  for (const std::string& id : ids) {
    if (failure_) return;
    id_ = id;
    auto store = database_->store(id);
    if (!store) return fail("store(" + code(id) + ")", error_of(store), "ok");
    store_ = *std::move(store);
    compare_all_of_store();
  }
  store_.reset();
  if (!failure_) verify();
}

void Life::verify() {
  const auto report = database_->verify();
  if (!report) return fail("verify", error_of(report), "ok");
  std::string problems;
  for (const VerifyProblem& problem : report->problems) problems += "\n  " + problem.message;
  compare("the problems that verify tells", problems, "");
  std::size_t memories = 0;
  std::size_t chunks = 0;
  for (const auto& [id, model] : models_) {
    for (const Memory& memory : model.list(true)) {
      ++memories;
      chunks += memory.chunks;
    }
  }
  compare("what verify counts",
          std::to_string(report->stores) + " stores, " + std::to_string(report->memories) + "/" +
              std::to_string(report->chunks),
          std::to_string(models_.size()) + " stores, " + std::to_string(memories) + "/" +
              std::to_string(chunks));
}

}  // namespace whosaid::test::model
