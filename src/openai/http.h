// POST over HTTP: the one place that sees libcurl.

#ifndef WHOSAID_OPENAI_HTTP_H_
#define WHOSAID_OPENAI_HTTP_H_

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace whosaid::openai {

// False when libcurl can't be set up. Done once, by the first who asks.
[[nodiscard]] bool http_is_ready();

// What is wrong with a server's address ("has ..."), or nothing.
[[nodiscard]] std::string fault_of_address(const std::string& url);

struct HttpAnswer {
  long status = 0;
  std::string body = {};
  std::chrono::milliseconds retry_after = {};  // 0: not asked for
};

struct HttpFailure {
  std::string message = {};  // libcurl's words
  bool temporary = false;    // another try may succeed
};

struct HttpSettings {
  std::string url = {};
  std::vector<std::string> headers = {};  // "Name: value"
  std::string ca_bundle = {};             // a file; empty: the system's
  std::chrono::milliseconds connect_timeout = {};
};

// Safe to call from several threads at once. Connections are kept and used again.
class HttpClient {
 public:
  explicit HttpClient(HttpSettings settings);
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;
  ~HttpClient();

  // Any status is an answer. An answer of more than `longest` bytes is a failure.
  [[nodiscard]] tl::expected<HttpAnswer, HttpFailure> post(std::string_view body,
                                                           std::size_t longest,
                                                           std::chrono::milliseconds timeout) const;

 private:
  class Handles;

  const HttpSettings settings_;
  const std::unique_ptr<Handles> handles_;
};

}  // namespace whosaid::openai

#endif  // WHOSAID_OPENAI_HTTP_H_
