#include "page_query.h"

#include <algorithm>
#include <charconv>
#include <chrono>

#include "json_input.h"

namespace server {
namespace {

// "1756711800000000.12": microseconds, and the smallest id of those already seen of that moment.
// Memories of one moment come by falling ids, so the others of them needn't be named.
std::string text_of(const whosaid::PageCursor& cursor) {
  std::string text = std::to_string(cursor.next_before.time_since_epoch().count());
  const auto& seen = cursor.next_skip_ids;
  const auto last = std::min_element(seen.begin(), seen.end());
  if (last != seen.end()) text += '.' + std::to_string(static_cast<std::uint64_t>(*last));
  return text;
}

whosaid::PageCursor cursor_of(const std::string& text) {
  const auto dot = std::min(text.find('.'), text.size());
  std::chrono::microseconds::rep time = 0;
  const char* end = text.data() + dot;
  const auto [stopped, error] = std::from_chars(text.data(), end, time);
  if (error != std::errc() || stopped != end) {
    refuse("after must be the \"next\" of the page before", "after");
  }
  whosaid::PageCursor cursor{.next_before = whosaid::Timestamp(std::chrono::microseconds(time))};
  if (dot < text.size()) {
    cursor.next_skip_ids.push_back(whosaid::MemoryId{whole_number(text.substr(dot + 1), "after")});
  }
  return cursor;
}

}  // namespace

whosaid::PageOptions page_options(const Query& query) {
  check_query(query, {"limit", "after", "include_superseded"});
  whosaid::PageOptions options;
  for (const auto& [name, text] : query) {
    if (name == "limit") options.limit = whole_number(text, name);
    if (name == "after") options.after = cursor_of(text);
    if (name == "include_superseded") {
      if (text != "true" && text != "false") refuse(name + " must be true or false", name);
      options.include_superseded = text == "true";
    }
  }
  return options;
}

Json json_of(const whosaid::Page& page) {
  Json json;
  json["memories"] = json_of(page.memories);
  json["chunks"] = page.chunks;
  json["points_to_delete"] = page.points_to_delete();
  json["next"] = page.next ? Json(text_of(*page.next)) : Json(nullptr);
  return json;
}

}  // namespace server
