// get(id): one memory.

#include <cstdint>

#include "support/fixture.h"

namespace whosaid::test {
namespace {

TEST_CASE_METHOD(StoreTest, "a memory is got by its id", "[get]") {
  meet({"Bob"});
  const MemoryId first = remember("Bob", "First");
  const MemoryId other = note("Other");
  CHECK(must(store().get(first)).content == "First");
  CHECK(label(must(store().get(first))) == "Bob");
  CHECK(must(store().get(other)).content == "Other");
  reopen();
  CHECK(must(store().get(first)).content == "First");
  CHECK(label(must(store().get(first))) == "Bob");
}

TEST_CASE_METHOD(StoreTest, "an unknown id is not_found and named", "[get]") {
  note("Something");
  CHECK(error_of(store().get(MemoryId{0})) == "not_found memory=0");
  CHECK(error_of(store().get(MemoryId{4711})) == "not_found memory=4711");
  CHECK(error_of(store().get(MemoryId{~std::uint64_t{0}})) ==
        "not_found memory=18446744073709551615");
}

TEST_CASE_METHOD(DatabaseTest, "an id means nothing in another store", "[get]") {
  must(store("a").add("First"));
  const MemoryId second_one = must(store("a").add("Second")).id.value();
  must(store("b").add("Lonely"));
  CHECK(must(store("a").get(second_one)).content == "Second");
  const auto elsewhere = store("b").get(second_one);
  CHECK((!elsewhere || elsewhere->content == "Lonely"));
}

}  // namespace
}  // namespace whosaid::test
