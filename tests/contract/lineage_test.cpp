// lineage: all versions of a memory, oldest first, from any of them.

#include <cstdint>
#include <string>
#include <vector>

#include "support/fixture.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class LineageTest : public StoreTest {
 protected:
  std::vector<Memory> lineage(MemoryId id) { return must(store().lineage(id)); }
  Texts texts(MemoryId id) { return contents(lineage(id)); }
};

TEST_CASE_METHOD(LineageTest, "the whole chain comes from any of its members", "[lineage]") {
  const MemoryId first = note("First");
  const MemoryId middle = replace(first, "Second");
  const MemoryId last = replace(middle, "Third");
  const auto whole = [&] {
    for (const MemoryId id : {first, middle, last}) {
      CAPTURE(id);
      const std::vector<Memory> chain = lineage(id);
      CHECK(ids(chain) == std::vector<MemoryId>{first, middle, last});
      CHECK(contents(chain) == Texts{"First", "Second", "Third"});
      CHECK(chain[0].superseded_by == middle);
      CHECK(chain[1].supersedes == first);
      CHECK(chain[1].superseded_by == last);
      CHECK(chain[2].supersedes == middle);
      CHECK_FALSE(chain[0].current);
      CHECK_FALSE(chain[1].current);
      CHECK(chain[2].current);
    }
  };
  whole();
  reopen();
  whole();
}

TEST_CASE_METHOD(LineageTest, "a memory that never changed is its own lineage", "[lineage]") {
  const MemoryId id = note("Alone");
  CHECK(ids(lineage(id)) == std::vector<MemoryId>{id});
}

TEST_CASE_METHOD(LineageTest, "the order is that of the versions, whatever their times",
                 "[lineage]") {
  const MemoryId first = note("First", {.created_at = second(9)});
  const MemoryId middle = replace(first, "Second", {.created_at = second(5)});
  replace(middle, "Third", {.event_at = second(1), .created_at = second(1)});
  CHECK(texts(middle) == Texts{"First", "Second", "Third"});
  reopen();
  CHECK(texts(middle) == Texts{"First", "Second", "Third"});
}

TEST_CASE_METHOD(LineageTest, "chains of the same texts are not mixed up", "[lineage]") {
  const MemoryId a = note("Same");
  const MemoryId b = note("Same");
  const MemoryId newer_a = replace(a, "Same still");
  const MemoryId newer_b = replace(b, "Same still");
  CHECK(ids(lineage(a)) == std::vector<MemoryId>{a, newer_a});
  CHECK(ids(lineage(newer_b)) == std::vector<MemoryId>{b, newer_b});
}

TEST_CASE_METHOD(LineageTest, "what is unknown has no lineage", "[lineage]") {
  const MemoryId id = note("Forgotten");
  must(store().forget(id));
  for (const MemoryId unknown : {id, MemoryId{0}, MemoryId{99}, MemoryId{~std::uint64_t{0}}}) {
    CHECK(error_of(store().lineage(unknown)) == "not_found" + naming(unknown));
  }
}

TEST_CASE_METHOD(LineageTest, "each version is whole and has its present label", "[lineage]") {
  meet({"Bob"});
  const MemoryId first = remember("Bob", "One. Two.",
                                  {.event_at = second(1),
                                   .created_at = second(2),
                                   .category = "work",
                                   .conversation_id = "c",
                                   .metadata = {{"k", "v"}}});
  replace(first, "One.", {.created_at = second(3)});
  const std::vector<Memory> chain = lineage(first);
  REQUIRE(labels(chain) == Texts{"Bob", "Bob"});
  CHECK(chain[0].event_at == second(1));
  CHECK(chain[0].chunks == 2);
  CHECK(chain[1].created_at == second(3));
  CHECK(chain[1].chunks == 1);
  for (const Memory& memory : chain) {
    CHECK(memory.category == "work");
    CHECK(memory.conversation_id == "c");
    CHECK(memory.metadata.at("k") == "v");
  }
  must(store().remove_speaker("Bob"));
  CHECK(labels(lineage(first)) == Texts{"(untagged)", "(untagged)"});
  meet({"Bob"});
  CHECK(labels(lineage(first)) == Texts{"(untagged)", "(untagged)"});
}

TEST_CASE_METHOD(LineageTest, "a version stored after its speaker's removal belongs to the chain",
                 "[lineage]") {
  meet({"Bob"});
  const MemoryId first = remember("Bob", "First");
  must(store().remove_speaker("Bob"));
  const MemoryId last = replace(first, "Second");
  meet({"Bob"});
  const auto whole = [&] {
    CHECK(texts(first) == Texts{"First", "Second"});
    CHECK(texts(last) == Texts{"First", "Second"});
  };
  whole();
  reopen();
  whole();
}

TEST_CASE_METHOD(LineageTest, "a chain may be long", "[lineage]") {
  std::vector<MemoryId> all = {note("Version 0")};
  for (int i = 1; i < 300; ++i) {
    all.push_back(replace(all.back(), "Version " + std::to_string(i)));
  }
  const auto whole = [&] {
    CHECK(ids(lineage(all.front())) == all);
    CHECK(ids(lineage(all[150])) == all);
    CHECK(ids(lineage(all.back())) == all);
    CHECK(everything() == Texts{"Version 299"});
    CHECK(search("Version", {.limit = 1000}).hits.size() == 1);
    CHECK(search("Version", {.limit = 1000, .include_superseded = true}).hits.size() == 300);
  };
  whole();
  reopen();
  whole();
}

TEST_CASE_METHOD(DatabaseTest, "deleting a store takes its chains and leaves the other's",
                 "[lineage]") {
  for (const char* id : {"a", "b"}) {
    meet(store(id), {"Bob"});
    const MemoryId first = remember(store(id), "Bob", "First", {.idempotency_key = "k"});
    replace(store(id), first, "Second");
    must(store(id).add_turn("Question", "Answer"));
  }
  must(database().delete_store("a"));
  const auto apart = [&] {
    CHECK(everything(store("a")).empty());
    CHECK(error_of(store("a").lineage(MemoryId{1})) == "not_found" + naming(MemoryId{1}));
    CHECK(must(store("a").recall("question")).short_term.empty());
    CHECK(must(store("a").stats()).superseded == 0);
    CHECK(everything(store("b")) == Texts{"Question\nAnswer", "Second"});
    CHECK(contents(must(store("b").lineage(MemoryId{1}))) == Texts{"First", "Second"});
    CHECK(must(store("b").recall("question")).short_term.size() == 1);
    CHECK(roll(store("b")) == "Bob 1/1");
  };
  apart();
  close();
  apart();
  CHECK_FALSE(must(store("a").add("Other", {.idempotency_key = "k"})).replayed);
}

}  // namespace
}  // namespace whosaid::test
