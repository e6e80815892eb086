// What a speaker's name may be, and when two of them are one.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/fixture.h"

namespace whosaid::test {
namespace {

using namespace std::string_view_literals;

const std::vector<std::string> kEveryCall = {"add_speaker", "remove_speaker", "add",
                                             "add_batch",   "search",         "by_speaker"};

class SpeakerNamesTest : public StoreTest {
 protected:
  SpeakerNamesTest() { options.speaker_limit = 1000; }

  // The calls that refuse this name as a name.
  std::vector<std::string> refused_by(std::string_view name) {
    const auto batch = std::vector<NewMemory>{
        {.content = "The train leaves at nine", .options = {.speaker = std::string(name)}}};
    const auto in_batch = store().add_batch(batch);
    std::vector<std::string> calls;
    const auto note = [&](const char* call, const std::string& error) {
      if (error == "invalid_request field=speaker") calls.emplace_back(call);
    };
    note("add_speaker", error_of(store().add_speaker(name)));
    note("remove_speaker", error_of(store().remove_speaker(name)));
    note("add", error_of(store().add("The train leaves at nine", {.speaker = std::string(name)})));
    if (!in_batch && in_batch.error().code == ErrorCode::invalid_request &&
        in_batch.error().field == "memories[0].speaker") {
      calls.emplace_back("add_batch");
    }
    note("search", error_of(store().search("train", {.speaker = std::string(name)})));
    note("by_speaker", error_of(store().by_speaker(name)));
    return calls;
  }

  // The name as it is stored, or the error.
  std::string registered_as(std::string_view name) {
    const auto result = store().add_speaker(name);
    return result ? result->name : error_of(result);
  }
};

TEST_CASE_METHOD(SpeakerNamesTest, "a name that is not UTF-8 is refused by every call", "[names]") {
  for (const std::string& name : invalid_utf8()) {
    CAPTURE(escaped(name));
    CHECK(refused_by(name) == kEveryCall);
  }
  CHECK(everything().empty());
}

TEST_CASE_METHOD(SpeakerNamesTest, "white space around a name does not belong to it", "[names]") {
  for (const std::string_view name :
       {"Bob"sv, " Bob "sv, "\tBob\r\n"sv, "\u00a0Bob\u00a0"sv, "\u3000Bob\u3000"sv,
        "\u2002\u2009Bob\u202f"sv, "\u0085Bob\u2028"sv, "\u1680 Bob\u205f\u2029"sv}) {
    CAPTURE(escaped(name));
    CHECK(registered_as(name) == "Bob");
  }
  CHECK(roll() == "Bob 0/0");
}

TEST_CASE_METHOD(SpeakerNamesTest, "white space inside a name stays as it is", "[names]") {
  CHECK(registered_as("Ann Lee") == "Ann Lee");
  CHECK(registered_as("Ann  Lee") == "Ann  Lee");
  CHECK(registered_as("Ann\u00a0Lee") == "Ann\u00a0Lee");
  CHECK(must(store().list_speakers()).count == 3);
}

TEST_CASE_METHOD(SpeakerNamesTest, "what is invisible but no white space is not trimmed",
                 "[names]") {
  CHECK(registered_as("Bob") == "Bob");
  CHECK(registered_as("Bob\u200b") == "Bob\u200b");
  CHECK(registered_as("\ufeff"
                      "Bob") ==
        "\ufeff"
        "Bob");
  CHECK(must(store().list_speakers()).count == 3);
}

TEST_CASE_METHOD(SpeakerNamesTest, "a name is normalized to NFC and returned so", "[names]") {
  const std::vector<std::pair<std::string_view, std::string_view>> spellings = {
      {"Zoe\u0301", "Zo\u00e9"},           // a letter and its accent
      {"\u212bsa", "\u00c5sa"},            // the unit angstrom
      {"\u1112\u1161\u11ab", "\ud55c"},    // jamo
      {"q\u0307\u0323", "q\u0323\u0307"},  // marks in canonical order
      {"\u30cf\u3099", "\u30d0"},          // kana and its voicing mark
      {"\ufb01n", "\ufb01n"},              // a ligature: no compatibility mapping
  };
  for (const auto& [given, stored] : spellings) {
    CAPTURE(escaped(given));
    CHECK(registered_as(given) == stored);
  }
}

TEST_CASE_METHOD(SpeakerNamesTest, "composed and decomposed spellings are one person in every call",
                 "[names]") {
  meet({"Zo\u00e9"});
  CHECK(status_of(store().add_speaker(" Zoe\u0301 ")) == "exists");
  remember("Zoe\u0301", "The train leaves at nine");
  CHECK(said_by("\u3000Zoe\u0301") == std::vector<std::string>{"The train leaves at nine"});
  CHECK(labels(search("train", {.speaker = "Zoe\u0301\n"})) ==
        std::vector<std::string>{"Zo\u00e9"});
  CHECK(roll() == "Zo\u00e9 1/1");
  CHECK(error_of(store().remove_speaker("Zoe\u0301")) == "ok");
  CHECK(roll().empty());
}

TEST_CASE_METHOD(SpeakerNamesTest, "errors hold the normalized name", "[names]") {
  const auto added = store().add("Nobody knows me", {.speaker = " Zoe\u0301 "});
  CHECK(error_of(added) == "invalid_request speaker=Zo\u00e9");
  CHECK(contains(message_of(added), "'Zo\u00e9'"));
  CHECK(error_of(store().by_speaker("Zoe\u0301")) == "not_found speaker=Zo\u00e9");
  CHECK(error_of(store().search("x", {.speaker = "Zoe\u0301"})) == "not_found speaker=Zo\u00e9");
  CHECK(error_of(store().remove_speaker("Zoe\u0301")) == "not_found speaker=Zo\u00e9");
}

TEST_CASE_METHOD(SpeakerNamesTest, "names that differ in case, script or look are different people",
                 "[names]") {
  const std::vector<std::string> names = {
      "Bob",
      "bob",
      "BOB",
      "\u0412\u043eb",  // Cyrillic letters
      "Bo\u200db",
      "Bob 2",  // an invisible joiner; a longer name
      "B%",
      "B*",
      "Bo_",
      "'Bob'",
      "stra\u00dfe",
      "strasse",
  };
  for (const std::string& name : names) must(store().add_speaker(name));
  for (const std::string& name : names) remember(name, "Words of " + escaped(name));
  for (const std::string& name : names) {
    CAPTURE(escaped(name));
    CHECK(said_by(name) == std::vector<std::string>{"Words of " + escaped(name)});
    CHECK(labels(search("words", {.speaker = name})) == std::vector<std::string>{name});
  }
}

TEST_CASE_METHOD(SpeakerNamesTest, "a name has 1 to 80 code points, whatever their bytes",
                 "[names]") {
  for (const std::string_view letter : {"x", "\u00e9", "\u4e2d", "\U0001f642"}) {
    CAPTURE(escaped(letter));
    CHECK(registered_as(letter) == letter);
    CHECK(registered_as(repeat(letter, 80)) == repeat(letter, 80));
    CHECK(refused_by(repeat(letter, 81)) == kEveryCall);
  }
}

TEST_CASE_METHOD(SpeakerNamesTest, "the length counts after trimming and normalization",
                 "[names]") {
  CHECK(registered_as(repeat("e\u0301", 80)) == repeat("\u00e9", 80));
  CHECK(refused_by(repeat("e\u0301", 81)) == kEveryCall);
  CHECK(registered_as("   " + repeat("x", 80) + "   ") == repeat("x", 80));
  // U+0958 becomes two code points.
  CHECK(registered_as(repeat("\u0958", 40)) == repeat("\u0915\u093c", 40));
  CHECK(refused_by(repeat("\u0958", 41)) == kEveryCall);
}

TEST_CASE_METHOD(SpeakerNamesTest, "an empty or blank name is refused and never means untagged",
                 "[names]") {
  for (const std::string_view name : {""sv, " "sv, "\t\n"sv, "\u00a0"sv, "\u3000 \u2003"sv}) {
    CAPTURE(escaped(name));
    CHECK(refused_by(name) == kEveryCall);
  }
  CHECK(everything().empty());
}

TEST_CASE_METHOD(SpeakerNamesTest,
                 "control characters, separators and bidirectional formatting are refused",
                 "[names]") {
  for (const std::string_view bad :
       {"\0"sv, "\t"sv, "\n"sv, "\r"sv, "\x1b"sv, "\x7f"sv, "\u0085"sv, "\u009f"sv, "\u2028"sv,
        "\u2029"sv, "\u202a"sv, "\u202b"sv, "\u202c"sv, "\u202d"sv, "\u202e"sv, "\u2066"sv,
        "\u2067"sv, "\u2068"sv, "\u2069"sv}) {
    const std::string name = "Bo" + std::string(bad) + "b";
    CAPTURE(escaped(name));
    CHECK(refused_by(name) == kEveryCall);
  }
  CHECK(refused_by("\u202e"
                   "Bob") == kEveryCall);
  CHECK(refused_by("Bob\u2069") == kEveryCall);
}

TEST_CASE_METHOD(SpeakerNamesTest, "every script's names are allowed, joiners and new letters too",
                 "[names]") {
  for (const std::string& name : std::vector<std::string>{
           "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",      // Persian needs ZWNJ
           "\u0d15\u0d4d\u200d\u0d37",                              // Malayalam needs ZWJ
           "\U0001f469\u200d\U0001f469\u200d\U0001f466",            // a family, joined
           "\u674e\u5c0f\u9f99", "\u0e2a\u0e21\u0e0a\u0e32\u0e22",  // Chinese, Thai
           "\u05d3\u05e0\u05d4", "O'Brien-Smith, Jr.", "x",         // right to left, signs
           "\u200eBob",                                             // a mark, no embedding
           "\u0378", "\ue000",                                      // unassigned, private use
       }) {
    CAPTURE(escaped(name));
    CHECK(registered_as(name) == name);
    remember(name, "I was here");
    CHECK(said_by(name) == std::vector<std::string>{"I was here"});
  }
}

TEST_CASE_METHOD(SpeakerNamesTest, "me is the agent: nobody registers it, nobody removes it",
                 "[names]") {
  CHECK(error_of(store().add_speaker("me")) == "invalid_request field=speaker");
  CHECK(error_of(store().remove_speaker("me")) == "invalid_request field=speaker");
  CHECK(error_of(store().add_speaker(" me\u00a0")) == "invalid_request field=speaker");
  remember("me", "I will send the slides");
  remember(" me\n", "I will book a room");
  CHECK(said_by("me") == std::vector<std::string>{"I will book a room", "I will send the slides"});
  CHECK(labels(search("slides", {.speaker = "me"})) == std::vector<std::string>{"me", "me"});
  CHECK(must(store().list_speakers()).count == 0);
}

TEST_CASE_METHOD(SpeakerNamesTest, "the agent without words is no unknown speaker", "[names]") {
  CHECK(said_by("me").empty());
  CHECK(search("anything", {.speaker = "me"}).hits.empty());
}

TEST_CASE_METHOD(SpeakerNamesTest, "a name that folds to me is refused and never taken for me",
                 "[names]") {
  for (const std::string_view name :
       {"Me"sv, "mE"sv, "ME"sv, " Me "sv, "\uff4d\uff45"sv, "\uff2d\uff25"sv,
        "\uff2d"
        "e"sv,                       // full width
        "\u24dc\u24d4"sv,            // circled
        "\U0001d426\U0001d41e"sv,    // mathematical bold
        "\u1d50\u1d49"sv,            // superscript
        "m\u00ade"sv, "m\u200de"sv,  // with what folding ignores
        "me\u200b"sv, "\ufeffme"sv}) {
    CAPTURE(escaped(name));
    CHECK(refused_by(name) == kEveryCall);
  }
  CHECK(everything().empty());
}

TEST_CASE_METHOD(SpeakerNamesTest, "a name that only resembles me is anybody's", "[names]") {
  for (const std::string_view name :
       {"M\u00e9"sv, "m\u00e9"sv, "mee"sv, "m e"sv, "me."sv, "m\u0435"sv, "Mex"sv, "myself"sv}) {
    CAPTURE(escaped(name));
    CHECK(registered_as(name) == name);
  }
}

TEST_CASE_METHOD(SpeakerNamesTest, "a text that names nobody is still its speaker's", "[names]") {
  meet({"Bob", "Ann"});
  remember("Bob", "It moved to Tuesday");
  CHECK(said_by("Bob") == std::vector<std::string>{"It moved to Tuesday"});
  CHECK(contents(search("when did it move?", {.speaker = "Bob"})) ==
        std::vector<std::string>{"It moved to Tuesday"});
}

TEST_CASE_METHOD(SpeakerNamesTest, "a text that says a name is not that person's", "[names]") {
  meet({"Bob", "Ann"});
  remember("Ann", "Bob: I hate mondays, says Bob");
  note("Bob said: speaker=Bob");
  CHECK(said_by("Bob").empty());
  CHECK(search("Bob", {.speaker = "Bob"}).hits.empty());
  CHECK(roll() == "Bob 0/0, Ann 1/1");
}

}  // namespace
}  // namespace whosaid::test
