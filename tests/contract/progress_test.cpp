// Long works call their progress callback without locks: it may do with the database what it likes.

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"
#include "support/temp_dir.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class ProgressTest : public DatabaseTest {
 protected:
  ProgressTest() {
    options.embedder = scattered();
    for (const char* id : {"a", "doomed"}) {
      meet(store(id), {"Bob"});
      for (int i = 0; i < 80; ++i) remember(store(id), "Bob", "Note " + std::to_string(i));
    }
    must(database().export_jsonl(files_ / "imported.jsonl"));
  }

  struct Work {
    std::string name;
    std::function<std::string(const Progress&)> run;
  };
  std::vector<Work> works() {
    const auto other = from_function(
        "other", 8, 0.99, [w = scattered(8)](auto texts, Purpose p) { return w->embed(texts, p); });
    return {
        {"export", [&](auto& p) { return error_of(database().export_jsonl(files_ / "out", p)); }},
        {"import",
         [&](auto& p) { return error_of(database().import_jsonl(files_ / "imported.jsonl", p)); }},
        {"backup", [&](auto& p) { return error_of(database().backup(files_ / "copy", p)); }},
        {"verify", [&](auto& p) { return error_of(database().verify(p)); }},
        {"reembed", [&, other](auto& p) { return error_of(database().reembed(other, p)); }},
    };
  }

  TempDir files_;
};

TEST_CASE_METHOD(ProgressTest, "a progress callback may read and write, make and delete stores",
                 "[progress]") {
  for (const Work& work : works()) {
    CAPTURE(work.name);
    int calls = 0;
    const auto outcome = work.run([&](std::size_t, std::size_t) {
      MemoryStore a = store("a");
      // A re-embedding ends when nobody writes any more.
      if (calls < 5) must(a.add(work.name + " call " + std::to_string(calls)));
      must(a.search("note", {.speaker = "Bob"}));
      if (calls++ == 0) {
        must(a.add_speaker("Guest of " + work.name));
        must(store(work.name + " store").add("Made meanwhile"));
        if (work.name != "import") must(database().delete_store("doomed"));
      }
      return true;
    });
    CHECK(outcome == "ok");
    REQUIRE(calls > 0);
    CHECK(everything(store(work.name + " store")) == Texts{"Made meanwhile"});
    CHECK(must(store("a").search(work.name + " call 0")).hits.front().memory.content ==
          work.name + " call 0");
    CHECK(must(store("a").stats()).unembedded == 0);
    CHECK(must(database().verify()).problems.empty());
    remember((meet(store("doomed"), {"Bob"}), store("doomed")), "Bob", "Made again");
  }
}

TEST_CASE_METHOD(ProgressTest, "each long work can be stopped at each of its calls", "[progress]") {
  for (const Work& work : works()) {
    CAPTURE(work.name);
    int calls = 1;
    for (int stop_at = 0; stop_at < calls && stop_at < 20; ++stop_at) {
      int call = 0;
      calls = stop_at + 1;
      const auto outcome = work.run([&](std::size_t, std::size_t) { return call++ < stop_at; });
      if (call > stop_at) {
        CHECK(outcome == "conflict field=progress");
        ++calls;
      } else {
        CHECK(outcome == "ok");
      }
    }
    CHECK(must(database().verify()).problems.empty());
  }
}

TEST_CASE_METHOD(ProgressTest, "a progress callback that throws stops the work", "[progress]") {
  const Texts before = everything(store("a"));
  for (const Work& work : works()) {
    CAPTURE(work.name);
    const auto outcome = work.run([](std::size_t, std::size_t) -> bool {
      throw std::runtime_error("the window was closed");
    });
    CHECK(outcome == "conflict field=progress");
    CHECK_FALSE(std::filesystem::exists(files_ / "copy"));
    CHECK_FALSE(std::filesystem::exists(files_ / "out"));
  }
  CHECK(everything(store("a")) == before);
  CHECK(must(database().verify()).problems.empty());
}

TEST_CASE_METHOD(ProgressTest, "a second re-embedding beside the first is a conflict",
                 "[progress]") {
  const Work reembed = works().back();
  std::string inner;
  const auto outer = reembed.run([&](std::size_t, std::size_t) {
    if (inner.empty()) inner = error_of(database().reembed(scattered(4)));
    return true;
  });
  CHECK(outer == "ok");
  CHECK(inner == "conflict");
}

}  // namespace
}  // namespace whosaid::test
