// verify: a sound database gives no problem, whatever has been done to it.

#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class VerifyTest : public DatabaseTest {
 protected:
  Texts problems() {
    Texts texts;
    for (const VerifyProblem& problem : must(database().verify()).problems) {
      texts.push_back(problem.message);
    }
    return texts;
  }
};

TEST_CASE_METHOD(VerifyTest, "a new database is sound", "[verify]") {
  CHECK(problems().empty());
  store("a");
  CHECK(problems().empty());
  close();
  CHECK(problems().empty());
}

TEST_CASE_METHOD(VerifyTest, "everything is counted", "[verify]") {
  test::meet(store("a"), {"Ann"});
  const MemoryId old = test::remember(store("a"), "Ann", "One sentence. And another.");
  replace(store("a"), old, "One sentence");
  must(store("b").add_turn("What?", "That."));
  const VerifyReport report = must(database().verify());
  CHECK(report.stores == 2);
  CHECK(report.memories == 3);
  CHECK(report.chunks == 5);
}

TEST_CASE_METHOD(VerifyTest, "a database stays sound through all that can be done", "[verify]") {
  options.duplicates.enabled = true;
  MemoryStore a = store("a");
  test::meet(a, {"Ann", "Bob"});
  const MemoryId first =
      test::remember(a, "Ann", "The deadline is on Monday", {.idempotency_key = "first"});
  const MemoryId second =
      replace(a, first, "We meet in the blue room", {.idempotency_key = "second"});
  replace(a, second, "Lunch was excellent today");
  must(a.add("The museum opens at nine", {.idempotency_key = "third"}));
  must(a.add("The museum opens at nine", {.idempotency_key = "duplicate"}));
  must(a.add_turn("Where is the key?", "Under the mat."));
  CHECK(problems().empty());
  must(a.forget(second));
  CHECK(problems().empty());
  must(a.remove_speaker("Bob"));
  must(a.forget_speaker("Ann", Forget::commit));
  CHECK(problems().empty());
  store("b");
  must(database().delete_store("a"));
  CHECK(problems().empty());
}

TEST_CASE_METHOD(VerifyTest, "a text without vectors is sound", "[verify]") {
  options.embedder = no_vectors();
  must(store("a").add("Words"));
  CHECK(problems().empty());
}

TEST_CASE_METHOD(VerifyTest, "a database is sound after re-embedding, and before its end",
                 "[verify]") {
  for (int i = 0; i < 200; ++i) must(store("a").add("Note " + std::to_string(i)));
  int calls = 0;
  const auto stop = [&](std::size_t, std::size_t) { return ++calls < 2; };
  CHECK(error_of(database().reembed(scattered(), stop)) == "conflict field=progress");
  CHECK(problems().empty());
  must(database().reembed(scattered()));
  CHECK(problems().empty());
}

TEST_CASE_METHOD(VerifyTest, "verifying can be stopped", "[verify]") {
  for (int i = 0; i < 600; ++i) must(store("a").add("Note " + std::to_string(i)));
  std::size_t last = 0;
  int calls = 0;
  must(database().verify([&](std::size_t done, std::size_t total) {
    ++calls;
    last = done;
    return done <= total;
  }));
  CHECK(last == 1200);
  for (int stop_at = 1; stop_at <= calls; ++stop_at) {
    int call = 0;
    const auto stop = [&](std::size_t, std::size_t) { return ++call < stop_at; };
    CHECK(error_of(database().verify(stop)) == "conflict field=progress");
  }
}

}  // namespace
}  // namespace whosaid::test
