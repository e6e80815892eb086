// What is asked again, when, and how often.

#include <set>
#include <stdexcept>

#include "openai/openai_test.h"

namespace whosaid::test {
namespace {

TEST_CASE_METHOD(OpenAITest, "what passes is asked for again", "[openai]") {
  for (const int code : {408, 429, 500, 502, 503, 504, 529, 599}) {
    CAPTURE(code);
    const std::size_t before = server.requests();
    server.next({status(code), status(code)});
    CHECK(error_of(embed({"text"})) == "ok");
    CHECK(server.requests() == before + 3);
  }
}

TEST_CASE_METHOD(OpenAITest, "a refusal is not asked for again", "[openai]") {
  for (const int code : {400, 401, 403, 404, 413, 422, 600}) {
    CAPTURE(code);
    const std::size_t before = server.requests();
    server.next({status(code)});
    CHECK(error_of(embed({"text"})) == "embedder_failed");
    CHECK(server.requests() == before + 1);
  }
  CHECK(waits().empty());
}

TEST_CASE_METHOD(OpenAITest, "after so many retries it is given up", "[openai]") {
  options.max_retries = 3;
  const std::string message = failure(status(500, R"({"error":{"message":"out of memory"}})"));
  CHECK_THAT(message, Catch::Contains("500") && Catch::Contains("out of memory") &&
                          Catch::Contains("4 times"));
  CHECK(server.requests() == 4);
  CHECK(waits().size() == 3);
}

TEST_CASE_METHOD(OpenAITest, "with no retries each request is the only one", "[openai]") {
  options.max_retries = 0;
  CHECK_THAT(failure(status(503)), Catch::Contains("503"));
  CHECK(server.requests() == 1);
  CHECK(waits().empty());
}

TEST_CASE_METHOD(OpenAITest, "waits double up to the longest and half of each is by chance",
                 "[openai]") {
  options.max_retries = 8;
  options.first_backoff = 100ms;
  options.max_backoff = 1000ms;
  failure(status(500));
  const std::vector<std::chrono::milliseconds> longest = {100ms,  200ms,  400ms,  800ms,
                                                          1000ms, 1000ms, 1000ms, 1000ms};
  const std::vector<std::chrono::milliseconds> waited = waits();
  REQUIRE(waited.size() == longest.size());
  for (std::size_t i = 0; i < longest.size(); ++i) {
    CAPTURE(i);
    CHECK(waited[i].count() >= longest[i].count() / 2);
    CHECK(waited[i].count() <= longest[i].count());
  }
  CHECK(std::set(waited.begin() + 4, waited.end()).size() > 1);
}

TEST_CASE_METHOD(OpenAITest, "what the server asks for is waited for", "[openai]") {
  options.max_backoff = 20s;
  SECTION("in seconds") {
    server.next({status(429, "", {{"Retry-After", "7"}})});
    must(embed({"text"}));
    CHECK(waits() == std::vector<std::chrono::milliseconds>{7s});
  }
  SECTION("but no longer than the longest wait") {
    server.next({status(503, "", {{"Retry-After", "86400"}}),
                 status(503, "", {{"Retry-After", "Fri, 31 Dec 2100 23:59:59 GMT"}})});
    must(embed({"text"}));
    CHECK(waits() == std::vector<std::chrono::milliseconds>(2, 20s));
  }
  SECTION("and what makes no sense is not heard") {
    options.first_backoff = 100ms;
    server.next(
        {status(429, "", {{"Retry-After", "-5"}}), status(429, "", {{"Retry-After", "soon"}})});
    must(embed({"text"}));
    REQUIRE(waits().size() == 2);
    CHECK(waits()[0] <= 100ms);
    CHECK(waits()[1] <= 200ms);
  }
}

TEST_CASE_METHOD(OpenAITest, "a wait beyond the total time is not begun", "[openai]") {
  options.total_timeout = 10s;
  options.max_backoff = 1h;
  CHECK_THAT(failure(status(429, "", {{"Retry-After", "60"}})), Catch::Contains("429"));
  CHECK(server.requests() == 1);
  CHECK(waits().empty());
}

TEST_CASE_METHOD(OpenAITest, "whoever waits can give up", "[openai]") {
  SECTION("by saying so") {
    options.wait = [](auto) { return false; };
    CHECK_THAT(failure(status(503)), Catch::Contains("503"));
  }
  SECTION("by throwing") {
    options.wait = [](auto) -> bool { throw std::runtime_error("shutting down"); };
    CHECK_THAT(failure(status(503)), Catch::Contains("503"));
  }
  CHECK(server.requests() == 1);
}

TEST_CASE_METHOD(OpenAITest, "without a waiter it sleeps and asks again", "[openai]") {
  options.wait = nullptr;
  options.first_backoff = 1ms;
  server.next({status(503), status(503)});
  CHECK(must(embed({"text"})) == units_of({"text"}));
  CHECK(server.requests() == 3);
}

TEST_CASE_METHOD(OpenAITest, "each batch has retries of its own", "[openai]") {
  options.batch_size = 1;
  options.max_retries = 1;
  const Script sound = changed([](auto&) {});
  server.next({status(500), sound, status(500), sound, status(500), sound});
  CHECK(must(embed({"1", "22", "333"})) == units_of({"1", "22", "333"}));
}

TEST_CASE_METHOD(OpenAITest, "a connection that is refused is tried again", "[openai]") {
  options.max_retries = 2;
  server.stop();
  const Result<Vectors> result = embed({"text"});
  CHECK(error_of(result) == "embedder_failed");
  CHECK_THAT(message_of(result), Catch::Contains("3 times"));
  CHECK(waits().size() == 2);
}

TEST_CASE_METHOD(OpenAITest, "a server that breaks off is asked again", "[openai]") {
  const Script cut_off = [](const Asked& asked) {
    return Reply{.body = sound_answer(asked).dump(), .cut_off = true};
  };
  server.next({cut_off});
  CHECK(must(embed({"text"})) == units_of({"text"}));
  CHECK(server.requests() == 2);
  options.max_retries = 1;
  CHECK_THAT(failure(cut_off), Catch::Contains("failed: "));
}

TEST_CASE_METHOD(OpenAITest, "a server that never answers is not waited for", "[openai]") {
  options.request_timeout = 100ms;
  options.max_retries = 1;
  CHECK_THAT(failure([](const Asked&) { return Reply{.body = "", .never = true}; }),
             Catch::Contains("timed out") && Catch::Contains("2 times"));
}

TEST_CASE_METHOD(OpenAITest, "all tries together end with the total time", "[openai]") {
  options.total_timeout = 100ms;
  options.request_timeout = 1h;
  CHECK_THAT(failure([](const Asked&) { return Reply{.body = "", .never = true}; }),
             Catch::Contains("timed out"));
  CHECK(server.requests() <= 1);
}

}  // namespace
}  // namespace whosaid::test
