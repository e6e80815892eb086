#include "support/model/code.h"

#include <chrono>
#include <cstdio>
#include <utility>
#include <vector>

#include "support/fixture.h"

namespace whosaid::test::model {
namespace {

// "{.limit = 3, .speaker = "Bob"}", of the members that are not what they are by default.
class Members {
 public:
  template <typename T>
  Members& add(const char* name, const std::optional<T>& value) {
    if (value) write(name, model::code(*value));
    return *this;
  }
  Members& add(const char* name, const std::optional<std::size_t>& value) {
    if (value) write(name, std::to_string(*value));
    return *this;
  }
  Members& add(const char* name, const std::optional<double>& value) {
    if (value) write(name, std::to_string(*value));
    return *this;
  }
  Members& text(const char* name, const std::string& value) {
    if (!value.empty()) write(name, model::code(value));
    return *this;
  }
  Members& number(const char* name, std::size_t value, std::size_t by_default) {
    if (value != by_default) write(name, std::to_string(value));
    return *this;
  }
  Members& flag(const char* name, bool value) {
    if (value) write(name, "true");
    return *this;
  }
  Members& map(const char* name, const std::map<std::string, std::string>& values) {
    std::string all;
    for (const auto& [key, value] : values) {
      all += (all.empty() ? "{" : ", {") + model::code(key) + ", " + model::code(value) + "}";
    }
    if (!all.empty()) write(name, "{" + all + "}");
    return *this;
  }
  Members& list(const char* name, const std::vector<std::string>& values) {
    std::string all;
    for (const std::string& value : values) all += (all.empty() ? "" : ", ") + model::code(value);
    if (!all.empty()) write(name, "{" + all + "}");
    return *this;
  }
  Members& policy(OnDuplicate value) {
    if (value == OnDuplicate::store) write("on_duplicate", "OnDuplicate::store");
    return *this;
  }
  [[nodiscard]] std::string str() const { return "{" + text_ + "}"; }

 private:
  void write(const char* name, const std::string& value) {
    if (!text_.empty()) text_ += ", ";
    text_ += "." + std::string(name) + " = " + value;
  }

  std::string text_;
};

}  // namespace

std::string code(const std::string& text) {
  std::string written = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      written += std::string("\\") + c;
    } else if (byte >= ' ' && byte <= '~') {
      written += c;
    } else {
      char octal[8];
      std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned>(byte));
      written += octal;
    }
  }
  return written + "\"";
}

std::string code(Timestamp time) {
  for (int i = 0; i < 100; ++i) {
    if (time == second(i)) return "second(" + std::to_string(i) + ")";
  }
  return "Timestamp{std::chrono::microseconds{" + std::to_string(time.time_since_epoch().count()) +
         "}}";
}

std::string code(MemoryId id) {
  return "MemoryId{" + std::to_string(static_cast<std::uint64_t>(id)) + "}";
}

std::string code(const AddOptions& options) {
  return Members()
      .add("speaker", options.speaker)
      .add("event_at", options.event_at)
      .add("created_at", options.created_at)
      .text("category", options.category)
      .text("conversation_id", options.conversation_id)
      .map("metadata", options.metadata)
      .add("idempotency_key", options.idempotency_key)
      .policy(options.on_duplicate)
      .str();
}

std::string code(const NewMemory& memory) {
  return "{" + code(memory.content) + ", " + code(memory.options) + "}";
}

std::string code(const TurnOptions& options) {
  return Members()
      .add("event_at", options.event_at)
      .add("created_at", options.created_at)
      .text("conversation_id", options.conversation_id)
      .add("idempotency_key", options.idempotency_key)
      .str();
}

std::string code(const SupersedeOptions& options) {
  return Members()
      .add("event_at", options.event_at)
      .add("created_at", options.created_at)
      .add("idempotency_key", options.idempotency_key)
      .policy(options.on_duplicate)
      .str();
}

std::string code(const SearchOptions& options) {
  return Members()
      .add("speaker", options.speaker)
      .number("limit", options.limit, 10)
      .add("min_similarity", options.min_similarity)
      .list("categories", options.categories)
      .add("conversation_id", options.conversation_id)
      .map("metadata", options.metadata)
      .add("event_from", options.event_from)
      .add("event_to", options.event_to)
      .add("created_from", options.created_from)
      .add("created_to", options.created_to)
      .flag("include_superseded", options.include_superseded)
      .flag("expand", options.expand)
      .str();
}

std::string code(const RecallOptions& options) {
  return Members()
      .add("speaker", options.speaker)
      .number("limit", options.limit, 10)
      .number("context_limit", options.context_limit, 10)
      .number("turns", options.turns, 10)
      .add("max_characters", options.max_characters)
      .str();
}

std::string code(const EngramOptions& options) {
  return Members().add("speaker", options.speaker).number("limit", options.limit, 10).str();
}

std::string code(const Opening& opening) {
  const DuplicatePolicy& policy = opening.rules.duplicates;
  std::string text = "{.embedder = model::embedder(" + std::to_string(opening.rules.embedder) +
                     "), .speaker_limit = " + std::to_string(opening.rules.speaker_limit) +
                     ", .durability = Durability::buffered, .duplicates = {.enabled = " +
                     (policy.enabled ? "true" : "false");
  if (policy.threshold) text += ", .threshold = " + std::to_string(*policy.threshold);
  if (policy.scope == DuplicateScope::speaker) text += ", .scope = DuplicateScope::speaker";
  if (policy.keep_detail_variants) text += ", .keep_detail_variants = true";
  return text + "}, .graph_threshold = " + std::to_string(opening.graph_threshold) +
         ", .index_memory_budget = " + std::to_string(opening.index_memory_budget) + "}";
}

}  // namespace whosaid::test::model
