// What is sent.

#include "openai/openai_test.h"

namespace whosaid::test {
namespace {

TEST_CASE_METHOD(OpenAITest, "a request asks for the texts' vectors as numbers", "[openai]") {
  CHECK(must(embed({"one", "three"})) == units_of({"one", "three"}));
  REQUIRE(server.requests() == 1);
  const Asked asked = server.asked().front();
  CHECK(asked.path == "/v1/embeddings");
  CHECK(asked.header("content-type") == "application/json");
  CHECK(asked.body == nlohmann::json{{"model", "model"},
                                     {"input", {"one", "three"}},
                                     {"encoding_format", "float"}});
}

TEST_CASE_METHOD(OpenAITest, "an address may end in a slash", "[openai]") {
  options.base_url = server.url() + "/";
  must(embed({"text"}));
  CHECK(server.asked().front().path == "/v1/embeddings");
}

TEST_CASE_METHOD(OpenAITest, "queries and documents are sent with their own prefixes", "[openai]") {
  options.query_prefix = "query: ";
  options.document_prefix = "passage: ";
  CHECK(must(embed({"text"}, Purpose::query)) == units_of({"query: text"}));
  CHECK(must(embed({"text"}, Purpose::document)) == units_of({"passage: text"}));
  REQUIRE(server.requests() == 2);
  CHECK(server.asked()[0].texts() == Texts{"query: text"});
  CHECK(server.asked()[1].texts() == Texts{"passage: text"});
}

TEST_CASE_METHOD(OpenAITest, "texts are sent in batches and answered in order", "[openai]") {
  options.batch_size = 3;
  const Texts texts = {"1", "22", "333", "4444", "55555", "666666", "7777777"};
  CHECK(must(embed(texts)) == units_of(texts));
  REQUIRE(server.requests() == 3);
  CHECK(server.asked()[0].texts() == Texts{"1", "22", "333"});
  CHECK(server.asked()[1].texts() == Texts{"4444", "55555", "666666"});
  CHECK(server.asked()[2].texts() == Texts{"7777777"});
}

TEST_CASE_METHOD(OpenAITest, "one batch that fails is a failure of all", "[openai]") {
  options.batch_size = 1;
  server.next({raw("no"), changed([](auto&) {})});
  CHECK(error_of(embed({"first", "second"})) == "embedder_failed");
  CHECK(server.requests() == 1);
}

TEST_CASE_METHOD(OpenAITest, "an empty text is never sent and has no vector", "[openai]") {
  options.batch_size = 2;
  options.document_prefix = "passage: ";
  const Vectors vectors = must(embed({"", "one", "", "", "three", "", "four"}));
  const Vectors sound = units_of({"passage: one", "passage: three", "passage: four"});
  CHECK(vectors == Vectors{{}, sound[0], {}, {}, sound[1], {}, sound[2]});
  REQUIRE(server.requests() == 2);
  CHECK(server.asked()[0].texts() == Texts{"passage: one", "passage: three"});
  CHECK(server.asked()[1].texts() == Texts{"passage: four"});
}

TEST_CASE_METHOD(OpenAITest, "where there is no text nobody is asked", "[openai]") {
  CHECK(must(embed({})).empty());
  CHECK(must(embed({"", ""})) == Vectors{{}, {}});
  CHECK(server.requests() == 0);
}

TEST_CASE_METHOD(OpenAITest, "the server is asked to cut its vectors if so chosen", "[openai]") {
  options.send_dimensions = true;
  must(embed({"text"}));
  CHECK(server.asked().front().body.at("dimensions") == 3);
}

TEST_CASE_METHOD(OpenAITest, "texts arrive as they are in any script", "[openai]") {
  const Texts texts = {"\"quoted\"\n\\", "明日の会議", "🦀", std::string("a\0b", 3)};
  must(embed(texts));
  CHECK(server.asked().front().texts() == texts);
}

TEST_CASE_METHOD(OpenAITest, "bytes that are no UTF-8 are replaced and throw nothing", "[openai]") {
  for (const std::string& text : invalid_utf8()) {
    CAPTURE(escaped(text));
    CHECK(error_of(embed({text})) == "ok");
  }
}

TEST_CASE_METHOD(OpenAITest, "a large request isn't held up by asking for permission", "[openai]") {
  must(embed({repeat("word ", 400'000)}));
  CHECK(server.asked().front().header("expect").empty());
}

TEST_CASE_METHOD(OpenAITest, "the key and further headers are sent", "[openai]") {
  options.api_key = kKey;
  options.headers = {{"X-Project", "museum"}};
  must(embed({"text"}));
  const Asked asked = server.asked().front();
  CHECK(asked.header("authorization") == std::string("Bearer ") + kKey);
  CHECK(asked.header("x-project") == "museum");
}

TEST_CASE_METHOD(OpenAITest, "without a key none is sent", "[openai]") {
  must(embed({"text"}));
  CHECK(server.asked().front().headers.count("authorization") == 0);
}

}  // namespace
}  // namespace whosaid::test
