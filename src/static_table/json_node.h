// A place in tokenizer.json, and what is wrong there.

#ifndef WHOSAID_STATIC_TABLE_JSON_NODE_H_
#define WHOSAID_STATIC_TABLE_JSON_NODE_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "static_table/faults.h"

namespace whosaid::static_table {

// The first thing that was found wrong. What is read after it doesn't count.
class Complaints {
 public:
  void add(Error error) {
    if (!first_) first_ = std::move(error);
  }
  [[nodiscard]] const std::optional<Error>& first() const { return first_; }

 private:
  std::optional<Error> first_;
};

// Members that are missing or of another type are complained of, and read as empty. Those with a
// default may be missing or null.
class JsonNode {
 public:
  // A file's document. It and the complaints must live as long as its nodes.
  JsonNode(const nlohmann::json& json, std::string file_name, Complaints& complaints)
      : JsonNode(json, std::move(file_name), "", complaints) {}

  [[nodiscard]] const nlohmann::json& json() const { return *json_; }

  // The member `type`.
  [[nodiscard]] std::string type() const { return text("type"); }

  [[nodiscard]] bool has(const char* name) const;  // and not null
  [[nodiscard]] JsonNode child(const char* name) const;
  [[nodiscard]] std::string text(const char* name) const;
  [[nodiscard]] std::string text(const char* name, std::string without) const;
  [[nodiscard]] bool flag(const char* name) const;
  [[nodiscard]] bool flag(const char* name, bool without) const;
  [[nodiscard]] std::uint64_t count(const char* name, std::uint64_t without) const;
  [[nodiscard]] std::vector<JsonNode> list(const char* name) const;

  // "tokenizer.json: normalizer: " and what is wrong.
  void damaged(const std::string& what) const;
  void unsupported(const std::string& what) const;
  // "... 'Name' is not supported"
  void unsupported_name(const std::string& name) const;

 private:
  JsonNode(const nlohmann::json& json, std::string file_name, std::string place,
           Complaints& complaints)
      : json_(&json),
        file_name_(std::move(file_name)),
        place_(std::move(place)),
        complaints_(&complaints) {}

  [[nodiscard]] const nlohmann::json* member(const char* name) const;
  [[nodiscard]] std::string message(const std::string& what) const;

  const nlohmann::json* json_;
  std::string file_name_;
  std::string place_;  // "model.vocab"; empty: the document
  Complaints* complaints_;
};

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_JSON_NODE_H_
