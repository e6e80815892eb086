// What can be chosen, what is refused, and what makes embedders the same.

#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "openai/openai_test.h"

namespace whosaid::test {
namespace {

using Change = std::function<void(OpenAIOptions&)>;

OpenAIOptions sound() {
  return {.base_url = "http://localhost:8080/v1", .model = "model", .dimensions = 3};
}

std::string created(const Change& change) {
  OpenAIOptions options = sound();
  change(options);
  const auto embedder = OpenAIEmbedder::create(options);
  CHECK_FALSE(contains(message_of(embedder), kKey));
  return error_of(embedder);
}

TEST_CASE("an address that is not that of a server is refused", "[openai]") {
  const std::string key = kKey;
  for (const std::string& url : std::vector<std::string>{
           "", "localhost:8080/v1", "ftp://localhost/v1", "file:///etc/passwd", "http://",
           "http:///v1", "http://user@localhost/v1", "http://user:" + key + "@localhost/v1",
           "https://:" + key + "@localhost/v1", "http://localhost/v1?key=" + key,
           "http://localhost/v1?", "http://localhost/v1#part", "http://local host/v1",
           "http://localhost:port/v1", "http://localhost:99999/v1", "http://localhost/v1\n",
           std::string("http://localhost/v1\0", 20), "http://localhost/" + key + "/v1",
           "http://b\xC3\xBC"
           "cher/v1"}) {
    CAPTURE(url);
    CHECK(created([&](OpenAIOptions& options) {
            options.base_url = url;
            options.api_key = key;
          }) == "invalid_request field=base_url");
  }
}

TEST_CASE("an address of a server is accepted", "[openai]") {
  for (const std::string& url : std::vector<std::string>{
           "http://localhost:8080/v1", "https://api.openai.com/v1/", "HTTPS://example.org",
           "http://[::1]:11434/v1", "http://10.0.0.1/openai/v1"}) {
    CAPTURE(url);
    CHECK(created([&](OpenAIOptions& options) { options.base_url = url; }) == "ok");
  }
}

TEST_CASE("options out of range are refused by their names", "[openai]") {
  const std::vector<std::pair<std::string, Change>> cases = {
      {"model", [](OpenAIOptions& o) { o.model = ""; }},
      {"model", [](OpenAIOptions& o) { o.model = "  "; }},
      {"model", [](OpenAIOptions& o) { o.model = "a\nb"; }},
      {"model", [](OpenAIOptions& o) { o.model = "\xff"; }},
      {"model", [](OpenAIOptions& o) { o.model = std::string(201, 'm'); }},
      {"dimensions", [](OpenAIOptions& o) { o.dimensions = 0; }},
      {"dimensions", [](OpenAIOptions& o) { o.dimensions = 8193; }},
      {"api_key", [](OpenAIOptions& o) { o.api_key = std::string(kKey) + "\r\nX-Evil: 1"; }},
      {"api_key", [](OpenAIOptions& o) { o.api_key = std::string(kKey) + "\n"; }},
      {"api_key", [](OpenAIOptions& o) { o.api_key = "two words"; }},
      {"api_key", [](OpenAIOptions& o) { o.api_key = std::string("nul\0", 4); }},
      {"api_key", [](OpenAIOptions& o) { o.api_key = "sch\xC3\xBCssel"; }},
      {"api_key", [](OpenAIOptions& o) { o.api_key = std::string(4097, 'k'); }},
      {"headers",
       [](OpenAIOptions& o) {
         o.headers = {{"", kKey}};
       }},
      {"headers",
       [](OpenAIOptions& o) {
         o.headers = {{"a b", kKey}};
       }},
      {"headers",
       [](OpenAIOptions& o) {
         o.headers = {{"a:", kKey}};
       }},
      {"headers",
       [](OpenAIOptions& o) {
         o.headers = {{"a", ""}};
       }},
      {"headers",
       [](OpenAIOptions& o) {
         o.headers = {{"a", std::string(kKey) + "\r\nb: c"}};
       }},
      {"headers",
       [](OpenAIOptions& o) {
         o.headers = {{"Authorization", kKey}};
       }},
      {"headers",
       [](OpenAIOptions& o) {
         o.headers = {{"content-TYPE", "text/plain"}};
       }},
      {"ca_bundle", [](OpenAIOptions& o) { o.ca_bundle = std::string("a\0b", 3); }},
      {"query_prefix", [](OpenAIOptions& o) { o.query_prefix = "\xff"; }},
      {"document_prefix", [](OpenAIOptions& o) { o.document_prefix = "\xc3"; }},
      {"duplicate_threshold", [](OpenAIOptions& o) { o.duplicate_threshold = 1.01; }},
      {"duplicate_threshold", [](OpenAIOptions& o) { o.duplicate_threshold = std::nan(""); }},
      {"batch_size", [](OpenAIOptions& o) { o.batch_size = 0; }},
      {"batch_size", [](OpenAIOptions& o) { o.batch_size = 2049; }},
      {"connect_timeout", [](OpenAIOptions& o) { o.connect_timeout = 0ms; }},
      {"request_timeout", [](OpenAIOptions& o) { o.request_timeout = -1ms; }},
      {"total_timeout", [](OpenAIOptions& o) { o.total_timeout = 25h; }},
      {"max_retries", [](OpenAIOptions& o) { o.max_retries = 101; }},
      {"first_backoff", [](OpenAIOptions& o) { o.first_backoff = -1ms; }},
      {"max_backoff", [](OpenAIOptions& o) { o.max_backoff = std::chrono::milliseconds::max(); }},
  };
  for (const auto& [field, change] : cases) {
    CAPTURE(field);
    CHECK(created(change) == "invalid_request field=" + field);
  }
}

TEST_CASE("options at the edge of their range are accepted", "[openai]") {
  CHECK(created([](OpenAIOptions& o) {
          o.model = std::string(200, 'm');
          o.dimensions = 8192;
          o.batch_size = 2048;
          o.duplicate_threshold = -1;
          o.max_retries = 100;
          o.first_backoff = 0ms;
          o.max_backoff = o.connect_timeout = o.request_timeout = 1ms;
          o.total_timeout = 24h;
        }) == "ok");
}

std::string id_with(const Change& change) {
  OpenAIOptions options = sound();
  change(options);
  return must(OpenAIEmbedder::create(options))->id();
}

TEST_CASE("what changes the vectors changes the id", "[openai]") {
  const std::vector<std::string> all = {
      id_with([](OpenAIOptions&) {}),
      id_with([](OpenAIOptions& o) { o.model = "other"; }),
      id_with([](OpenAIOptions& o) { o.dimensions = 4; }),
      id_with([](OpenAIOptions& o) { o.query_prefix = "query: "; }),
      id_with([](OpenAIOptions& o) { o.document_prefix = "query: "; }),
      id_with([](OpenAIOptions& o) { o.query_prefix = o.document_prefix = "query: "; }),
      id_with([](OpenAIOptions& o) { o.query_prefix = "query"; }),
  };
  CAPTURE(all);
  CHECK(std::set(all.begin(), all.end()).size() == all.size());
}

TEST_CASE("ids are those of databases that are there already", "[openai]") {
  CHECK(id_with([](OpenAIOptions&) {}) == "openai:model:3");
  CHECK(id_with([](OpenAIOptions& o) {
          o.query_prefix = "query: ";
          o.document_prefix = "passage: ";
        }) == "openai:model:3:a28dc4cfe390b939");
}

TEST_CASE("what leaves the vectors alone leaves the id alone", "[openai]") {
  CHECK(id_with([](OpenAIOptions& o) {
          o.base_url = "https://example.org/v1";
          o.api_key = kKey;
          o.duplicate_threshold = 0.5;
          o.batch_size = 1;
          o.max_retries = 0;
        }) == id_with([](OpenAIOptions&) {}));
}

TEST_CASE("an id fits into a database however long its parts are", "[openai]") {
  CHECK(id_with([](OpenAIOptions& o) {
          o.model = std::string(200, 'm');
          o.dimensions = 8192;
          o.query_prefix = std::string(5000, 'q');
        }).size() <= 256);
}

TEST_CASE("an embedder says what it was made with", "[openai]") {
  const auto embedder = must(OpenAIEmbedder::create({.base_url = "http://localhost/v1",
                                                     .model = "m",
                                                     .dimensions = 7,
                                                     .duplicate_threshold = 0.5}));
  CHECK(embedder->dimensions() == 7);
  CHECK(embedder->duplicate_threshold() == 0.5);
}

}  // namespace
}  // namespace whosaid::test
