// Memories: /v1/stores/{store}/memories, and what is said: turns, new versions.

#include <utility>

#include "json_input.h"
#include "json_output.h"
#include "page_query.h"
#include "routes.h"

namespace server {
namespace {

whosaid::OnDuplicate on_duplicate(Members& members) {
  const auto choice = members.optional_text("on_duplicate");
  if (!choice || *choice == "drop") return whosaid::OnDuplicate::drop;
  if (*choice != "store") members.refuse("on_duplicate", "must be \"drop\" or \"store\"");
  return whosaid::OnDuplicate::store;
}

whosaid::NewMemory new_memory(Members& members) {
  whosaid::NewMemory memory{.content = members.text("content")};
  whosaid::AddOptions& options = memory.options;
  options.speaker = members.optional_text("speaker");
  options.event_at = members.time("event_at");
  options.created_at = members.time("created_at");
  options.category = members.optional_text("category").value_or("");
  options.conversation_id = members.optional_text("conversation_id").value_or("");
  options.metadata = members.text_map("metadata");
  options.idempotency_key = members.optional_text("idempotency_key");
  options.on_duplicate = on_duplicate(members);
  members.end();
  return memory;
}

template <typename T>
Answer written(const T& result) {
  return answer_of(result.status == whosaid::AddStatus::stored ? 201 : 200, json_of(result));
}

Answer add(Call& call) {
  Members members(parse_object(call.body));
  const auto memory = new_memory(members);
  return written(value(call.store().add(memory.content, memory.options)));
}

Answer add_batch(Call& call) {
  Members members(parse_object(call.body));
  std::vector<whosaid::NewMemory> memories;
  for (Members& each : members.objects("memories")) memories.push_back(new_memory(each));
  members.end();
  return answer_of(201, Json{{"results", json_of(value(call.store().add_batch(memories)))}});
}

Answer add_turn(Call& call) {
  Members members(parse_object(call.body));
  const std::string user = members.text("user");
  const std::string agent = members.text("agent");
  whosaid::TurnOptions options;
  options.event_at = members.time("event_at");
  options.created_at = members.time("created_at");
  options.conversation_id = members.optional_text("conversation_id").value_or("");
  options.idempotency_key = members.optional_text("idempotency_key");
  members.end();
  return written(value(call.store().add_turn(user, agent, options)));
}

Answer supersede(Call& call) {
  const auto id = memory_id(call.names[1]);
  Members members(parse_object(call.body));
  const std::string content = members.text("content");
  whosaid::SupersedeOptions options;
  options.event_at = members.time("event_at");
  options.created_at = members.time("created_at");
  options.idempotency_key = members.optional_text("idempotency_key");
  options.on_duplicate = on_duplicate(members);
  members.end();
  return written(value(call.store().supersede(id, content, options)));
}

Answer get(Call& call) {
  const auto id = memory_id(call.names[1]);
  return answer_of(200, json_of(value(call.store().get(id))));
}

Answer lineage(Call& call) {
  const auto id = memory_id(call.names[1]);
  return answer_of(200, Json{{"versions", json_of(value(call.store().lineage(id)))}});
}

Answer forget(Call& call) {
  const auto id = memory_id(call.names[1]);
  const auto forgotten = value(call.store().forget(id));
  Json json;
  json["deleted"] = json_of(id);
  json["memories"] = forgotten.memories;
  json["chunks"] = forgotten.chunks;
  json["points_to_delete"] = forgotten.points_to_delete();
  return answer_of(200, json);
}

Answer list(Call& call) {
  const auto options = page_options(call.query);
  return answer_of(200, json_of(value(call.store().list(options))));
}

Answer by_speaker(Call& call) {
  const auto options = page_options(call.query);
  return answer_of(200, json_of(value(call.store().by_speaker(call.names[1], options))));
}

}  // namespace

std::span<const Route> memory_routes() {
  static constexpr Route kRoutes[] = {
      {"GET", "/v1/stores/{store}/memories", list},
      {"POST", "/v1/stores/{store}/memories", add},
      {"POST", "/v1/stores/{store}/memories/batch", add_batch},
      {"POST", "/v1/stores/{store}/turns", add_turn},
      {"GET", "/v1/stores/{store}/memories/{id}", get},
      {"DELETE", "/v1/stores/{store}/memories/{id}", forget},
      {"POST", "/v1/stores/{store}/memories/{id}/supersede", supersede},
      {"GET", "/v1/stores/{store}/memories/{id}/lineage", lineage},
      {"GET", "/v1/stores/{store}/speakers/{name}/memories", by_speaker}};
  return kRoutes;
}

}  // namespace server
