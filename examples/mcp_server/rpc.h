// JSON-RPC 2.0, as the Model Context Protocol narrows it: ids are strings or integers, parameters
// are objects.

#ifndef WHOSAID_EXAMPLES_MCP_SERVER_RPC_H_
#define WHOSAID_EXAMPLES_MCP_SERVER_RPC_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace mcp {

using Json = nlohmann::ordered_json;

// The codes of JSON-RPC, and the one that the protocol adds.
inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
inline constexpr int kUnsupportedVersion = -32022;

struct Fault {
  int code = kInternalError;
  std::string message;
  Json data = nullptr;  // left out when null
};

template <typename T>
using Or = tl::expected<T, Fault>;

inline tl::unexpected<Fault> fault(int code, std::string message, Json data = nullptr) {
  return tl::make_unexpected(Fault{code, std::move(message), std::move(data)});
}

struct Request {
  Json id;  // of a notification: null
  std::string method;
  Json params = Json::object();

  [[nodiscard]] bool is_notification() const { return id.is_null(); }
};

// A line as JSON. Faults: kParseError, for bytes that are not UTF-8 too; kInvalidRequest for more
// levels than any request has.
Or<Json> parse(std::string_view line);

// A message as a request or a notification; none for the answer to a request, which this server
// never makes. Faults: kInvalidRequest, kInvalidParams.
Or<std::optional<Request>> read_request(const Json& message);

// The id of a message, if it has a usable one; otherwise null.
Json id_of(const Json& message);

Json success(const Json& id, Json result);
Json failure(const Json& id, const Fault& fault);

// On one line.
std::string text_of(const Json& json);

}  // namespace mcp

#endif  // WHOSAID_EXAMPLES_MCP_SERVER_RPC_H_
