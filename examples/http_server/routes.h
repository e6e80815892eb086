// The paths that the server knows, and what answers each. Nothing here knows of sockets.

#ifndef WHOSAID_EXAMPLES_HTTP_SERVER_ROUTES_H_
#define WHOSAID_EXAMPLES_HTTP_SERVER_ROUTES_H_

#include <whosaid/database.h>

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answer.h"

namespace server {

using Query = std::multimap<std::string, std::string>;  // what follows the question mark, decoded

struct Call {
  whosaid::Database& database;
  std::vector<std::string> names;  // what stands in the path for {store} and the next one
  Query query;
  std::string body;

  [[nodiscard]] whosaid::MemoryStore store() const { return value(database.store(names.at(0))); }
};

struct Route {
  std::string_view method;
  std::string_view path;  // "/v1/stores/{store}/stats"
  Answer (*answer)(Call& call);
};

struct Match {
  const Route* route;
  std::vector<std::string> names;
};

// The route of a method and of a path that is still percent-encoded; HEAD is as good as GET. Throws
// a Refusal: 404, 405 with Allow, or 400 for a path that isn't encoded soundly.
Match find_route(std::string_view method, std::string_view path);

// Throws a Refusal, 405: these are the methods that a path takes.
[[noreturn]] void refuse_method(const std::string& allowed);

// Throws a Refusal, 400, for a query with other parameters than these, or with one of them twice.
void check_query(const Query& query, std::initializer_list<std::string_view> known);

std::span<const Route> store_routes();
std::span<const Route> speaker_routes();
std::span<const Route> memory_routes();
std::span<const Route> search_routes();

}  // namespace server

#endif  // WHOSAID_EXAMPLES_HTTP_SERVER_ROUTES_H_
