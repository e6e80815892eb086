#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

class ReembedTest : public DatabaseTest {
 protected:
  ReembedTest() { options.embedder = scattered(16); }

  static std::shared_ptr<Embedder> other(std::size_t dimensions = 24) {
    return from_function("other", dimensions, 0.99,
                         [words = scattered(dimensions)](auto texts, Purpose purpose) {
                           return words->embed(texts, purpose);
                         });
  }

  void fill(const std::string& id, std::size_t count) {
    MemoryStore filled = store(id);
    meet(filled, {"Bob"});
    for (std::size_t i = 0; i < count; ++i) {
      remember(filled, "Bob", "remark number " + std::to_string(i) + ". And more.");
    }
  }

  void reopen_with(std::shared_ptr<Embedder> embedder) {
    close();
    options.embedder = std::move(embedder);
  }
};

TEST_CASE_METHOD(ReembedTest, "after re-embedding the new embedder is the database's") {
  fill("a", 5);
  fill("b", 3);
  must(database().reembed(other()));
  REQUIRE(said_by(store("a"), "Bob").size() == 5);
  remember(store("b"), "Bob", "written with the new one");

  close();
  REQUIRE(error_of(Database::open(directory(), options)) == "embedder_mismatch field=embedder");
  reopen_with(other());
  REQUIRE(said_by(store("b"), "Bob").size() == 4);
  const auto found = must(store("a").search("remark number 4."));
  REQUIRE(found.hits.front().memory.content == "remark number 4. And more.");
  REQUIRE(found.hits.front().similarity == Approx(1.0).margin(1e-3));
  REQUIRE(must(store("a").stats()).unembedded == 0);
}

TEST_CASE_METHOD(ReembedTest, "the embedder in use has nothing to do") {
  fill("a", 2);
  bool called = false;
  must(database().reembed(scattered(16), [&](std::size_t, std::size_t) { return called = true; }));
  REQUIRE_FALSE(called);
}

TEST_CASE_METHOD(ReembedTest, "progress counts every memory and reaches the total") {
  fill("a", 70);
  std::size_t last = 0;
  must(database().reembed(other(), [&](std::size_t done, std::size_t total) {
    REQUIRE(done == last + 1);
    REQUIRE(total == 70);
    last = done;
    return true;
  }));
  REQUIRE(last == 70);
}

TEST_CASE_METHOD(ReembedTest,
                 "stopped by its callback it changes nothing that is read, and resumes") {
  fill("a", 200);
  const auto stopped = error_of(
      database().reembed(other(), [](std::size_t done, std::size_t) { return done < 100; }));
  REQUIRE(stopped == "conflict field=progress");
  REQUIRE(must(store("a").search("remark number 7.")).hits.front().similarity ==
          Approx(1.0).margin(1e-3));
  close();
  std::size_t embedded = 0;
  must(database().reembed(other(), [&](std::size_t, std::size_t total) {
    embedded = total;
    return true;
  }));
  REQUIRE(embedded < 150);  // what was done before is not done again
  reopen_with(other());
  REQUIRE(said_by(store("a"), "Bob").size() == 200);
}

TEST_CASE_METHOD(ReembedTest, "an embedder that fails leaves the old one in use") {
  fill("a", 3);
  const auto broken = from_function("broken", 8, 0.9, [](auto, Purpose) {
    return Result<std::vector<Vector>>(tl::unexpected(Error{.message = "no model"}));
  });
  REQUIRE(error_of(database().reembed(broken)) == "embedder_failed");
  remember(store("a"), "Bob", "still here");
  reopen_with(scattered(16));
  REQUIRE(said_by(store("a"), "Bob").size() == 4);
}

TEST_CASE_METHOD(ReembedTest, "what a third embedder left unfinished is of no use to another") {
  fill("a", 100);
  (void)error_of(database().reembed(other(24), [](std::size_t, std::size_t) { return false; }));
  must(database().reembed(other(8)));
  REQUIRE(must(store("a").search("remark number 50.")).hits.front().similarity ==
          Approx(1.0).margin(1e-3));
}

TEST_CASE_METHOD(ReembedTest,
                 "a memory forgotten meanwhile leaves nothing, one added is embedded too") {
  fill("a", 100);
  MemoryStore handle = store("a");
  const MemoryId first = must(handle.list({.limit = 1000})).memories.back().id;
  must(database().reembed(other(), [&](std::size_t done, std::size_t) {
    if (done == 80) {
      must(handle.forget(first));
      must(handle.add("A late remark.", {.speaker = "Bob"}));
    }
    return true;
  }));
  REQUIRE(error_of(handle.get(first)) == "not_found" + naming(first));
  REQUIRE(must(handle.search("A late remark.")).hits.front().similarity ==
          Approx(1.0).margin(1e-3));
  REQUIRE(must(handle.stats()).unembedded == 0);
}

TEST_CASE_METHOD(ReembedTest, "reads and writes go on while a database is re-embedded",
                 "[threads]") {
  fill("a", 60);
  MemoryStore handle = store("a");
  std::atomic<bool> stop = false;
  std::atomic<int> failures = 0;
  std::vector<std::thread> others;
  for (int t = 0; t < 2; ++t) {
    others.emplace_back([&, t] {
      for (int i = 0; !stop; ++i) {
        const std::string text = "thread " + std::to_string(t) + " says " + std::to_string(i);
        if (i < 40 && !handle.add(text, {.speaker = "Bob"})) ++failures;
        const auto found = handle.search("remark number 3.", {.speaker = "Bob"});
        if (!found || found->hits.empty()) ++failures;
      }
    });
  }
  const auto done = database().reembed(other());
  stop = true;
  for (std::thread& thread : others) thread.join();
  must(done);
  REQUIRE(failures == 0);
  REQUIRE(must(handle.stats()).unembedded == 0);
  const auto stats = must(handle.stats());
  REQUIRE(said_by(handle, "Bob").size() == stats.memories);
}

TEST_CASE_METHOD(ReembedTest, "an embedder without dimensions is refused") {
  const auto none = from_function("none", 0, 0.9, [](auto, Purpose) {
    return Result<std::vector<Vector>>(std::vector<Vector>());
  });
  REQUIRE(error_of(database().reembed(none)) == "invalid_request field=embedder");
}

}  // namespace
}  // namespace whosaid::test
