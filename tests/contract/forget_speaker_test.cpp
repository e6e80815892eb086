// forget_speaker: all that one person said goes, and exactly that.

#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"
#include "support/threads.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class ForgetSpeakerTest : public StoreTest {
 protected:
  ForgetResult preview(std::string_view name) { return must(store().forget_speaker(name)); }
  ForgetResult commit(std::string_view name) {
    return must(store().forget_speaker(name, Forget::commit));
  }
  // Bob's: 3 memories of 6 chunks, one of them superseded. Others' beside them.
  void fill() {
    meet({"Ann", "Bob"});
    remember("Ann", "Ann has a boat", {.conversation_id = "c"});
    const MemoryId old = remember("Bob", "Bob has a bike. It is blue.", {.conversation_id = "c"});
    replace(old, "Bob has a bike. It is red. It is fast.");
    remember("Bob", "Bob also has a car", {.conversation_id = "c"});
    remember("me", "I have nothing");
    note("Somebody has a horse");
    exchange("Who has a bike?", "Bob has");
  }
};

TEST_CASE_METHOD(ForgetSpeakerTest, "a preview counts and removes nothing", "[forget_speaker]") {
  fill();
  const Texts before = everything();
  for (int i = 0; i < 2; ++i) {
    const ForgetResult result = preview("Bob");
    CHECK(result.memories == 3);
    CHECK(result.chunks == 6);
    CHECK(result.points_to_delete() == 6);
  }
  const auto unchanged = [&] {
    CHECK(everything() == before);
    CHECK(roll() == "Ann 1/1, Bob 2/4");
    CHECK(must(store().stats()).superseded == 1);
  };
  unchanged();
  reopen();
  unchanged();
}

TEST_CASE_METHOD(ForgetSpeakerTest, "forgetting a speaker is a preview unless told otherwise",
                 "[forget_speaker]") {
  fill();
  must(store().forget_speaker("Bob"));
  must(store().forget_speaker("Bob", Forget::preview));
  CHECK(roll() == "Ann 1/1, Bob 2/4");
}

TEST_CASE_METHOD(ForgetSpeakerTest, "a commit removes what the preview counted",
                 "[forget_speaker]") {
  fill();
  const auto chunks_of_all = [&] {
    std::size_t chunks = 0;
    for (const Memory& memory : must(store().list({.include_superseded = true})).memories) {
      chunks += memory.chunks;
    }
    return chunks;
  };
  const std::size_t chunks_before = chunks_of_all();
  const std::size_t memories_before =
      must(store().list({.include_superseded = true})).memories.size();
  const ForgetResult counted = preview("Bob");
  const ForgetResult removed = commit("Bob");
  CHECK(removed.memories == counted.memories);
  CHECK(removed.chunks == counted.chunks);
  CHECK(must(store().list({.include_superseded = true})).memories.size() ==
        memories_before - counted.memories);
  CHECK(chunks_of_all() == chunks_before - counted.chunks);
  CHECK(commit("Bob").memories == 0);
  CHECK(preview("Bob").points_to_delete() == 0);
}

TEST_CASE_METHOD(ForgetSpeakerTest, "the forgotten words are gone from every read",
                 "[forget_speaker]") {
  fill();
  const std::vector<Memory> bobs =
      must(store().by_speaker("Bob", {.include_superseded = true})).memories;
  REQUIRE(bobs.size() == 3);
  commit("Bob");
  const auto gone = [&] {
    for (const Memory& memory : bobs) {
      CHECK(error_of(store().get(memory.id)) == "not_found" + naming(memory.id));
      CHECK(error_of(store().lineage(memory.id)) == "not_found" + naming(memory.id));
    }
    CHECK(said_by("Bob").empty());
    CHECK(must(store().by_speaker("Bob", {.include_superseded = true})).memories.empty());
    CHECK(search("bike", {.speaker = "Bob", .include_superseded = true}).hits.empty());
    for (const Memory& memory : must(store().list({.include_superseded = true})).memories) {
      CHECK(memory.speaker != "Bob");
    }
    for (const Hit& hit : search("Bob has a bike", {.include_superseded = true}).hits) {
      CHECK(hit.memory.speaker != "Bob");
    }
    CHECK(roll() == "Ann 1/1, Bob 0/0");
    CHECK(must(store().stats()).superseded == 0);
  };
  gone();
  reopen();
  gone();
}

TEST_CASE_METHOD(ForgetSpeakerTest, "everybody else's words are untouched", "[forget_speaker]") {
  fill();
  commit("Bob");
  const Texts left = {"Who has a bike?\nBob has", "Somebody has a horse", "I have nothing",
                      "Ann has a boat"};
  CHECK(everything() == left);
  CHECK(labels(must(store().list())) == Texts{"(untagged)", "(untagged)", "me", "Ann"});
  CHECK(contents(search("boat", {.speaker = "Ann"})) == Texts{"Ann has a boat"});
  CHECK(must(store().recall("boat")).short_term.size() == 1);
  reopen();
  CHECK(everything() == left);
}

TEST_CASE_METHOD(ForgetSpeakerTest, "the registration stays", "[forget_speaker]") {
  meet({"Ann", "Bob"});
  const Timestamp registered = must(store().list_speakers()).speakers.at(0).created_at;
  remember("Ann", "Words");
  commit("Ann");
  CHECK(roll() == "Ann 0/0, Bob 0/0");
  CHECK(must(store().list_speakers()).speakers.at(0).created_at == registered);
  remember("Ann", "New words");
  reopen();
  CHECK(said_by("Ann") == Texts{"New words"});
}

TEST_CASE_METHOD(ForgetSpeakerTest, "the agent's words can be forgotten", "[forget_speaker]") {
  fill();
  CHECK(preview("me").memories == 1);
  CHECK(commit("me").points_to_delete() == 1);
  CHECK(said_by("me").empty());
  CHECK(roll() == "Ann 1/1, Bob 2/4");
  CHECK(preview("me").memories == 0);
}

TEST_CASE_METHOD(ForgetSpeakerTest, "somebody who said nothing loses nothing", "[forget_speaker]") {
  meet({"Bob"});
  note("Untagged");
  CHECK(commit("Bob").memories == 0);
  CHECK(commit("me").chunks == 0);
  CHECK(everything() == Texts{"Untagged"});
}

TEST_CASE_METHOD(ForgetSpeakerTest, "the words of an unregistered speaker cannot be forgotten",
                 "[forget_speaker]") {
  meet({"Bob"});
  for (const Forget how : {Forget::preview, Forget::commit}) {
    const auto result = store().forget_speaker("Ann", how);
    CHECK(error_of(result) == "not_found speaker=Ann");
    CHECK(message_of(result) == "speaker 'Ann' is not registered in this store.");
    CHECK(error_of(store().forget_speaker("bob", how)) == "not_found speaker=bob");
    CHECK(error_of(store().forget_speaker("Me", how)) == "invalid_request field=speaker");
    CHECK(error_of(store().forget_speaker(" ", how)) == "invalid_request field=speaker");
    CHECK(error_of(store().forget_speaker("\xff", how)) == "invalid_request field=speaker");
  }
}

TEST_CASE_METHOD(ForgetSpeakerTest, "a name is normalized here, too", "[forget_speaker]") {
  meet({"Zo\u00e9"});
  remember("Zo\u00e9", "Words");
  CHECK(preview(" Zoe\u0301 ").memories == 1);
}

TEST_CASE_METHOD(ForgetSpeakerTest, "a removed speaker's words stay when the name is forgotten",
                 "[forget_speaker]") {
  meet({"Bob"});
  remember("Bob", "Old words");
  must(store().remove_speaker("Bob"));
  CHECK(error_of(store().forget_speaker("Bob", Forget::commit)) == "not_found speaker=Bob");
  meet({"Bob"});
  remember("Bob", "New words");
  CHECK(commit("Bob").memories == 1);
  CHECK(everything() == Texts{"Old words"});
}

TEST_CASE_METHOD(ForgetSpeakerTest, "forgotten words are no duplicate's match and hold no key",
                 "[forget_speaker]") {
  options.duplicates.enabled = true;
  meet({"Ann", "Bob"});
  remember("Bob", "The deadline moved to Tuesday", {.idempotency_key = "k"});
  REQUIRE(status_of(store().add("The deadline moved to Tuesday", {.speaker = "Ann"})) ==
          "duplicate");
  commit("Bob");
  if (GENERATE(false, true)) reopen();
  CHECK(status_of(store().add("The deadline moved to Tuesday", {.speaker = "Ann"})) == "stored");
  CHECK_FALSE(must(store().add("Other words", {.idempotency_key = "k"})).replayed);
}

TEST_CASE_METHOD(ForgetSpeakerTest, "chains with gaps are counted and removed whole",
                 "[forget_speaker]") {
  meet({"Bob"});
  const MemoryId first = remember("Bob", "One. Two.");
  const MemoryId middle = replace(first, "One.");
  const MemoryId last = replace(middle, "One. Two. Three.");
  must(store().forget(middle));
  must(store().forget(last));
  CHECK(roll() == "Bob 0/0");
  CHECK(preview("Bob").memories == 1);
  CHECK(preview("Bob").chunks == 2);
  CHECK(commit("Bob").chunks == 2);
  CHECK(error_of(store().get(first)) == "not_found" + naming(first));
}

TEST_CASE_METHOD(ForgetSpeakerTest, "of many memories all go, graph or not", "[forget_speaker]") {
  options.graph_threshold = 16 * 16;
  options.embedder = scattered();
  meet({"Ann", "Bob"});
  std::vector<NewMemory> many;
  for (int i = 0; i < 400; ++i) {
    many.push_back({"Remark " + std::to_string(i), {.speaker = i % 4 == 0 ? "Ann" : "Bob"}});
  }
  must(store().add_batch(many));
  CHECK(preview("Bob").memories == 300);
  CHECK(commit("Bob").memories == 300);
  const auto gone = [&] {
    CHECK(roll() == "Ann 100/100, Bob 0/0");
    CHECK(labels(search("Remark 7", {.limit = 1000})) == Texts(100, "Ann"));
    CHECK(labels(search("Remark 7", {.limit = 20})) == Texts(20, "Ann"));
  };
  gone();
  reopen();
  gone();
}

TEST_CASE_METHOD(ForgetSpeakerTest, "of threads forgetting one speaker one removes it all",
                 "[forget_speaker]") {
  meet({"Bob"});
  for (int i = 0; i < 40; ++i) remember("Bob", "Remark " + std::to_string(i));
  const auto removed = in_threads(8, [handle = store()](std::size_t) mutable {
    const auto result = handle.forget_speaker("Bob", Forget::commit);
    return result ? result->memories : std::size_t{1000};
  });
  CHECK(sorted(removed) == std::vector<std::size_t>{0, 0, 0, 0, 0, 0, 0, 40});
  CHECK(roll() == "Bob 0/0");
}

TEST_CASE_METHOD(DatabaseTest, "forgetting a speaker leaves the one of another store",
                 "[forget_speaker]") {
  for (const char* id : {"a", "b"}) {
    meet(store(id), {"Bob"});
    remember(store(id), "Bob", "Words");
  }
  must(store("a").forget_speaker("Bob", Forget::commit));
  CHECK(everything(store("a")).empty());
  CHECK(said_by(store("b"), "Bob") == Texts{"Words"});
  CHECK(roll(store("b")) == "Bob 1/1");
}

TEST_CASE_METHOD(ForgetSpeakerTest, "whatever isn't commit removes nothing", "[forget_speaker]") {
  meet({"Bob"});
  const MemoryId id = remember("Bob", "The boat is blue");
  CHECK(must(store().forget_speaker("Bob", static_cast<Forget>(7))).memories == 1);
  CHECK(must(store().get(id)).speaker == "Bob");
}

}  // namespace
}  // namespace whosaid::test
