// Errors on the wire: the JSON body and the HTTP status.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/fixture.h"

namespace whosaid::test {
namespace {

// The body, its message replaced by "..." from where it stops being fixed words.
std::string body(const Error& error, std::string_view fixed) {
  std::string json = to_json(error);
  const std::size_t start = json.find(fixed);
  REQUIRE(start != std::string::npos);
  const std::size_t rest = start + fixed.size();
  const std::size_t end = json.find("\",\"speaker", rest);
  REQUIRE(end != std::string::npos);
  if (end > rest) json.replace(rest, end - rest, "...");
  return json;
}

TEST_CASE_METHOD(StoreTest, "the body of a registration beyond the limit", "[errors]") {
  for (int i = 0; i < 50; ++i) must(store().add_speaker("Guest " + std::to_string(i)));
  const auto result = store().add_speaker("Bob");
  REQUIRE_FALSE(result.has_value());
  CHECK(body(result.error(), "This store already has 50 registered speakers, ") ==
        R"({"type":"error","error":{"type":"invalid_request_error",)"
        R"("message":"This store already has 50 registered speakers, ...","speaker_limit":50}})");
}

TEST_CASE_METHOD(StoreTest, "the body of storing under an unregistered name", "[errors]") {
  const auto result = store().add("Words", {.speaker = "Bob"});
  REQUIRE_FALSE(result.has_value());
  CHECK(
      body(result.error(), "speaker 'Bob' is not registered in this store. Register it first: ") ==
      R"({"type":"error","error":{"type":"invalid_request_error","message":)"
      R"("speaker 'Bob' is not registered in this store. Register it first: ...",)"
      R"("speaker":"Bob"}})");
}

TEST_CASE_METHOD(StoreTest, "the body of asking for an unregistered name", "[errors]") {
  const std::string expected =
      R"({"type":"error","error":{"type":"not_found_error",)"
      R"("message":"speaker 'Bob' is not registered in this store.","speaker":"Bob"}})";
  CHECK(to_json(store().by_speaker("Bob").error()) == expected);
  CHECK(to_json(store().search("words", {.speaker = "Bob"}).error()) == expected);
  CHECK(to_json(store().remove_speaker("Bob").error()) == expected);
}

TEST_CASE("field and memory follow in the body when they are set", "[errors]") {
  CHECK(to_json({.code = ErrorCode::invalid_request, .message = "m", .field = "limit"}) ==
        R"({"type":"error","error":{"type":"invalid_request_error","message":"m",)"
        R"("field":"limit"}})");
  CHECK(to_json({.code = ErrorCode::conflict, .message = "m", .memory = MemoryId{7}}) ==
        R"({"type":"error","error":{"type":"conflict_error","message":"m","memory":7}})");
  CHECK(to_json({.code = ErrorCode::not_found,
                 .message = "m",
                 .speaker = "Bob",
                 .speaker_limit = 3,
                 .field = "f",
                 .memory = MemoryId{~std::uint64_t{0}}}) ==
        R"({"type":"error","error":{"type":"not_found_error","message":"m","speaker_limit":3,)"
        R"("speaker":"Bob","field":"f","memory":18446744073709551615}})");
}

TEST_CASE("each code has its type and its status", "[errors]") {
  struct Row {
    ErrorCode code;
    const char* type;
    int status;
  };
  for (const Row& row :
       {Row{ErrorCode::invalid_request, "invalid_request_error", 400},
        Row{ErrorCode::not_found, "not_found_error", 404},
        Row{ErrorCode::conflict, "conflict_error", 409},
        Row{ErrorCode::busy, "overloaded_error", 503},
        Row{ErrorCode::embedder_failed, "api_error", 502},
        Row{ErrorCode::embedder_mismatch, "conflict_error", 409},
        Row{ErrorCode::corruption, "api_error", 500}, Row{ErrorCode::io_error, "api_error", 500}}) {
    CAPTURE(row.type, row.status);
    CHECK(http_status(row.code) == row.status);
    CHECK(to_json({.code = row.code, .message = "m"}) ==
          std::string(R"({"type":"error","error":{"type":")") + row.type + R"(","message":"m"}})");
  }
}

TEST_CASE("whatever a message or a name holds, the body is JSON", "[errors]") {
  const std::vector<std::pair<std::string, std::string>> texts = {
      {R"(say "hi")", R"(say \"hi\")"},
      {R"(C:\temp)", R"(C:\\temp)"},
      {"a\nb\tc", R"(a\u000ab\u0009c)"},
      {std::string("nul\0", 4), R"(nul\u0000)"},
      {"Zo\u00e9 \U0001f642", "Zo\u00e9 \U0001f642"},
      {"\xff", "\ufffd"},
      {"a\xc3", "a\ufffd"},
      {"</script>", "</script>"},
  };
  for (const auto& [text, json] : texts) {
    CAPTURE(escaped(text));
    CHECK(to_json({.code = ErrorCode::not_found, .message = text, .speaker = text}) ==
          R"({"type":"error","error":{"type":"not_found_error","message":")" + json +
              R"(","speaker":")" + json + R"("}})");
  }
}

TEST_CASE_METHOD(StoreTest, "a name with quotes comes back whole", "[errors]") {
  const auto result = store().by_speaker("O'Neil \"Ace\"");
  CHECK(error_of(result) == "not_found speaker=O'Neil \"Ace\"");
  CHECK(contains(to_json(result.error()), R"("speaker":"O'Neil \"Ace\"")"));
}

TEST_CASE_METHOD(StoreTest, "every error has words for people", "[errors]") {
  const std::vector<std::string> messages = {message_of(store().add("")),
                                             message_of(store().add_speaker("me")),
                                             message_of(store().add_speaker("\xff")),
                                             message_of(store().search("")),
                                             message_of(store().search("x", {.limit = 0})),
                                             message_of(store().list({.limit = 0})),
                                             message_of(store().get(MemoryId{9})),
                                             message_of(store().forget(MemoryId{9})),
                                             message_of(MemoryStore::open("", options)),
                                             message_of(MemoryStore::open(directory(), options))};
  for (const std::string& message : messages) CHECK_FALSE(message.empty());
}

}  // namespace
}  // namespace whosaid::test
