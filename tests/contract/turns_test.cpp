// add_turn: a whole exchange as one memory that belongs to nobody, and recall's short-term turns.

#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class TurnsTest : public StoreTest {
 protected:
  std::vector<Turn> turns(std::size_t count = 10) {
    return must(store().recall("anything", {.turns = count})).short_term;
  }
  // What the user said in each, in the order of the turns.
  Texts asked(std::size_t count = 10) {
    Texts all;
    for (const Turn& turn : turns(count)) all.push_back(turn.user);
    return all;
  }
};

TEST_CASE_METHOD(TurnsTest, "an exchange is one unlabelled memory with both halves", "[turns]") {
  const MemoryId id =
      exchange("When is the deadline?", "On Tuesday. I asked Bob.",
               {.event_at = second(1), .created_at = second(2), .conversation_id = "c"});
  const auto whole = [&] {
    const Memory memory = must(store().get(id));
    CHECK(memory.content == "When is the deadline?\nOn Tuesday. I asked Bob.");
    CHECK_FALSE(memory.speaker.has_value());
    CHECK(memory.event_at == second(1));
    CHECK(memory.created_at == second(2));
    CHECK(memory.conversation_id == "c");
    CHECK(memory.chunks == 3);
    CHECK(memory.current);
    CHECK(ids(must(store().list())) == std::vector<MemoryId>{id});
    CHECK(must(store().stats()).memories == 1);
    CHECK(must(store().stats()).exchanges == 1);
  };
  whole();
  reopen();
  whole();
}

TEST_CASE_METHOD(TurnsTest, "an exchange is found by either half, and by its filters", "[turns]") {
  const MemoryId id = exchange("Where is the boat?", "In the harbour",
                               {.event_at = second(1), .conversation_id = "c"});
  for (int i = 0; i < 20; ++i) note("Something else, number " + std::to_string(i));
  for (const char* query : {"boat", "harbour"}) {
    CAPTURE(query);
    const SearchResult result = search(query, {.limit = 1});
    CHECK(ids(result) == std::vector<MemoryId>{id});
    CHECK(labels(result) == Texts{"(untagged)"});
  }
  CHECK(ids(search("boat", {.conversation_id = "c"})) == std::vector<MemoryId>{id});
  CHECK(ids(search("boat", {.event_from = second(0)})) == std::vector<MemoryId>{id});
}

TEST_CASE_METHOD(TurnsTest, "an exchange is nobody's, not even the agent's", "[turns]") {
  meet({"Bob", "user", "agent"});
  exchange("Bob: my boat is blue", "me: noted, Bob");
  const auto nobodys = [&] {
    for (const char* name : {"Bob", "user", "agent", "me"}) {
      CAPTURE(name);
      CHECK(said_by(name).empty());
      CHECK(must(store().by_speaker(name, {.include_superseded = true})).memories.empty());
      CHECK(search("boat", {.speaker = name}).hits.empty());
      CHECK(must(store().forget_speaker(name)).memories == 0);
      const Recall recall = must(store().recall("boat", {.speaker = name}));
      CHECK(recall.long_term.empty());
      CHECK(recall.short_term.empty());
    }
    CHECK(roll() == "Bob 0/0, user 0/0, agent 0/0");
  };
  nobodys();
  reopen();
  nobodys();
}

TEST_CASE_METHOD(TurnsTest, "each half is a text as add takes it", "[turns]") {
  Texts bad = {"", " \n\t", "\u200b\u2060", repeat("x", (1 << 20) + 1)};
  for (const std::string& text : invalid_utf8()) bad.push_back(text);
  for (const std::string& text : bad) {
    CAPTURE(escaped(text));
    CHECK(error_of(store().add_turn(text, "Sound")) == "invalid_request field=content");
    CHECK(error_of(store().add_turn("Sound", text)) == "invalid_request field=content");
  }
  CHECK(error_of(store().add_turn("Sound", "Sound", {.conversation_id = " "})) ==
        "invalid_request field=conversation_id");
  CHECK(error_of(store().add_turn("Sound", "Sound", {.idempotency_key = ""})) ==
        "invalid_request field=idempotency_key");
  CHECK(everything().empty());
  CHECK(turns().empty());
}

TEST_CASE_METHOD(TurnsTest, "each half may be as long as a text", "[turns]") {
  options.embedder = no_vectors();
  const std::string longest = repeat("x", 1 << 20);
  exchange(longest, longest);
  REQUIRE(turns().size() == 1);
  CHECK(turns()[0].user == longest);
  CHECK(turns()[0].agent == longest);
}

TEST_CASE_METHOD(TurnsTest, "the halves come back byte for byte", "[turns]") {
  const Texts odd = {"line\nbreak",           "\n\nblank lines around\n\n",
                     "agent: hi\nuser: ho",   std::string("a nul\0 byte", 11),
                     " \u00a0 spaces \u3000", "e\u0301\r\n\ttab"};
  for (const std::string& user : odd) {
    for (const std::string& agent : odd) {
      exchange(user, agent, {.conversation_id = "c"});
      const Turn turn = turns(1).at(0);
      CAPTURE(escaped(user), escaped(agent));
      CHECK(turn.user == user);
      CHECK(turn.agent == agent);
    }
  }
  reopen();
  CHECK(turns(1).at(0).user == odd.back());
  CHECK(turns(1).at(0).agent == odd.back());
}

TEST_CASE_METHOD(TurnsTest, "the latest turns come, oldest first", "[turns]") {
  for (int i = 0; i < 15; ++i) {
    exchange("Question " + std::to_string(i), "Answer " + std::to_string(i),
             {.created_at = second(i), .conversation_id = i % 2 == 0 ? "even" : "odd"});
  }
  const auto latest = [&] {
    CHECK(asked() == Texts{"Question 5", "Question 6", "Question 7", "Question 8", "Question 9",
                           "Question 10", "Question 11", "Question 12", "Question 13",
                           "Question 14"});
    CHECK(asked(2) == Texts{"Question 13", "Question 14"});
    CHECK(asked(100).size() == 15);
    CHECK(asked(0).empty());
    const Turn turn = turns(1).at(0);
    CHECK(turn.agent == "Answer 14");
    CHECK(turn.conversation_id == "even");
    CHECK(turn.created_at == second(14));
  };
  latest();
  reopen();
  latest();
}

TEST_CASE_METHOD(TurnsTest, "turns are ordered by when they were stored, then by id", "[turns]") {
  exchange("second", "-", {.created_at = second(2)});
  exchange("third", "-", {.event_at = second(0), .created_at = second(3)});
  exchange("first", "-", {.event_at = second(9), .created_at = second(1)});
  exchange("third again", "-", {.created_at = second(3)});
  CHECK(asked() == Texts{"first", "second", "third", "third again"});
  CHECK(asked(2) == Texts{"third", "third again"});
}

TEST_CASE_METHOD(TurnsTest, "other memories are no turns", "[turns]") {
  note("When?\nOn Tuesday");
  remember("me", "user: When?\nagent: On Tuesday");
  CHECK(turns().empty());
  CHECK(must(store().stats()).exchanges == 0);
}

TEST_CASE_METHOD(TurnsTest, "a forgotten exchange is no turn any more", "[turns]") {
  exchange("first", "-");
  const MemoryId middle = exchange("second", "-");
  const MemoryId last = exchange("third", "-");
  must(store().forget(middle));
  CHECK(asked() == Texts{"first", "third"});
  CHECK(asked(2) == Texts{"first", "third"});
  must(store().forget(last));
  CHECK(asked(1) == Texts{"first"});
  reopen();
  CHECK(asked() == Texts{"first"});
  CHECK(everything() == Texts{"first\n-"});
  CHECK(must(store().stats()).exchanges == 1);
}

TEST_CASE_METHOD(TurnsTest, "a superseded exchange is no turn any more", "[turns]") {
  exchange("first", "-");
  const MemoryId id = exchange("secret", "-");
  const MemoryId newer = replace(id, "They exchanged something");
  const auto replaced = [&] {
    CHECK(asked() == Texts{"first"});
    CHECK_FALSE(must(store().get(newer)).speaker.has_value());
    CHECK(contents(must(store().lineage(id))) == Texts{"secret\n-", "They exchanged something"});
  };
  replaced();
  reopen();
  replaced();
}

TEST_CASE_METHOD(TurnsTest, "an exchange said again is a duplicate", "[turns]") {
  options.duplicates.enabled = true;
  const MemoryId id = exchange("Where is the blue boat?", "It lies in the old harbour");
  const AddResult again =
      must(store().add_turn("Where is the blue boat?", "It lies in the old harbour"));
  CHECK(name_of(again.status) == "duplicate");
  REQUIRE(again.duplicate_of.has_value());
  CHECK(again.duplicate_of->id == id);
  CHECK_FALSE(again.duplicate_of->speaker.has_value());
  CHECK(asked().size() == 1);
}

TEST_CASE_METHOD(TurnsTest, "an exchange sent again with its key is stored once", "[turns]") {
  const TurnOptions how{.conversation_id = "c", .idempotency_key = "k"};
  const MemoryId id = exchange("Question", "Answer", how);
  const auto replayed = [&] {
    const AddResult again = must(store().add_turn("Question", "Answer", how));
    CHECK(again.replayed);
    CHECK(again.id == id);
    CHECK(asked().size() == 1);
  };
  replayed();
  reopen();
  replayed();
  for (const auto& [user, agent] : std::vector<std::pair<const char*, const char*>>{
           {"Question", "Another"}, {"Another", "Answer"}, {"Question\nAnswer", "Answer"}}) {
    const auto result = store().add_turn(user, agent, how);
    CHECK(status_of(result) == "conflict field=idempotency_key" + naming(id));
  }
  // The same content, cut elsewhere.
  exchange("a", "b\nc", {.idempotency_key = "cut"});
  CHECK(starts_with(status_of(store().add_turn("a\nb", "c", {.idempotency_key = "cut"})),
                    "conflict"));
  CHECK(starts_with(
      status_of(store().add("Question\nAnswer", {.conversation_id = "c", .idempotency_key = "k"})),
      "conflict"));
  must(store().forget(id));
  CHECK_FALSE(must(store().add("Question", {.idempotency_key = "k"})).replayed);
}

}  // namespace
}  // namespace whosaid::test
