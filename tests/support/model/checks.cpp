#include "support/model/checks.h"

#include <utility>

#include "support/model/texts.h"

namespace whosaid::test::model {
namespace {

bool backwards(const std::optional<Timestamp>& from, const std::optional<Timestamp>& to) {
  return from && to && *to < *from;
}

std::optional<Error> check_metadata(const std::map<std::string, std::string>& metadata) {
  if (metadata.size() > 64) return refused("metadata");
  for (const auto& [key, value] : metadata) {
    if (breaks_label_rule(key) || value.find('\xff') != std::string::npos) {
      return refused("metadata");
    }
  }
  return std::nullopt;
}

std::string time(const std::optional<Timestamp>& time) {
  return time ? std::to_string(time->time_since_epoch().count()) : "-";
}

std::string quoted(const std::string& text) { return std::to_string(text.size()) + ":" + text; }

}  // namespace

Error refused(std::string field) {
  return {.code = ErrorCode::invalid_request, .field = std::move(field)};
}

Error unregistered_writer(const std::string& name) {
  return {.code = ErrorCode::invalid_request, .speaker = name};
}

Error unregistered_reader(const std::string& name) {
  return {.code = ErrorCode::not_found, .speaker = name};
}

Error no_memory(MemoryId id) { return {.code = ErrorCode::not_found, .memory = id}; }

Error broken_embedder() { return {.code = ErrorCode::embedder_failed}; }

std::optional<Error> check_add(const std::string& content, const AddOptions& options) {
  if (says_nothing(content)) return refused("content");
  if (!options.category.empty() && breaks_label_rule(options.category)) return refused("category");
  if (!options.conversation_id.empty() && breaks_label_rule(options.conversation_id)) {
    return refused("conversation_id");
  }
  if (const auto error = check_metadata(options.metadata)) return error;
  if (options.idempotency_key && breaks_key_rule(*options.idempotency_key)) {
    return refused("idempotency_key");
  }
  if (options.speaker && !normalized(*options.speaker)) return refused("speaker");
  return std::nullopt;
}

std::optional<Error> check_limit(std::size_t limit) {
  if (limit >= 1 && limit <= 1000) return std::nullopt;
  return refused("limit");
}

std::optional<Error> check_search(const std::string& query, const SearchOptions& options) {
  if (says_nothing(query)) return refused("query");
  if (const auto error = check_limit(options.limit)) return error;
  if (options.min_similarity && !(*options.min_similarity >= -1 && *options.min_similarity <= 1)) {
    return refused("min_similarity");
  }
  for (const std::string& category : options.categories) {
    if (breaks_label_rule(category)) return refused("categories");
  }
  if (options.conversation_id && breaks_label_rule(*options.conversation_id)) {
    return refused("conversation_id");
  }
  if (const auto error = check_metadata(options.metadata)) return error;
  if (backwards(options.event_from, options.event_to)) return refused("event_to");
  if (backwards(options.created_from, options.created_to)) return refused("created_to");
  if (options.speaker && !normalized(*options.speaker)) return refused("speaker");
  return std::nullopt;
}

std::optional<Error> check_recall(const std::string& query, const RecallOptions& options) {
  if (options.context_limit > 100) return refused("context_limit");
  if (options.turns > 100) return refused("turns");
  return check_search(query, {.speaker = options.speaker, .limit = options.limit});
}

std::string said(const std::string& content, const AddOptions& options) {
  std::string text = "add " + quoted(content) + " by ";
  text += options.speaker ? normalized(*options.speaker).value_or("?") : "-";
  text += " at " + time(options.event_at) + " " + time(options.created_at);
  text += " in " + quoted(options.category) + " " + quoted(options.conversation_id);
  for (const auto& [key, value] : options.metadata) text += " " + quoted(key) + quoted(value);
  return text + (options.on_duplicate == OnDuplicate::store ? " store" : " drop");
}

std::string said(const std::string& user, const std::string& agent, const TurnOptions& options) {
  return "turn " + quoted(user) + quoted(agent) + " at " + time(options.event_at) + " " +
         time(options.created_at) + " in " + quoted(options.conversation_id);
}

std::string said(MemoryId id, const std::string& content, const SupersedeOptions& options) {
  return "supersede " + std::to_string(static_cast<std::uint64_t>(id)) + " " + quoted(content) +
         " at " + time(options.event_at) + " " + time(options.created_at) +
         (options.on_duplicate == OnDuplicate::store ? " store" : " drop");
}

}  // namespace whosaid::test::model
