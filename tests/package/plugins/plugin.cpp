// A plugin that remembers. What it uses for that is nobody's business.
#include "plugin.h"

#include <whosaid/whosaid.h>

#include <optional>

namespace {

std::optional<whosaid::MemoryStore> store;

}  // namespace

#define PLUGIN_API __attribute__((visibility("default")))

PLUGIN_API int plugin_open(const char* directory) {
  auto opened = whosaid::MemoryStore::open(directory);
  if (!opened) return opened.error().code == whosaid::ErrorCode::busy ? 1 : 2;
  store = *opened;
  return 0;
}

PLUGIN_API int plugin_use() {
  if (!store->add_speaker("Bob")) return 1;
  if (!store->add("The deadline moved to Tuesday.", {.speaker = "Bob"})) return 2;
  const auto found = store->search("deadline", {.speaker = "Bob"});
  return found && found->hits.size() == 1 ? 0 : 3;
}

PLUGIN_API void plugin_close() { store.reset(); }

PLUGIN_API const void* plugin_library() {
  return reinterpret_cast<const void*>(&whosaid::list_engrams);
}
