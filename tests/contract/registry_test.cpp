// The registry of a store: who is registered, how many may be, and what removing someone means.

#include <chrono>
#include <string>
#include <vector>

#include "support/fixture.h"

namespace whosaid::test {
namespace {

class RegistryTest : public StoreTest {
 protected:
  void meet_numbered(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      must(store().add_speaker("Guest " + std::to_string(i)));
    }
  }
};

TEST_CASE_METHOD(RegistryTest, "a name is registered once and exists from then on", "[registry]") {
  const AddSpeakerResult first = must(store().add_speaker("Bob"));
  CHECK(first.name == "Bob");
  CHECK(name_of(first.status) == "registered");
  const AddSpeakerResult again = must(store().add_speaker("Bob"));
  CHECK(again.name == "Bob");
  CHECK(name_of(again.status) == "exists");
  CHECK(roll() == "Bob 0/0");
}

TEST_CASE_METHOD(RegistryTest, "the default limit is 50", "[registry]") {
  meet_numbered(50);
  const auto refused = store().add_speaker("One too many");
  CHECK(error_of(refused) == "invalid_request speaker_limit=50");
  CHECK(starts_with(message_of(refused), "This store already has 50 registered speakers, "));
  const SpeakerList list = must(store().list_speakers());
  CHECK(list.count == 50);
  CHECK(list.limit == 50);
  CHECK(list.speakers.size() == 50);
}

TEST_CASE_METHOD(RegistryTest, "the limit is an option", "[registry]") {
  options.speaker_limit = 2;
  meet({"Ann", "Bob"});
  const auto refused = store().add_speaker("Carl");
  CHECK(error_of(refused) == "invalid_request speaker_limit=2");
  CHECK(starts_with(message_of(refused), "This store already has 2 registered speakers, "));
  CHECK(must(store().list_speakers()).limit == 2);
  CHECK(roll() == "Ann 0/0, Bob 0/0");
}

TEST_CASE_METHOD(RegistryTest, "a limit of none registers none", "[registry]") {
  options.speaker_limit = 0;
  CHECK(error_of(store().add_speaker("Ann")) == "invalid_request speaker_limit=0");
}

TEST_CASE_METHOD(RegistryTest, "registering again is no error at the limit", "[registry]") {
  options.speaker_limit = 2;
  meet({"Ann", "Bob"});
  CHECK(status_of(store().add_speaker("Ann")) == "exists");
  CHECK(status_of(store().add_speaker(" Bob ")) == "exists");
}

TEST_CASE_METHOD(RegistryTest, "a name that breaks the rules is told so at the limit too",
                 "[registry]") {
  options.speaker_limit = 1;
  meet({"Ann"});
  CHECK(error_of(store().add_speaker("  ")) == "invalid_request field=speaker");
  CHECK(error_of(store().add_speaker("me")) == "invalid_request field=speaker");
}

TEST_CASE_METHOD(RegistryTest, "storing never meets the limit", "[registry]") {
  options.speaker_limit = 1;
  meet({"Ann"});
  CHECK(status_of(store().add("First words", {.speaker = "Ann"})) == "stored");
  CHECK(status_of(store().add("Words of mine", {.speaker = "me"})) == "stored");
  CHECK(status_of(store().add("Words of nobody")) == "stored");
  CHECK(error_of(store().add("Words of a stranger", {.speaker = "Bob"})) ==
        "invalid_request speaker=Bob");
}

TEST_CASE_METHOD(RegistryTest, "removing a speaker frees a place", "[registry]") {
  options.speaker_limit = 2;
  meet({"Ann", "Bob"});
  must(store().remove_speaker("Ann"));
  CHECK(status_of(store().add_speaker("Carl")) == "registered");
  CHECK(error_of(store().add_speaker("Dora")) == "invalid_request speaker_limit=2");
  CHECK(roll() == "Bob 0/0, Carl 0/0");
}

TEST_CASE_METHOD(RegistryTest, "a lower limit on reopening keeps those already there",
                 "[registry]") {
  meet({"Ann", "Bob", "Carl"});
  remember("Carl", "I was the last to come");
  options.speaker_limit = 2;
  reopen();
  CHECK(roll() == "Ann 0/0, Bob 0/0, Carl 1/1");
  CHECK(must(store().list_speakers()).limit == 2);
  CHECK(status_of(store().add_speaker("Carl")) == "exists");
  CHECK(status_of(store().add("I am still here", {.speaker = "Carl"})) == "stored");
  CHECK(error_of(store().add_speaker("Dora")) == "invalid_request speaker_limit=2");

  must(store().remove_speaker("Ann"));
  CHECK(error_of(store().add_speaker("Dora")) == "invalid_request speaker_limit=2");
  must(store().remove_speaker("Bob"));
  CHECK(status_of(store().add_speaker("Dora")) == "registered");
}

TEST_CASE_METHOD(RegistryTest, "a higher limit on reopening makes room", "[registry]") {
  options.speaker_limit = 1;
  meet({"Ann"});
  options.speaker_limit = 2;
  reopen();
  CHECK(status_of(store().add_speaker("Bob")) == "registered");
}

TEST_CASE_METHOD(DatabaseTest, "the limit is each store's own", "[registry]") {
  options.speaker_limit = 1;
  meet(store("a"), {"Ann"});
  CHECK(status_of(store("b").add_speaker("Bob")) == "registered");
  CHECK(error_of(store("a").add_speaker("Bob")) == "invalid_request speaker_limit=1");
}

TEST_CASE_METHOD(RegistryTest, "names that look alike are registered, with a hint", "[registry]") {
  CHECK(must(store().add_speaker("Bob")).confusable_with.empty());
  CHECK(must(store().add_speaker("Ann")).confusable_with.empty());
  const AddSpeakerResult cyrillic = must(store().add_speaker("\u0412\u043eb"));
  CHECK(name_of(cyrillic.status) == "registered");
  CHECK(cyrillic.confusable_with == std::vector<std::string>{"Bob"});
  CHECK(must(store().list_speakers()).count == 3);
}

TEST_CASE_METHOD(RegistryTest, "a name is not confusable with itself or with those who left",
                 "[registry]") {
  meet({"Bob"});
  CHECK(must(store().add_speaker("Bob")).confusable_with.empty());
  must(store().remove_speaker("Bob"));
  CHECK(must(store().add_speaker("\u0412\u043eb")).confusable_with.empty());
}

TEST_CASE_METHOD(RegistryTest, "speakers are listed in the order of registration", "[registry]") {
  meet({"Zoe", "Ann", "Mia"});
  CHECK(roll() == "Zoe 0/0, Ann 0/0, Mia 0/0");
  must(store().remove_speaker("Zoe"));
  meet({"Bob", "Zoe"});
  CHECK(roll() == "Ann 0/0, Mia 0/0, Bob 0/0, Zoe 0/0");
  reopen();
  CHECK(roll() == "Ann 0/0, Mia 0/0, Bob 0/0, Zoe 0/0");
}

TEST_CASE_METHOD(RegistryTest, "the list counts memories and their chunks, for each speaker",
                 "[registry]") {
  meet({"Ann", "Bob"});
  CHECK(roll() == "Ann 0/0, Bob 0/0");
  remember("Ann", "The first sentence. The second sentence. The third sentence.");
  const MemoryId short_one = remember("Ann", "Only one sentence.");
  remember("Bob", "Two sentences. From one man.");
  remember("me", "The agent is not counted.");
  note("Neither is this.");
  CHECK(roll() == "Ann 2/4, Bob 1/2");
  must(store().forget(short_one));
  CHECK(roll() == "Ann 1/3, Bob 1/2");
  reopen();
  CHECK(roll() == "Ann 1/3, Bob 1/2");
}

TEST_CASE_METHOD(RegistryTest, "the agent is never listed and never counted", "[registry]") {
  options.speaker_limit = 1;
  remember("me", "I am the agent");
  meet({"Ann"});
  const SpeakerList list = must(store().list_speakers());
  CHECK(list.count == 1);
  CHECK(roll() == "Ann 0/0");
}

TEST_CASE_METHOD(RegistryTest, "an empty registry is an empty list", "[registry]") {
  const SpeakerList list = must(store().list_speakers());
  CHECK(list.speakers.empty());
  CHECK(list.count == 0);
}

TEST_CASE_METHOD(RegistryTest, "the list says when a name was registered", "[registry]") {
  const auto now = [] {
    return std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
  };
  const Timestamp before = now();
  meet({"Ann"});
  const Timestamp after = now();
  const Timestamp created = must(store().list_speakers()).speakers.at(0).created_at;
  CHECK(before <= created);
  CHECK(created <= after);
  must(store().add_speaker("Ann"));
  reopen();
  CHECK(must(store().list_speakers()).speakers.at(0).created_at == created);
}

TEST_CASE_METHOD(RegistryTest, "removing a speaker leaves the memories, without the label",
                 "[registry]") {
  meet({"Ann", "Bob"});
  const MemoryId id = remember("Bob", "The deadline moved to Tuesday");
  remember("Ann", "The deadline was on Monday");
  must(store().remove_speaker("Bob"));

  const auto gone = [&] {
    CHECK(label(must(store().get(id))) == "(untagged)");
    CHECK(labels(must(store().list())) == std::vector<std::string>{"Ann", "(untagged)"});
    CHECK(sorted(labels(search("deadline"))) == std::vector<std::string>{"(untagged)", "Ann"});
    CHECK(error_of(store().by_speaker("Bob")) == "not_found speaker=Bob");
    CHECK(error_of(store().search("deadline", {.speaker = "Bob"})) == "not_found speaker=Bob");
    CHECK(said_by("Ann") == std::vector<std::string>{"The deadline was on Monday"});
    CHECK(said_by("me").empty());
    CHECK(roll() == "Ann 1/1");
  };
  gone();
  reopen();
  gone();
}

TEST_CASE_METHOD(RegistryTest, "a removal takes the label of all memories at once", "[registry]") {
  meet({"Bob"});
  std::vector<NewMemory> many;
  for (int i = 0; i < 300; ++i) {
    many.push_back({.content = "Remark " + std::to_string(i), .options = {.speaker = "Bob"}});
  }
  must(store().add_batch(many));
  must(store().remove_speaker("Bob"));
  const Page all = must(store().list({.limit = 1000}));
  CHECK(labels(all) == std::vector<std::string>(300, "(untagged)"));
  CHECK(labels(search("Remark 7", {.limit = 1000})) == std::vector<std::string>(300, "(untagged)"));
}

TEST_CASE_METHOD(RegistryTest, "removing somebody unknown is not_found", "[registry]") {
  const auto result = store().remove_speaker("Bob");
  CHECK(error_of(result) == "not_found speaker=Bob");
  CHECK(message_of(result) == "speaker 'Bob' is not registered in this store.");
  meet({"Bob"});
  must(store().remove_speaker("Bob"));
  CHECK(error_of(store().remove_speaker("Bob")) == "not_found speaker=Bob");
}

TEST_CASE_METHOD(RegistryTest, "nothing is stored under a removed name", "[registry]") {
  meet({"Bob"});
  must(store().remove_speaker("Bob"));
  CHECK(error_of(store().add("Too late", {.speaker = "Bob"})) == "invalid_request speaker=Bob");
  CHECK(everything().empty());
}

TEST_CASE_METHOD(RegistryTest, "a name registered again starts at 0 and never gets the old words",
                 "[registry]") {
  meet({"Bob"});
  const MemoryId old = remember("Bob", "I sold the boat. It was old.");
  must(store().remove_speaker("Bob"));
  CHECK(status_of(store().add_speaker("Bob")) == "registered");

  const auto starts_anew = [&] {
    CHECK(roll() == "Bob 0/0");
    CHECK(said_by("Bob").empty());
    CHECK(search("boat", {.speaker = "Bob"}).hits.empty());
    CHECK(label(must(store().get(old))) == "(untagged)");
    CHECK(labels(search("boat")) == std::vector<std::string>{"(untagged)"});
  };
  starts_anew();
  reopen();
  starts_anew();

  remember("Bob", "I never had a boat");
  CHECK(said_by("Bob") == std::vector<std::string>{"I never had a boat"});
  CHECK(contents(search("boat", {.speaker = "Bob"})) ==
        std::vector<std::string>{"I never had a boat"});
  CHECK(roll() == "Bob 1/1");
}

TEST_CASE_METHOD(RegistryTest, "speaker ids are not reused after the newest left and a reopening",
                 "[registry]") {
  meet({"Bob"});
  for (int round = 0; round < 4; ++round) {
    CAPTURE(round);
    remember("Bob", "Words of round " + std::to_string(round));
    must(store().remove_speaker("Bob"));
    reopen();
    meet({round % 2 == 0 ? "Ann" : "Bob"});
    CHECK(roll() == (round % 2 == 0 ? "Ann 0/0" : "Bob 0/0"));
    if (round % 2 == 0) {
      must(store().remove_speaker("Ann"));
      reopen();
      meet({"Bob"});
    }
    CHECK(said_by("Bob").empty());
  }
  CHECK(labels(must(store().list())) == std::vector<std::string>(4, "(untagged)"));
}

TEST_CASE_METHOD(RegistryTest, "the registry survives a reopening", "[registry]") {
  meet({"Ann", "Bob"});
  reopen();
  CHECK(roll() == "Ann 0/0, Bob 0/0");
  CHECK(status_of(store().add_speaker("Ann")) == "exists");
}

}  // namespace
}  // namespace whosaid::test
