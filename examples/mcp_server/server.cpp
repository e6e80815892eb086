#include "server.h"

#include <whosaid/version.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <string_view>
#include <utility>

namespace mcp {
namespace {

// Versions are dates, and compare as text.
constexpr std::string_view kStateless = "2026-07-28";  // each request names it
constexpr std::string_view kLatest = "2025-11-25";     // of those that begin with "initialize"
constexpr std::array<std::string_view, 4> kKnown{kLatest, "2025-06-18", "2025-03-26", "2024-11-05"};
constexpr std::string_view kStructured = "2025-06-18";  // brought structured results and titles
constexpr std::string_view kAnnotated = "2025-03-26";   // brought annotations, and the only batches

constexpr const char* kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr const char* kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr const char* kServerKey = "io.modelcontextprotocol/serverInfo";

constexpr const char* kInstructions =
    "A memory that knows who said what. Register each person once with add_speaker, then remember "
    "what they say under their name, and your own words as \"me\". Attribute by who spoke, never "
    "by "
    "whom a text mentions. Before answering, recall; to know what one person said, search with "
    "'speaker'. forget shows what it would remove until 'commit' is true.";

Json server_info() {
  return {{"name", "whosaid"}, {"title", "whosaid memory"}, {"version", WHOSAID_VERSION}};
}

Json capabilities() { return {{"tools", Json::object()}}; }

Json json_of(const Tool& tool, const std::string& version) {
  Json json{{"name", tool.name}};
  if (version >= kStructured) json["title"] = tool.title;
  json["description"] = tool.description;
  json["inputSchema"] = input_schema(tool.parameters);
  if (version >= kStructured) json["outputSchema"] = tool.output;
  if (version >= kAnnotated) {
    json["annotations"] = {{"readOnlyHint", tool.effect.read_only},
                           {"destructiveHint", tool.effect.destructive},
                           {"idempotentHint", tool.effect.idempotent},
                           {"openWorldHint", false}};
  }
  return json;
}

Json text_content(std::string text) {
  return Json::array({{{"type", "text"}, {"text", std::move(text)}}});
}

// The version that a request names itself, none if it leaves that to "initialize".
Or<std::optional<std::string>> version_named_in(const Json& params) {
  const auto meta = params.find("_meta");
  if (meta == params.end()) return std::nullopt;
  if (!meta->is_object()) return fault(kInvalidParams, "'_meta' is not an object.");
  const auto version = meta->find(kVersionKey);
  if (version == meta->end()) return std::nullopt;
  if (!version->is_string()) {
    return fault(kInvalidParams, "'" + std::string(kVersionKey) + "' is not a string.");
  }
  if (*version != kStateless) {
    return fault(kUnsupportedVersion, "Unsupported protocol version",
                 {{"supported", Json::array({kStateless})}, {"requested", *version}});
  }
  const auto capabilities = meta->find(kCapabilitiesKey);
  if (capabilities == meta->end() || !capabilities->is_object()) {
    return fault(kInvalidParams, "'" + std::string(kCapabilitiesKey) + "' is not an object.");
  }
  return version->get<std::string>();
}

// What a result has besides from kStateless on.
Json complete(const Request& request, Json result) {
  result["resultType"] = "complete";
  if (request.method != "tools/call") {  // the others say the same at any time
    constexpr std::uint64_t kHour = 3'600'000;
    result["ttlMs"] = kHour;
    result["cacheScope"] = "public";
  }
  result["_meta"] = {{kServerKey, server_info()}};
  return result;
}

bool has_text(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_string();
}

bool has_object(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_object();
}

}  // namespace

Server::Server(whosaid::MemoryStore store)
    : store_(std::move(store)), tools_{add_speaker_tool(), list_speakers_tool(), remember_tool(),
                                       search_tool(),      by_speaker_tool(),    recall_tool(),
                                       forget_tool()} {}

std::string Server::too_long() {
  return text_of(failure(nullptr, {kInvalidRequest, "The line is longer than 8 MiB."}));
}

std::optional<std::string> Server::answer(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return std::nullopt;
  const auto message = parse(line);
  if (!message) return text_of(failure(nullptr, message.error()));
  const auto reply = message->is_array() ? answer_batch(*message) : answer_message(*message, true);
  if (!reply) return std::nullopt;
  return text_of(*reply);
}

std::optional<Json> Server::answer_batch(const Json& messages) {
  constexpr std::size_t kMostMessages = 100;
  if (version_ != kAnnotated) {
    return failure(nullptr, {kInvalidRequest, "This version of the protocol has no batches."});
  }
  if (messages.empty() || messages.size() > kMostMessages) {
    return failure(nullptr, {kInvalidRequest, "A batch holds 1 to 100 messages."});
  }
  Json answers = Json::array();
  for (const auto& each : messages) {
    if (auto reply = answer_message(each, false)) answers.push_back(std::move(*reply));
  }
  if (answers.empty()) return std::nullopt;
  return answers;
}

std::optional<Json> Server::answer_message(const Json& message, bool alone) {
  const auto request = read_request(message);
  if (!request) {
    // A notification is never answered, not even one that is wrong.
    const bool answered = request.error().code != kInvalidParams || message.contains("id");
    if (!answered) return std::nullopt;
    return failure(id_of(message), request.error());
  }
  if (!*request || (*request)->is_notification()) return std::nullopt;
  const Json& id = (*request)->id;
  try {
    auto result = result_of(**request, alone);
    return result ? success(id, std::move(*result)) : failure(id, result.error());
  } catch (const std::exception&) {  // no memory left
    return failure(id, {kInternalError, "The request failed."});
  }
}

Or<Json> Server::result_of(const Request& request, bool alone) {
  if (request.method == "initialize") {
    if (alone) return initialize(request.params);
    return fault(kInvalidRequest, "'initialize' does not belong into a batch.");
  }
  const auto named = version_named_in(request.params);
  if (!named) return tl::make_unexpected(named.error());
  if (*named) {
    auto result = result_of(request, **named);
    if (!result) return result;
    return complete(request, std::move(*result));
  }
  if (request.method == "ping") return Json::object();
  if (version_.empty()) return fault(kInvalidRequest, "'initialize' comes first.");
  return result_of(request, version_);
}

Or<Json> Server::result_of(const Request& request, const std::string& version) {
  if (request.method == "tools/list") return list_tools(request.params, version);
  if (request.method == "tools/call") return call_tool(request.params, version);
  if (request.method == "server/discover" && version == kStateless) {
    return Json{{"supportedVersions", Json::array({kStateless})},
                {"capabilities", capabilities()},
                {"instructions", kInstructions}};
  }
  return fault(kMethodNotFound, "There is no method '" + request.method + "'.");
}

Or<Json> Server::initialize(const Json& params) {
  if (!version_.empty()) return fault(kInvalidRequest, "'initialize' has been called already.");
  if (!has_text(params, "protocolVersion")) {
    return fault(kInvalidParams, "'protocolVersion' is not a string.");
  }
  if (!has_object(params, "capabilities")) {
    return fault(kInvalidParams, "'capabilities' is not an object.");
  }
  if (!has_object(params, "clientInfo") || !has_text(params["clientInfo"], "name") ||
      !has_text(params["clientInfo"], "version")) {
    return fault(kInvalidParams, "'clientInfo' is not an object with 'name' and 'version'.");
  }
  const auto asked = params["protocolVersion"].get<std::string>();
  const bool known = std::find(kKnown.begin(), kKnown.end(), asked) != kKnown.end();
  version_ = known ? asked : kLatest;
  return Json{{"protocolVersion", version_},
              {"capabilities", capabilities()},
              {"serverInfo", server_info()},
              {"instructions", kInstructions}};
}

Or<Json> Server::list_tools(const Json& params, const std::string& version) const {
  if (params.contains("cursor")) return fault(kInvalidParams, "There is no page after the first.");
  Json tools = Json::array();
  for (const auto& each : tools_) tools.push_back(json_of(each, version));
  return Json{{"tools", std::move(tools)}};
}

Or<Json> Server::call_tool(const Json& params, const std::string& version) {
  if (!has_text(params, "name")) return fault(kInvalidParams, "'name' is not a string.");
  if (params.contains("arguments") && !params["arguments"].is_object()) {
    return fault(kInvalidParams, "'arguments' is not an object.");
  }
  const auto name = params["name"].get<std::string>();
  const auto tool = std::find_if(tools_.begin(), tools_.end(),
                                 [&name](const Tool& each) { return each.name == name; });
  if (tool == tools_.end()) return fault(kInvalidParams, "There is no tool '" + name + "'.");
  const auto arguments =
      Arguments::check(tool->parameters, params.value("arguments", Json::object()));
  auto answer = arguments ? tool->call(store_, *arguments)
                          : whosaid::Result<Answer>(tl::make_unexpected(arguments.error()));
  // A refusal goes to the model, which can do better, and not to the client.
  if (!answer) return Json{{"content", text_content(to_json(answer.error()))}, {"isError", true}};
  Json result{{"content", text_content(answer->text.value_or(text_of(answer->value)))}};
  if (version >= kStructured) result["structuredContent"] = std::move(answer->value);
  result["isError"] = false;
  return result;
}

}  // namespace mcp
