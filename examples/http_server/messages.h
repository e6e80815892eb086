// Between answers and cpp-httplib's requests and responses.

#ifndef WHOSAID_EXAMPLES_HTTP_SERVER_MESSAGES_H_
#define WHOSAID_EXAMPLES_HTTP_SERVER_MESSAGES_H_

#include <httplib.h>

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>

#include "answer.h"

namespace server {

// As the client wrote it, without the query: a name in it may hold an encoded slash.
std::string_view path_of(const httplib::Request& request);

bool has_body(const httplib::Request& request);

// Throws a Refusal for a body whose end can be understood in two ways, 400, that is larger than
// `most`, 413, or in another form than its plain bytes, 415.
void check_body_headers(const httplib::Request& request, std::size_t most);

// Reads the body; throws a Refusal when it is too large or ends early.
std::string read_body(const httplib::Request& request, const httplib::ContentReader& reader,
                      std::size_t most);

void give(Answer answer, httplib::Response& response);

// The answer to a request whose handling threw this.
Answer answer_of(const std::exception_ptr& thrown);
// What cpp-httplib refuses by itself, it refuses without a word.
Answer answer_of_library(int status);
// A whole response, for a request that cpp-httplib never sees.
std::string response_text(const Answer& answer);

}  // namespace server

#endif  // WHOSAID_EXAMPLES_HTTP_SERVER_MESSAGES_H_
