// What a request is answered with, and how whoever notices that it can't be done says so.

#ifndef WHOSAID_EXAMPLES_HTTP_SERVER_ANSWER_H_
#define WHOSAID_EXAMPLES_HTTP_SERVER_ANSWER_H_

#include <whosaid/error.h>
#include <whosaid/result.h>

#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace server {

struct Answer {
  int status = 200;
  std::string body;
  std::string type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// Ends the request with this answer.
class Refusal : public std::exception {
 public:
  explicit Refusal(Answer answer) : answer_(std::move(answer)) {}
  [[nodiscard]] const Answer& answer() const { return answer_; }
  [[nodiscard]] const char* what() const noexcept override { return answer_.body.c_str(); }

 private:
  Answer answer_;
};

// The library's errors, with its status and its body.
Answer answer_of(const whosaid::Error& error);
// Errors that only a server knows, in the same form.
Answer answer_of(int status, std::string_view type, std::string_view message);

// 400, naming the part of the request that was refused.
[[noreturn]] void refuse(std::string message, std::string field);

void check(const whosaid::Result<void>& result);

template <typename T>
T value(whosaid::Result<T> result) {
  if (!result) throw Refusal(answer_of(result.error()));
  return std::move(*result);
}

}  // namespace server

#endif  // WHOSAID_EXAMPLES_HTTP_SERVER_ANSWER_H_
