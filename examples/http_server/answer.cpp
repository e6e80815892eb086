#include "answer.h"

#include <nlohmann/json.hpp>

namespace server {

Answer answer_of(const whosaid::Error& error) {
  return {.status = whosaid::http_status(error.code), .body = whosaid::to_json(error)};
}

Answer answer_of(int status, std::string_view type, std::string_view message) {
  const nlohmann::ordered_json body = {{"type", "error"},
                                       {"error", {{"type", type}, {"message", message}}}};
  return {.status = status, .body = body.dump()};
}

void refuse(std::string message, std::string field) {
  throw Refusal(answer_of(whosaid::Error{.code = whosaid::ErrorCode::invalid_request,
                                         .message = std::move(message),
                                         .field = std::move(field)}));
}

void check(const whosaid::Result<void>& result) {
  if (!result) throw Refusal(answer_of(result.error()));
}

}  // namespace server
