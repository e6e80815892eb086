// The tools: what each is called, takes and returns, and what it does with the store.

#ifndef WHOSAID_EXAMPLES_MCP_SERVER_TOOLS_H_
#define WHOSAID_EXAMPLES_MCP_SERVER_TOOLS_H_

#include <whosaid/memory_store.h>
#include <whosaid/result.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "rpc.h"

namespace mcp {

// What a call came to: a value that keeps the tool's output schema, and what a model reads; without
// a text of its own, that is the value.
struct Answer {
  Json value;
  std::optional<std::string> text = std::nullopt;
};

// What a client may know of a tool before it lets a model use it.
struct Effect {
  bool read_only = false;
  bool destructive = false;
  bool idempotent = false;
};

struct Tool {
  std::string name;
  std::string title;
  std::string description;
  std::vector<Parameter> parameters;
  Json output;  // a JSON Schema
  Effect effect;
  std::function<whosaid::Result<Answer>(whosaid::MemoryStore& store, const Arguments& arguments)>
      call;
};

Tool add_speaker_tool();
Tool list_speakers_tool();
Tool remember_tool();
Tool forget_tool();
Tool search_tool();
Tool by_speaker_tool();
Tool recall_tool();

}  // namespace mcp

#endif  // WHOSAID_EXAMPLES_MCP_SERVER_TOOLS_H_
