// Storing one memory: what it keeps, what it refuses.

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

class AddTest : public StoreTest {
 protected:
  std::size_t chunks_of(std::string_view text) { return must(store().get(note(text))).chunks; }

  void nothing_is_stored() {
    CHECK(everything().empty());
    CHECK(search("anything", {.limit = 1000}).hits.empty());
  }
};

TEST_CASE_METHOD(AddTest, "a stored memory has an id and keeps all it was given", "[add]") {
  meet({"Bob"});
  const AddResult result =
      must(store().add("The deadline moved to Tuesday", {.speaker = "Bob",
                                                         .event_at = second(5),
                                                         .created_at = second(9),
                                                         .category = "work",
                                                         .conversation_id = "c/7",
                                                         .metadata = {{"room", "12"}, {"k", ""}}}));
  CHECK(name_of(result.status) == "stored");
  CHECK_FALSE(result.duplicate_of.has_value());
  CHECK_FALSE(result.replayed);
  REQUIRE(result.id.has_value());

  const auto check = [&] {
    const Memory memory = must(store().get(*result.id));
    CHECK(memory.id == *result.id);
    CHECK(memory.content == "The deadline moved to Tuesday");
    CHECK(memory.speaker == "Bob");
    CHECK(memory.event_at == second(5));
    CHECK(memory.created_at == second(9));
    CHECK(memory.category == "work");
    CHECK(memory.conversation_id == "c/7");
    CHECK(memory.metadata == std::map<std::string, std::string>{{"room", "12"}, {"k", ""}});
    CHECK(memory.chunks == 1);
    CHECK(memory.current);
    CHECK_FALSE(memory.supersedes.has_value());
    CHECK_FALSE(memory.superseded_by.has_value());
  };
  check();
  reopen();
  check();
}

TEST_CASE_METHOD(AddTest, "what was not given is empty", "[add]") {
  const Memory memory = must(store().get(note("Just a text")));
  CHECK(label(memory) == "(untagged)");
  CHECK_FALSE(memory.event_at.has_value());
  CHECK(memory.category.empty());
  CHECK(memory.conversation_id.empty());
  CHECK(memory.metadata.empty());
}

TEST_CASE_METHOD(AddTest, "ids follow the order of storing", "[add]") {
  const MemoryId first = note("First", {.created_at = second(100)});
  const MemoryId second_one = note("Second", {.created_at = second(1)});
  reopen();
  const MemoryId third = note("Third", {.created_at = second(50)});
  CHECK(first < second_one);
  CHECK(second_one < third);
}

TEST_CASE_METHOD(AddTest, "content comes back byte for byte", "[add]") {
  std::vector<std::pair<MemoryId, std::string>> stored;
  for (const std::string_view text :
       {"with\0a NUL"sv, "two\r\nlines\rand\nmore\t."sv, "\ufeffa byte order mark"sv,
        "Zoe\u0301 and Zo\u00e9 stay apart"sv, "  spaces around  \n"sv, "\u3000wide\u3000"sv,
        "\u202eoverride\u202c"sv, "\U0001f469\u200d\U0001f466"sv, "\ufb01\u212b\u0958"sv,
        "\x01\x7f\u0085"sv, "?!"sv, "x"sv, "\uffff\U0010ffff"sv, "{\"json\": \"\\u0000\"}"sv}) {
    stored.emplace_back(note(text), text);
  }
  const auto check = [&] {
    for (const auto& [id, text] : stored) {
      CAPTURE(escaped(text));
      CHECK(must(store().get(id)).content == text);
    }
  };
  check();
  reopen();
  check();
}

TEST_CASE_METHOD(AddTest, "content of 1 MiB is stored, a byte more is refused", "[add]") {
  const std::string largest = repeat("memory ", kMebibyte / 7) + repeat("x", kMebibyte % 7);
  REQUIRE(largest.size() == kMebibyte);
  const MemoryId id = note(largest);
  CHECK((must(store().get(id)).content == largest));
  const auto refused = store().add(largest + "x");
  CHECK(error_of(refused) == "invalid_request field=content");
  CHECK(must(store().list()).memories.size() == 1);
}

TEST_CASE_METHOD(AddTest, "the limit counts bytes, not letters", "[add]") {
  const std::string euros = repeat("\u20ac", kMebibyte / 3 + 1);
  CHECK(error_of(store().add(euros)) == "invalid_request field=content");
  nothing_is_stored();
}

TEST_CASE_METHOD(AddTest, "blank content is refused", "[add]") {
  for (const std::string_view text :
       {""sv, " "sv, "\r\n\t"sv, "\u00a0"sv, "\u3000\u2003"sv, "\u2028\u0085"sv, "\u200b"sv,
        "\ufeff"sv, "\u200d\u200c"sv, "\u2060 \u00ad"sv, "\u200e\u202e \u2066"sv, "\u180e"sv,
        "\U000e0041"sv}) {
    CAPTURE(escaped(text));
    CHECK(error_of(store().add(text)) == "invalid_request field=content");
  }
  nothing_is_stored();
}

TEST_CASE_METHOD(AddTest, "content that is not UTF-8 is refused", "[add]") {
  for (const std::string& text : invalid_utf8()) {
    CAPTURE(escaped(text));
    CHECK(error_of(store().add(text)) == "invalid_request field=content");
  }
  nothing_is_stored();
}

TEST_CASE_METHOD(AddTest, "an unregistered speaker is refused by name", "[add]") {
  const auto result = store().add("I am a stranger", {.speaker = "Bob"});
  CHECK(error_of(result) == "invalid_request speaker=Bob");
  CHECK(starts_with(message_of(result),
                    "speaker 'Bob' is not registered in this store. Register it first: "));
  nothing_is_stored();
  CHECK(roll().empty());
}

TEST_CASE_METHOD(AddTest, "storing registers nobody", "[add]") {
  CHECK(error_of(store().add("Bob here", {.speaker = "Bob"})) == "invalid_request speaker=Bob");
  CHECK(error_of(store().add("Bob here", {.speaker = "Bob"})) == "invalid_request speaker=Bob");
  CHECK(roll().empty());
}

TEST_CASE_METHOD(AddTest, "created_at is now unless it is given", "[add]") {
  const auto now = [] {
    return std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
  };
  const Timestamp before = now();
  const MemoryId id = note("Said just now");
  const Timestamp after = now();
  const Timestamp created = must(store().get(id)).created_at;
  CHECK(before <= created);
  CHECK(created <= after);
}

TEST_CASE_METHOD(AddTest, "any moment may be given, to the microsecond", "[add]") {
  using std::chrono::microseconds;
  for (const Timestamp moment :
       {Timestamp{}, Timestamp{microseconds{1}}, Timestamp{microseconds{-1}},
        second(0) + microseconds{123'456}, Timestamp{std::chrono::hours{-24 * 365 * 400}},
        Timestamp{std::chrono::hours{24 * 365 * 400}}}) {
    CAPTURE(moment.time_since_epoch().count());
    const MemoryId id = note("Long ago", {.event_at = moment, .created_at = moment});
    CHECK(must(store().get(id)).created_at == moment);
    CHECK(must(store().get(id)).event_at == moment);
  }
  reopen();
  const Page page = must(store().list());
  for (std::size_t i = 1; i < page.memories.size(); ++i) {
    CHECK(page.memories[i - 1].created_at > page.memories[i].created_at);
  }
}

TEST_CASE_METHOD(AddTest, "any number of memories may share a timestamp", "[add]") {
  for (int i = 0; i < 5; ++i) note("Same moment", {.created_at = second(1)});
  CHECK(everything() == std::vector<std::string>(5, "Same moment"));
}

TEST_CASE_METHOD(AddTest, "the agent's words are labelled me", "[add]") {
  const MemoryId id = remember("me", "I will send the slides tonight");
  CHECK(label(must(store().get(id))) == "me");
  CHECK(label(must(store().get(note("Nobody's words")))) == "(untagged)");
}

TEST_CASE_METHOD(AddTest, "metadata can't move a label or a store", "[add]") {
  meet({"Ann", "Bob"});
  const MemoryId id = remember("Ann", "I like tea",
                               {.metadata = {{"speaker", "Bob"},
                                             {"store", "other"},
                                             {"user_id", "other"},
                                             {"id", "7"},
                                             {"content", "I like coffee"}}});
  const Memory memory = must(store().get(id));
  CHECK(memory.speaker == "Ann");
  CHECK(memory.content == "I like tea");
  CHECK(said_by("Bob").empty());
}

TEST_CASE_METHOD(AddTest, "category and conversation have at most 256 bytes of UTF-8, not blank",
                 "[add]") {
  const std::string longest = repeat("c", 256);
  const Memory memory =
      must(store().get(note("Fits", {.category = longest, .conversation_id = longest})));
  CHECK(memory.category == longest);
  CHECK(memory.conversation_id == longest);

  for (const std::string& bad :
       {longest + "c", std::string("\xff"), std::string(" \t"), std::string("\u3000")}) {
    CAPTURE(escaped(bad));
    CHECK(error_of(store().add("x", {.category = bad})) == "invalid_request field=category");
    CHECK(error_of(store().add("x", {.conversation_id = bad})) ==
          "invalid_request field=conversation_id");
  }
  CHECK(must(store().list()).memories.size() == 1);
}

TEST_CASE_METHOD(AddTest, "metadata has at most 64 entries and 64 KiB", "[add]") {
  std::map<std::string, std::string> metadata;
  for (int i = 10; i < 74; ++i) metadata["key" + std::to_string(i)] = repeat("v", 1024 - 5);
  const MemoryId id = note("Exactly 64 KiB", {.metadata = metadata});
  CHECK((must(store().get(id)).metadata == metadata));

  auto larger = metadata;
  larger["key10"] += "v";
  CHECK(error_of(store().add("x", {.metadata = larger})) == "invalid_request field=metadata");
  auto more = metadata;
  for (auto& [key, value] : more) value.clear();
  more["key74"] = "";
  CHECK(error_of(store().add("x", {.metadata = more})) == "invalid_request field=metadata");
}

TEST_CASE_METHOD(AddTest, "metadata keys are 1 to 256 bytes, not blank, all of it UTF-8", "[add]") {
  const std::string longest = repeat("k", 256);
  CHECK(must(store().get(note("Fits", {.metadata = {{longest, " "}}}))).metadata.count(longest) ==
        1);
  for (const std::string& key : {std::string(), std::string(" "), std::string("\u00a0"),
                                 longest + "k", std::string("\xff")}) {
    CAPTURE(escaped(key));
    CHECK(error_of(store().add("x", {.metadata = {{key, "v"}}})) ==
          "invalid_request field=metadata");
  }
  CHECK(error_of(store().add("x", {.metadata = {{"k", "\xff"}}})) ==
        "invalid_request field=metadata");
}

TEST_CASE_METHOD(AddTest, "each sentence is a chunk", "[add]") {
  CHECK(chunks_of("One sentence.") == 1);
  CHECK(chunks_of("no full stop at all") == 1);
  CHECK(chunks_of("We met on Monday. The plan changed. Will it hold?") == 3);
  CHECK(chunks_of("\u6628\u65e5\u6771\u4eac\u306b\u884c\u304d\u307e\u3057\u305f\u3002"
                  "\u697d\u3057\u304b\u3063\u305f\u3067\u3059\u3002") == 2);
  CHECK(chunks_of("\u041c\u044b \u043f\u0440\u0438\u0448\u043b\u0438. "
                  "\u0412\u0441\u0451 \u0445\u043e\u0440\u043e\u0448\u043e!") == 2);
}

TEST_CASE_METHOD(AddTest, "a text without words is a chunk too", "[add]") {
  CHECK(chunks_of("\U0001f389\U0001f389") == 1);
  CHECK(chunks_of("?!") == 1);
}

TEST_CASE_METHOD(AddTest, "the speaker's name is never part of the embedded text", "[add]") {
  const auto table = circle({{"It moved to Tuesday.", 0}, {"I am sorry.", 90}, {"move", 10}});
  options.embedder = table;
  meet({"Bob"});
  remember("Bob", "It moved to Tuesday. I am sorry.");
  CHECK(table->texts() == std::vector<std::string>{"It moved to Tuesday.", "I am sorry."});
  search("move", {.speaker = "Bob"});
  CHECK(table->texts().back() == "move");
}

TEST_CASE_METHOD(AddTest, "a call that failed left nothing behind", "[add]") {
  meet({"Bob"});
  const MemoryId before = remember("Bob", "Before");
  CHECK_FALSE(store().add("", {.speaker = "Bob"}).has_value());
  CHECK_FALSE(store().add("x", {.speaker = "Ann"}).has_value());
  CHECK_FALSE(store().add("x", {.speaker = "Bob", .category = "\xff"}).has_value());
  CHECK_FALSE(store().add("x", {.speaker = "Bob", .idempotency_key = ""}).has_value());
  CHECK(everything() == std::vector<std::string>{"Before"});
  CHECK(roll() == "Bob 1/1");
  CHECK(before < remember("Bob", "After"));
}

}  // namespace
}  // namespace whosaid::test
