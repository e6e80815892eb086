// add_batch: all or none, one entry each, one embedder call.

#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

class BatchTest : public StoreTest {
 protected:
  Result<std::vector<AddResult>> add(const std::vector<NewMemory>& memories) {
    return store().add_batch(memories);
  }

  // The error, once it has been seen that nothing of the batch was stored.
  std::string refusal(const std::vector<NewMemory>& memories) {
    const std::vector<std::string> before = everything();
    const std::string people = roll();
    const auto result = add(memories);
    CHECK(everything() == before);
    CHECK(roll() == people);
    return error_of(result);
  }
};

TEST_CASE_METHOD(BatchTest, "a batch answers once for each input, in order", "[batch]") {
  meet({"Ann", "Bob"});
  const auto results = must(add({{"First", {.speaker = "Bob", .created_at = second(3)}},
                                 {"Second", {.speaker = "me", .category = "work"}},
                                 {"Third", {.speaker = "Ann", .conversation_id = "c"}},
                                 {"Fourth"}}));
  REQUIRE(statuses(results) == std::vector<std::string>(4, "stored"));
  const std::vector<std::string> texts = {"First", "Second", "Third", "Fourth"};
  const std::vector<std::string> people = {"Bob", "me", "Ann", "(untagged)"};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    REQUIRE(results[i].id.has_value());
    if (i > 0) CHECK(*results[i - 1].id < *results[i].id);
    const Memory memory = must(store().get(*results[i].id));
    CHECK(memory.content == texts[i]);
    CHECK(label(memory) == people[i]);
  }
  CHECK(must(store().get(*results[0].id)).created_at == second(3));
  CHECK(must(store().get(*results[1].id)).category == "work");
  CHECK(must(store().get(*results[2].id)).conversation_id == "c");
  CHECK(roll() == "Ann 1/1, Bob 1/1");
}

TEST_CASE_METHOD(BatchTest, "a batch is found after reopening as before", "[batch]") {
  meet({"Ann"});
  must(add({{"Apples are red", {.speaker = "Ann"}}, {"Pears are green", {.speaker = "Ann"}}}));
  const auto said = said_by("Ann");
  CHECK(said == std::vector<std::string>{"Pears are green", "Apples are red"});
  reopen();
  CHECK(said_by("Ann") == said);
  CHECK(contents(search("apples", {.limit = 1})) == std::vector<std::string>{"Apples are red"});
}

TEST_CASE_METHOD(BatchTest, "an empty batch is an empty answer", "[batch]") {
  const auto table = circle({{"x", 0}});
  options.embedder = table;
  CHECK(must(add({})).empty());
  CHECK(table->calls() == 0);
  CHECK(everything().empty());
}

TEST_CASE_METHOD(BatchTest, "duplicates within the batch are dropped", "[batch]") {
  options.duplicates.enabled = true;
  options.embedder = circle({{"at 0", 0}, {"at 5", 5}, {"at 60", 60}, {"at 65", 65}});
  meet({"Ann", "Bob"});
  const MemoryId old = remember("Ann", "at 60");
  const auto results = must(add({{"at 0", {.speaker = "Bob"}},
                                 {"at 5", {.speaker = "Ann"}},
                                 {"at 65", {.speaker = "Bob"}},
                                 {"at 0", {.on_duplicate = OnDuplicate::store}}}));
  CHECK(statuses(results) ==
        std::vector<std::string>{"stored", "duplicate", "duplicate", "stored"});
  REQUIRE(results[1].duplicate_of.has_value());
  CHECK(results[1].duplicate_of->id == results[0].id);
  CHECK(results[1].duplicate_of->speaker == "Bob");
  CHECK(results[1].duplicate_of->similarity == Approx(cosine_of_degrees(5)).margin(1e-4));
  REQUIRE(results[2].duplicate_of.has_value());
  CHECK(results[2].duplicate_of->id == old);
  CHECK(everything() == std::vector<std::string>{"at 0", "at 0", "at 60"});
  CHECK(roll() == "Ann 1/1, Bob 1/1");
}

TEST_CASE_METHOD(BatchTest, "a dropped entry is no match for a later one", "[batch]") {
  options.duplicates.enabled = true;
  options.embedder = circle({{"at 0", 0}, {"at 20", 20}, {"at 40", 40}});
  const auto results = must(add({{"at 0"}, {"at 20"}, {"at 40"}}));
  CHECK(statuses(results) == std::vector<std::string>{"stored", "duplicate", "stored"});
}

TEST_CASE_METHOD(BatchTest, "duplicates within a batch keep to the speaker's scope", "[batch]") {
  options.duplicates.enabled = true;
  options.duplicates.scope = DuplicateScope::speaker;
  meet({"Ann", "Bob"});
  const auto results = must(add({{"The same words", {.speaker = "Ann"}},
                                 {"The same words", {.speaker = "Bob"}},
                                 {"The same words", {.speaker = "Ann"}},
                                 {"The same words"}}));
  CHECK(statuses(results) == std::vector<std::string>{"stored", "stored", "duplicate", "stored"});
}

TEST_CASE_METHOD(BatchTest, "an invalid entry refuses the whole batch and names itself",
                 "[batch]") {
  meet({"Ann"});
  remember("Ann", "Before");
  const NewMemory good{"Good", {.speaker = "Ann"}};
  const auto last = [&](const NewMemory& bad) { return refusal({good, {"Also good"}, bad}); };
  CHECK(last({""}) == "invalid_request field=memories[2].content");
  CHECK(last({" \u200b"}) == "invalid_request field=memories[2].content");
  CHECK(last({"\xff"}) == "invalid_request field=memories[2].content");
  CHECK(last({repeat("x", (std::size_t{1} << 20) + 1)}) ==
        "invalid_request field=memories[2].content");
  CHECK(last({"x", {.category = " "}}) == "invalid_request field=memories[2].category");
  CHECK(last({"x", {.conversation_id = "\xff"}}) ==
        "invalid_request field=memories[2].conversation_id");
  CHECK(last({"x", {.metadata = {{"", "v"}}}}) == "invalid_request field=memories[2].metadata");
  CHECK(last({"x", {.idempotency_key = ""}}) ==
        "invalid_request field=memories[2].idempotency_key");

  CHECK(refusal({{""}, good}) == "invalid_request field=memories[0].content");
  CHECK(refusal({good, {""}, good}) == "invalid_request field=memories[1].content");
}

TEST_CASE_METHOD(BatchTest, "an unregistered speaker refuses the whole batch", "[batch]") {
  meet({"Ann"});
  CHECK(refusal({{"Good", {.speaker = "Ann"}}, {"Bad", {.speaker = "Bob"}}}) ==
        "invalid_request field=memories[1].speaker speaker=Bob");
  const auto result = add({{"Bad", {.speaker = "Bob"}}});
  CHECK(starts_with(message_of(result),
                    "speaker 'Bob' is not registered in this store. Register it first: "));
}

TEST_CASE_METHOD(BatchTest, "the first 1,000 entries may be good and the last one bad", "[batch]") {
  std::vector<NewMemory> many;
  for (int i = 0; i < 1000; ++i) many.push_back({"Remark " + std::to_string(i)});
  many.push_back({" "});
  CHECK(refusal(many) == "invalid_request field=memories[1000].content");
  many.pop_back();
  CHECK(must(add(many)).size() == 1000);
  CHECK(everything().size() == 1000);
}

TEST_CASE_METHOD(BatchTest, "one batch is one embedder call", "[batch]") {
  const auto table = circle({{"Cat.", 0}, {"Dog.", 90}, {"Bird.", 180}});
  options.embedder = table;
  must(add({{"Cat. Dog."}, {"Bird."}, {"Cat."}}));
  CHECK(table->calls() == 1);
  CHECK(table->purposes() == std::vector<Purpose>{Purpose::document});
  CHECK(sorted(table->texts()) == std::vector<std::string>{"Bird.", "Cat.", "Cat.", "Dog."});
}

TEST_CASE_METHOD(BatchTest, "an embedder that fails on one text stores none", "[batch]") {
  options.embedder = circle({{"Cat.", 0}, {"Dog.", 90}});
  CHECK(refusal({{"Cat."}, {"Unknown."}, {"Dog."}}) == "embedder_failed");
  CHECK(must(add({{"Cat."}, {"Dog."}})).size() == 2);
}

TEST_CASE_METHOD(BatchTest, "each entry may have its key, and a batch sent again replays",
                 "[batch]") {
  const std::vector<NewMemory> batch = {{"First", {.idempotency_key = "k1"}},
                                        {"Second", {.idempotency_key = "k2"}}};
  const auto first = must(add(batch));
  const auto again = must(add(batch));
  REQUIRE(again.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK_FALSE(first[i].replayed);
    CHECK(again[i].replayed);
    CHECK(again[i].id == first[i].id);
  }
  CHECK(everything() == std::vector<std::string>{"Second", "First"});
}

TEST_CASE_METHOD(BatchTest, "a key used for something else refuses the whole batch", "[batch]") {
  note("First", {.idempotency_key = "k1"});
  const std::vector<std::string> before = everything();
  const auto result = add({{"New"}, {"Other", {.idempotency_key = "k1"}}});
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code == ErrorCode::conflict);
  CHECK(result.error().field == "memories[1].idempotency_key");
  CHECK(everything() == before);
}

}  // namespace
}  // namespace whosaid::test
