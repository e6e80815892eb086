// People: /v1/stores/{store}/speakers.

#include "json_input.h"
#include "json_output.h"
#include "routes.h"

namespace server {
namespace {

Answer list(Call& call) {
  const auto people = value(call.store().list_speakers());
  Json json;
  json["speakers"] = json_of(people.speakers);
  json["count"] = people.count;
  json["limit"] = people.limit;
  return answer_of(200, json);
}

Answer add(Call& call) {
  Members members(parse_object(call.body));
  const std::string name = members.text("name");
  members.end();
  const auto added = value(call.store().add_speaker(name));
  return answer_of(added.status == whosaid::SpeakerStatus::registered ? 201 : 200, json_of(added));
}

Answer remove(Call& call) {
  check(call.store().remove_speaker(call.names[1]));
  return answer_of(200, Json{{"removed", call.names[1]}});
}

// Without "commit" it only tells what would be removed.
Answer forget(Call& call) {
  Members members(parse_object(call.body));
  const bool commit = members.flag("commit");
  members.end();
  const auto forgotten = value(call.store().forget_speaker(
      call.names[1], commit ? whosaid::Forget::commit : whosaid::Forget::preview));
  Json json;
  json["speaker"] = call.names[1];
  json["committed"] = commit;
  json["memories"] = forgotten.memories;
  json["chunks"] = forgotten.chunks;
  json["points_to_delete"] = forgotten.points_to_delete();
  return answer_of(200, json);
}

}  // namespace

std::span<const Route> speaker_routes() {
  static constexpr Route kRoutes[] = {
      {"GET", "/v1/stores/{store}/speakers", list},
      {"POST", "/v1/stores/{store}/speakers", add},
      {"DELETE", "/v1/stores/{store}/speakers/{name}", remove},
      {"POST", "/v1/stores/{store}/speakers/{name}/forget", forget}};
  return kRoutes;
}

}  // namespace server
