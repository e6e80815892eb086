#include "json_input.h"

#include <charconv>
#include <set>
#include <utility>

#include "../cli/timestamp.h"
#include "answer.h"

namespace server {
namespace {

using nlohmann::json;

constexpr std::size_t kDeepest = 8;  // {"memories":[{"metadata":{"key":

// Reads without keeping, so that a body is refused before memory is taken for it.
class Checker : public nlohmann::json_sax<json> {
 public:
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] const std::string& field() const { return field_; }

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t /*size*/) override { return open(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (names_.back().insert(name).second) return true;
    fault_ = "the body has this member twice";
    field_ = name;
    return false;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const json::exception& /*error*/) override {
    fault_ = "the body is not JSON in UTF-8: see byte " + std::to_string(position);
    return false;
  }

 private:
  bool open() {
    if (names_.size() == kDeepest) {
      fault_ = "the body is nested too deeply";
      return false;
    }
    names_.emplace_back();
    return true;
  }
  bool close() {
    names_.pop_back();
    return true;
  }

  std::vector<std::set<std::string>> names_;  // of the objects that are open
  std::string fault_;
  std::string field_ = "body";
};

}  // namespace

json parse_object(std::string_view body) {
  Checker checker;
  if (!json::sax_parse(body, &checker)) refuse(checker.fault(), checker.field());
  json object = json::parse(body);
  if (!object.is_object()) refuse("the body must be a JSON object", "body");
  return object;
}

std::size_t whole_number(const std::string& text, const std::string& field) {
  std::size_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stopped != end) refuse(field + " must be a whole number", field);
  return number;
}

whosaid::MemoryId memory_id(const std::string& text) {
  return whosaid::MemoryId{whole_number(text, "id")};
}

Members::Members(json object, std::string where)
    : object_(std::move(object)), where_(std::move(where)) {}

json Members::take(std::string_view name) {
  const auto found = object_.find(name);
  if (found == object_.end()) return nullptr;
  json member = std::move(*found);
  object_.erase(found);
  return member;
}

std::string Members::text(std::string_view name) {
  auto text = optional_text(name);
  if (!text) refuse(name, "must be given");
  return *std::move(text);
}

std::optional<std::string> Members::optional_text(std::string_view name) {
  json member = take(name);
  if (member.is_null()) return std::nullopt;
  if (!member.is_string()) refuse(name, "must be a string");
  return std::move(member.get_ref<std::string&>());
}

std::optional<std::size_t> Members::number(std::string_view name) {
  const json member = take(name);
  if (member.is_null()) return std::nullopt;
  if (!member.is_number_unsigned()) refuse(name, "must be a whole number");
  return member.get<std::size_t>();
}

std::optional<double> Members::real(std::string_view name) {
  const json member = take(name);
  if (member.is_null()) return std::nullopt;
  if (!member.is_number()) refuse(name, "must be a number");
  return member.get<double>();
}

bool Members::flag(std::string_view name) {
  const json member = take(name);
  if (member.is_null()) return false;
  if (!member.is_boolean()) refuse(name, "must be true or false");
  return member.get<bool>();
}

std::optional<whosaid::Timestamp> Members::time(std::string_view name) {
  const auto text = optional_text(name);
  if (!text) return std::nullopt;
  const auto time = cli::parse_timestamp(*text);
  if (!time) refuse(name, "must be a time such as 2025-09-01T07:30:00Z");
  return time;
}

std::vector<std::string> Members::texts(std::string_view name) {
  json member = take(name);
  std::vector<std::string> texts;
  if (member.is_null()) return texts;
  if (!member.is_array()) refuse(name, "must be an array of strings");
  for (json& each : member) {
    if (!each.is_string()) refuse(name, "must be an array of strings");
    texts.push_back(std::move(each.get_ref<std::string&>()));
  }
  return texts;
}

std::map<std::string, std::string> Members::text_map(std::string_view name) {
  json member = take(name);
  std::map<std::string, std::string> texts;
  if (member.is_null()) return texts;
  if (!member.is_object()) refuse(name, "must be an object of strings");
  for (auto& [key, each] : member.items()) {
    if (!each.is_string()) refuse(name, "must be an object of strings");
    texts.emplace(key, std::move(each.get_ref<std::string&>()));
  }
  return texts;
}

std::vector<Members> Members::objects(std::string_view name) {
  json member = take(name);
  if (!member.is_array()) refuse(name, "must be an array of objects");
  std::vector<Members> objects;
  objects.reserve(member.size());
  for (json& each : member) {
    const std::string entry = std::string(name) + '[' + std::to_string(objects.size()) + ']';
    if (!each.is_object()) refuse(entry, "must be an object");
    objects.emplace_back(std::move(each), where_ + entry + '.');
  }
  return objects;
}

void Members::refuse(std::string_view name, const char* must) const {
  std::string field = where_ + std::string(name);
  server::refuse(field + ' ' + must, field);
}

void Members::end() const {
  if (!object_.empty()) refuse(object_.begin().key(), "is not known here");
}

}  // namespace server
