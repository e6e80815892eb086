// The file in which a store's graph outlives the process: what it spares, and that nothing depends
// on it.

#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "storage/rocksdb_log.h"
#include "store/embedding.h"
#include "store/graph_store.h"
#include "store/store.h"
#include "support/child_process.h"
#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

namespace fs = std::filesystem;
using store::GraphMoment;
using Texts = std::vector<std::string>;

constexpr std::size_t kMany = 300;

OpenOptions graph_options() {
  OpenOptions options = quick_options();
  options.embedder = scattered(8);
  options.graph_threshold = 50;
  return options;
}

// The store "a" of a database, whose background work is the test's to do.
class QuietStore {
 public:
  explicit QuietStore(const fs::path& directory) {
    OpenOptions options = graph_options();
    log_ = must(storage::open_rocksdb_log(directory, {.durability = options.durability}));
    auto embedding = std::make_shared<const store::Embedding>(
        must(store::make_embedding(options.embedder, options)));
    settings_ = std::make_unique<store::Settings>(options, embedding);
    store_ = std::make_unique<store::Store>(
        *log_, *settings_, std::make_shared<store::LoadedStores>(SIZE_MAX), 1, "a", [] {});
  }

  store::Store* operator->() { return store_.get(); }

  // Rows that wait to be linked are linked four at a time; so many times there was something to do.
  std::size_t work() {
    must(store_->stats());  // loads it
    std::size_t steps = 0;
    while (store_->work()) ++steps;
    return steps;
  }
  Texts texts(std::string_view query, std::size_t limit = 10) {
    SearchOptions how;
    how.limit = limit;
    return contents(must(store_->search(query, how)));
  }
  std::vector<MemoryId> add(std::size_t from, std::size_t count, const char* speaker = "Ann") {
    std::vector<NewMemory> batch;
    for (std::size_t i = from; i < from + count; ++i) {
      batch.push_back({"Note " + std::to_string(i), {.speaker = speaker}});
    }
    std::vector<MemoryId> ids;
    for (const AddResult& added : must(store_->add_batch(batch))) ids.push_back(*added.id);
    return ids;
  }

 private:
  std::unique_ptr<storage::Log> log_;
  std::unique_ptr<store::Settings> settings_;
  std::unique_ptr<store::Store> store_;
};

class GraphFileTest {
 protected:
  GraphFileTest() {
    {
      Database database = open();
      meet(must(database.create_store("a")), {"Ann", "Bob"});
    }
    QuietStore store = quiet();
    ids_ = store.add(0, kMany);
    REQUIRE(store.work() >= kMany / 4);
    before_ = store.texts("Note 7");
    REQUIRE(fs::exists(file()));
  }

  [[nodiscard]] fs::path directory() const { return temp_ / "memory.db"; }
  [[nodiscard]] fs::path graphs() const { return directory() / "graphs"; }
  [[nodiscard]] fs::path file() const { return graphs() / "1-0.graph"; }
  [[nodiscard]] fs::path beside(const std::string& name) const { return temp_ / name; }
  [[nodiscard]] QuietStore quiet() const { return QuietStore(directory()); }
  [[nodiscard]] Database open() const { return must(Database::open(directory(), graph_options())); }

  static std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  static void write(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }
  [[nodiscard]] Texts names() const {
    Texts all;
    for (const auto& entry : fs::directory_iterator(graphs())) {
      all.push_back(entry.path().filename().string());
    }
    std::sort(all.begin(), all.end());
    return all;
  }
  [[nodiscard]] Texts problems() const {
    Texts all;
    for (const VerifyProblem& problem : must(open().verify()).problems) {
      all.push_back(problem.store.value_or("-") + ": " + problem.message);
    }
    return all;
  }

  std::vector<MemoryId> ids_;
  Texts before_;

 private:
  TempDir temp_;
};

TEST_CASE_METHOD(GraphFileTest, "a graph's file spares a run all linking", "[graph]") {
  QuietStore store = quiet();
  CHECK(store.work() == 0);
  CHECK(store.texts("Note 7") == before_);
  store.add(kMany, 4);
  CHECK(store.work() == 1);
  CHECK(store.texts("Note 302", 1) == Texts{"Note 302"});
}

TEST_CASE_METHOD(GraphFileTest, "a graph's file is its owner's alone", "[graph]") {
  struct ::stat info = {};
  REQUIRE(::stat(file().c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0600);
  REQUIRE(::stat(graphs().c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0700);
}

TEST_CASE_METHOD(GraphFileTest, "what a run wrote that could not write its graph is caught up",
                 "[graph]") {
  {
    QuietStore store = quiet();
    store.add(kMany, 20);
    for (std::size_t i = 0; i < 20; ++i) must(store->forget(ids_[i]));
    must(store->supersede(ids_[20], "Another text", {}));
  }
  QuietStore store = quiet();
  CHECK(store.work() == (20 + 1 + 3) / 4);
  CHECK(store.texts("Note 310", 1) == Texts{"Note 310"});
  CHECK(store.texts("Another text", 1) == Texts{"Another text"});
  const Texts all = store.texts("Note", 1000);
  CHECK(all.size() == kMany);
  CHECK(std::count(all.begin(), all.end(), "Note 5") == 0);
  CHECK(std::count(all.begin(), all.end(), "Note 20") == 0);
}

TEST_CASE_METHOD(GraphFileTest, "a damaged graph's file is rebuilt, and verify says so",
                 "[graph][verify]") {
  CHECK(problems().empty());
  const std::string good = read(file());
  const auto check = [&](const std::string& bytes, const std::string& why) {
    write(file(), bytes);
    CHECK(problems() ==
          Texts{"a: the file of its graph cannot be used, and is written anew: " + why + "."});
    QuietStore store = quiet();
    CHECK(store.work() >= kMany / 4);
    CHECK(store.texts("Note 7") == before_);
    CHECK(read(file()).size() > good.size() / 2);
    CHECK(store.work() == 0);
  };
  std::string bytes = good;
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  check(bytes, "its checksum is wrong");
  check(good.substr(0, good.size() - 1), "it has the wrong length");
  check("", "it is not the file of a graph");
  bytes = good;
  bytes[8] = 9;
  check(bytes, "it has another format");
  CHECK(problems().empty());
}

TEST_CASE_METHOD(GraphFileTest, "a graph's file that is not a file is neither used nor replaced",
                 "[graph]") {
  fs::remove(file());
  fs::create_directory(file());
  QuietStore store = quiet();
  CHECK(store.work() >= kMany / 4);
  CHECK(store.texts("Note 7") == before_);
  CHECK(fs::is_directory(file()));
}

TEST_CASE_METHOD(GraphFileTest, "a file newer than the log, or of another store, is not used",
                 "[graph]") {
  const auto shape = store::VectorIndex::graph_shape(8);
  const auto image = must(store::decode_graph_file(read(file()), {1, 0, ~std::uint64_t{0}}, shape));
  write(file(), store::encode_graph_file({1, 0, 1'000'000}, image));
  CHECK(contains(problems().at(0), "it is newer than the log"));
  write(file(), store::encode_graph_file({2, 0, 1}, image));
  CHECK(contains(problems().at(0), "it is of another store or generation"));
  CHECK(quiet().work() >= kMany / 4);
}

TEST_CASE_METHOD(GraphFileTest, "re-embedding takes the old graph's file away", "[graph]") {
  {
    Database database = open();
    must(must(database.store("a")).stats());
    must(database.reembed(scattered(6)));
    CHECK_FALSE(fs::exists(file()));
    CHECK(must(database.verify()).problems.empty());
  }
  write(file(), "left by a crash");
  OpenOptions options = graph_options();
  options.embedder = scattered(6);
  const Database again = must(Database::open(directory(), options));
  CHECK_FALSE(fs::exists(file()));
}

TEST_CASE_METHOD(GraphFileTest, "deleting a store takes its graph's file, and no other's",
                 "[graph]") {
  fs::copy_file(file(), graphs() / "2-0.graph");
  Database database = open();
  must(must(database.create_store("b")).add("Text"));
  fs::copy_file(file(), graphs() / "2-0.graph", fs::copy_options::overwrite_existing);
  must(database.delete_store("a"));
  CHECK(names() == Texts{"2-0.graph"});
}

TEST_CASE_METHOD(GraphFileTest, "opening sweeps away what a crash left among the graphs",
                 "[graph]") {
  for (const char* name : {"1-0.graph.Xy12aB", "7-0.graph", "1-3.graph"}) {
    write(graphs() / name, "waste");
  }
  { const Database swept = open(); }
  CHECK(names() == Texts{"1-0.graph"});
}

TEST_CASE_METHOD(GraphFileTest,
                 "forgetting a person writes the graph's file again, or takes it away",
                 "[graph][forgotten]") {
  QuietStore store = quiet();
  store.add(kMany, 40, "Bob");
  store.work();
  store->save_graph(GraphMoment::close);
  const std::string with_bob = read(file());
  must(store->forget_speaker("Bob", Forget::commit));
  store.work();
  CHECK(read(file()).size() < with_bob.size());
  must(store->forget_speaker("Ann", Forget::commit));
  store.work();
  CHECK(names().empty());
}

TEST_CASE_METHOD(GraphFileTest, "closing writes a graph of which anything was forgotten",
                 "[graph][forgotten]") {
  const std::string old = read(file());
  QuietStore store = quiet();
  store.work();
  store->save_graph(GraphMoment::close);
  CHECK(read(file()) == old);  // nothing has changed
  must(store->forget(ids_[0]));
  store->save_graph(GraphMoment::close);
  CHECK(read(file()).size() < old.size());
}

TEST_CASE_METHOD(GraphFileTest, "a database that closes writes its graphs", "[graph]") {
  const std::string old = read(file());
  {
    Database database = open();
    // Too few for the background to write them.
    must(must(database.store("a")).forget(ids_[0]));
  }
  CHECK(read(file()).size() < old.size());
  CHECK(quiet().work() == 0);
}

TEST_CASE_METHOD(GraphFileTest, "a backup works without the graph's file and with it", "[graph]") {
  const fs::path copy = beside("copy.db");
  must(open().backup(copy));
  CHECK_FALSE(fs::exists(copy / "graphs"));
  {
    QuietStore store(copy);
    CHECK(store.texts("Note 7") == before_);
    CHECK(store.work() >= kMany / 4);
  }
  fs::remove_all(copy / "graphs");
  fs::copy(graphs(), copy / "graphs", fs::copy_options::recursive);
  QuietStore store(copy);
  CHECK(store.work() == 0);
  CHECK(store.texts("Note 7") == before_);
}

// No file grows beyond `bytes` while it lives: as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(::rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const ::rlimit limit{bytes, before_.rlim_max};
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  ::rlimit before_{};
  void (*handler_)(int) = nullptr;
};

TEST_CASE_METHOD(GraphFileTest, "on a full disk the old file stays and nobody is told", "[graph]") {
  const std::string old = read(file());
  QuietStore store = quiet();
  store.add(kMany, 100);
  {
    const FullDisk full(old.size());  // room for what RocksDB writes
    store.work();
    store->save_graph(GraphMoment::close);
  }
  CHECK(read(file()) == old);
  CHECK(names() == Texts{"1-0.graph"});
  CHECK(store.texts("Note 350", 1) == Texts{"Note 350"});
  store->save_graph(GraphMoment::close);  // closing tries again
  CHECK(read(file()).size() > old.size());
}

TEST_CASE("child: is killed while it writes a graph's file", "[.child]") {
  if (ChildProcess::directory().empty()) return;
  QuietStore store(ChildProcess::directory());
  store.add(kMany, 100);
  must(store->stats());
  // A write beyond the limit kills.
  const ::rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  const ::rlimit limit{std::stoul(ChildProcess::argument()), RLIM_INFINITY};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  store.work();
}

TEST_CASE_METHOD(GraphFileTest, "a run that is killed while it writes leaves the old file",
                 "[graph][durability]") {
  const std::string old = read(file());
  for (const std::size_t limit : {std::size_t{0}, std::size_t{1}, std::size_t{100}, old.size() / 2,
                                  old.size() - 1, old.size()}) {
    CAPTURE(limit);
    ChildProcess child("child: is killed while it writes a graph's file", directory(),
                       std::to_string(limit));
    CHECK(child.wait() == -SIGXFSZ);
    CHECK(read(file()) == old);
    CHECK(problems().empty());
    CHECK(names() == Texts{"1-0.graph"});
    REQUIRE(read(file()) == old);
  }
}

}  // namespace
}  // namespace whosaid::test
