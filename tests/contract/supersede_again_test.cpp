// supersede, asked again with its idempotency key, and by many threads at once.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"
#include "support/threads.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class SupersedeAgainTest : public StoreTest {
 protected:
  SupersedeResult supersede(MemoryId id, std::string_view text, const SupersedeOptions& how) {
    return must(store().supersede(id, text, how));
  }
  // "conflict idempotency_key", or what came instead.
  template <typename T>
  std::string conflict(const Result<T>& result) {
    if (result || result.error().code != ErrorCode::conflict) return status_of(result);
    return "conflict " + result.error().field.value_or("without a field");
  }
};

TEST_CASE_METHOD(SupersedeAgainTest, "the same key and request return the first version",
                 "[supersede]") {
  meet({"Bob"});
  const MemoryId old = remember("Bob", "Blue", {.category = "boat", .metadata = {{"k", "v"}}});
  const SupersedeOptions how{
      .event_at = second(1), .created_at = second(2), .idempotency_key = "key"};
  const SupersedeResult first = supersede(old, "Red", how);
  CHECK_FALSE(first.replayed);
  const auto same = [&] {
    const SupersedeResult again = supersede(old, "Red", how);
    CHECK(again.replayed);
    CHECK(name_of(again.status) == "stored");
    CHECK(again.id == first.id);
    CHECK(again.superseded == old);
  };
  same();
  SECTION("after reopening") { reopen(); }
  SECTION("after a newer version still") { replace(*first.id, "Green"); }
  SECTION("after the old one was forgotten") { must(store().forget(old)); }
  SECTION("after the old one was forgotten, and reopening") {
    must(store().forget(old));
    reopen();
  }
  SECTION("after the speaker was removed") { must(store().remove_speaker("Bob")); }
  same();
  CHECK(everything().size() == 1);
}

TEST_CASE_METHOD(SupersedeAgainTest, "a newer version's key with another request is a conflict",
                 "[supersede]") {
  const MemoryId other = note("Other");
  const MemoryId old = note("Blue");
  const SupersedeOptions how{
      .event_at = second(1), .created_at = second(2), .idempotency_key = "key"};
  const MemoryId newer = supersede(old, "Red", how).id.value();
  const std::string expected = "conflict idempotency_key";
  CHECK(conflict(store().supersede(old, "Green", how)) == expected);
  CHECK(conflict(store().supersede(other, "Red", how)) == expected);
  CHECK(conflict(store().supersede(newer, "Red", how)) == expected);
  SupersedeOptions changed = how;
  changed.event_at = second(3);
  CHECK(conflict(store().supersede(old, "Red", changed)) == expected);
  changed = how;
  changed.created_at.reset();
  CHECK(conflict(store().supersede(old, "Red", changed)) == expected);
  CHECK(everything().size() == 2);
  CHECK(supersede(old, "Red", how).replayed);
}

TEST_CASE_METHOD(SupersedeAgainTest, "adding, exchanging and superseding are other requests",
                 "[supersede]") {
  const MemoryId old = note("Blue");
  const std::string expected = "conflict idempotency_key";
  supersede(old, "Red", {.idempotency_key = "superseded"});
  CHECK(conflict(store().add("Red", {.idempotency_key = "superseded"})) == expected);
  CHECK(conflict(store().add_turn("Red", "Red", {.idempotency_key = "superseded"})) == expected);
  must(store().add("Red", {.idempotency_key = "added"}));
  const MemoryId another = note("Another");
  CHECK(conflict(store().supersede(another, "Red", {.idempotency_key = "added"})) == expected);
  CHECK(must(store().get(another)).current);
}

TEST_CASE_METHOD(SupersedeAgainTest, "a dropped version is replayed as one", "[supersede]") {
  options.duplicates.enabled = true;
  options.embedder = circle({{"at 0", 0}, {"at 90", 90}, {"at 95", 95}});
  const MemoryId other = note("at 90");
  const MemoryId id = note("at 0");
  REQUIRE(name_of(supersede(id, "at 95", {.idempotency_key = "key"}).status) == "duplicate");
  reopen();
  const SupersedeResult again = supersede(id, "at 95", {.idempotency_key = "key"});
  CHECK(again.replayed);
  CHECK(name_of(again.status) == "duplicate");
  CHECK_FALSE(again.id.has_value());
  REQUIRE(again.duplicate_of.has_value());
  CHECK(again.duplicate_of->id == other);
  CHECK(must(store().get(id)).current);
}

TEST_CASE_METHOD(SupersedeAgainTest, "a refused version doesn't use its key up", "[supersede]") {
  const MemoryId old = note("Blue");
  const MemoryId current = replace(old, "Red");
  CHECK(status_of(store().supersede(old, "Green", {.idempotency_key = "key"})) ==
        "conflict" + naming(current));
  const SupersedeResult result = supersede(current, "Green", {.idempotency_key = "key"});
  CHECK_FALSE(result.replayed);
  CHECK(everything() == Texts{"Green"});
}

TEST_CASE_METHOD(SupersedeAgainTest, "a forgotten version leaves no key behind", "[supersede]") {
  const MemoryId old = must(store().add("Blue", {.idempotency_key = "first"})).id.value();
  const MemoryId newer = supersede(old, "Red", {.idempotency_key = "second"}).id.value();
  must(store().forget(newer));
  if (GENERATE(false, true)) reopen();
  // Not a replay: the chain has no current version any more.
  CHECK(status_of(store().supersede(old, "Red", {.idempotency_key = "second"})) == "conflict");
  CHECK_FALSE(must(store().add("Green", {.idempotency_key = "second"})).replayed);
  CHECK(must(store().add("Blue", {.idempotency_key = "first"})).replayed);
  must(store().forget(old));
  CHECK_FALSE(must(store().add("Other", {.idempotency_key = "first"})).replayed);
}

TEST_CASE_METHOD(SupersedeAgainTest, "of 32 threads superseding one memory one wins",
                 "[supersede]") {
  options.duplicates.enabled = true;
  const bool same_text = GENERATE(true, false);
  CAPTURE(same_text);
  meet({"Bob"});
  const MemoryId old = remember("Bob", "The deadline is on Monday");
  const Texts answers = in_threads(32, [=, handle = store()](std::size_t i) mutable {
    const std::string day = "The deadline is on day " + std::to_string(same_text ? 0 : i);
    return status_of(handle.supersede(old, day));
  });
  CHECK(std::count(answers.begin(), answers.end(), "stored") == 1);
  const std::vector<Memory> chain = must(store().lineage(old));
  REQUIRE(chain.size() == 2);
  for (const std::string& answer : answers) {
    if (answer != "stored") CHECK(answer == "conflict" + naming(chain[1].id));
  }
  CHECK(roll() == "Bob 1/1");
  CHECK(said_by("Bob") == Texts{chain[1].content});
}

TEST_CASE_METHOD(SupersedeAgainTest, "of 32 threads sending one newer version one stores it",
                 "[supersede]") {
  const MemoryId old = note("Blue");
  const auto results = in_threads(32, [=, handle = store()](std::size_t) mutable {
    const auto result = handle.supersede(old, "Red", {.idempotency_key = "key"});
    return result ? std::optional<SupersedeResult>(*result) : std::nullopt;
  });
  std::size_t done = 0;
  for (const auto& result : results) {
    REQUIRE(result.has_value());
    CHECK(result->id == results[0]->id);
    if (!result->replayed) ++done;
  }
  CHECK(done == 1);
  CHECK(must(store().lineage(old)).size() == 2);
}

TEST_CASE_METHOD(SupersedeAgainTest, "threads that follow the conflict build one chain",
                 "[supersede]") {
  const MemoryId first = note("Version 0");
  const auto lost = in_threads(8, [=, handle = store()](std::size_t thread) mutable {
    std::size_t failed = 0;
    MemoryId at = first;
    for (int i = 0; i < 10; ++i) {
      const std::string text = "Version " + std::to_string(thread) + "/" + std::to_string(i);
      auto result = handle.supersede(at, text);
      while (!result && result.error().memory) {
        at = *result.error().memory;
        result = handle.supersede(at, text);
      }
      if (result) {
        at = result->id.value();
      } else {
        ++failed;
      }
    }
    return failed;
  });
  CHECK(lost == std::vector<std::size_t>(8, 0));
  const auto whole = [&] {
    const std::vector<Memory> chain = must(store().lineage(first));
    REQUIRE(chain.size() == 81);
    for (std::size_t i = 1; i < chain.size(); ++i) {
      CHECK(chain[i].supersedes == chain[i - 1].id);
      CHECK(chain[i - 1].superseded_by == chain[i].id);
      CHECK(chain[i].current == (i == 80));
    }
    CHECK(everything() == Texts{chain.back().content});
  };
  whole();
  reopen();
  whole();
}

}  // namespace
}  // namespace whosaid::test
