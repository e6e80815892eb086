// Questions: search and recall.

#include <whosaid/prompt.h>

#include "json_input.h"
#include "json_output.h"
#include "routes.h"

namespace server {
namespace {

Answer search(Call& call) {
  Members members(parse_object(call.body));
  const std::string query = members.text("query");
  whosaid::SearchOptions options;
  options.speaker = members.optional_text("speaker");
  options.limit = members.number("limit").value_or(options.limit);
  options.min_similarity = members.real("min_similarity");
  options.categories = members.texts("categories");
  options.conversation_id = members.optional_text("conversation_id");
  options.metadata = members.text_map("metadata");
  options.event_from = members.time("event_from");
  options.event_to = members.time("event_to");
  options.created_from = members.time("created_from");
  options.created_to = members.time("created_to");
  options.include_superseded = members.flag("include_superseded");
  options.expand = members.flag("expand");
  options.explain = members.flag("explain");
  members.end();

  const auto found = value(call.store().search(query, options));
  Json json;
  json["hits"] = json_of(found.hits);
  json["passages"] = json_of(found.passages);
  return answer_of(200, json);
}

Answer recall(Call& call) {
  Members members(parse_object(call.body));
  const std::string query = members.text("query");
  whosaid::RecallOptions options;
  options.speaker = members.optional_text("speaker");
  options.limit = members.number("limit").value_or(options.limit);
  options.context_limit = members.number("context_limit").value_or(options.context_limit);
  options.turns = members.number("turns").value_or(options.turns);
  options.max_characters = members.number("max_characters");
  const bool prompt = members.flag("prompt");
  members.end();

  const auto recalled = value(call.store().recall(query, options));
  Json json;
  json["short_term"] = json_of(recalled.short_term);
  json["long_term"] = json_of(recalled.long_term);
  json["context"] = json_of(recalled.context);
  if (prompt) json["prompt"] = whosaid::to_prompt(recalled);
  return answer_of(200, json);
}

}  // namespace

std::span<const Route> search_routes() {
  static constexpr Route kRoutes[] = {{"POST", "/v1/stores/{store}/search", search},
                                      {"POST", "/v1/stores/{store}/recall", recall}};
  return kRoutes;
}

}  // namespace server
