#include "store/import.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "store/arrivals.h"
#include "store/files.h"
#include "store/import_plan.h"
#include "store/jsonl.h"
#include "store/memories.h"
#include "store/upkeep.h"

namespace whosaid::store {
namespace {

// What the embedder is given with one call: so many memories, or fewer if their chunks are many.
constexpr std::size_t kMemoriesAtOnce = 256;
constexpr std::size_t kChunksAtOnce = 1024;
constexpr std::size_t kBytesAtOnce = std::size_t{8} << 20;

// A store that takes something in, and what it has taken.
struct Destination {
  std::string id;
  std::shared_ptr<Store> store;
  bool created = false;
  Reservation room;
  std::vector<MemoryId> taken;
};

// The second reading, which stores; rolled back unless it came to its end.
class Importer {
 public:
  Importer(DatabaseCore& database, InputFile& file, ImportPlan plan, Steps& steps)
      : database_(database), file_(file), plan_(std::move(plan)), steps_(steps) {}

  Result<void> run() {
    Result<void> done = prepare_stores();
    if (done) done = store_memories();
    if (done) return done;
    auto undone = undo();
    if (undone) return done;
    undone.error().message =
        done.error().message +
        " What had been stored could not be taken back: " + undone.error().message;
    return undone;
  }

 private:
  Result<void> prepare_stores() {
    destinations_.reserve(plan_.stores.size());
    for (const StorePlan& plan : plan_.stores) {
      auto store = database_.find_store(plan.id);
      const bool missing = !store && store.error().code == ErrorCode::not_found;
      if (missing) store = database_.create_store(plan.id);
      if (!store) return tl::unexpected(std::move(store.error()));
      // From here on undo() knows of it.
      Destination& to = destinations_.emplace_back();
      to.id = plan.id;
      to.created = missing;
      auto room = InUse(**store)->make_room(plan.speakers, plan.last);
      if (!room) return tl::unexpected(std::move(room.error()));
      to.store = *std::move(store);
      to.room = *std::move(room);
    }
    return {};
  }

  Result<void> store_memories() {
    if (auto rewound = file_.rewind(); !rewound) return rewound;
    std::vector<MemoryLine> lines;
    std::size_t bytes = 0;
    for (std::size_t number = 1;; ++number) {
      auto line = read_line(file_, number);
      if (!line) return tl::unexpected(std::move(line.error()));
      auto* const memory = *line ? std::get_if<MemoryLine>(&**line) : nullptr;
      const bool full = lines.size() == kMemoriesAtOnce || bytes >= kBytesAtOnce;
      const bool elsewhere =
          memory != nullptr && !lines.empty() && memory->store != lines.front().store;
      if (!lines.empty() && (full || elsewhere || !*line)) {
        if (auto stored = store_batch(lines); !stored) return stored;
        lines.clear();
        bytes = 0;
      }
      if (!*line) break;
      if (memory == nullptr) continue;
      if (auto expected = check_planned(*memory, number); !expected) return expected;
      bytes += memory->content.size();
      lines.push_back(std::move(*memory));
    }
    if (!steps_.report()) return tl::unexpected(stopped_by_progress());
    return {};
  }

  // What is stored is what was checked: each memory of the plan once, and no other.
  Result<void> check_planned(const MemoryLine& memory, std::size_t line) {
    if (StorePlan* const store = plan_.find(memory.store)) {
      const auto known = store->memories.find(value(memory.id));
      if (known != store->memories.end() && known->second.line == line) return {};
    }
    return tl::unexpected(line_error(line, "the file was changed while it was read."));
  }

  Result<void> store_batch(const std::vector<MemoryLine>& lines) {
    StorePlan& plan = *plan_.find(lines.front().store);
    Destination& to = destinations_[static_cast<std::size_t>(&plan - plan_.stores.data())];
    std::vector<Arrival> arrivals;
    std::size_t chunks = 0;
    for (const MemoryLine& line : lines) {
      auto text = prepare({line.content, &line.options, line.first_half});
      if (!text) return tl::unexpected(std::move(text.error()));
      const std::size_t more = text->chunks.size();
      if (chunks + more > kChunksAtOnce && !arrivals.empty()) {
        if (auto stored = take_in(to, arrivals); !stored) return stored;
        arrivals.clear();
        chunks = 0;
      }
      chunks += more;
      arrivals.push_back(arrive(plan, to.room, line, *std::move(text)));
    }
    return take_in(to, arrivals);
  }

  Result<void> take_in(Destination& to, std::vector<Arrival>& arrivals) {
    for (bool stored = false; !stored;) {
      const auto embedding = InUse(*to.store)->embedding();
      if (!embedding) return tl::unexpected(embedding.error());
      std::vector<Prepared*> texts;
      texts.reserve(arrivals.size());
      for (Arrival& arrival : arrivals) texts.push_back(&arrival.text);
      if (auto embedded = embed_all(*embedding, texts); !embedded) return embedded;
      const auto taken = InUse(*to.store)->take_in(to.room, arrivals, *embedding);
      if (!taken) return tl::unexpected(taken.error());
      stored = *taken;
    }
    for (const Arrival& arrival : arrivals) to.taken.push_back(arrival.id);
    if (!steps_.step(arrivals.size())) return tl::unexpected(stopped_by_progress());
    return {};
  }

  static std::uint64_t value(MemoryId id) { return static_cast<std::uint64_t>(id); }

  // A link to a memory that is not in the file leads nowhere here.
  static Arrival arrive(const StorePlan& plan, const Reservation& room, const MemoryLine& line,
                        Prepared text) {
    const auto raised = [&](MemoryId id) { return MemoryId{value(id) + room.offset}; };
    const auto present = [&](const std::optional<MemoryId>& id) {
      return id && plan.memories.contains(value(*id));
    };
    Arrival arrival{std::move(text), raised(line.id), std::nullopt, std::nullopt};
    if (present(line.supersedes)) arrival.supersedes = raised(*line.supersedes);
    if (present(line.superseded_by)) {
      arrival.superseded_by = raised(*line.superseded_by);
    } else if (!line.current) {
      arrival.superseded_by = kForgotten;
    }
    return arrival;
  }

  Result<void> undo() {
    for (Destination& to : destinations_) {
      if (to.store != nullptr) {
        for (std::size_t begin = 0; begin < to.taken.size(); begin += kMemoriesAtOnce) {
          const std::size_t count = std::min(kMemoriesAtOnce, to.taken.size() - begin);
          const std::span<const MemoryId> ids(to.taken.data() + begin, count);
          if (auto out = InUse(*to.store)->take_out(ids); !out) return out;
        }
        if (auto given = InUse(*to.store)->give_back(to.room, !to.taken.empty()); !given)
          return given;
      }
      if (!to.created) continue;
      const auto store = database_.find_store(to.id);
      const auto empty = store ? InUse(**store)->empty() : Result<bool>(false);
      if (!empty || !*empty) continue;
      if (auto deleted = database_.delete_store(to.id); !deleted) return deleted;
    }
    return {};
  }

  DatabaseCore& database_;
  InputFile& file_;
  ImportPlan plan_;
  Steps& steps_;
  std::vector<Destination> destinations_;  // in the order of the plan's stores
};

}  // namespace

Result<void> import_jsonl(DatabaseCore& database, const std::filesystem::path& path,
                          const Progress& progress) {
  auto file = InputFile::open(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  Steps steps(progress);
  auto plan = plan_import(**file, steps);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  return Importer(database, **file, *std::move(plan), steps).run();
}

}  // namespace whosaid::store
