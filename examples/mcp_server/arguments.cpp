#include "arguments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "../cli/timestamp.h"

namespace mcp {
namespace {

using whosaid::Result;

// A date alone is the beginning of that day in UTC.
std::optional<whosaid::Timestamp> moment(const std::string& text) {
  constexpr std::size_t kDate = 10;  // 2026-03-02
  return cli::parse_timestamp(text.size() == kDate ? text + "T00:00:00Z" : text);
}

// JSON Schema counts 3.0 as an integer, and so does this.
std::optional<std::uint64_t> whole(const Json& value) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  constexpr double kMost = 9007199254740992.0;  // 2^53, up to which all of them are exact
  if (!value.is_number_float()) return std::nullopt;
  const double number = value.get<double>();
  if (!(number >= 0 && number <= kMost) || number != std::floor(number)) return std::nullopt;
  return std::uint64_t(number);
}

std::uint64_t most_of(const Parameter& parameter) {
  return parameter.kind == Kind::count ? parameter.most : std::numeric_limits<std::uint64_t>::max();
}

bool is_texts(const Json& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const Json& each) { return each.is_string(); });
}

bool fits(const Parameter& parameter, const Json& value) {
  switch (parameter.kind) {
    case Kind::text:
      return value.is_string();
    case Kind::texts:
      return is_texts(value);
    case Kind::time:
      return value.is_string() && moment(value.get<std::string>());
    case Kind::count:
    case Kind::id: {
      const auto number = whole(value);
      return number && *number >= parameter.least && *number <= most_of(parameter);
    }
    case Kind::flag:
      return value.is_boolean();
  }
  return false;
}

std::string wanted(const Parameter& parameter) {
  switch (parameter.kind) {
    case Kind::text:
      return "a string";
    case Kind::texts:
      return "an array of strings";
    case Kind::time:
      return "a date (2026-03-02) or a date and time with an offset (2026-03-02T09:30:00Z)";
    case Kind::count:
      return "a whole number from " + std::to_string(parameter.least) + " to " +
             std::to_string(parameter.most);
    case Kind::id:
      return "the id of a memory, a whole number from 1";
    case Kind::flag:
      return "true or false";
  }
  return {};
}

Json schema_of(const Parameter& parameter) {
  Json schema;
  switch (parameter.kind) {
    case Kind::text:
      schema = {{"type", "string"}};
      break;
    case Kind::texts:
      schema = {{"type", "array"}, {"items", {{"type", "string"}}}};
      break;
    case Kind::time:
      schema = {{"type", "string"},
                {"pattern",
                 R"(^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2}))?$)"}};
      break;
    case Kind::count:
      schema = {{"type", "integer"}, {"minimum", parameter.least}, {"maximum", parameter.most}};
      break;
    case Kind::id:
      schema = {{"type", "integer"}, {"minimum", parameter.least}};
      break;
    case Kind::flag:
      schema = {{"type", "boolean"}};
      break;
  }
  schema["description"] = parameter.description;
  if (!parameter.standard.is_null()) schema["default"] = parameter.standard;
  return schema;
}

std::string names_of(const std::vector<Parameter>& parameters) {
  std::string names;
  for (const auto& each : parameters) names += (names.empty() ? "" : ", ") + each.name;
  return names.empty() ? "none" : names;
}

}  // namespace

whosaid::Error refused(std::string field, std::string message) {
  return {.code = whosaid::ErrorCode::invalid_request,
          .message = std::move(message),
          .field = std::move(field)};
}

Json input_schema(const std::vector<Parameter>& parameters) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const auto& each : parameters) {
    properties[each.name] = schema_of(each);
    if (each.required) required.push_back(each.name);
  }
  Json schema{{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

Result<Arguments> Arguments::check(const std::vector<Parameter>& parameters, const Json& given) {
  for (const auto& [name, value] : given.items()) {
    if (std::none_of(parameters.begin(), parameters.end(),
                     [&key = name](const Parameter& each) { return each.name == key; })) {
      return tl::make_unexpected(refused(
          name, "there is no argument '" + name + "'; there are: " + names_of(parameters) + "."));
    }
  }
  Json values = Json::object();
  for (const auto& each : parameters) {
    const auto value = given.find(each.name);
    if (value == given.end()) {
      if (each.required) {
        return tl::make_unexpected(refused(
            each.name, "the argument '" + each.name + "' is missing: " + wanted(each) + "."));
      }
      if (!each.standard.is_null()) values[each.name] = each.standard;
      continue;
    }
    if (!fits(each, *value)) {
      return tl::make_unexpected(
          refused(each.name, "the argument '" + each.name + "' is not " + wanted(each) + "."));
    }
    values[each.name] = *value;
  }
  return Arguments(std::move(values));
}

std::string Arguments::text(const std::string& name) const { return text_if(name).value_or(""); }

std::optional<std::string> Arguments::text_if(const std::string& name) const {
  const auto value = values_.find(name);
  if (value == values_.end()) return std::nullopt;
  return value->get<std::string>();
}

std::vector<std::string> Arguments::texts(const std::string& name) const {
  return values_.value(name, std::vector<std::string>());
}

std::optional<whosaid::Timestamp> Arguments::time(const std::string& name) const {
  const auto text = text_if(name);
  return text ? moment(*text) : std::nullopt;
}

std::size_t Arguments::count(const std::string& name) const { return count_if(name).value_or(0); }

std::optional<std::size_t> Arguments::count_if(const std::string& name) const {
  const auto value = values_.find(name);
  if (value == values_.end()) return std::nullopt;
  return whole(*value);
}

std::optional<whosaid::MemoryId> Arguments::id(const std::string& name) const {
  const auto number = count_if(name);
  if (!number) return std::nullopt;
  return whosaid::MemoryId{*number};
}

bool Arguments::flag(const std::string& name) const { return values_.value(name, false); }

}  // namespace mcp
