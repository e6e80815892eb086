#include "store/import_plan.h"

#include <algorithm>
#include <utility>

#include "store/arguments.h"
#include "store/prepared.h"
#include "text/speaker_name.h"

namespace whosaid::store {
namespace {

std::uint64_t number(const std::optional<MemoryId>& id) {
  return id ? static_cast<std::uint64_t>(*id) : 0;
}

using Problem = std::string;  // empty: none

}  // namespace

// Reads one line after the other.
class PlanMaker {
 public:
  Problem operator()(const HeaderLine&) { return "the first line of an export comes again."; }

  Problem operator()(const StoreLine& line) {
    if (const auto checked = check_store_id(line.store); !checked) return checked.error().message;
    if (!plan_.places_.emplace(line.store, plan_.stores.size()).second) {
      return "this store has a line already.";
    }
    plan_.stores.push_back({.id = line.store});
    return {};
  }

  Problem operator()(const SpeakerLine& line) {
    StorePlan* const store = plan_.find(line.store);
    if (store == nullptr) return kNoStore;
    auto name = text::normalize_speaker_name(line.name);
    if (!name) return name.error().message;
    if (*name == kAgent) return "'me' is the agent itself, which is never registered.";
    if (store->knows(*name)) return "this speaker has a line already.";
    store->speakers.push_back({*std::move(name), line.created_at});
    ++speakers_;
    return {};
  }

  Problem operator()(const MemoryLine& line) {
    StorePlan* const store = plan_.find(line.store);
    if (store == nullptr) return kNoStore;
    const auto checked = check_new({line.content, &line.options, line.first_half});
    if (!checked) return checked.error().message;
    if (checked->speaker && *checked->speaker != kAgent && !store->knows(*checked->speaker)) {
      return "its speaker has no line before this one.";
    }
    const auto id = static_cast<std::uint64_t>(line.id);
    const StorePlan::Known known{line_, number(line.supersedes), number(line.superseded_by)};
    if (!store->memories.emplace(id, known).second) return "this id has a line already.";
    store->last = std::max(store->last, id);
    ++plan_.memories;
    return {};
  }

  Problem operator()(const EndLine& line) {
    const auto contradicts = [](std::optional<std::size_t> said, std::size_t found) {
      return said && *said != found;
    };
    if (contradicts(line.stores, plan_.stores.size()) || contradicts(line.speakers, speakers_) ||
        contradicts(line.memories, plan_.memories)) {
      return "it counts other lines than there are: some are missing or were added.";
    }
    ended_ = true;
    return {};
  }

  Result<ImportPlan> run(InputFile& file, Steps& steps) {
    for (;; ++line_) {
      const auto line = read_line(file, line_);
      if (!line) return tl::unexpected(line.error());
      if (!*line) break;
      Problem problem;
      if (ended_) {
        problem = "it stands behind the last line of the export.";
      } else if (line_ > 1) {
        problem = std::visit(*this, **line);
      } else if (!std::holds_alternative<HeaderLine>(**line)) {
        problem = kNoExport;
      }
      if (!problem.empty()) return tl::unexpected(line_error(line_, problem));
      if (std::holds_alternative<MemoryLine>(**line) && plan_.memories % 256 == 0) {
        steps.expect(256);
        if (!steps.report()) return tl::unexpected(stopped_by_progress());
      }
    }
    if (line_ == 1) return tl::unexpected(line_error(1, kNoExport));
    if (!ended_) {
      return tl::unexpected(line_error(line_, "the export ends before its last line."));
    }
    steps.expect(plan_.memories % 256);
    if (auto linked = check_links(); !linked) return tl::unexpected(std::move(linked.error()));
    return std::move(plan_);
  }

 private:
  static constexpr const char* kNoStore = "its store has no line before this one.";
  static constexpr const char* kNoExport = "this is not an export of whosaid.";

  // Two that name each other, or one whose other end is not in the file.
  Result<void> check_links() const {
    const auto contradicts = [](const StorePlan& store, std::uint64_t other,
                                std::uint64_t StorePlan::Known::*back, std::uint64_t id) {
      const auto found = store.memories.find(other);
      return found != store.memories.end() && found->second.*back != id;
    };
    std::size_t first = 0;
    for (const StorePlan& store : plan_.stores) {
      for (const auto& [id, known] : store.memories) {
        const bool wrong =
            contradicts(store, known.supersedes, &StorePlan::Known::superseded_by, id) ||
            contradicts(store, known.superseded_by, &StorePlan::Known::supersedes, id);
        if (wrong && (first == 0 || known.line < first)) first = known.line;
      }
    }
    if (first == 0) return {};
    return tl::unexpected(
        line_error(first, "the memory that it replaces, or that replaces it, says otherwise."));
  }

  ImportPlan plan_;
  std::size_t line_ = 1;
  std::size_t speakers_ = 0;
  bool ended_ = false;
};

bool StorePlan::knows(const std::string& name) const {
  return std::any_of(speakers.begin(), speakers.end(),
                     [&](const Registry::Speaker& speaker) { return speaker.name == name; });
}

StorePlan* ImportPlan::find(const std::string& store) {
  const auto place = places_.find(store);
  return place == places_.end() ? nullptr : &stores[place->second];
}

Error line_error(std::size_t line, const std::string& problem) {
  const std::string where = "line " + std::to_string(line);
  return invalid_argument(where, where + ": " + problem);
}

Result<std::optional<ExportLine>> read_line(InputFile& file, std::size_t line) {
  std::string text;
  const auto read = file.next(text);
  if (!read) return tl::unexpected(read.error());
  if (*read == InputFile::Read::end) return std::nullopt;
  if (*read == InputFile::Read::too_long) {
    return tl::unexpected(line_error(line, "it is longer than any line of an export."));
  }
  auto decoded = decode_line(text);
  if (!decoded) return tl::unexpected(line_error(line, decoded.error()));
  return *std::move(decoded);
}

Result<ImportPlan> plan_import(InputFile& file, Steps& steps) {
  return PlanMaker().run(file, steps);
}

}  // namespace whosaid::store
