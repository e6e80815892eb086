#include "json_output.h"

#include "../cli/timestamp.h"

namespace server {
namespace {

template <typename T>
Json json_of(const std::optional<T>& value) {
  return value ? server::json_of(*value) : Json(nullptr);
}

Json json_of(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

Json json_of(whosaid::Timestamp time) { return cli::format_timestamp(time); }

Json json_of(const std::optional<whosaid::Timestamp>& time) {
  return time ? json_of(*time) : Json(nullptr);
}

Json json_of(whosaid::AddStatus status) {
  return status == whosaid::AddStatus::stored ? "stored" : "duplicate";
}

Json json_of(const whosaid::Near& near) {
  Json json;
  json["id"] = server::json_of(near.id);
  json["similarity"] = near.similarity;
  json["speaker"] = json_of(near.speaker);
  return json;
}

Json json_of(const std::optional<whosaid::Near>& near) {
  return near ? json_of(*near) : Json(nullptr);
}

Json json_of(const whosaid::Explanation& why) {
  Json json;
  json["words"] = why.words;
  json["context"] = why.context;
  json["meaning"] = why.meaning;
  json["matched_words"] = why.matched_words;
  json["speaker_named"] = why.speaker_named;
  json["time_named"] = why.time_named;
  return json;
}

}  // namespace

Json json_of(whosaid::MemoryId id) { return std::to_string(static_cast<std::uint64_t>(id)); }

Json json_of(const whosaid::Memory& memory) {
  Json json;
  json["id"] = json_of(memory.id);
  json["content"] = memory.content;
  json["speaker"] = json_of(memory.speaker);
  json["created_at"] = json_of(memory.created_at);
  json["event_at"] = json_of(memory.event_at);
  json["category"] = memory.category;
  json["conversation_id"] = memory.conversation_id;
  json["metadata"] = Json::object();
  for (const auto& [key, text] : memory.metadata) json["metadata"][key] = text;
  json["chunks"] = memory.chunks;
  json["current"] = memory.current;
  json["supersedes"] = json_of(memory.supersedes);
  json["superseded_by"] = json_of(memory.superseded_by);
  return json;
}

Json json_of(const whosaid::Hit& hit) {
  Json json;
  json["memory"] = json_of(hit.memory);
  json["score"] = hit.score;
  json["similarity"] = hit.similarity;
  if (hit.explanation) json["explanation"] = json_of(*hit.explanation);
  return json;
}

Json json_of(const whosaid::Passage& passage) {
  Json json;
  json["parts"] = json_of(passage.parts);
  json["text"] = passage.text();
  return json;
}

Json json_of(const whosaid::Turn& turn) {
  Json json;
  json["user"] = turn.user;
  json["agent"] = turn.agent;
  json["conversation_id"] = turn.conversation_id;
  json["created_at"] = json_of(turn.created_at);
  return json;
}

Json json_of(const whosaid::SpeakerInfo& speaker) {
  Json json;
  json["name"] = speaker.name;
  json["memory_count"] = speaker.memories;
  json["chunks"] = speaker.chunks;
  json["created_at"] = json_of(speaker.created_at);
  return json;
}

Json json_of(const whosaid::AddSpeakerResult& result) {
  Json json;
  json["name"] = result.name;
  json["status"] = result.status == whosaid::SpeakerStatus::registered ? "registered" : "exists";
  json["confusable_with"] = result.confusable_with;
  return json;
}

Json json_of(const whosaid::AddResult& result) {
  Json json;
  json["status"] = json_of(result.status);
  json["id"] = json_of(result.id);
  json["duplicate_of"] = json_of(result.duplicate_of);
  json["near"] = Json::array();
  for (const auto& each : result.near) json["near"].push_back(json_of(each));
  json["note"] = result.note;
  json["replayed"] = result.replayed;
  return json;
}

Json json_of(const whosaid::SupersedeResult& result) {
  Json json;
  json["status"] = json_of(result.status);
  json["id"] = json_of(result.id);
  json["superseded"] = json_of(result.superseded);
  json["duplicate_of"] = json_of(result.duplicate_of);
  json["note"] = result.note;
  json["replayed"] = result.replayed;
  return json;
}

Json json_of(const whosaid::Stats& stats) {
  Json json;
  json["memories"] = stats.memories;
  json["chunks"] = stats.chunks;
  json["superseded"] = stats.superseded;
  json["speakers"] = stats.speakers;
  json["exchanges"] = stats.exchanges;
  json["damaged"] = stats.damaged;
  json["unembedded"] = stats.unembedded;
  json["index_bytes"] = stats.index_bytes;
  return json;
}

Answer answer_of(int status, const Json& json) {
  return {.status = status, .body = json.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

}  // namespace server
