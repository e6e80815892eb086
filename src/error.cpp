#include "whosaid/error.h"

#include "whosaid/detail/json_text.h"

namespace whosaid {
inline namespace WHOSAID_ABI {
namespace {

const char* wire_type(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_request:
      return "invalid_request_error";
    case ErrorCode::not_found:
      return "not_found_error";
    case ErrorCode::conflict:
    case ErrorCode::embedder_mismatch:
      return "conflict_error";
    case ErrorCode::busy:
      return "overloaded_error";
    case ErrorCode::embedder_failed:
    case ErrorCode::corruption:
    case ErrorCode::io_error:
      break;
  }
  return "api_error";
}

}  // namespace

int http_status(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_request:
      return 400;
    case ErrorCode::not_found:
      return 404;
    case ErrorCode::conflict:
    case ErrorCode::embedder_mismatch:
      return 409;
    case ErrorCode::busy:
      return 503;
    case ErrorCode::embedder_failed:
      return 502;
    case ErrorCode::corruption:
    case ErrorCode::io_error:
      break;
  }
  return 500;
}

std::string to_json(const Error& error) {
  std::string body = R"({"type":"error","error":{"type":")";
  body += wire_type(error.code);
  body += R"(","message":)";
  detail::append_json_string(body, error.message);
  if (error.speaker_limit) body += R"(,"speaker_limit":)" + std::to_string(*error.speaker_limit);
  if (error.speaker) {
    body += R"(,"speaker":)";
    detail::append_json_string(body, *error.speaker);
  }
  if (error.field) {
    body += R"(,"field":)";
    detail::append_json_string(body, *error.field);
  }
  if (error.memory) {
    body += R"(,"memory":)" + std::to_string(static_cast<std::uint64_t>(*error.memory));
  }
  body += "}}";
  return body;
}

}  // namespace WHOSAID_ABI
}  // namespace whosaid
