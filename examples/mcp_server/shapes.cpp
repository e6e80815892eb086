#include "shapes.h"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <utility>

#include "../cli/timestamp.h"

namespace mcp {
namespace {

Json json_of(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

Json time(whosaid::Timestamp time) { return cli::format_timestamp(time); }

const Members& memory_members() {
  static const Members members{{"id", integer_schema()},
                               {"content", string_schema()},
                               {"speaker", nullable_string_schema()},
                               {"created_at", string_schema()},
                               {"chunks", integer_schema()},
                               {"current", boolean_schema()}};
  return members;
}

const Members& optional_members() {
  static const Members members{
      {"event_at", string_schema()},
      {"category", string_schema()},
      {"conversation_id", string_schema()},
      {"metadata", {{"type", "object"}, {"additionalProperties", string_schema()}}}};
  return members;
}

// Takes a number from the front of the text.
template <typename Number>
std::optional<Number> take(std::string_view& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(std::size_t(end - text.data()));
  return number;
}

}  // namespace

Json string_schema() { return {{"type", "string"}}; }
Json nullable_string_schema() { return {{"type", Json::array({"string", "null"})}}; }
Json choice_schema(const std::vector<std::string>& strings) {
  return {{"type", "string"}, {"enum", strings}};
}
Json integer_schema() { return {{"type", "integer"}}; }
Json number_schema() { return {{"type", "number"}}; }
Json boolean_schema() { return {{"type", "boolean"}}; }
Json array_schema(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

Json object_schema(const Members& always, const Members& sometimes) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const auto& [name, schema] : always) {
    properties[name] = schema;
    required.push_back(name);
  }
  for (const auto& [name, schema] : sometimes) properties[name] = schema;
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

Json memory_schema() { return object_schema(memory_members(), optional_members()); }

Json json_of(const whosaid::Memory& memory) {
  Json json{{"id", number_of(memory.id)},
            {"content", memory.content},
            {"speaker", json_of(memory.speaker)},
            {"created_at", time(memory.created_at)}};
  if (memory.event_at) json["event_at"] = time(*memory.event_at);
  if (!memory.category.empty()) json["category"] = memory.category;
  if (!memory.conversation_id.empty()) json["conversation_id"] = memory.conversation_id;
  if (!memory.metadata.empty()) json["metadata"] = memory.metadata;
  json["chunks"] = memory.chunks;
  json["current"] = memory.current;
  return json;
}

Json hit_schema() {
  Members always = memory_members();
  always.emplace_back("score", number_schema());
  always.emplace_back("similarity", number_schema());
  return object_schema(always, optional_members());
}

Json json_of(const whosaid::Hit& hit) {
  Json json = json_of(hit.memory);
  json["score"] = hit.score;
  json["similarity"] = hit.similarity;
  return json;
}

Json turn_schema() {
  return object_schema({{"user", string_schema()},
                        {"agent", string_schema()},
                        {"conversation_id", string_schema()},
                        {"created_at", string_schema()}});
}

Json json_of(const whosaid::Turn& turn) {
  return {{"user", turn.user},
          {"agent", turn.agent},
          {"conversation_id", turn.conversation_id},
          {"created_at", time(turn.created_at)}};
}

Json near_schema() {
  return object_schema({{"id", integer_schema()},
                        {"similarity", number_schema()},
                        {"speaker", nullable_string_schema()}});
}

Json json_of(const whosaid::Near& near) {
  return {{"id", number_of(near.id)},
          {"similarity", near.similarity},
          {"speaker", json_of(near.speaker)}};
}

Json number_of(whosaid::MemoryId id) { return static_cast<std::uint64_t>(id); }

// 1772442000000000:12,13
std::string text_of(const whosaid::PageCursor& cursor) {
  std::string text = std::to_string(cursor.next_before.time_since_epoch().count());
  char separator = ':';
  for (const auto id : cursor.next_skip_ids) {
    text += std::exchange(separator, ',') + std::to_string(static_cast<std::uint64_t>(id));
  }
  return text;
}

std::optional<whosaid::PageCursor> cursor_of(std::string_view text) {
  const auto before = take<std::int64_t>(text);
  if (!before) return std::nullopt;
  whosaid::PageCursor cursor{.next_before = whosaid::Timestamp(std::chrono::microseconds(*before))};
  for (char separator = ':'; !text.empty(); separator = ',') {
    if (text.front() != separator) return std::nullopt;
    text.remove_prefix(1);
    const auto id = take<std::uint64_t>(text);
    if (!id) return std::nullopt;
    cursor.next_skip_ids.push_back(whosaid::MemoryId{*id});
  }
  return cursor;
}

}  // namespace mcp
