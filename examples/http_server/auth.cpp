#include "auth.h"

#include <algorithm>
#include <cctype>

#include "answer.h"

namespace server {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::string_view bearer_token(std::string_view authorization) {
  constexpr std::string_view kScheme = "bearer ";
  if (lower(authorization.substr(0, kScheme.size())) != kScheme) return {};
  authorization.remove_prefix(kScheme.size());
  return authorization;
}

// "example.org:8080" without its port; "[::1]:8080" likewise.
std::string_view without_port(std::string_view host) {
  const auto colon = host.rfind(':');
  if (colon == std::string_view::npos || host.back() == ']') return host;
  return host.substr(0, colon);
}

bool is_this_machine(std::string_view host) {
  const std::string name = lower(without_port(host));
  const bool address =
      name.starts_with("127.") && name.find_first_not_of("0123456789.") == std::string::npos;
  return address || name == "localhost" || name == "[::1]";
}

}  // namespace

bool is_sound_key(std::string_view key) {
  while (!key.empty() && key.back() == '=') key.remove_suffix(1);
  return !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("-._~+/").find(char(c)) != std::string::npos;
  });
}

bool is_key(std::string_view given, std::string_view key) {
  // Every byte given is looked at, so the time tells how long it was and nothing of the key.
  volatile unsigned char differences = given.size() == key.size() ? 0 : 1;
  for (std::size_t i = 0; i < given.size(); ++i) {
    differences = differences | static_cast<unsigned char>(given[i] ^ key[i % key.size()]);
  }
  return differences == 0;
}

void ask_for_key(const std::string& authorization, const std::string& x_api_key,
                 const std::string& key) {
  if (is_key(bearer_token(authorization), key) || is_key(x_api_key, key)) return;
  Answer answer = answer_of(401, "authentication_error",
                            authorization.empty() && x_api_key.empty()
                                ? "A key is needed: send it as \"Authorization: Bearer KEY\"."
                                : "This is not the server's key.");
  answer.headers.emplace_back("WWW-Authenticate", "Bearer");
  throw Refusal(std::move(answer));
}

void refuse_other_sites(const std::string& host, const std::string& origin, bool key_is_needed) {
  if (!origin.empty() && origin != "http://" + host && origin != "https://" + host) {
    throw Refusal(
        answer_of(403, "permission_error", "Pages of other sites may not use this server."));
  }
  if (!key_is_needed && !host.empty() && !is_this_machine(host)) {
    throw Refusal(answer_of(403, "permission_error",
                            "Without a key this server answers as localhost alone."));
  }
}

}  // namespace server
