// Stores: /v1/stores.

#include "json_input.h"
#include "json_output.h"
#include "routes.h"

namespace server {
namespace {

Answer health(Call& /*call*/) { return answer_of(200, Json{{"status", "ok"}}); }

Answer list(Call& call) {
  return answer_of(200, Json{{"stores", value(call.database.list_stores())}});
}

Answer create(Call& call) {
  Members members(parse_object(call.body));
  const std::string id = members.text("id");
  members.end();
  const bool exists = call.database.store(id).has_value();
  value(call.database.create_store(id));
  return answer_of(exists ? 200 : 201, Json{{"id", id}});
}

Answer remove(Call& call) {
  check(call.database.delete_store(call.names[0]));
  return answer_of(200, Json{{"deleted", call.names[0]}});
}

Answer stats(Call& call) { return answer_of(200, json_of(value(call.store().stats()))); }

}  // namespace

std::span<const Route> store_routes() {
  static constexpr Route kRoutes[] = {{"GET", "/healthz", health},
                                      {"GET", "/v1/stores", list},
                                      {"POST", "/v1/stores", create},
                                      {"DELETE", "/v1/stores/{store}", remove},
                                      {"GET", "/v1/stores/{store}/stats", stats}};
  return kRoutes;
}

}  // namespace server
