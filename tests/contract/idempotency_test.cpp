// A request sent again with its key is answered again and not done again.

#include <optional>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

class IdempotencyTest : public StoreTest {
 protected:
  AddResult add(std::string_view text, const AddOptions& how) {
    return must(store().add(text, how));
  }

  // The conflict's field, or what came instead.
  std::string conflict(std::string_view text, const AddOptions& how) {
    const auto result = store().add(text, how);
    if (result || result.error().code != ErrorCode::conflict) return status_of(result);
    return "conflict " + result.error().field.value_or("without a field");
  }
};

TEST_CASE_METHOD(IdempotencyTest, "the same key and request return the first result",
                 "[idempotency]") {
  meet({"Bob"});
  const AddOptions how{.speaker = "Bob",
                       .event_at = second(1),
                       .created_at = second(2),
                       .category = "work",
                       .conversation_id = "c",
                       .metadata = {{"k", "v"}},
                       .idempotency_key = "request-1"};
  const AddResult first = add("The deadline moved", how);
  CHECK_FALSE(first.replayed);
  const AddResult again = add("The deadline moved", how);
  CHECK(again.replayed);
  CHECK(name_of(again.status) == "stored");
  CHECK(again.id == first.id);
  CHECK(everything() == std::vector<std::string>{"The deadline moved"});
  CHECK(roll() == "Bob 1/1");
}

TEST_CASE_METHOD(IdempotencyTest, "time passing makes no other request", "[idempotency]") {
  const AddResult first = add("Said now", {.idempotency_key = "k"});
  const Timestamp created = must(store().get(*first.id)).created_at;
  CHECK(add("Said now", {.idempotency_key = "k"}).replayed);
  CHECK(must(store().get(*first.id)).created_at == created);
}

TEST_CASE_METHOD(IdempotencyTest, "a replay stores nothing, even where duplicates are stored",
                 "[idempotency]") {
  const AddOptions how{.idempotency_key = "k", .on_duplicate = OnDuplicate::store};
  add("Twice", how);
  CHECK(add("Twice", how).replayed);
  CHECK(everything().size() == 1);
}

TEST_CASE_METHOD(IdempotencyTest, "the same key with another request is a conflict",
                 "[idempotency]") {
  meet({"Ann", "Bob"});
  const AddOptions how{.speaker = "Bob",
                       .event_at = second(1),
                       .created_at = second(2),
                       .category = "work",
                       .conversation_id = "c",
                       .metadata = {{"k", "v"}},
                       .idempotency_key = "request-1"};
  add("The deadline moved", how);
  const std::string expected = "conflict idempotency_key";
  CHECK(conflict("The deadline was moved", how) == expected);

  const auto changed = [&](auto change) {
    AddOptions other = how;
    change(other);
    return conflict("The deadline moved", other);
  };
  CHECK(changed([](AddOptions& o) { o.speaker = "Ann"; }) == expected);
  CHECK(changed([](AddOptions& o) { o.speaker = "me"; }) == expected);
  CHECK(changed([](AddOptions& o) { o.speaker.reset(); }) == expected);
  CHECK(changed([](AddOptions& o) { o.event_at = second(3); }) == expected);
  CHECK(changed([](AddOptions& o) { o.event_at.reset(); }) == expected);
  CHECK(changed([](AddOptions& o) { o.created_at = second(3); }) == expected);
  CHECK(changed([](AddOptions& o) { o.created_at.reset(); }) == expected);
  CHECK(changed([](AddOptions& o) { o.category = "play"; }) == expected);
  CHECK(changed([](AddOptions& o) { o.category.clear(); }) == expected);
  CHECK(changed([](AddOptions& o) { o.conversation_id = "d"; }) == expected);
  CHECK(changed([](AddOptions& o) { o.metadata["k"] = "w"; }) == expected);
  CHECK(changed([](AddOptions& o) { o.metadata["l"] = "v"; }) == expected);
  CHECK(everything() == std::vector<std::string>{"The deadline moved"});
  CHECK(add("The deadline moved", how).replayed);
}

TEST_CASE_METHOD(IdempotencyTest, "neighbouring arguments are not mixed up", "[idempotency]") {
  add("text", {.category = "ab", .conversation_id = "c", .idempotency_key = "k"});
  CHECK(conflict("text", {.category = "a", .conversation_id = "bc", .idempotency_key = "k"}) ==
        "conflict idempotency_key");
  add("text", {.metadata = {{"a", "bc"}}, .idempotency_key = "l"});
  CHECK(conflict("text", {.metadata = {{"ab", "c"}}, .idempotency_key = "l"}) ==
        "conflict idempotency_key");
}

TEST_CASE_METHOD(IdempotencyTest, "another key is another request", "[idempotency]") {
  const AddResult first = add("Words", {.idempotency_key = "k1"});
  const AddResult other = add("Words", {.idempotency_key = "K1"});
  CHECK_FALSE(other.replayed);
  CHECK(other.id != first.id);
}

TEST_CASE_METHOD(IdempotencyTest, "keys are kept over a reopening", "[idempotency]") {
  const AddResult first = add("Words", {.idempotency_key = "k"});
  reopen();
  const AddResult again = add("Words", {.idempotency_key = "k"});
  CHECK(again.replayed);
  CHECK(again.id == first.id);
  CHECK(conflict("Other words", {.idempotency_key = "k"}) == "conflict idempotency_key");
  CHECK(everything().size() == 1);
}

TEST_CASE_METHOD(IdempotencyTest, "a key is 1 to 128 printable ASCII characters", "[idempotency]") {
  const std::string printable = "!\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~";
  for (const std::string& good :
       {std::string("k"), repeat("k", 128), printable, std::string("a key with spaces")}) {
    CAPTURE(good);
    CHECK_FALSE(add("Words", {.idempotency_key = good}).replayed);
    CHECK(add("Words", {.idempotency_key = good}).replayed);
  }
  const std::size_t stored = everything().size();
  for (const std::string& bad :
       {std::string(), repeat("k", 129), std::string("k\n"), std::string("k\x7f"),
        std::string("k\0", 2), std::string("\x1f"), std::string("\u00e9"), std::string("\xff")}) {
    CAPTURE(escaped(bad));
    CHECK(error_of(store().add("Words", {.idempotency_key = bad})) ==
          "invalid_request field=idempotency_key");
  }
  CHECK(everything().size() == stored);
}

TEST_CASE_METHOD(IdempotencyTest, "a duplicate is a result too, and replayed as one",
                 "[idempotency]") {
  options.duplicates.enabled = true;
  options.embedder = circle({{"at 0", 0}, {"at 5", 5}});
  const MemoryId first = note("at 0");
  const AddResult dropped = add("at 5", {.idempotency_key = "k"});
  REQUIRE(name_of(dropped.status) == "duplicate");
  CHECK_FALSE(dropped.replayed);
  reopen();
  const AddResult again = add("at 5", {.idempotency_key = "k"});
  CHECK(again.replayed);
  CHECK(name_of(again.status) == "duplicate");
  CHECK_FALSE(again.id.has_value());
  REQUIRE(again.duplicate_of.has_value());
  CHECK(again.duplicate_of->id == first);
  CHECK(again.duplicate_of->similarity == Approx(cosine_of_degrees(5)).margin(1e-4));
}

TEST_CASE_METHOD(IdempotencyTest, "a call that failed doesn't use its key up", "[idempotency]") {
  options.embedder = circle({{"Known.", 0}});
  CHECK(error_of(store().add(" ", {.idempotency_key = "k"})) == "invalid_request field=content");
  CHECK(error_of(store().add("Known.", {.speaker = "Bob", .idempotency_key = "k"})) ==
        "invalid_request speaker=Bob");
  CHECK(error_of(store().add("Unknown.", {.idempotency_key = "k"})) == "embedder_failed");
  CHECK_FALSE(add("Known.", {.idempotency_key = "k"}).replayed);
}

TEST_CASE_METHOD(IdempotencyTest, "forgetting a memory frees its key", "[idempotency]") {
  const AddResult first = add("Words", {.idempotency_key = "k"});
  must(store().forget(*first.id));
  if (GENERATE(false, true)) reopen();
  const AddResult anew = add("Other words", {.idempotency_key = "k"});
  CHECK_FALSE(anew.replayed);
  CHECK(name_of(anew.status) == "stored");
  CHECK(anew.id != first.id);
  CHECK(add("Other words", {.idempotency_key = "k"}).id == anew.id);
}

TEST_CASE_METHOD(IdempotencyTest, "forgetting another memory frees nothing", "[idempotency]") {
  add("Words", {.idempotency_key = "k"});
  must(store().forget(add("Other", {.idempotency_key = "l"}).id.value()));
  CHECK(add("Words", {.idempotency_key = "k"}).replayed);
}

TEST_CASE_METHOD(IdempotencyTest, "a key freed while its request is under way is stored whole",
                 "[idempotency]") {
  std::optional<MemoryStore> handle;
  std::optional<MemoryId> first;
  options.embedder = from_function(
      "forgets meanwhile", 2, 0.9,
      [&](std::span<const std::string_view> texts, Purpose) -> Result<std::vector<Vector>> {
        if (handle && texts[0] == "other") must(handle->forget(first.value()));
        return std::vector<Vector>(texts.size(), Vector{1, 0});
      });
  first = note("Words", {.idempotency_key = "k"});
  handle = store();
  const std::vector<NewMemory> batch = {{"other"}, {"Words", {.idempotency_key = "k"}}};
  const auto results = must(store().add_batch(batch));
  handle.reset();
  REQUIRE(results.at(1).id.has_value());
  const auto whole = [&] {
    CHECK(everything() == std::vector<std::string>{"Words", "other"});
    for (const Hit& hit : search("question").hits) {
      CAPTURE(hit.memory.content);
      CHECK(hit.similarity == Approx(1.0).margin(1e-4));
    }
  };
  whole();
  reopen();
  whole();
}

TEST_CASE_METHOD(DatabaseTest, "each store has its own keys", "[idempotency]") {
  const AddResult in_a = must(store("a").add("Words", {.idempotency_key = "k"}));
  const AddResult in_b = must(store("b").add("Other words", {.idempotency_key = "k"}));
  CHECK_FALSE(in_a.replayed);
  CHECK_FALSE(in_b.replayed);
  must(database().delete_store("a"));
  CHECK_FALSE(must(store("a").add("New words", {.idempotency_key = "k"})).replayed);
  CHECK(must(store("b").add("Other words", {.idempotency_key = "k"})).replayed);
}

}  // namespace
}  // namespace whosaid::test
