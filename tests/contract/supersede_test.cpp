// supersede: a newer version in the place of an old one.
//
// Where duplicates matter, texts lie on a circle, with the threshold at 0.9: 25 degrees apart is
// close enough, 30 degrees is not.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class SupersedeTest : public StoreTest {
 protected:
  SupersedeResult supersede(MemoryId id, std::string_view text, const SupersedeOptions& how = {}) {
    return must(store().supersede(id, text, how));
  }
  std::string status(MemoryId id, std::string_view text, const SupersedeOptions& how = {}) {
    return status_of(store().supersede(id, text, how));
  }
  Memory get(MemoryId id) { return must(store().get(id)); }

  // The duplicate check on, over texts "at 0", "at 5", ...
  void watch_duplicates() {
    options.duplicates.enabled = true;
    std::map<std::string, double, std::less<>> angles;
    for (int angle = 0; angle < 360; angle += 5) {
      angles.emplace("at " + std::to_string(angle), angle);
    }
    options.embedder = circle(angles);
  }
};

TEST_CASE_METHOD(SupersedeTest, "a newer version takes the old one's place", "[supersede]") {
  const MemoryId old = note("The deadline is Monday");
  const SupersedeResult result = supersede(old, "The deadline is Tuesday");
  CHECK(name_of(result.status) == "stored");
  CHECK(result.superseded == old);
  CHECK_FALSE(result.duplicate_of.has_value());
  CHECK_FALSE(result.replayed);
  REQUIRE(result.id.has_value());
  const MemoryId id = *result.id;
  CHECK(old < id);

  const auto linked = [&] {
    const Memory before = get(old);
    CHECK(before.content == "The deadline is Monday");
    CHECK_FALSE(before.current);
    CHECK(before.superseded_by == id);
    CHECK_FALSE(before.supersedes.has_value());
    const Memory after = get(id);
    CHECK(after.content == "The deadline is Tuesday");
    CHECK(after.current);
    CHECK(after.supersedes == old);
    CHECK_FALSE(after.superseded_by.has_value());
    CHECK(everything() == Texts{"The deadline is Tuesday"});
  };
  linked();
  reopen();
  linked();
}

TEST_CASE_METHOD(SupersedeTest, "speaker, category, conversation and metadata are inherited",
                 "[supersede]") {
  meet({"Ann", "Bob"});
  const MemoryId old = remember(
      "Bob", "The deadline is Monday",
      {.category = "work", .conversation_id = "c", .metadata = {{"k", "v"}, {"source", "chat"}}});
  const MemoryId id = replace(replace(old, "No, Tuesday"), "Well, Wednesday");
  const auto inherited = [&] {
    const Memory memory = get(id);
    CHECK(memory.speaker == "Bob");
    CHECK(memory.category == "work");
    CHECK(memory.conversation_id == "c");
    CHECK(memory.metadata == std::map<std::string, std::string>{{"k", "v"}, {"source", "chat"}});
    CHECK(said_by("Bob") == Texts{"Well, Wednesday"});
    CHECK(contents(search("Wednesday", {.speaker = "Bob"})) == Texts{"Well, Wednesday"});
    CHECK(contents(search("Wednesday", {.categories = {"work"}, .conversation_id = "c"})) ==
          Texts{"Well, Wednesday"});
    CHECK(contents(search("Wednesday", {.metadata = {{"k", "v"}}})) == Texts{"Well, Wednesday"});
    CHECK(get(old).speaker == "Bob");
  };
  inherited();
  reopen();
  inherited();
}

TEST_CASE_METHOD(SupersedeTest, "the agent's words stay the agent's, and nobody's nobody's",
                 "[supersede]") {
  CHECK(get(replace(remember("me", "I will call"), "I have called")).speaker == "me");
  CHECK_FALSE(get(replace(note("It rains"), "It snows")).speaker.has_value());
  CHECK(said_by("me") == Texts{"I have called"});
}

TEST_CASE_METHOD(SupersedeTest, "the event's time is not inherited", "[supersede]") {
  const MemoryId old = note("The trip is in May", {.event_at = second(1)});
  const MemoryId without = replace(old, "There is no trip");
  CHECK_FALSE(get(without).event_at.has_value());
  CHECK(search("trip", {.event_from = second(0)}).hits.empty());
  CHECK(get(replace(without, "The trip is in June", {.event_at = second(2)})).event_at ==
        second(2));
  CHECK(get(old).event_at == second(1));
}

TEST_CASE_METHOD(SupersedeTest, "it is created now, or when the caller says", "[supersede]") {
  const MemoryId old = note("First", {.created_at = second(5)});
  const auto now = [] {
    return std::chrono::time_point_cast<std::chrono::microseconds>(
        std::chrono::system_clock::now());
  };
  const Timestamp before = now();
  const MemoryId stored_now = replace(old, "Second");
  const Timestamp after = now();
  CHECK(get(stored_now).created_at >= before);
  CHECK(get(stored_now).created_at <= after);
  CHECK(get(replace(stored_now, "Third", {.created_at = second(3)})).created_at == second(3));
  CHECK(get(old).created_at == second(5));
}

TEST_CASE_METHOD(SupersedeTest, "a speaker removed since labels no newer version", "[supersede]") {
  meet({"Bob"});
  const MemoryId old = remember("Bob", "My boat is blue");
  must(store().remove_speaker("Bob"));
  const MemoryId id = replace(old, "My boat is red");
  const auto unlabelled = [&] {
    CHECK_FALSE(get(id).speaker.has_value());
    CHECK(labels(search("boat")) == Texts{"(untagged)"});
  };
  unlabelled();
  meet({"Bob"});  // another person
  unlabelled();
  CHECK(said_by("Bob").empty());
  CHECK_FALSE(get(replace(id, "My boat is green")).speaker.has_value());
  CHECK(roll() == "Bob 0/0");
  reopen();
  CHECK(said_by("Bob").empty());
  CHECK(labels(search("boat", {.include_superseded = true})) == Texts(3, "(untagged)"));
}

TEST_CASE_METHOD(SupersedeTest, "a name registered again gets no version of the old words",
                 "[supersede]") {
  meet({"Bob"});
  const MemoryId old = remember("Bob", "My boat is blue");
  must(store().remove_speaker("Bob"));
  meet({"Bob"});
  const MemoryId id = replace(old, "My boat is red");
  CHECK_FALSE(get(id).speaker.has_value());
  CHECK(said_by("Bob").empty());
  CHECK(must(store().forget_speaker("Bob")).memories == 0);
}

TEST_CASE_METHOD(SupersedeTest, "metadata that spells a speaker moves no label", "[supersede]") {
  meet({"Ann", "Bob"});
  const MemoryId id =
      remember("Bob", "The tea is mine", {.metadata = {{"speaker", "Ann"}, {"store", "another"}}});
  const Memory newer = get(replace(id, "speaker: Ann. Ann said the tea is hers"));
  CHECK(newer.speaker == "Bob");
  CHECK(newer.metadata.at("speaker") == "Ann");
  CHECK(said_by("Ann").empty());
  CHECK(search("tea", {.speaker = "Ann"}).hits.empty());
  CHECK(roll() == "Ann 0/0, Bob 1/2");
}

TEST_CASE_METHOD(SupersedeTest,
                 "superseding a superseded memory is a conflict that names the "
                 "current one",
                 "[supersede]") {
  const MemoryId first = note("First");
  const MemoryId middle = replace(first, "Second");
  const MemoryId current = replace(middle, "Third");
  const auto refused = [&] {
    CHECK(status(first, "Another") == "conflict" + naming(current));
    CHECK(status(middle, "Another") == "conflict" + naming(current));
    CHECK(everything() == Texts{"Third"});
    CHECK(must(store().lineage(first)).size() == 3);
  };
  refused();
  reopen();
  refused();
}

TEST_CASE_METHOD(SupersedeTest, "what is unknown can't be superseded", "[supersede]") {
  const MemoryId id = note("Words");
  must(store().forget(id));
  for (const MemoryId unknown : {id, MemoryId{0}, MemoryId{99}, MemoryId{~std::uint64_t{0}}}) {
    CHECK(status(unknown, "Newer words") == "not_found" + naming(unknown));
  }
  CHECK(everything().empty());
}

TEST_CASE_METHOD(SupersedeTest, "a text that add refuses is refused and changes nothing",
                 "[supersede]") {
  const MemoryId id = note("Words");
  Texts bad = {"", " \n\t", "\u200b\u2060", repeat("x", (1 << 20) + 1)};
  for (const std::string& text : invalid_utf8()) bad.push_back(text);
  for (const std::string& text : bad) {
    CAPTURE(escaped(text));
    CHECK(status(id, text) == "invalid_request field=content");
  }
  for (const std::string& key : {std::string(), repeat("k", 129), std::string("k\n")}) {
    CHECK(status(id, "Newer", {.idempotency_key = key}) == "invalid_request field=idempotency_key");
  }
  CHECK(get(id).current);
  CHECK(everything() == Texts{"Words"});
}

TEST_CASE_METHOD(SupersedeTest, "a failing embedder changes nothing", "[supersede]") {
  options.embedder = circle({{"Known.", 0}, {"Newer.", 90}});
  const MemoryId id = note("Known.");
  CHECK(status(id, "Unknown.", {.idempotency_key = "k"}) == "embedder_failed");
  CHECK(get(id).current);
  CHECK_FALSE(get(id).superseded_by.has_value());
  CHECK(status(id, "Newer.", {.idempotency_key = "k"}) == "stored");
}

TEST_CASE_METHOD(SupersedeTest, "counts are those of the newer version", "[supersede]") {
  meet({"Bob"});
  const MemoryId old = remember("Bob", "One. Two. Three.");
  CHECK(roll() == "Bob 1/3");
  const MemoryId id = replace(old, "Just one.");
  CHECK(roll() == "Bob 1/1");
  CHECK(get(old).chunks == 3);
  CHECK(get(id).chunks == 1);
  CHECK(must(store().by_speaker("Bob")).points_to_delete() == 1);
  reopen();
  CHECK(roll() == "Bob 1/1");
}

TEST_CASE_METHOD(SupersedeTest, "a version is no duplicate of its own chain", "[supersede]") {
  watch_duplicates();
  const MemoryId first = note("at 0");
  const MemoryId same = replace(first, "at 0");
  const MemoryId close = replace(same, "at 20");
  CHECK(status(close, "at 0") == "stored");
  CHECK(must(store().lineage(first)).size() == 4);
}

TEST_CASE_METHOD(SupersedeTest, "a duplicate of another memory changes nothing", "[supersede]") {
  watch_duplicates();
  meet({"Ann", "Bob"});
  const MemoryId other = remember("Ann", "at 90");
  const MemoryId id = remember("Bob", "at 0");
  const SupersedeResult result = supersede(id, "at 100");
  CHECK(name_of(result.status) == "duplicate");
  CHECK_FALSE(result.id.has_value());
  CHECK(result.superseded == id);
  CHECK_FALSE(result.note.empty());
  REQUIRE(result.duplicate_of.has_value());
  CHECK(result.duplicate_of->id == other);
  CHECK(result.duplicate_of->speaker == "Ann");
  CHECK(result.duplicate_of->similarity == Approx(cosine_of_degrees(10)).margin(1e-4));
  const auto unchanged = [&] {
    CHECK(get(id).current);
    CHECK_FALSE(get(id).superseded_by.has_value());
    CHECK(everything() == Texts{"at 0", "at 90"});
    CHECK(roll() == "Ann 1/1, Bob 1/1");
    CHECK(must(store().lineage(id)).size() == 1);
  };
  unchanged();
  reopen();
  unchanged();
  CHECK(status(id, "at 45") == "stored");
}

TEST_CASE_METHOD(SupersedeTest, "a call or the options may store a duplicate", "[supersede]") {
  watch_duplicates();
  note("at 90");
  const MemoryId id = note("at 0");
  SECTION("the call") {
    CHECK(status(id, "at 90", {.on_duplicate = OnDuplicate::store}) == "stored");
  }
  SECTION("the options") {
    close();
    options.duplicates.enabled = false;
    CHECK(status(id, "at 90") == "stored");
  }
  CHECK(everything() == Texts{"at 90", "at 90"});
}

TEST_CASE_METHOD(SupersedeTest, "in the speaker's scope the inherited speaker counts",
                 "[supersede]") {
  watch_duplicates();
  options.duplicates.scope = DuplicateScope::speaker;
  meet({"Ann", "Bob"});
  remember("Ann", "at 90");
  const MemoryId bobs = remember("Bob", "at 180");
  const MemoryId id = remember("Bob", "at 0");
  CHECK(supersede(id, "at 180").duplicate_of.value().id == bobs);
  CHECK(status(id, "at 90") == "stored");
  must(store().remove_speaker("Bob"));
  const MemoryId untagged = note("at 270");
  CHECK(supersede(bobs, "at 270").duplicate_of.value().id == untagged);
  CHECK(status(untagged, "at 180") == "duplicate");
}

TEST_CASE_METHOD(SupersedeTest, "a duplicate of a superseded memory is stored", "[supersede]") {
  watch_duplicates();
  const MemoryId old = note("at 0");
  const MemoryId newer = replace(old, "at 90");
  CHECK(status_of(store().add("at 0")) == "stored");
  CHECK(status_of(store().add("at 90")) == "duplicate");
  CHECK(status(newer, "at 5") == "duplicate");
  reopen();
  CHECK(status_of(store().add("at 180")) == "stored");
  CHECK(status(newer, "at 180") == "duplicate");
}

TEST_CASE_METHOD(DatabaseTest, "superseding in one store leaves the other", "[supersede]") {
  const MemoryId in_a = must(store("a").add("Words")).id.value();
  const MemoryId in_b = must(store("b").add("Words")).id.value();
  REQUIRE(in_a == in_b);  // ids belong to their store
  replace(store("a"), in_a, "Newer words");
  CHECK(everything(store("b")) == Texts{"Words"});
  CHECK(must(store("b").get(in_b)).current);
}

}  // namespace
}  // namespace whosaid::test
