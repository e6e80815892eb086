// The Model Context Protocol, a line at a time: versions, lifecycle, tools.
//
// Two ways of speaking it are known. Until 2025-11-25 a client begins with "initialize", and one
// version holds from then on. From 2026-07-28 each request names its version in its _meta, and
// nothing is remembered between requests.

#ifndef WHOSAID_EXAMPLES_MCP_SERVER_SERVER_H_
#define WHOSAID_EXAMPLES_MCP_SERVER_SERVER_H_

#include <whosaid/memory_store.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rpc.h"
#include "tools.h"

namespace mcp {

class Server {
 public:
  explicit Server(whosaid::MemoryStore store);

  // The answer to a line; none where the protocol wants none.
  std::optional<std::string> answer(std::string_view line);

  // The answer to a line that is longer than any message.
  static std::string too_long();

 private:
  std::optional<Json> answer_batch(const Json& messages);
  std::optional<Json> answer_message(const Json& message, bool alone);
  Or<Json> result_of(const Request& request, bool alone);
  Or<Json> result_of(const Request& request, const std::string& version);
  Or<Json> initialize(const Json& params);
  Or<Json> list_tools(const Json& params, const std::string& version) const;
  Or<Json> call_tool(const Json& params, const std::string& version);

  whosaid::MemoryStore store_;
  std::vector<Tool> tools_;
  std::string version_;  // agreed on by "initialize"; empty before
};

}  // namespace mcp

#endif  // WHOSAID_EXAMPLES_MCP_SERVER_SERVER_H_
