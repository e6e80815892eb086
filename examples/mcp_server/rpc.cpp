#include "rpc.h"

#include <utility>

namespace mcp {

Or<Json> parse(std::string_view line) {
  constexpr int kDeepest = 32;
  bool too_deep = false;
  // What is too deep is dropped as it is read: ten million brackets take no memory.
  const auto keep = [&too_deep](int depth, Json::parse_event_t /*event*/, const Json& /*value*/) {
    if (depth <= kDeepest) return true;
    too_deep = true;
    return false;
  };
  try {
    Json json = Json::parse(line, keep);
    if (too_deep) return fault(kInvalidRequest, "The message is nested too deeply.");
    return json;
  } catch (const Json::exception&) {
    return fault(kParseError, "The line is not JSON in UTF-8.");
  }
}

Json id_of(const Json& message) {
  if (!message.is_object()) return nullptr;
  const auto id = message.find("id");
  const bool usable = id != message.end() && (id->is_string() || id->is_number_integer());
  return usable ? *id : Json(nullptr);
}

Or<std::optional<Request>> read_request(const Json& message) {
  if (!message.is_object()) return fault(kInvalidRequest, "A message is an object.");
  const auto version = message.find("jsonrpc");
  if (version == message.end() || *version != "2.0") {
    return fault(kInvalidRequest, "The member 'jsonrpc' is not \"2.0\".");
  }
  const auto method = message.find("method");
  if (method == message.end()) {
    if (message.contains("result") || message.contains("error")) return std::nullopt;
    return fault(kInvalidRequest, "The member 'method' is missing.");
  }
  if (!method->is_string()) return fault(kInvalidRequest, "The member 'method' is not a string.");
  Request request{.id = id_of(message), .method = method->get<std::string>()};
  if (message.contains("id") && request.id.is_null()) {
    return fault(kInvalidRequest, "The member 'id' is neither a string nor an integer.");
  }
  if (const auto params = message.find("params"); params != message.end()) {
    if (!params->is_object()) return fault(kInvalidParams, "The member 'params' is not an object.");
    request.params = *params;
  }
  return request;
}

Json success(const Json& id, Json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json failure(const Json& id, const Fault& fault) {
  Json error{{"code", fault.code}, {"message", fault.message}};
  if (!fault.data.is_null()) error["data"] = fault.data;
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(error)}};
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace mcp
