// What an error says, and that it says no secret.

#include <algorithm>
#include <cctype>

#include "openai/openai_test.h"

namespace whosaid::test {
namespace {

using nlohmann::json;

class SecretsTest : public OpenAITest {
 protected:
  SecretsTest() {
    options.api_key = kKey;
    options.max_retries = 0;
  }
};

// Four characters in a row of the key, in either case of letters.
bool tells_the_key(const std::string& text) {
  const auto lower = [](std::string s) {
    for (char& c : s) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return s;
  };
  const std::string key = lower(kKey);
  for (std::size_t i = 0; i + 4 <= key.size(); ++i) {
    if (contains(lower(text), key.substr(i, 4))) return true;
  }
  return false;
}

TEST_CASE_METHOD(SecretsTest, "the key is not in the error even if the server repeats it",
                 "[openai]") {
  const std::string key = kKey;
  const std::vector<std::string> bodies = {
      json{{"error", {{"message", "Incorrect API key provided: " + key + "."}}}}.dump(),
      json{{"error", "bad key " + key}}.dump(),
      json{{"message", key}}.dump(),
      json{{"detail", key + key}}.dump(),
      json{{"unknown", {{"headers", {{"Authorization", "Bearer " + key}}}}}}.dump(),
      "Bearer " + key,
      "the start of it is " + key.substr(0, 12) + "... and the end " + key.substr(12),
      "in capitals " + json(key).dump() + " SK-PROJ-ZQ7LMW2XTF9RBN4C",
      "broken " + key.substr(0, 10) + "\n" + key.substr(10),
      std::string(190, ' ') + std::string(190, 'x') + key,  // where an excerpt ends
      std::string(195, 'x') + key,
      std::string(16'370, 'x') + key,
      "\xff\xfe" + key + "\xff",
  };
  for (const std::string& body : bodies) {
    for (const int code : {400, 401, 403, 429, 500}) {
      const std::string message = failure(status(code, body));
      CAPTURE(body.substr(0, 300), message);
      CHECK_FALSE(tells_the_key(message));
      CHECK(contains(message, std::to_string(code)));
    }
  }
}

TEST_CASE_METHOD(SecretsTest, "the rest of the server's words stays", "[openai]") {
  const std::string message =
      failure(status(401, json{{"error", "key '" + options.api_key + "' has expired"}}.dump()));
  CHECK_THAT(message, Catch::EndsWith("401: key '[secret]' has expired"));
}

TEST_CASE_METHOD(SecretsTest, "a short key is kept secret too", "[openai]") {
  options.api_key = "Hm4";
  CHECK_THAT(failure(status(401, "no such key: Hm4")),
             Catch::EndsWith("401: no such key: [secret]"));
}

TEST_CASE_METHOD(SecretsTest, "a header's value is kept secret too", "[openai]") {
  options.api_key = "";
  options.headers = {{"api-key", kKey}, {"X-Mode", "a"}};
  CHECK_THAT(failure(status(401, std::string("a key is ") + kKey)),
             Catch::EndsWith("401: a key is [secret]"));
}

TEST_CASE_METHOD(SecretsTest, "a key in an answer's status line or headers is not told",
                 "[openai]") {
  const std::string message =
      failure(status(302, kKey, {{"Location", std::string("http://127.0.0.1/") + kKey}}));
  CHECK_FALSE(tells_the_key(message));
}

TEST_CASE_METHOD(SecretsTest, "a server that can't be reached is named without the key",
                 "[openai]") {
  server.stop();
  const Result<Vectors> result = embed({"text"});
  CHECK(error_of(result) == "embedder_failed");
  CHECK(contains(message_of(result), "127.0.0.1"));
  CHECK_FALSE(tells_the_key(message_of(result)));
}

TEST_CASE_METHOD(SecretsTest, "the server's words are one short line of UTF-8", "[openai]") {
  const std::string long_text = repeat("é\r\n\t\x01\x7f\xC2\x85\xff", 3000);
  const std::string message = failure(status(400, long_text));
  CHECK(message.size() < 300);
  CHECK(contains(message, "é ?é ?"));
  CHECK(std::none_of(message.begin(), message.end(),
                     [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; }));
  CHECK_NOTHROW(json(message).dump());  // it would throw on what is no UTF-8
}

TEST_CASE_METHOD(SecretsTest, "an empty refusal has its status", "[openai]") {
  CHECK_THAT(failure(status(404)), Catch::EndsWith("status 404"));
}

TEST_CASE_METHOD(SecretsTest, "the id has no secret", "[openai]") {
  CHECK_FALSE(tells_the_key(embedder()->id()));
}

}  // namespace
}  // namespace whosaid::test
