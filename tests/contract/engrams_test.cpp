// engram: ways of remembering, by name.

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"
#include "support/ways.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class EngramsTest : public StoreTest {
 protected:
  EngramResult engram(std::string_view name, std::string_view query,
                      const EngramOptions& how = {}) {
    return must(store().engram(name, query, how));
  }
  std::string refusal(std::string_view name, std::string_view query,
                      const EngramOptions& how = {}) {
    return error_of(store().engram(name, query, how));
  }
  Texts found(std::string_view name, std::string_view query, const EngramOptions& how = {}) {
    return contents(engram(name, query, how).hits);
  }
  // A chain of associations, the later links older than all that surrounds them.
  void associate() {
    note("The Lisbon office closes in August", {.created_at = second(1)});
    note("Priya sits in Lisbon", {.created_at = second(2)});
    for (int i = 0; i < 60; ++i) {
      note("Unrelated remark number " + std::to_string(i), {.created_at = second(10 + i)});
    }
    note("Falcon is led by Priya", {.created_at = second(100)});
  }
};

bool has(const Texts& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

TEST_CASE("the engrams are known by name", "[engrams]") {
  CHECK(sorted(list_engrams()) == Texts{"deep_recall", "gather", "timeline"});
}

TEST_CASE_METHOD(EngramsTest, "an unknown engram is refused, and the known ones listed",
                 "[engrams]") {
  note("Words");
  for (const char* name : {"", "Gather", "deep recall", "gather ", "search", "\xff"}) {
    CAPTURE(escaped(name));
    const auto result = store().engram(name, "words");
    CHECK(error_of(result) == "invalid_request field=engram");
    for (const std::string& known : list_engrams()) {
      CHECK(contains(message_of(result), known));
    }
  }
}

TEST_CASE_METHOD(EngramsTest, "each takes what search takes, and nothing else", "[engrams]") {
  note("Words");
  for (const std::string& name : list_engrams()) {
    CAPTURE(name);
    CHECK(refusal(name, " ") == "invalid_request field=query");
    CHECK(refusal(name, "\xff") == "invalid_request field=query");
    CHECK(refusal(name, "words", {.limit = 0}) == "invalid_request field=limit");
    CHECK(refusal(name, "words", {.limit = 1001}) == "invalid_request field=limit");
    CHECK(refusal(name, "words", {.limit = ~std::size_t{0}}) == "invalid_request field=limit");
    CHECK(refusal(name, "words", {.limit = 1000}) == "ok");
    CHECK(refusal(name, "words", {.speaker = "Bob"}) == "not_found speaker=Bob");
    CHECK(refusal(name, "words", {.speaker = "ME"}) == "invalid_request field=speaker");
    CHECK(message_of(store().engram(name, "words", {.speaker = "Bob"})) ==
          "speaker 'Bob' is not registered in this store.");
  }
}

TEST_CASE_METHOD(EngramsTest, "each finds nothing in an empty store", "[engrams]") {
  for (const std::string& name : list_engrams()) {
    CAPTURE(name);
    const EngramResult result = engram(name, "anything");
    CHECK(result.engram == name);
    CHECK(result.hits.empty());
    CHECK(result.hops == 0);
  }
}

TEST_CASE_METHOD(EngramsTest, "each returns as many as there are, up to the limit, once each",
                 "[engrams]") {
  meet({"Ann"});
  for (int i = 0; i < 15; ++i) {
    note("Remark " + std::to_string(i),
         {.speaker = i % 3 == 0 ? std::optional("Ann") : std::nullopt, .conversation_id = "c"});
  }
  for (const std::string& name : list_engrams()) {
    CAPTURE(name);
    CHECK(engram(name, "Remark").hits.size() == 10);
    for (const std::size_t limit : {1u, 5u, 15u, 16u, 1000u}) {
      const EngramResult result = engram(name, "Remark 3", {.limit = limit});
      CHECK(result.engram == name);
      CHECK(result.hits.size() == std::min<std::size_t>(limit, 15));
      const auto all = sorted(ids(result.hits));
      CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
      for (const Hit& hit : result.hits) {
        CHECK(label(hit.memory) == label(must(store().get(hit.memory.id))));
      }
    }
  }
}

TEST_CASE_METHOD(EngramsTest, "deep_recall follows an association that a search misses",
                 "[engrams]") {
  if (GENERATE(false, true)) options.embedder = no_vectors();
  associate();
  const Texts plain = contents(search("Falcon", {.limit = 5}));
  REQUIRE(plain.at(0) == "Falcon is led by Priya");
  REQUIRE_FALSE(has(plain, "Priya sits in Lisbon"));
  const EngramResult deep = engram("deep_recall", "Falcon", {.limit = 5});
  const Texts texts = contents(deep.hits);
  CHECK(deep.hops > 0);
  CHECK(texts.at(0) == "Falcon is led by Priya");
  CHECK(texts.at(1) == "Priya sits in Lisbon");
  reopen();
  CHECK(found("deep_recall", "Falcon", {.limit = 5}) == texts);
}

TEST_CASE_METHOD(EngramsTest, "deep_recall follows an association to the next", "[engrams]") {
  options.embedder = no_vectors();
  associate();
  const EngramResult deep = engram("deep_recall", "Falcon", {.limit = 3});
  CHECK(deep.hops > 1);
  CHECK(contents(deep.hits) == Texts{"Falcon is led by Priya", "Priya sits in Lisbon",
                                     "The Lisbon office closes in August"});
}

TEST_CASE_METHOD(EngramsTest, "deep_recall of one speaker follows nobody else's words",
                 "[engrams]") {
  options.embedder = no_vectors();
  meet({"Ann", "Bob"});
  remember("Bob", "Falcon is led by Priya");
  remember("Ann", "Priya sits in Lisbon");
  remember("Bob", "Unrelated remark of mine", {.created_at = second(500)});
  remember("Bob", "The Lisbon office closes in August", {.created_at = second(1)});
  for (int i = 0; i < 20; ++i) remember("Bob", "Filler " + std::to_string(i));
  const EngramResult deep = engram("deep_recall", "Falcon", {.speaker = "Bob", .limit = 3});
  CHECK(deep.hits.at(0).memory.content == "Falcon is led by Priya");
  for (const Hit& hit : deep.hits) {
    CHECK(hit.memory.speaker == "Bob");
    // Only Ann's words lead there.
    CHECK(hit.memory.content != "The Lisbon office closes in August");
  }
}

TEST_CASE_METHOD(EngramsTest, "deep_recall comes best first", "[engrams]") {
  associate();
  const std::vector<Hit> hits = engram("deep_recall", "Falcon", {.limit = 20}).hits;
  for (std::size_t i = 1; i < hits.size(); ++i) CHECK(hits[i - 1].score >= hits[i].score);
}

TEST_CASE_METHOD(EngramsTest, "memories that are no good queries stop no engram", "[engrams]") {
  const Texts odd = {"!!!",     "\u200b\n\nHello there", "\u2060 . Second sentence",  "\U0001F600",
                     "?\n!\n.", "\ufeff\u200b. Words",   "\u200d\n\u200d\nA sentence"};
  for (const std::string& text : odd) note(text);
  for (const std::string& name : list_engrams()) {
    CAPTURE(name);
    for (const std::string& text : odd) {
      CAPTURE(escaped(text));
      CHECK(refusal(name, text) == "ok");
      CHECK(engram(name, text, {.limit = 100}).hits.size() == odd.size());
    }
  }
}

TEST_CASE_METHOD(EngramsTest, "timeline is in the order of time", "[engrams]") {
  note("boat sold", {.event_at = second(30), .created_at = second(1)});
  note("boat bought", {.event_at = second(10), .created_at = second(2)});
  note("boat painted", {.created_at = second(20)});
  note("boat repaired", {.event_at = second(10), .created_at = second(1)});
  const Texts order = {"boat repaired", "boat bought", "boat painted", "boat sold"};
  const EngramResult result = engram("timeline", "boat");
  CHECK(contents(result.hits) == order);
  CHECK(result.hops == 0);
  reopen();
  CHECK(found("timeline", "boat") == order);
}

TEST_CASE_METHOD(EngramsTest, "timeline orders what search finds", "[engrams]") {
  options.embedder = scattered();
  for (int i = 0; i < 40; ++i) {
    note("Remark " + std::to_string(i), {.created_at = second((i * 17) % 40)});
  }
  const EngramResult result = engram("timeline", "Remark 7", {.limit = 1000});
  REQUIRE(result.hits.size() == 40);
  for (std::size_t i = 0; i < 40; ++i) {
    CHECK(result.hits[i].memory.created_at == second(static_cast<int>(i)));
  }
  const Texts some = found("timeline", "Remark 7", {.limit = 3});
  REQUIRE(some.size() == 3);
  CHECK(has(some, "Remark 7"));
}

TEST_CASE_METHOD(EngramsTest, "timeline takes memories of one moment once each", "[engrams]") {
  std::vector<MemoryId> all;
  for (int i = 0; i < 7; ++i) {
    all.push_back(note("boat " + std::to_string(i), {.created_at = second(1)}));
  }
  CHECK(ids(engram("timeline", "boat").hits) == all);
}

TEST_CASE_METHOD(EngramsTest, "gather prefers what says something different", "[engrams]") {
  options.embedder = circle(
      {{"feline", 30}, {"tomcat", 31}, {"kitten", 32}, {"tabby", 33}, {"hound", 325}, {"cat", 0}});
  for (const char* text : {"hound", "tabby", "kitten", "tomcat", "feline"}) note(text);
  REQUIRE(contents(search("cat", {.limit = 2})) == Texts{"feline", "tomcat"});
  CHECK(found("gather", "cat", {.limit = 2}) == Texts{"feline", "hound"});
  CHECK(engram("gather", "cat").hits.size() == 5);
  CHECK(engram("gather", "cat").hops == 0);
}

TEST_CASE_METHOD(EngramsTest, "gather says once what many said alike", "[engrams]") {
  options.duplicates.enabled = false;
  note("Grandmother cooked dinner on Sunday");
  note("Dinner conversation was about politics");
  for (int i = 0; i < 40; ++i) note("Unrelated remark number " + std::to_string(i));
  for (int i = 0; i < 12; ++i) note("Our dinner was pizza with mushrooms");
  REQUIRE(contents(search("dinner pizza", {.limit = 3})) ==
          Texts(3, "Our dinner was pizza with mushrooms"));
  CHECK(sorted(found("gather", "dinner pizza", {.limit = 3})) ==
        Texts{"Dinner conversation was about politics", "Grandmother cooked dinner on Sunday",
              "Our dinner was pizza with mushrooms"});
}

TEST_CASE_METHOD(EngramsTest, "gather takes the best first", "[engrams]") {
  for (const char* text : {"The boat is blue", "Rain fell", "Tea is hot"}) note(text);
  CHECK(found("gather", "blue boat", {.limit = 1}) == Texts{"The boat is blue"});
  CHECK(found("gather", "blue boat").at(0) == "The boat is blue");
}

TEST_CASE_METHOD(EngramsTest, "with a speaker nobody else's words come", "[engrams]") {
  const std::string way = GENERATE(from_range(all_ways()));
  CAPTURE(way);
  search_by(way, options);
  meet({"Ann", "Bob"});
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    const AddOptions how{.created_at = second(i), .conversation_id = "c"};
    remember("Ann", "The boat of Bob is blue, says Ann " + number, how);
    note("The boat of Bob is blue " + number, how);
    exchange("Is the boat of Bob blue?", "It is " + number, {.conversation_id = "c"});
    if (i < 4) remember("Bob", "I like tea " + number, how);
    if (i < 2) remember("me", "Bob likes tea " + number, how);
  }
  for (const std::string& name : list_engrams()) {
    CAPTURE(name);
    CHECK(labels(engram(name, "boat of Bob", {.speaker = "Bob"}).hits) == Texts(4, "Bob"));
    CHECK(labels(engram(name, "boat of Bob", {.speaker = "me"}).hits) == Texts(2, "me"));
    CHECK(labels(engram(name, "boat of Bob", {.speaker = "Bob", .limit = 3}).hits) ==
          Texts(3, "Bob"));
  }
  must(store().remove_speaker("Bob"));
  meet({"Bob"});
  for (const std::string& name : list_engrams()) {
    CHECK(engram(name, "boat of Bob", {.speaker = "Bob"}).hits.empty());
  }
}

}  // namespace
}  // namespace whosaid::test
