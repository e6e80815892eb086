// by_speaker and list: newest first, a page at a time, each memory once.

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/random_seed.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class PagesTest : public StoreTest {
 protected:
  // The pages of a walk, each as its contents.
  std::vector<Texts> pages_of(std::string_view name, std::size_t limit) {
    std::vector<Texts> pages;
    walk([&](const std::optional<PageCursor>& after) {
      auto page = store().by_speaker(name, {.limit = limit, .after = after});
      if (page) pages.push_back(contents(*page));
      return page;
    });
    return pages;
  }
  Texts walk_by(std::string_view name, std::size_t limit) {
    return contents(walk([&](const std::optional<PageCursor>& after) {
      return store().by_speaker(name, {.limit = limit, .after = after});
    }));
  }
  Texts walk_all(std::size_t limit) {
    return contents(walk([&](const std::optional<PageCursor>& after) {
      return store().list({.limit = limit, .after = after});
    }));
  }
  Page page_of(std::string_view name, const PageOptions& how) {
    return must(store().by_speaker(name, how));
  }
  // "Bob 0", "Bob 1", ... all at one moment.
  void seven_at_once() {
    meet({"Bob"});
    for (int i = 0; i < 7; ++i) {
      remember("Bob", "Bob " + std::to_string(i), {.created_at = second(1)});
    }
  }
};

TEST_CASE_METHOD(PagesTest, "what a person said comes newest first", "[pages]") {
  meet({"Bob"});
  remember("Bob", "second", {.created_at = second(2)});
  remember("Bob", "third", {.created_at = second(3)});
  remember("Bob", "first", {.created_at = second(1)});
  remember("Bob", "third, stored later", {.created_at = second(3)});
  const Texts newest_first = {"third, stored later", "third", "second", "first"};
  CHECK(said_by("Bob") == newest_first);
  CHECK(everything() == newest_first);
  reopen();
  CHECK(said_by("Bob") == newest_first);
  CHECK(everything() == newest_first);
}

TEST_CASE_METHOD(PagesTest, "the event's time doesn't order", "[pages]") {
  note("stored first", {.event_at = second(9), .created_at = second(1)});
  note("stored second", {.event_at = second(5), .created_at = second(2)});
  CHECK(everything() == Texts{"stored second", "stored first"});
}

TEST_CASE_METHOD(PagesTest, "by_speaker holds that person's memories alone", "[pages]") {
  meet({"Ann", "Bob", "Carl"});
  remember("Ann", "Ann's");
  remember("Bob", "Bob's");
  remember("me", "the agent's");
  note("nobody's");
  remember("Ann", "Ann's second");
  CHECK(said_by("Ann") == Texts{"Ann's second", "Ann's"});
  CHECK(said_by("Bob") == Texts{"Bob's"});
  CHECK(said_by("me") == Texts{"the agent's"});
  CHECK(said_by("Carl").empty());
  CHECK(labels(must(store().by_speaker("Ann"))) == Texts{"Ann", "Ann"});
}

TEST_CASE_METHOD(PagesTest, "list holds everything with its label", "[pages]") {
  meet({"Ann"});
  remember("Ann", "Ann's");
  remember("me", "the agent's");
  note("nobody's");
  CHECK(labels(must(store().list())) == Texts{"(untagged)", "me", "Ann"});
}

TEST_CASE_METHOD(PagesTest, "an unregistered speaker is not_found", "[pages]") {
  const auto result = store().by_speaker("Bob");
  CHECK(error_of(result) == "not_found speaker=Bob");
  CHECK(message_of(result) == "speaker 'Bob' is not registered in this store.");
}

TEST_CASE_METHOD(PagesTest, "a page's limit lies in 1 to 1000 and is never adjusted", "[pages]") {
  meet({"Bob"});
  for (const std::size_t bad : {std::size_t{0}, std::size_t{1001}, ~std::size_t{0}}) {
    CAPTURE(bad);
    CHECK(error_of(store().by_speaker("Bob", {.limit = bad})) == "invalid_request field=limit");
    CHECK(error_of(store().list({.limit = bad})) == "invalid_request field=limit");
  }
  CHECK(error_of(store().by_speaker("Bob", {.limit = 1000})) == "ok");
  CHECK(error_of(store().list({.limit = 1})) == "ok");
}

TEST_CASE_METHOD(PagesTest, "a page has 50 memories unless told otherwise", "[pages]") {
  meet({"Bob"});
  std::vector<NewMemory> many;
  for (int i = 0; i < 60; ++i) many.push_back({std::to_string(i), {.speaker = "Bob"}});
  must(store().add_batch(many));
  CHECK(must(store().by_speaker("Bob")).memories.size() == 50);
  CHECK(must(store().list()).memories.size() == 50);
}

TEST_CASE_METHOD(PagesTest, "a page of a thousand", "[pages]") {
  meet({"Bob"});
  std::vector<NewMemory> many;
  for (int i = 0; i < 1001; ++i) many.push_back({std::to_string(i), {.speaker = "Bob"}});
  must(store().add_batch(many));
  const Page page = page_of("Bob", {.limit = 1000});
  CHECK(page.memories.size() == 1000);
  REQUIRE(page.next.has_value());
  CHECK(contents(page_of("Bob", {.limit = 1000, .after = page.next})) == Texts{"0"});
}

TEST_CASE_METHOD(PagesTest, "a page counts the chunks behind its memories", "[pages]") {
  meet({"Bob"});
  remember("Bob", "One. Two. Three.", {.created_at = second(1)});
  remember("Bob", "Just one.", {.created_at = second(2)});
  remember("Bob", "One here. And two.", {.created_at = second(3)});
  const Page all = page_of("Bob", {});
  CHECK(all.chunks == 6);
  CHECK(all.points_to_delete() == 6);
  const Page first = page_of("Bob", {.limit = 2});
  CHECK(first.points_to_delete() == 3);
  CHECK(page_of("Bob", {.limit = 2, .after = first.next}).points_to_delete() == 3);
  CHECK(must(store().list({.limit = 1})).chunks == 2);
}

TEST_CASE_METHOD(PagesTest, "there is no cursor at the end", "[pages]") {
  meet({"Bob"});
  CHECK_FALSE(page_of("Bob", {}).next.has_value());
  CHECK_FALSE(must(store().list()).next.has_value());
  for (int i = 0; i < 4; ++i) remember("Bob", std::to_string(i), {.created_at = second(i)});
  CHECK_FALSE(page_of("Bob", {.limit = 5}).next.has_value());
  CHECK_FALSE(page_of("Bob", {.limit = 4}).next.has_value());
  CHECK(pages_of("Bob", 2) == std::vector<Texts>{{"3", "2"}, {"1", "0"}});
  CHECK(pages_of("Bob", 3) == std::vector<Texts>{{"3", "2", "1"}, {"0"}});
}

TEST_CASE_METHOD(PagesTest, "a cursor names the last moment and those seen of it", "[pages]") {
  meet({"Bob"});
  const MemoryId a = remember("Bob", "a", {.created_at = second(1)});
  const MemoryId b = remember("Bob", "b", {.created_at = second(1)});
  remember("Bob", "c", {.created_at = second(1)});
  remember("Bob", "d", {.created_at = second(2)});
  const Page first = page_of("Bob", {.limit = 1});
  REQUIRE(first.next.has_value());
  CHECK(first.next->next_before == second(2));
  CHECK(first.next->next_skip_ids == ids(first));
  const Page next = page_of("Bob", {.limit = 2, .after = first.next});
  REQUIRE(next.next.has_value());
  CHECK(next.next->next_before == second(1));
  CHECK(contents(next) == Texts{"c", "b"});
  CHECK(sorted(next.next->next_skip_ids) == sorted(ids(next)));
  CHECK(ids(page_of("Bob", {.after = next.next})) == std::vector<MemoryId>{a});
  CHECK(std::count(next.next->next_skip_ids.begin(), next.next->next_skip_ids.end(), b) == 1);
}

TEST_CASE_METHOD(PagesTest, "memories of one moment come once each at any page size", "[pages]") {
  seven_at_once();
  const Texts seven = {"Bob 6", "Bob 5", "Bob 4", "Bob 3", "Bob 2", "Bob 1", "Bob 0"};
  for (std::size_t limit = 1; limit <= 8; ++limit) {
    CAPTURE(limit);
    CHECK(walk_by("Bob", limit) == seven);
    CHECK(walk_all(limit) == seven);
  }
}

TEST_CASE_METHOD(PagesTest, "a walk is the whole, whatever the times and the page size",
                 "[pages]") {
  const std::uint64_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  meet({"Ann", "Bob"});
  std::vector<NewMemory> many;
  for (int i = 0; i < 120; ++i) {
    many.push_back({.content = std::to_string(i),
                    .options = {.speaker = random() % 3 == 0 ? "Ann" : "Bob",
                                .created_at = second(static_cast<int>(random() % 12))}});
  }
  must(store().add_batch(many));
  const Texts all = walk_all(1000);
  const Texts bobs = walk_by("Bob", 1000);
  CHECK(all.size() == 120);
  for (const std::size_t limit : {1u, 2u, 3u, 7u, 10u, 40u, 119u, 120u}) {
    CAPTURE(limit);
    CHECK(walk_all(limit) == all);
    CHECK(walk_by("Bob", limit) == bobs);
  }
}

TEST_CASE_METHOD(PagesTest, "writes between pages neither repeat nor skip older ones", "[pages]") {
  seven_at_once();
  remember("Bob", "older", {.created_at = second(0)});
  const Page first = page_of("Bob", {.limit = 3});
  REQUIRE(contents(first) == Texts{"Bob 6", "Bob 5", "Bob 4"});
  remember("Bob", "newer", {.created_at = second(9)});
  remember("Bob", "of the same moment", {.created_at = second(1)});
  Texts rest;
  std::optional<PageCursor> after = first.next;
  while (after) {
    const Page page = page_of("Bob", {.limit = 3, .after = after});
    for (const std::string& text : contents(page)) {
      if (text != "of the same moment") rest.push_back(text);
    }
    after = page.next;
  }
  CHECK(rest == Texts{"Bob 3", "Bob 2", "Bob 1", "Bob 0", "older"});
}

TEST_CASE_METHOD(PagesTest, "deletes between pages neither repeat nor skip older ones", "[pages]") {
  seven_at_once();
  remember("Bob", "older", {.created_at = second(0)});
  const Page first = page_of("Bob", {.limit = 3});
  REQUIRE(first.next.has_value());
  const auto rest = [&] { return contents(page_of("Bob", {.after = first.next})); };
  SECTION("the page just seen") {
    for (const Memory& memory : first.memories) must(store().forget(memory.id));
    CHECK(rest() == Texts{"Bob 3", "Bob 2", "Bob 1", "Bob 0", "older"});
  }
  SECTION("the last one seen") {
    must(store().forget(first.memories.back().id));
    CHECK(rest() == Texts{"Bob 3", "Bob 2", "Bob 1", "Bob 0", "older"});
  }
  SECTION("the next one") {
    must(store().forget(page_of("Bob", {.limit = 1, .after = first.next}).memories.at(0).id));
    CHECK(rest() == Texts{"Bob 2", "Bob 1", "Bob 0", "older"});
  }
  SECTION("all that is left") {
    for (const Memory& memory : page_of("Bob", {.after = first.next}).memories) {
      must(store().forget(memory.id));
    }
    CHECK(rest().empty());
  }
}

TEST_CASE_METHOD(PagesTest, "a cursor is good after reopening", "[pages]") {
  seven_at_once();
  const Page first = page_of("Bob", {.limit = 3});
  reopen();
  CHECK(contents(page_of("Bob", {.after = first.next})) ==
        Texts{"Bob 3", "Bob 2", "Bob 1", "Bob 0"});
}

TEST_CASE_METHOD(PagesTest, "a walk over one speaker is not disturbed by the others", "[pages]") {
  meet({"Ann", "Bob"});
  for (int i = 0; i < 40; ++i) {
    remember(i % 4 == 0 ? "Bob" : "Ann", std::to_string(i), {.created_at = second(i / 8)});
  }
  CHECK(walk_by("Bob", 2) == Texts{"36", "32", "28", "24", "20", "16", "12", "8", "4", "0"});
  CHECK(walk_by("Ann", 7).size() == 30);
}

}  // namespace
}  // namespace whosaid::test
