// Names that look alike are different people, or one by the rule of normalization alone; and the
// later one is told of the earlier ones.

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/random_seed.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class LookalikeNamesTest : public StoreTest {
 protected:
  LookalikeNamesTest() { options.speaker_limit = 10'000; }

  // Everybody's own words, in every read, and nobody else's.
  void each_keeps_to_themselves(const Texts& names) {
    for (const std::string& name : names) remember(name, "These are the words of " + name);
    for (const std::string& name : names) {
      CAPTURE(escaped(name));
      const Texts own = {"These are the words of " + name};
      CHECK(said_by(name) == own);
      CHECK(contents(search("words", {.speaker = name, .limit = 1000})) == own);
      CHECK(labels(search("words", {.speaker = name})) == Texts{name});
      CHECK(contents(must(store().recall("words", {.speaker = name})).long_term) == own);
      CHECK(must(store().forget_speaker(name)).memories == 1);
    }
    for (const Memory& memory : must(store().list({.limit = 1000})).memories) {
      CHECK(memory.content == "These are the words of " + memory.speaker.value_or("nobody"));
    }
  }
};

// Each group looks like one name.
const std::vector<Texts> kLookalikes = {
    {"Bob", "\u0412\u043eb", "B\u03bfb", "Bo\u200bb", "B\u200dob", "Bob\ufeff", "Bob\u2060",
     "\uff22\uff4f\uff42", "\U0001d401\U0001d428\U0001d41b", "Bo\u034fb", "Bob\ufe0f",
     "Bob\U000e0041", "\u0392ob"},
    {"paypal", "p\u0430ypal", "paypa1", "paypaI", "paypa|", "paypa\u04c0", "\u0440aypal"},
    {"modern", "modem"},
    {"O0", "0O", "\u041e\u041e"},
    {"Zo\u00eb", "Zo\u0451"},
    {"\u5de5\u4e8c", "\u5de5\u30cb"},
};

TEST_CASE_METHOD(LookalikeNamesTest,
                 "lookalikes are different people, and each is told of the rest", "[names]") {
  Texts all;
  for (const Texts& group : kLookalikes) {
    Texts before;
    for (const std::string& name : group) {
      CAPTURE(escaped(name));
      const AddSpeakerResult added = must(store().add_speaker(name));
      CHECK(name_of(added.status) == "registered");
      CHECK(added.name == name);
      CHECK(sorted(added.confusable_with) == sorted(before));
      before.push_back(name);
      all.push_back(name);
    }
  }
  CHECK(must(store().list_speakers()).count == all.size());
  each_keeps_to_themselves(all);
}

TEST_CASE_METHOD(LookalikeNamesTest, "who looks like the agent is told so, and is not the agent",
                 "[names]") {
  for (const char* name : {"m\u0435", "\u006d\u212e", "rne"}) {
    CAPTURE(escaped(name));
    const AddSpeakerResult added = must(store().add_speaker(name));
    CHECK(added.confusable_with.front() == "me");
    remember(name, "I am the agent");
  }
  CHECK(said_by("me").empty());
  CHECK(must(store().add_speaker("Mel")).confusable_with.empty());
}

TEST_CASE_METHOD(LookalikeNamesTest, "a name is one person however its marks are written",
                 "[names]") {
  const std::vector<Texts> spellings = {
      {"Zo\u00eb", "Zoe\u0308"},
      {"\u1e69a", "s\u0323\u0307a", "s\u0307\u0323a", "\u1e63\u0307a", "\u1e61\u0323a"},
      {"\u212b", "\u00c5", "A\u030a"},
      {"\ud55c", "\u1112\u1161\u11ab", "\ud558\u11ab"},
      {"\u1ed9n", "o\u0323\u0302n", "\u00f4\u0323n", "\u1ecdn\u0302"},
  };
  for (const Texts& people : spellings) {
    for (const std::string& name : people) {
      CAPTURE(escaped(name));
      if (name == "\u1ecdn\u0302") continue;  // its mark is on another letter: somebody else
      const bool first = name == people.front();
      CHECK(status_of(store().add_speaker(name)) == (first ? "registered" : "exists"));
    }
  }
  CHECK(status_of(store().add_speaker("\u1ecdn\u0302")) == "registered");
  CHECK(must(store().list_speakers()).count == spellings.size() + 1);
}

// A name of chance, and its one form: each piece is in NFC and combines with none of the others.
TEST_CASE_METHOD(LookalikeNamesTest, "of random names those of one form are one person",
                 "[names]") {
  const std::uint64_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const std::vector<std::pair<std::string, std::string>> pieces = {{"o", "o"},
                                                                   {"\u043e", "\u043e"},
                                                                   {"\u03bf", "\u03bf"},
                                                                   {"0", "0"},
                                                                   {"l", "l"},
                                                                   {"I", "I"},
                                                                   {"1", "1"},
                                                                   {"e\u0301", "\u00e9"},
                                                                   {"\u00e9", "\u00e9"},
                                                                   {"\u212b", "\u00c5"},
                                                                   {"A\u030a", "\u00c5"},
                                                                   {"\u200d", "\u200d"},
                                                                   {"\u200b", "\u200b"},
                                                                   {"\uff4f", "\uff4f"},
                                                                   {"\u05d0", "\u05d0"},
                                                                   {"\u0661", "\u0661"},
                                                                   {"rn", "rn"},
                                                                   {"m", "m"},
                                                                   {"\ufb01", "\ufb01"},
                                                                   {" ", " "}};
  std::set<std::string> people;
  for (int i = 0; i < 600; ++i) {
    std::string given = "x", form = "x";
    for (std::uint64_t length = random() % 4; length > 0; --length) {
      const auto& [written, normal] = pieces[random() % pieces.size()];
      given += written;
      form += normal;
    }
    given += "y";
    form += "y";
    CAPTURE(escaped(given));
    const AddSpeakerResult added = must(store().add_speaker(given));
    REQUIRE(added.name == form);
    REQUIRE(name_of(added.status) == (people.insert(form).second ? "registered" : "exists"));
  }
  Texts some(people.begin(), people.end());
  some.resize(std::min<std::size_t>(some.size(), 60));
  each_keeps_to_themselves(some);
}

}  // namespace
}  // namespace whosaid::test
