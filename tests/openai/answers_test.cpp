// What is made of an answer.

#include <algorithm>

#include "openai/openai_test.h"

namespace whosaid::test {
namespace {

using nlohmann::json;

TEST_CASE_METHOD(OpenAITest, "vectors are told apart by their index and not by their order",
                 "[openai]") {
  server.otherwise(
      changed([](json& answer) { std::reverse(answer["data"].begin(), answer["data"].end()); }));
  CHECK(must(embed({"1", "22", "333"})) == units_of({"1", "22", "333"}));
}

TEST_CASE_METHOD(OpenAITest, "vectors are returned with length one", "[openai]") {
  server.otherwise(changed([](json& answer) { answer["data"][0]["embedding"] = {0, 3e-5, 4e-5}; }));
  CHECK(must(embed({"text"})) == Vectors{unit({0, 3e-5F, 4e-5F})});
}

TEST_CASE_METHOD(OpenAITest, "members that nobody asked for are let pass", "[openai]") {
  server.otherwise(changed([](json& answer) {
    answer["usage"] = {{"total_tokens", 7}};
    answer["data"][0]["note"] = nullptr;
  }));
  CHECK(must(embed({"text"})) == units_of({"text"}));
}

struct Fault {
  const char* name;
  Script script;
  const char* told;
};

Script with_vector(json vector) {
  return changed([vector](json& answer) { answer["data"][1]["embedding"] = vector; });
}

Script with_index(json index) {
  return changed([index](json& answer) { answer["data"][1]["index"] = index; });
}

std::vector<Fault> faults() {
  return {
      {"nothing", raw(""), "is not JSON"},
      {"a web page", raw("<html>Welcome</html>"), "is not JSON"},
      {"half of the JSON", raw(R"({"data":[{"index":0,"embedding":[1,2)"), "is not JSON"},
      {"JSON and more", raw(R"({"data":[]} and more)"), "is not JSON"},
      {"not a number", raw(R"({"data":[{"index":0,"embedding":[NaN,1,1]}]})"), "is not JSON"},
      {"a number out of range", raw(R"({"data":[{"index":0,"embedding":[1e999,1,1]}]})"),
       "is not JSON"},
      {"no object", raw("[1, 2]"), "no array \"data\""},
      {"no data", raw("{}"), "no array \"data\""},
      {"data that is no array", raw(R"({"data": {"index": 0}})"), "no array \"data\""},
      {"one missing", changed([](json& answer) { answer["data"].erase(1); }),
       "1 vectors for 2 texts"},
      {"one too many", changed([](json& answer) { answer["data"].push_back(answer["data"][0]); }),
       "3 vectors for 2 texts"},
      {"one twice", with_index(0), "two vectors for one text"},
      {"an index too high", with_index(2), "index"},
      {"an index below zero", with_index(-1), "index"},
      {"an index in words", with_index("1"), "index"},
      {"a broken index", with_index(1.0), "index"},
      {"no index", changed([](json& answer) { answer["data"][1].erase("index"); }), "index"},
      {"an entry that is no object", changed([](json& answer) { answer["data"][1] = 1; }), "index"},
      {"no vector", changed([](json& answer) { answer["data"][1].erase("embedding"); }),
       "no array"},
      {"a vector in base64", with_vector("AACAPwAAAEAAAEBA"), "no array"},
      {"a vector too short", with_vector({1, 2}), "2 dimensions, not 3"},
      {"a vector too long", with_vector({1, 2, 3, 4}), "4 dimensions, not 3"},
      {"a vector that is empty", with_vector(json::array()), "0 dimensions, not 3"},
      {"a vector with null", with_vector({1, nullptr, 3}), "something else than numbers"},
      {"a vector with words", with_vector({1, "2", 3}), "something else than numbers"},
      {"a vector of vectors", with_vector({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}),
       "something else than numbers"},
      {"a number too large for a float", with_vector({1, 1e39, 3}), "no float"},
      {"a vector of zeros", with_vector({0, 0.0, -0.0}), "zeros"},
  };
}

TEST_CASE_METHOD(OpenAITest, "an answer that is not sound fails and is not asked for again",
                 "[openai]") {
  std::size_t requests = 0;
  for (const Fault& fault : faults()) {
    CAPTURE(fault.name);
    CHECK_THAT(failure(fault.script), Catch::Contains(fault.told));
    CHECK(server.requests() == ++requests);
  }
  server.otherwise(nullptr);
  CHECK(must(embed({"text"})) == units_of({"text"}));
}

TEST_CASE_METHOD(OpenAITest, "an endless answer is broken off", "[openai]") {
  CHECK_THAT(failure(raw(std::string(8'000'000, ' '))), Catch::Contains("more than"));
  CHECK_THAT(failure(status(400, std::string(8'000'000, 'x'))), Catch::Contains("more than"));
  CHECK(server.requests() == 2);
}

TEST_CASE_METHOD(OpenAITest, "an answer with much white space is no endless one", "[openai]") {
  server.otherwise([](const Asked& asked) { return Reply{.body = sound_answer(asked).dump(8)}; });
  const Texts texts(64, "text");
  CHECK(must(embed(texts)) == units_of(texts));
}

TEST_CASE_METHOD(OpenAITest, "nesting without end harms nothing", "[openai]") {
  const std::string deep = repeat("[", 30'000) + repeat("]", 30'000);
  CHECK_THAT(failure(raw(deep)), Catch::Contains("no array"));
  CHECK_THAT(failure(status(400, deep)), Catch::Contains("400"));
}

TEST_CASE_METHOD(OpenAITest, "a redirect is followed nowhere", "[openai]") {
  FakeServer elsewhere;
  options.api_key = kKey;
  for (const int code : {301, 302, 303, 307, 308}) {
    CAPTURE(code);
    const std::string message =
        failure(status(code, "", {{"Location", elsewhere.url() + "/embeddings"}}));
    CHECK_THAT(message, Catch::Contains(std::to_string(code)) && Catch::Contains("redirects"));
  }
  CHECK(elsewhere.requests() == 0);
  CHECK(server.requests() == 5);
}

TEST_CASE_METHOD(OpenAITest, "only status 200 brings vectors", "[openai]") {
  for (const int code : {201, 206}) {
    CAPTURE(code);
    CHECK_THAT(failure([code](const Asked& asked) {
                 return Reply{.status = code, .body = sound_answer(asked).dump()};
               }),
               Catch::Contains(std::to_string(code)));
  }
}

}  // namespace
}  // namespace whosaid::test
