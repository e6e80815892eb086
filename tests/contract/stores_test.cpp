// Many stores in one database: their ids, and that nothing crosses from one to another.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/fixture.h"

namespace whosaid::test {
namespace {

using namespace std::string_view_literals;
using Texts = std::vector<std::string>;

class StoresTest : public DatabaseTest {
 protected:
  void fill(std::string_view id, std::string_view text) {
    MemoryStore handle = store(id);
    test::meet(handle, {"Bob"});
    test::remember(handle, "Bob", text);
  }
  Texts stores() { return must(database().list_stores()); }
};

// What every call of a handle answers.
Texts answers(MemoryStore handle) {
  const std::vector<NewMemory> batch = {{"x"}};
  return {error_of(handle.add_speaker("Ann")),
          error_of(handle.list_speakers()),
          error_of(handle.remove_speaker("Bob")),
          error_of(handle.add("x")),
          error_of(handle.add_batch(batch)),
          error_of(handle.forget(MemoryId{1})),
          error_of(handle.search("x")),
          error_of(handle.by_speaker("me")),
          error_of(handle.list()),
          error_of(handle.get(MemoryId{1}))};
}

TEST_CASE_METHOD(StoresTest, "an id is 1 to 256 bytes, any letters and signs", "[stores]") {
  const Texts good = {"a",
                      "a.b",
                      "a-b",
                      "a/b",
                      "../../etc/passwd",
                      "/",
                      ".",
                      "..",
                      "a b",
                      "*",
                      "default2",
                      "A",
                      "\u00e9",
                      "e\u0301",
                      "\U0001f642",
                      " a",
                      "a ",
                      "a\u200b",
                      "%2e",
                      "C:\\x",
                      repeat("x", 256),
                      repeat("\u00e9", 128)};
  for (const std::string& id : good) {
    CAPTURE(escaped(id));
    CHECK(error_of(database().create_store(id)) == "ok");
  }
  for (const std::string& id : good) {
    CAPTURE(escaped(id));
    CHECK(everything(store(id)).empty());
    must(store(id).add("Stored in " + escaped(id)));
  }
  for (const std::string& id : good) {
    CAPTURE(escaped(id));
    CHECK(everything(must(database().store(id))) == Texts{"Stored in " + escaped(id)});
  }
  CHECK(stores() == sorted(good));
}

TEST_CASE_METHOD(StoresTest, "a bad id is refused by every call", "[stores]") {
  Texts bad = invalid_utf8();
  for (const std::string_view id : {""sv, " "sv, "\u00a0\u3000"sv, "\u200b"sv, "a\0b"sv, "a\nb"sv,
                                    "a\tb"sv, "a\x1b"sv, "a\x7f"sv,
                                    "a\u0085"
                                    "b"sv,
                                    "\u009f"sv}) {
    bad.emplace_back(id);
  }
  bad.push_back(repeat("x", 257));
  bad.push_back(repeat("\u00e9", 129));
  for (const std::string& id : bad) {
    CAPTURE(escaped(id));
    CHECK(error_of(database().create_store(id)) == "invalid_request field=store");
    CHECK(error_of(database().store(id)) == "invalid_request field=store");
    CHECK(error_of(database().delete_store(id)) == "invalid_request field=store");
  }
  CHECK(stores().empty());
}

TEST_CASE_METHOD(StoresTest, "ids are compared byte for byte and never folded", "[stores]") {
  const Texts ids = {"a.b", "a-b", "A.b", "a.b ", "a", "ab", "\u00e9", "e\u0301"};
  for (const std::string& id : ids) fill(id, "Stored in " + escaped(id));
  for (const std::string& id : ids) {
    CAPTURE(escaped(id));
    CHECK(everything(store(id)) == Texts{"Stored in " + escaped(id)});
  }
}

TEST_CASE_METHOD(StoresTest, "an unknown id is not_found", "[stores]") {
  store("a");
  CHECK(error_of(database().store("b")) == "not_found");
  CHECK(error_of(database().delete_store("b")) == "not_found");
  CHECK(stores() == Texts{"a"});
}

TEST_CASE_METHOD(StoresTest, "creating an existing store gives that store", "[stores]") {
  fill("a", "Words");
  CHECK(everything(must(database().create_store("a"))) == Texts{"Words"});
  CHECK(stores() == Texts{"a"});
}

TEST_CASE_METHOD(StoresTest, "stores are listed in byte order, reopened too", "[stores]") {
  CHECK(stores().empty());
  for (const char* id : {"b", "a/b", "a", "B", "\u00e9", "ab"}) store(id);
  const Texts ordered = {"B", "a", "a/b", "ab", "b", "\u00e9"};
  CHECK(stores() == ordered);
  close();
  CHECK(stores() == ordered);
}

TEST_CASE_METHOD(StoresTest, "MemoryStore::open opens the store \"default\"", "[stores]") {
  {
    MemoryStore handle = must(MemoryStore::open(directory(), options));
    must(handle.add("Words"));
  }
  CHECK(stores() == Texts{"default"});
  CHECK(everything(must(database().store("default"))) == Texts{"Words"});
  must(store("default").add("More words"));
  close();
  CHECK(everything(must(MemoryStore::open(directory(), options))) == Texts{"More words", "Words"});
}

TEST_CASE_METHOD(StoresTest, "opening a database creates no store", "[stores]") {
  CHECK(stores().empty());
  CHECK(error_of(database().store("default")) == "not_found");
}

TEST_CASE_METHOD(StoresTest, "two handles on a store are one store", "[stores]") {
  MemoryStore first = store("a");
  MemoryStore other = must(database().store("a"));
  MemoryStore copy = first;
  test::meet(first, {"Bob"});
  test::remember(other, "Bob", "Words");
  CHECK(said_by(copy, "Bob") == Texts{"Words"});
  must(copy.remove_speaker("Bob"));
  CHECK(error_of(first.by_speaker("Bob")) == "not_found speaker=Bob");
}

TEST_CASE_METHOD(StoresTest, "nothing crosses from one store to another", "[stores]") {
  fill("alice", "I am allergic to walnuts");
  fill("bobby", "I like walnuts in my cake");
  test::meet(store("alice"), {"Guest"});
  CHECK(contents(must(store("alice").search("walnuts"))) == Texts{"I am allergic to walnuts"});
  CHECK(contents(must(store("bobby").search("walnuts", {.speaker = "Bob"}))) ==
        Texts{"I like walnuts in my cake"});
  CHECK(said_by(store("alice"), "Bob") == Texts{"I am allergic to walnuts"});
  CHECK(roll(store("bobby")) == "Bob 1/1");
  CHECK(error_of(store("bobby").by_speaker("Guest")) == "not_found speaker=Guest");
  must(store("alice").remove_speaker("Bob"));
  CHECK(said_by(store("bobby"), "Bob") == Texts{"I like walnuts in my cake"});
}

TEST_CASE_METHOD(StoresTest, "deleting a store removes everything of it and nothing else",
                 "[stores]") {
  for (const char* id : {"a", "ab", "a/b", "b"}) fill(id, std::string("Stored in ") + id);
  must(database().delete_store("a"));
  const auto check = [&] {
    CHECK(stores() == Texts{"a/b", "ab", "b"});
    CHECK(error_of(database().store("a")) == "not_found");
    CHECK(error_of(database().delete_store("a")) == "not_found");
    for (const char* id : {"ab", "a/b", "b"}) {
      CHECK(said_by(must(database().store(id)), "Bob") == Texts{std::string("Stored in ") + id});
    }
  };
  check();
  close();
  check();
}

TEST_CASE_METHOD(StoresTest, "a handle on a deleted store answers not_found to every call",
                 "[stores]") {
  fill("a", "Words");
  const MemoryStore handle = store("a");
  const MemoryStore copy = handle;
  must(database().delete_store("a"));
  CHECK(answers(handle) == Texts(answers(handle).size(), "not_found"));
  CHECK(answers(copy) == Texts(answers(copy).size(), "not_found"));
  CHECK(stores().empty());
}

TEST_CASE_METHOD(StoresTest, "a store created again is empty, and old handles don't see it",
                 "[stores]") {
  fill("a", "Old words");
  std::optional<MemoryStore> old = store("a");
  must(database().delete_store("a"));
  const auto empty = [&] {
    CHECK(everything(store("a")).empty());
    CHECK(roll(store("a")).empty());
    CHECK(must(store("a").search("words")).hits.empty());
  };
  empty();
  fill("a", "New words");
  CHECK(answers(*old) == Texts(answers(*old).size(), "not_found"));
  CHECK(said_by(store("a"), "Bob") == Texts{"New words"});
  must(database().delete_store("a"));
  old.reset();
  close();
  empty();
}

TEST_CASE_METHOD(StoresTest, "many stores, each with its own", "[stores]") {
  for (int i = 0; i < 100; ++i) fill("user " + std::to_string(i), "Words " + std::to_string(i));
  close();
  for (int i = 0; i < 100; i += 7) {
    MemoryStore handle = must(database().store("user " + std::to_string(i)));
    CHECK(said_by(handle, "Bob") == Texts{"Words " + std::to_string(i)});
    CHECK(contents(must(handle.search("Words"))) == Texts{"Words " + std::to_string(i)});
  }
}

TEST_CASE_METHOD(StoresTest, "no store's name becomes a path", "[stores]") {
  const auto above = directory().parent_path();
  fill("../escaped", "Words");
  fill("../../escaped", "Words");
  fill("a/b/c", "Words");
  std::size_t entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator(above)) {
    CHECK(entry.path() == directory());
    ++entries;
  }
  CHECK(entries == 1);
}

}  // namespace
}  // namespace whosaid::test
