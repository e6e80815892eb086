// The values of the library as JSON, each beside the JSON Schema that it keeps.

#ifndef WHOSAID_EXAMPLES_MCP_SERVER_SHAPES_H_
#define WHOSAID_EXAMPLES_MCP_SERVER_SHAPES_H_

#include <whosaid/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rpc.h"

namespace mcp {

Json string_schema();
Json nullable_string_schema();
Json choice_schema(const std::vector<std::string>& strings);
Json integer_schema();
Json number_schema();
Json boolean_schema();
Json array_schema(Json items);

// The members that are always there, and those that may be.
using Members = std::vector<std::pair<std::string, Json>>;
Json object_schema(const Members& always, const Members& sometimes = {});

Json memory_schema();
Json json_of(const whosaid::Memory& memory);

Json hit_schema();
Json json_of(const whosaid::Hit& hit);

Json turn_schema();
Json json_of(const whosaid::Turn& turn);

Json near_schema();
Json json_of(const whosaid::Near& near);

template <typename T>
Json array_of(const std::vector<T>& values) {
  Json array = Json::array();
  for (const auto& each : values) array.push_back(json_of(each));
  return array;
}

Json number_of(whosaid::MemoryId id);

// Where a page ends, as a text that a client hands back.
std::string text_of(const whosaid::PageCursor& cursor);
std::optional<whosaid::PageCursor> cursor_of(std::string_view text);

}  // namespace mcp

#endif  // WHOSAID_EXAMPLES_MCP_SERVER_SHAPES_H_
