// forget(id): gone from every read, and counted.

#include <cstdint>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

std::string not_found(MemoryId id) {
  return "not_found memory=" + std::to_string(static_cast<std::uint64_t>(id));
}

TEST_CASE_METHOD(StoreTest, "forgetting says how many memories and chunks went", "[forget]") {
  const MemoryId id = note("We met on Monday. The plan changed. Will it hold?");
  const ForgetResult result = must(store().forget(id));
  CHECK(result.memories == 1);
  CHECK(result.chunks == 3);
  CHECK(result.points_to_delete() == 3);
  CHECK(must(store().forget(note("One sentence."))).chunks == 1);
}

TEST_CASE_METHOD(StoreTest, "a forgotten memory is gone from every read", "[forget]") {
  meet({"Bob"});
  const MemoryId id =
      remember("Bob", "My boat is blue", {.event_at = second(1), .conversation_id = "c"});
  remember("Bob", "My bike is red", {.conversation_id = "c"});
  must(store().forget(id));

  const std::vector<std::string> left = {"My bike is red"};
  const auto gone = [&] {
    CHECK(error_of(store().get(id)) == not_found(id));
    CHECK(everything() == left);
    CHECK(said_by("Bob") == left);
    CHECK(contents(search("my blue boat")) == left);
    CHECK(contents(search("my blue boat", {.speaker = "Bob"})) == left);
    CHECK(contents(search("boat", {.conversation_id = "c"})) == left);
    CHECK(search("boat", {.event_from = second(0)}).hits.empty());
    CHECK(roll() == "Bob 1/1");
  };
  gone();
  reopen();
  gone();
}

TEST_CASE_METHOD(StoreTest, "a forgotten memory leaves no vector behind", "[forget]") {
  options.embedder = circle({{"near", 0}, {"far", 90}, {"question", 0}});
  const MemoryId id = note("near");
  note("far");
  must(store().forget(id));
  const SearchResult result = search("question");
  CHECK(contents(result) == std::vector<std::string>{"far"});
  CHECK(result.hits.at(0).similarity == Approx(0.0).margin(1e-4));
  CHECK(search("question", {.min_similarity = 0.5}).hits.empty());
}

TEST_CASE_METHOD(StoreTest, "what is unknown can't be forgotten", "[forget]") {
  CHECK(error_of(store().forget(MemoryId{1})) == not_found(MemoryId{1}));
  CHECK(error_of(store().forget(MemoryId{0})) == not_found(MemoryId{0}));
  CHECK(error_of(store().forget(MemoryId{~std::uint64_t{0}})) ==
        not_found(MemoryId{~std::uint64_t{0}}));
  const MemoryId id = note("Only once");
  must(store().forget(id));
  CHECK(error_of(store().forget(id)) == not_found(id));
}

TEST_CASE_METHOD(StoreTest, "forgetting one leaves the others", "[forget]") {
  meet({"Ann", "Bob"});
  remember("Ann", "Same words");
  const MemoryId bobs = remember("Bob", "Same words");
  note("Same words");
  must(store().forget(bobs));
  CHECK(roll() == "Ann 1/1, Bob 0/0");
  CHECK(labels(must(store().list())) == std::vector<std::string>{"(untagged)", "Ann"});
  CHECK(sorted(labels(search("words"))) == std::vector<std::string>{"(untagged)", "Ann"});
}

TEST_CASE_METHOD(StoreTest, "the speaker stays registered", "[forget]") {
  meet({"Bob"});
  must(store().forget(remember("Bob", "Words")));
  CHECK(roll() == "Bob 0/0");
  CHECK(said_by("Bob").empty());
  CHECK(status_of(store().add("New words", {.speaker = "Bob"})) == "stored");
}

TEST_CASE_METHOD(StoreTest, "ids are not used again, not even the newest after reopening",
                 "[forget]") {
  const MemoryId first = note("First");
  const MemoryId newest = note("Newest");
  must(store().forget(newest));
  CHECK(newest < note("At once"));
  must(store().forget(must(store().list({.limit = 1})).memories.at(0).id));
  reopen();
  const MemoryId later = note("Later");
  CHECK(newest < later);
  must(store().forget(first));
  must(store().forget(later));
  reopen();
  CHECK(later < note("In an empty store"));
  CHECK(error_of(store().get(newest)) == not_found(newest));
}

TEST_CASE_METHOD(StoreTest, "the words of a removed speaker can be forgotten", "[forget]") {
  meet({"Bob"});
  const MemoryId id = remember("Bob", "Words");
  must(store().remove_speaker("Bob"));
  CHECK(must(store().forget(id)).memories == 1);
  CHECK(everything().empty());
  meet({"Bob"});
  CHECK(roll() == "Bob 0/0");
}

TEST_CASE_METHOD(StoreTest, "a search is full in spite of many forgotten", "[forget]") {
  options.graph_threshold = 16 * 16;
  options.embedder = scattered();
  std::vector<NewMemory> many;
  for (int i = 0; i < 200; ++i) many.push_back({"Remark " + std::to_string(i)});
  const auto results = must(store().add_batch(many));
  for (std::size_t i = 0; i < 180; ++i) must(store().forget(results[i].id.value()));
  const auto full = [&] {
    CHECK(search("Remark 3", {.limit = 10}).hits.size() == 10);
    CHECK(search("Remark 3", {.limit = 100}).hits.size() == 20);
  };
  full();
  reopen();
  full();
}

TEST_CASE_METHOD(DatabaseTest, "forgetting in one store leaves the other", "[forget]") {
  const MemoryId in_a = must(store("a").add("Words")).id.value();
  const MemoryId in_b = must(store("b").add("Words")).id.value();
  must(store("a").forget(in_a));
  CHECK(everything(store("a")).empty());
  CHECK(must(store("b").get(in_b)).content == "Words");
}

}  // namespace
}  // namespace whosaid::test
