// What a tool takes: declared once, from which both its schema and the check of a call are made.

#ifndef WHOSAID_EXAMPLES_MCP_SERVER_ARGUMENTS_H_
#define WHOSAID_EXAMPLES_MCP_SERVER_ARGUMENTS_H_

#include <whosaid/result.h>
#include <whosaid/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rpc.h"

namespace mcp {

enum class Kind { text, texts, time, count, id, flag };

struct Parameter {
  std::string name;
  Kind kind = Kind::text;
  std::string description;
  bool required = false;
  std::uint64_t least = 1;  // of a count
  std::uint64_t most = 1;
  Json standard = nullptr;  // what holds when it isn't given; null: nothing does
};

// The JSON Schema of an object with these members and no others.
Json input_schema(const std::vector<Parameter>& parameters);

// The arguments of a call, known to be what the tool declares.
class Arguments {
 public:
  // Errors: invalid_request, with the argument as `field`: unknown, missing or of another kind.
  static whosaid::Result<Arguments> check(const std::vector<Parameter>& parameters,
                                          const Json& given);

  // What stands for an argument: the one given, or the standard. Asked for by its declared kind.
  [[nodiscard]] std::string text(const std::string& name) const;
  [[nodiscard]] std::optional<std::string> text_if(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& name) const;
  [[nodiscard]] std::optional<whosaid::Timestamp> time(const std::string& name) const;
  [[nodiscard]] std::size_t count(const std::string& name) const;
  [[nodiscard]] std::optional<std::size_t> count_if(const std::string& name) const;
  [[nodiscard]] std::optional<whosaid::MemoryId> id(const std::string& name) const;
  [[nodiscard]] bool flag(const std::string& name) const;

 private:
  explicit Arguments(Json values) : values_(std::move(values)) {}

  Json values_;
};

// An error about one argument.
whosaid::Error refused(std::string field, std::string message);

}  // namespace mcp

#endif  // WHOSAID_EXAMPLES_MCP_SERVER_ARGUMENTS_H_
