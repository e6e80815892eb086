#include "routes.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace server {
namespace {

std::vector<std::string_view> segments(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty() && path.front() == '/') {
    path.remove_prefix(1);
    const auto end = std::min(path.find('/'), path.size());
    parts.push_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  return parts;
}

std::string decoded(std::string_view segment) {
  std::string text;
  for (std::size_t i = 0; i < segment.size(); ++i) {
    if (segment[i] != '%') {
      text += segment[i];
      continue;
    }
    const std::string_view digits = segment.substr(i + 1, 2);
    unsigned byte = 0;
    const char* end = digits.data() + digits.size();
    const auto [stopped, error] = std::from_chars(digits.data(), end, byte, 16);
    if (digits.size() != 2 || error != std::errc() || stopped != end) {
      refuse("the path holds a % that two hexadecimal digits don't follow", "path");
    }
    text += static_cast<char>(byte);
    i += 2;
  }
  return text;
}

bool is_variable(std::string_view part) { return part.starts_with('{'); }

struct Parted {
  const Route* route;
  std::vector<std::string_view> parts;
  std::ptrdiff_t variables;

  explicit Parted(const Route& of)
      : route(&of),
        parts(segments(of.path)),
        variables(std::count_if(parts.begin(), parts.end(), is_variable)) {}

  [[nodiscard]] bool fits(const std::vector<std::string_view>& path) const {
    return std::equal(parts.begin(), parts.end(), path.begin(), path.end(),
                      [](std::string_view mine, std::string_view theirs) {
                        return is_variable(mine) || mine == theirs;
                      });
  }
};

// Those with fewer variables first: "batch" is no id.
const std::vector<Parted>& all_routes() {
  static const std::vector<Parted> all = [] {
    std::vector<Parted> routes;
    for (auto some : {store_routes(), speaker_routes(), memory_routes(), search_routes()}) {
      for (const Route& each : some) routes.emplace_back(each);
    }
    std::stable_sort(routes.begin(), routes.end(),
                     [](const Parted& a, const Parted& b) { return a.variables < b.variables; });
    return routes;
  }();
  return all;
}

std::vector<std::string> names(const Parted& route, const std::vector<std::string_view>& path) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (is_variable(route.parts[i])) names.push_back(decoded(path[i]));
  }
  return names;
}

}  // namespace

Match find_route(std::string_view method, std::string_view path) {
  if (method == "HEAD") method = "GET";
  const auto parts = segments(path);
  const Parted* found = nullptr;
  std::string allowed;
  for (const Parted& each : all_routes()) {
    if (!each.fits(parts)) continue;
    if (found != nullptr && each.variables > found->variables) break;
    found = &each;
    if (each.route->method == method) return {.route = each.route, .names = names(each, parts)};
    allowed += (allowed.empty() ? "" : ", ") + std::string(each.route->method);
    if (each.route->method == "GET") allowed += ", HEAD";
  }
  if (found != nullptr) refuse_method(allowed);
  throw Refusal(answer_of(404, "not_found_error", "There is nothing at this path."));
}

void refuse_method(const std::string& allowed) {
  Answer answer =
      answer_of(405, "invalid_request_error", "This path takes " + allowed + " and nothing else.");
  answer.headers.emplace_back("Allow", allowed);
  throw Refusal(std::move(answer));
}

void check_query(const Query& query, std::initializer_list<std::string_view> known) {
  for (const auto& [name, text] : query) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      refuse(name + " is not known here", name);
    }
    if (query.count(name) > 1) refuse(name + " is there twice", name);
  }
}

}  // namespace server
