// import_jsonl beside other calls on the same store.

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "support/fixture.h"
#include "support/temp_dir.h"
#include "support/threads.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

// An import commits so many memories at once.
constexpr std::size_t kBatch = 256;

class ImportMeanwhileTest : public DatabaseTest {
 protected:
  // Exports a store "a" that fills two commits: the first of Ann's memories is replaced by the
  // last.
  void prepare() {
    Database source = must(Database::open(files_ / "source.db", quick_options()));
    MemoryStore a = must(source.create_store("a"));
    test::meet(a, {"Ann"});
    const MemoryId first = test::remember(a, "Ann", "The first version");
    for (std::size_t i = 1; i < kBatch + 20; ++i) {
      test::remember(a, "Ann", "Note " + std::to_string(i));
    }
    test::replace(a, first, "The second version");
    must(source.export_jsonl(file()));
    put_oldest_first();
  }

  [[nodiscard]] std::filesystem::path file() const { return files_ / "all.jsonl"; }

  // An export has the newest first; an import takes any order.
  void put_oldest_first() {
    std::ifstream in(file());
    Texts lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    const auto is_memory = [](const std::string& line) { return contains(line, R"("memory")"); };
    const auto begin = std::find_if(lines.begin(), lines.end(), is_memory);
    std::reverse(begin, std::find_if_not(begin, lines.end(), is_memory));
    std::ofstream out(file());
    for (const std::string& line : lines) out << line << '\n';
  }

  // Imports, and does something after the first commit.
  template <typename Act>
  void import_and(Act act) {
    prepare();
    bool acted = false;
    must(database().import_jsonl(file(), [&](std::size_t done, std::size_t) {
      if (done >= kBatch && !std::exchange(acted, true)) act(store("a"));
      return true;
    }));
    REQUIRE(acted);
    CHECK(must(database().verify()).problems.empty());
  }

  static constexpr MemoryId kFirst{1};
  static constexpr MemoryId kSecond{kBatch + 21};

 private:
  TempDir files_;
};

TEST_CASE_METHOD(ImportMeanwhileTest, "a version whose newer one has not arrived is not current",
                 "[import]") {
  import_and([](const MemoryStore& a) {
    const Memory first = must(a.get(kFirst));
    CHECK(!first.current);
    CHECK(!first.superseded_by);
    CHECK(contents(must(a.lineage(kFirst))) == Texts{"The first version"});
  });
  CHECK(must(store("a").get(kFirst)).superseded_by == kSecond);
  CHECK(contents(must(store("a").lineage(kSecond))) ==
        Texts{"The first version", "The second version"});
  close();
  CHECK(contents(must(store("a").lineage(kFirst))) ==
        Texts{"The first version", "The second version"});
}

TEST_CASE_METHOD(ImportMeanwhileTest, "a version forgotten before its newer one arrives stays gone",
                 "[import]") {
  import_and([](MemoryStore a) { must(a.forget(kFirst)); });
  CHECK(error_of(store("a").get(kFirst)) == "not_found" + naming(kFirst));
  CHECK(!must(store("a").get(kSecond)).supersedes);
  CHECK(contents(must(store("a").lineage(kSecond))) == Texts{"The second version"});
}

TEST_CASE_METHOD(ImportMeanwhileTest,
                 "a name that is removed and registered again gets none of the import's memories",
                 "[import]") {
  import_and([](MemoryStore a) {
    must(a.remove_speaker("Ann"));
    must(a.add_speaker("Ann"));
  });
  CHECK(roll(store("a")) == "Ann 0/0");
  CHECK(said_by(store("a"), "Ann").empty());
  CHECK(everything(store("a")).size() == kBatch + 20);
}

TEST_CASE_METHOD(ImportMeanwhileTest, "a store that is deleted stops its import", "[import]") {
  prepare();
  const auto outcome = error_of(database().import_jsonl(file(), [&](std::size_t done, std::size_t) {
    if (done == kBatch) must(database().delete_store("a"));
    return true;
  }));
  CHECK(outcome == "not_found");
  CHECK(must(database().list_stores()).empty());
  CHECK(must(database().verify()).problems.empty());
}

TEST_CASE_METHOD(ImportMeanwhileTest, "of versions by two people, one's are forgotten",
                 "[import]") {
  const auto line = [](int id, const std::string& who, const std::string& links) {
    return R"({"type":"memory","store":"a","id":)" + std::to_string(id) + R"(,"speaker":")" + who +
           R"(","content":"Version )" + std::to_string(id) + R"(","created_at":1)" + links + "}\n";
  };
  std::ofstream(file()) << R"({"whosaid":1})" << '\n'
                        << R"({"type":"store","store":"a"})" << '\n'
                        << R"({"type":"speaker","store":"a","name":"Ann","created_at":1})" << '\n'
                        << R"({"type":"speaker","store":"a","name":"Bob","created_at":1})" << '\n'
                        << line(1, "Bob", R"(,"superseded_by":2)")
                        << line(2, "Ann", R"(,"supersedes":1,"superseded_by":3)")
                        << line(3, "Ann", R"(,"supersedes":2,"superseded_by":4)")
                        << line(4, "Bob", R"(,"supersedes":3,"superseded_by":5)")
                        << line(5, "Ann", R"(,"supersedes":4)") << R"({"type":"end"})" << '\n';
  must(database().import_jsonl(file()));
  CHECK(must(store("a").forget_speaker("Ann", Forget::commit)).memories == 3);
  CHECK(must(database().verify()).problems.empty());
  CHECK(contents(must(store("a").lineage(MemoryId{4}))) == Texts{"Version 1", "Version 4"});
  CHECK(everything(store("a")).empty());
  close();
  CHECK(contents(must(store("a").lineage(MemoryId{1}))) == Texts{"Version 1", "Version 4"});
}

TEST_CASE_METHOD(ImportMeanwhileTest, "an import and writers beside it lose nothing",
                 "[import][threads]") {
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kAdds = 30;
  prepare();
  test::meet(store("a"), {"Ann", "Bob"});
  const Texts outcomes = in_threads(kThreads, [this](std::size_t thread) -> std::string {
    if (thread == 0) return error_of(database().import_jsonl(file()));
    auto handle = database().store("a");
    for (std::size_t i = 0; handle && i < kAdds; ++i) {
      const std::string text = std::to_string(thread) + " says " + std::to_string(i);
      const auto added = handle->add(text, {.speaker = i % 2 == 0 ? "Ann" : "Bob"});
      if (!added) return error_of(added);
      const auto renewed = handle->supersede(*added->id, text + " again");
      if (!renewed) return error_of(renewed);
    }
    return error_of(handle);
  });
  CHECK(outcomes == Texts(kThreads, "ok"));

  const std::size_t added = (kThreads - 1) * kAdds;
  const std::size_t imported = kBatch + 20;
  const MemoryStore a = store("a");
  CHECK(everything(a).size() == imported + added);
  CHECK(roll(a) == "Ann " + std::to_string(imported + added / 2) + '/' +
                       std::to_string(imported + added / 2) + ", Bob " + std::to_string(added / 2) +
                       '/' + std::to_string(added / 2));
  CHECK(said_by(a, "Ann").size() == imported + added / 2);
  CHECK(said_by(a, "Bob").size() == added / 2);
  const Stats stats = must(a.stats());
  CHECK(stats.memories == imported + added);
  CHECK(stats.superseded == added + 1);
  CHECK(stats.unembedded == 0);
  CHECK(must(database().verify()).problems.empty());
}

}  // namespace
}  // namespace whosaid::test
