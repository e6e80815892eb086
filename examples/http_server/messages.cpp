#include "messages.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "connection.h"

namespace server {
namespace {

using httplib::Request;

[[noreturn]] void refuse_size(std::size_t most) {
  throw Refusal(answer_of(413, "request_too_large",
                          "A body may have " + std::to_string(most) + " bytes at most."));
}

[[noreturn]] void refuse_form(std::string_view message, int status = 400) {
  throw Refusal(answer_of(status, "invalid_request_error", message));
}

bool is_number(std::string_view text) {
  constexpr std::size_t kMostDigits = 19;  // fit into 64 bits
  return !text.empty() && text.size() <= kMostDigits &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string_view path_of(const Request& request) {
  const std::string_view target = request.target;
  return target.substr(0, target.find('?'));
}

bool has_body(const Request& request) {
  return request.has_header("Transfer-Encoding") ||
         (request.has_header("Content-Length") &&
          request.get_header_value("Content-Length") != "0");
}

void check_body_headers(const Request& request, std::size_t most) {
  const auto lengths = request.get_header_value_count("Content-Length");
  const auto codings = request.get_header_value_count("Transfer-Encoding");
  const std::string length = request.get_header_value("Content-Length");
  if (lengths > 1 || (lengths == 1 && !is_number(length))) {
    refuse_form("Content-Length must be one number.");
  }
  if (codings > 0 &&
      (codings > 1 || lengths > 0 || request.get_header_value("Transfer-Encoding") != "chunked")) {
    refuse_form("Transfer-Encoding must be chunked, and without Content-Length.");
  }
  if (lengths == 1 && std::stoull(length) > most) refuse_size(most);
  if (request.has_header("Content-Encoding") || request.is_multipart_form_data()) {
    refuse_form("The body must be JSON as it is, neither compressed nor in parts.", 415);
  }
}

std::string read_body(const Request& request, const httplib::ContentReader& reader,
                      std::size_t most) {
  std::string body;
  if (!has_body(request)) return body;
  const bool whole = reader([&](const char* bytes, std::size_t size) {
    if (size > most - body.size()) refuse_size(most);
    body.append(bytes, size);
    return true;
  });
  if (!whole) refuse_form("The body ended early.");
  return body;
}

void give(Answer answer, httplib::Response& response) {
  response.status = answer.status;
  response.body = std::move(answer.body);
  for (const auto& [name, text] : answer.headers) {
    response.headers.erase(name);
    response.set_header(name, text);
  }
  response.headers.erase("Content-Type");
  response.set_header("Content-Type", answer.type);
}

Answer answer_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Refusal& refusal) {
    return refusal.answer();
  } catch (const TooSlow&) {
    return answer_of(408, "timeout_error", "The body took too long to arrive.");
  } catch (...) {
    return answer_of(500, "api_error", "The server failed at this request.");
  }
}

Answer answer_of_library(int status) {
  switch (status) {
    case 414:
      return answer_of(status, "invalid_request_error", "The path is too long.");
    case 416:
      return answer_of(status, "invalid_request_error", "This is not a range.");
    default:
      return answer_of(status, "invalid_request_error", "This is not an HTTP request.");
  }
}

std::string response_text(const Answer& answer) {
  const char* reason = answer.status == 408 ? "Request Timeout" : "Request Header Fields Too Large";
  return "HTTP/1.1 " + std::to_string(answer.status) + ' ' + reason +
         "\r\nConnection: close\r\nX-Content-Type-Options: nosniff\r\nContent-Type: " +
         answer.type + "\r\nContent-Length: " + std::to_string(answer.body.size()) + "\r\n\r\n" +
         answer.body;
}

}  // namespace server
