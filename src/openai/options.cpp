#include "openai/options.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "openai/http.h"
#include "whosaid/detail/json_text.h"

namespace whosaid::openai {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMaxModelBytes = 200;
constexpr std::size_t kMaxDimensions = 8192;
constexpr std::size_t kMaxSecretBytes = 4096;
constexpr std::size_t kMaxBatch = 2048;
constexpr std::size_t kMaxRetries = 100;
constexpr milliseconds kMaxTime = std::chrono::hours(24);

tl::unexpected<Error> refuse(std::string field, const std::string& why) {
  std::string message = "OpenAIOptions::" + field + " " + why + ".";
  return tl::unexpected(Error{.code = ErrorCode::invalid_request,
                              .message = std::move(message),
                              .field = std::move(field)});
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = detail::utf8_sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }
bool is_visible_ascii(char c) { return c > 0x20 && c < 0x7F; }

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_control);
}

bool starts_with(std::string_view text, std::string_view lower_case) {
  return text.size() >= lower_case.size() &&
         std::equal(lower_case.begin(), lower_case.end(), text.begin(),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + 32 : b); });
}

Result<void> check_base_url(const OpenAIOptions& options) {
  const std::string& url = options.base_url;
  if (!starts_with(url, "http://") && !starts_with(url, "https://")) {
    return refuse("base_url", "does not start with http:// or https://");
  }
  // libcurl would take the first part of the path for the server.
  if (starts_with(std::string_view(url).substr(url.find(':')), ":///")) {
    return refuse("base_url", "names no server");
  }
  if (!std::all_of(url.begin(), url.end(), is_visible_ascii)) {
    return refuse("base_url", "holds spaces or characters that are not ASCII");
  }
  if (std::string fault = fault_of_address(url); !fault.empty()) return refuse("base_url", fault);
  if (!options.api_key.empty() && url.find(options.api_key) != std::string::npos) {
    return refuse("base_url", "holds the key");
  }
  return {};
}

Result<void> check_model(const OpenAIOptions& options) {
  const std::string& model = options.model;
  if (model.empty() || model.size() > kMaxModelBytes || !is_utf8(model) || has_control(model) ||
      model.find_first_not_of(' ') == std::string::npos) {
    return refuse("model", "is not 1 to 200 bytes of UTF-8 that name a model");
  }
  if (options.dimensions == 0 || options.dimensions > kMaxDimensions) {
    return refuse("dimensions", "is not 1 to 8192");
  }
  if (!is_utf8(options.query_prefix)) return refuse("query_prefix", "is not UTF-8");
  if (!is_utf8(options.document_prefix)) return refuse("document_prefix", "is not UTF-8");
  if (!(options.duplicate_threshold >= -1.0 && options.duplicate_threshold <= 1.0)) {
    return refuse("duplicate_threshold", "does not lie in [-1, 1]");
  }
  return {};
}

// RFC 9110, section 5.6.2.
bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

bool is_ours(std::string_view name) {
  constexpr std::array<std::string_view, 6> kOurs = {
      "authorization", "content-type", "content-length", "transfer-encoding", "expect", "accept"};
  return std::any_of(kOurs.begin(), kOurs.end(), [&](std::string_view ours) {
    return name.size() == ours.size() && starts_with(name, ours);
  });
}

Result<void> check_headers(const OpenAIOptions& options) {
  const std::string& key = options.api_key;
  if (key.size() > kMaxSecretBytes || !std::all_of(key.begin(), key.end(), is_visible_ascii)) {
    return refuse("api_key", "is not printable ASCII without spaces of at most 4096 bytes");
  }
  for (const auto& [name, value] : options.headers) {
    if (!is_token(name)) return refuse("headers", "has a name that no header can have");
    if (is_ours(name)) return refuse("headers", "has one that is set by other means: " + name);
    if (value.empty() || value.size() > kMaxSecretBytes || has_control(value)) {
      return refuse("headers", "has an empty, long or unprintable value for " + name);
    }
  }
  if (has_control(options.ca_bundle.native())) {
    return refuse("ca_bundle", "holds control characters");
  }
  return {};
}

Result<void> check_times(const OpenAIOptions& options) {
  const auto outside = [](milliseconds time, milliseconds least) {
    return time < least || time > kMaxTime;
  };
  const std::initializer_list<std::pair<const char*, milliseconds>> times = {
      {"connect_timeout", options.connect_timeout},
      {"request_timeout", options.request_timeout},
      {"total_timeout", options.total_timeout},
      {"max_backoff", options.max_backoff}};
  for (const auto& [name, time] : times) {
    if (outside(time, milliseconds(1))) return refuse(name, "is not 1 ms to a day");
  }
  if (outside(options.first_backoff, milliseconds(0))) {
    return refuse("first_backoff", "is not 0 ms to a day");
  }
  if (options.batch_size == 0 || options.batch_size > kMaxBatch) {
    return refuse("batch_size", "is not 1 to 2048");
  }
  if (options.max_retries > kMaxRetries) return refuse("max_retries", "is more than 100");
  return {};
}

}  // namespace

Result<void> check(const OpenAIOptions& options) {
  for (const auto& part : {check_headers, check_base_url, check_model, check_times}) {
    if (Result<void> result = part(options); !result) return result;
  }
  return {};
}

}  // namespace whosaid::openai
