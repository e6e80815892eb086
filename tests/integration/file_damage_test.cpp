// Whatever happens to a file of a database: what is read is what was written, under the label that
// it had, or the damage is told. WHOSAID_TEST_DAMAGES is how many are tried; the seed is shown.

#include "support/file_damage.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/child_process.h"
#include "support/fixture.h"
#include "support/portrait.h"
#include "support/random_seed.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

constexpr const char* kChild = "child: reads damaged databases";
constexpr std::uint64_t kMostIds = 40;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

OpenOptions how() {
  OpenOptions options = quick_options();
  options.embedder = scattered(8);
  return options;
}

// What was true at one moment or another.
struct Truth {
  std::map<std::string, std::set<Texts>> stores;        // portraits, by the store's id
  std::map<std::string, std::set<std::string>> copies;  // memories, as reads show them
  std::map<std::string, Texts> last;

  void learn(Database database) {
    for (const std::string& id : must(database.list_stores())) {
      const MemoryStore store = must(database.store(id));
      last[id] = portrait(store);
      stores[id].insert(last[id]);
      for (const Memory& memory : walk([&](const std::optional<PageCursor>& after) {
             return store.list({.after = after, .include_superseded = true});
           })) {
        copies[id].insert(likeness(memory));
      }
    }
  }
};

// Opens and closes, so that what the log holds goes into table files.
Truth furnish_directory(const fs::path& directory, const std::string& owner) {
  Truth truth;
  const auto open = [&] { return must(Database::open(directory, how())); };
  const auto tell = [&](MemoryStore store, int i, std::size_t length) {
    meet(store, {"Ann", owner});
    remember(store, i % 2 == 0 ? "Ann" : owner,
             owner + " note " + std::to_string(i) + repeat(" and so on", length),
             {.created_at = second(100 + i)});
  };
  for (const char* id : {"a", "b"}) {
    Database database = open();
    MemoryStore store = must(database.create_store(id));
    for (int i = 0; i < 3; ++i) tell(store, i, 0);
    furnish(store);
    truth.learn(database);
  }
  {
    Database database = open();
    for (int i = 3; i < 9; ++i) tell(must(database.store("a")), i, 300);
    must(must(database.store("b")).remove_speaker(owner));
    truth.learn(database);
  }
  Database database = open();
  MemoryStore store = must(database.store("a"));
  const auto step = [&](const auto& change) {
    change();
    truth.learn(database);
  };
  step([&] { tell(store, 20, 0); });
  step([&] { must(store.remove_speaker(owner)); });
  step([&] { must(database.create_store("c")); });
  step([&] { must(must(database.store("c")).add(owner + " in c")); });
  step([&] { must(store.forget(MemoryId{1})); });
  step([&] { must(store.add_speaker("Latest")); });
  step([&] { remember(store, "Latest", owner + " at last"); });
  return truth;
}

// Reads all that can be read; keeps what is wrong, and whether anything was refused.
class Reader {
 public:
  explicit Reader(const Truth& truth) : truth_(truth) {}

  void read(Database database) {
    const auto ids = database.list_stores();
    refused(ids);
    for (const std::string id : {"a", "b", "c"}) {
      const auto store = database.store(id);
      if (!store && store.error().code == ErrorCode::not_found) continue;
      if (!refused(store)) read_store(id, *store);
    }
    if (ids) {
      for (const std::string& id : *ids) fault(!truth_.stores.contains(id), "a store of nobody's");
    }
    const auto report = database.verify();
    if (refused(report)) return;
    for (const VerifyProblem& problem : report->problems) named_ += problem.message + ' ';
    if (report->problems.empty() && refusals_.empty()) whole(database);
  }

  [[nodiscard]] std::string verdict() const {
    if (!faults_.empty()) return "FAULT " + faults_;
    if (!named_.empty()) return "named: " + named_;
    if (!refusals_.empty()) return "FAULT not in the report: " + refusals_;
    return mixed_ ? "mixed" : older_ ? "older" : "whole";
  }

 private:
  template <typename T>
  bool refused(const Result<T>& result) {
    if (result) return false;
    const Error& error = result.error();
    fault(error.code != ErrorCode::corruption || error.message.empty(), error.message);
    refusals_ += error.message + ' ';
    return true;
  }

  void fault(bool it_is, const std::string& what) {
    if (it_is) faults_ += escaped(what) + "; ";
  }

  void see(const std::string& store, const Memory& memory) {
    const std::string shown = likeness(memory);
    fault(!truth_.copies.at(store).contains(shown), "store " + store + " never held " + shown);
  }
  void see(const std::string& store, const std::vector<Memory>& memories) {
    for (const Memory& memory : memories) see(store, memory);
  }
  void see(const std::string& store, const std::vector<Hit>& hits) {
    for (const Hit& hit : hits) see(store, hit.memory);
  }

  void read_store(const std::string& id, const MemoryStore& store) {
    PageOptions options{.limit = 5, .include_superseded = true};
    for (int page = 0; page < 20; ++page) {
      const auto read = store.list(options);
      if (refused(read)) break;
      see(id, read->memories);
      options.after = read->next;
      if (!read->next) break;
    }
    for (std::uint64_t i = 1; i < kMostIds; ++i) {
      const auto memory = store.get(MemoryId{i});
      const auto chain = store.lineage(MemoryId{i});
      if (!memory && memory.error().code == ErrorCode::not_found) continue;
      if (!refused(memory)) see(id, *memory);
      if (!refused(chain)) see(id, *chain);
    }
    read_people(id, store);
    if (const auto hits = store.search("the deadline", {.include_superseded = true});
        !refused(hits))
      see(id, hits->hits);
    if (const auto recall = store.recall("note 2"); !refused(recall)) see(id, recall->long_term);
    if (const auto stats = store.stats(); !refused(stats) && stats->damaged > 0)
      refusals_ += "damaged memories ";
  }

  void read_people(const std::string& id, const MemoryStore& store) {
    const auto people = store.list_speakers();
    if (refused(people)) return;
    for (const SpeakerInfo& person : people->speakers) {
      const auto said = store.by_speaker(person.name);
      if (refused(said)) continue;
      for (const Memory& memory : said->memories) {
        fault(memory.speaker != person.name, "a page of another's words");
        see(id, memory);
      }
    }
  }

  // Nothing was told, so all has to be there.
  void whole(const Database& database) {
    Database copy = database;
    for (const auto& [id, last] : truth_.last) {
      const auto store = copy.store(id);
      if (store && portrait(*store) == last) continue;
      older_ = true;
      mixed_ = mixed_ || (store && !truth_.stores.at(id).contains(portrait(*store)));
    }
  }

  const Truth& truth_;
  bool older_ = false;  // as it was at an earlier moment
  bool mixed_ = false;  // one table is older than another
  std::string faults_, refusals_, named_;
};

std::string try_damage(const FileDamage& damage, const Truth& truth, const fs::path& directory) {
  const fs::path copy = directory / "copy";
  fs::remove_all(copy);
  fs::copy(directory / "mine", copy);
  apply(damage, copy, directory / "theirs");
  std::string verdict;
  for (int time = 0; time < 2; ++time) {
    auto database = Database::open(copy, how());
    if (!database) {
      const Error& error = database.error();
      verdict += error.code == ErrorCode::corruption ? "refused: " : "FAULT ";
      verdict += error.message + " | ";
      continue;
    }
    Reader reader(truth);
    reader.read(*database);
    verdict += reader.verdict() + " | ";
  }
  return verdict;
}

// "SEED COUNT FIRST". Tells what it tries, then how that went.
TEST_CASE("child: reads damaged databases", "[.]") {
  const fs::path directory = ChildProcess::directory();
  if (directory.empty()) return;
  std::istringstream argument(ChildProcess::argument());
  std::uint64_t seed = 0;
  std::size_t count = 0, first = 0;
  argument >> seed >> count >> first;
  fs::remove_all(directory);
  const Truth truth = furnish_directory(directory / "mine", "Bob");
  furnish_directory(directory / "theirs", "Eve");
  const auto damages = file_damages(directory / "mine", directory / "theirs", seed, count);
  for (std::size_t i = first; i < damages.size(); ++i) {
    alarm(60);  // a hang is a crash
    ChildProcess::report(show(damages[i]));
    std::string verdict = try_damage(damages[i], truth, directory);
    std::replace(verdict.begin(), verdict.end(), '\n', ' ');
    ChildProcess::report(verdict);
  }
}

TEST_CASE("a damaged file is told, or changes nothing that is read", "[damage]") {
  const char* const wanted = std::getenv("WHOSAID_TEST_DAMAGES");
  const std::size_t count = wanted != nullptr ? std::stoul(wanted) : kSanitized ? 100 : 250;
  const std::uint64_t seed = random_seed();
  CAPTURE(seed);
  TempDir temp;
  std::size_t tried = 0, whole = 0;
  for (bool ended = false; !ended;) {
    ChildProcess child(
        kChild, temp / "child",
        std::to_string(seed) + ' ' + std::to_string(count) + ' ' + std::to_string(tried));
    ended = true;
    while (const auto damage = child.read_line()) {
      ++tried;
      const std::string verdict = child.read_line().value_or("FAULT the process ended");
      ended = !contains(verdict, "the process ended");
      INFO(*damage << ": " << verdict);
      CHECK_FALSE(contains(verdict, "FAULT"));
      // A log that ends early is what a crash leaves: then the database is as it was before. So is
      // a manifest that ends between two of its records.
      const bool cut_manifest = starts_with(*damage, "cut MANIFEST");
      if (contains(verdict, "older")) CHECK((cut_manifest || contains(*damage, ".log")));
      if (contains(verdict, "mixed")) CHECK(cut_manifest);
      whole += starts_with(verdict, "whole");
    }
    const int result = child.wait();
    CAPTURE(result);
    CHECK(result == 0);
  }
  CHECK(tried >= count);
  CHECK(whole > 0);
}

}  // namespace
}  // namespace whosaid::test
