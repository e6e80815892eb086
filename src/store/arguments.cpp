#include "store/arguments.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "text/unicode.h"

namespace whosaid::store {
namespace {

tl::unexpected<Error> refuse(std::string field, std::string message) {
  return tl::unexpected(invalid_argument(std::move(field), std::move(message)));
}

// A text that is either left out or says something.
Result<void> check_name(std::string_view value, const char* field, bool may_be_empty) {
  if (value.empty() && may_be_empty) return {};
  if (!text::is_valid_utf8(value))
    return refuse(field, std::string(field) + " is not valid UTF-8.");
  if (text::is_blank(value)) return refuse(field, std::string(field) + " is blank.");
  if (value.size() > kMaxNameBytes) {
    return refuse(field, std::string(field) + " is longer than 256 bytes.");
  }
  return {};
}

Result<void> check_metadata(const std::map<std::string, std::string>& metadata) {
  if (metadata.size() > kMaxMetadataEntries) {
    return refuse("metadata", "metadata has more than 64 entries.");
  }
  std::size_t bytes = 0;
  for (const auto& [key, value] : metadata) {
    if (const auto checked = check_name(key, "metadata", false); !checked) return checked;
    if (!text::is_valid_utf8(value)) return refuse("metadata", "metadata is not valid UTF-8.");
    bytes += key.size() + value.size();
  }
  if (bytes > kMaxMetadataBytes) return refuse("metadata", "metadata is larger than 64 KiB.");
  return {};
}

Result<void> check_limit(std::size_t limit) {
  if (limit >= 1 && limit <= kMaxLimit) return {};
  return refuse("limit", "limit is " + std::to_string(limit) + ", not from 1 to 1000.");
}

Result<void> check_range(std::optional<Timestamp> from, std::optional<Timestamp> to,
                         const char* field) {
  if (!from || !to || *from <= *to) return {};
  return refuse(field, std::string(field) + " lies before the beginning of its range.");
}

}  // namespace

Error invalid_argument(std::string field, std::string message) {
  return {
      .code = ErrorCode::invalid_request, .message = std::move(message), .field = std::move(field)};
}

Error no_ids_left() {
  return {.code = ErrorCode::conflict,
          .message = "the store has given its last id and takes nothing new."};
}

Result<void> check_store_id(std::string_view id) {
  if (!text::is_valid_utf8(id)) return refuse("store", "the store's id is not valid UTF-8.");
  if (text::is_blank(id)) return refuse("store", "the store's id is blank.");
  if (text::has_control_characters(id)) {
    return refuse("store", "the store's id holds a control character.");
  }
  if (id.size() > kMaxNameBytes) return refuse("store", "the store's id is longer than 256 bytes.");
  return {};
}

Result<void> check_content(std::string_view content) {
  if (content.size() > kMaxContentBytes) {
    return refuse("content", "the content is longer than 1 MiB.");
  }
  if (!text::is_valid_utf8(content)) return refuse("content", "the content is not valid UTF-8.");
  if (text::is_blank(content)) return refuse("content", "the content is blank.");
  return {};
}

Result<void> check_add(const AddOptions& options) {
  if (auto checked = check_name(options.category, "category", true); !checked) return checked;
  if (auto checked = check_name(options.conversation_id, "conversation_id", true); !checked) {
    return checked;
  }
  if (auto checked = check_metadata(options.metadata); !checked) return checked;
  if (!options.idempotency_key) return {};
  const std::string& key = *options.idempotency_key;
  const auto printable = [](char c) { return c >= ' ' && c <= '~'; };
  if (key.empty() || key.size() > kMaxIdempotencyKeyBytes ||
      !std::all_of(key.begin(), key.end(), printable)) {
    return refuse("idempotency_key",
                  "the idempotency key is not 1 to 128 printable ASCII characters.");
  }
  return {};
}

Result<void> check_batch(std::span<const NewMemory> memories) {
  if (memories.size() > kMaxBatch) {
    return refuse("memories", "the batch has more than 100,000 memories.");
  }
  std::size_t bytes = 0;
  for (const NewMemory& memory : memories) bytes += memory.content.size();
  if (bytes > kMaxBatchBytes) {
    return refuse("memories", "the contents of the batch are longer than 256 MiB together.");
  }
  return {};
}

Result<void> check_search(std::string_view query, const SearchOptions& options) {
  if (!text::is_valid_utf8(query)) return refuse("query", "the query is not valid UTF-8.");
  if (text::is_blank(query)) return refuse("query", "the query is blank.");
  if (query.size() > kMaxContentBytes) return refuse("query", "the query is longer than 1 MiB.");
  if (auto checked = check_limit(options.limit); !checked) return checked;
  if (options.min_similarity &&
      !(*options.min_similarity >= -1.0 && *options.min_similarity <= 1.0)) {
    return refuse("min_similarity", "min_similarity does not lie in [-1, 1].");
  }
  for (const std::string& category : options.categories) {
    if (auto checked = check_name(category, "categories", false); !checked) return checked;
  }
  if (options.conversation_id) {
    auto checked = check_name(*options.conversation_id, "conversation_id", false);
    if (!checked) return checked;
  }
  if (auto checked = check_metadata(options.metadata); !checked) return checked;
  if (auto checked = check_range(options.event_from, options.event_to, "event_to"); !checked) {
    return checked;
  }
  return check_range(options.created_from, options.created_to, "created_to");
}

Result<void> check_recall(const RecallOptions& options) {
  if (options.context_limit > kMaxContext) {
    return refuse("context_limit", "context_limit is greater than 100.");
  }
  if (options.turns > kMaxContext) return refuse("turns", "turns is greater than 100.");
  return {};
}

Result<void> check_page(const PageOptions& options) { return check_limit(options.limit); }

}  // namespace whosaid::store
