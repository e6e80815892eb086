#include "static_table/json_node.h"

#include <utility>

#include "text/unicode.h"

namespace whosaid::static_table {
namespace {

const nlohmann::json kNothing;

}  // namespace

const nlohmann::json* JsonNode::member(const char* name) const {
  if (!json_->is_object()) return nullptr;
  const auto found = json_->find(name);
  return found == json_->end() || found->is_null() ? nullptr : &*found;
}

bool JsonNode::has(const char* name) const { return member(name) != nullptr; }

JsonNode JsonNode::child(const char* name) const {
  const nlohmann::json* const found = member(name);
  if (found == nullptr) damaged(std::string("there is no '") + name + "'");
  const std::string place = place_.empty() ? name : place_ + "." + name;
  return {found == nullptr ? kNothing : *found, file_name_, place, *complaints_};
}

std::string JsonNode::text(const char* name) const {
  if (!has(name)) damaged(std::string("there is no '") + name + "'");
  return text(name, "");
}

std::string JsonNode::text(const char* name, std::string without) const {
  const nlohmann::json* const found = member(name);
  if (found == nullptr) return without;
  if (found->is_string()) return found->get<std::string>();
  damaged(std::string("'") + name + "' is no string");
  return "";
}

bool JsonNode::flag(const char* name) const {
  if (!has(name)) damaged(std::string("there is no '") + name + "'");
  return flag(name, false);
}

bool JsonNode::flag(const char* name, bool without) const {
  const nlohmann::json* const found = member(name);
  if (found == nullptr) return without;
  if (found->is_boolean()) return found->get<bool>();
  damaged(std::string("'") + name + "' is neither true nor false");
  return false;
}

std::uint64_t JsonNode::count(const char* name, std::uint64_t without) const {
  const nlohmann::json* const found = member(name);
  if (found == nullptr) return without;
  if (found->is_number_unsigned()) return found->get<std::uint64_t>();
  damaged(std::string("'") + name + "' is no whole number");
  return without;
}

std::vector<JsonNode> JsonNode::list(const char* name) const {
  const JsonNode all = child(name);
  if (!all.json().is_array()) {
    all.damaged("this is no list");
    return {};
  }
  std::vector<JsonNode> nodes;
  for (const nlohmann::json& element : all.json()) {
    std::string place = all.place_ + "[" + std::to_string(nodes.size()) + "]";
    nodes.push_back(JsonNode(element, file_name_, std::move(place), *complaints_));
  }
  return nodes;
}

std::string JsonNode::message(const std::string& what) const {
  return file_name_ + ": " + (place_.empty() ? "" : place_ + ": ") + what;
}

void JsonNode::damaged(const std::string& what) const {
  complaints_->add(static_table::damaged(message(what)));
}

void JsonNode::unsupported(const std::string& what) const {
  complaints_->add(static_table::unsupported(message(what)));
}

void JsonNode::unsupported_name(const std::string& name) const {
  unsupported("'" + text::clean_for_message(name) + "' is not supported");
}

}  // namespace whosaid::static_table
