#include "support/outcome.h"

#include <cstdint>

namespace whosaid::test {
namespace {

std::string name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_request:
      return "invalid_request";
    case ErrorCode::not_found:
      return "not_found";
    case ErrorCode::conflict:
      return "conflict";
    case ErrorCode::busy:
      return "busy";
    case ErrorCode::embedder_failed:
      return "embedder_failed";
    case ErrorCode::embedder_mismatch:
      return "embedder_mismatch";
    case ErrorCode::corruption:
      return "corruption";
    case ErrorCode::io_error:
      return "io_error";
  }
  return "an error code without a name";
}

const Memory& memory_of(const Memory& memory) { return memory; }
const Memory& memory_of(const Hit& hit) { return hit.memory; }

template <typename Items, typename Get>
auto each(const Items& items, Get get) {
  std::vector<std::decay_t<decltype(get(memory_of(items.front())))>> all;
  all.reserve(items.size());
  for (const auto& item : items) all.push_back(get(memory_of(item)));
  return all;
}

std::string content_of(const Memory& memory) { return memory.content; }
MemoryId id_of(const Memory& memory) { return memory.id; }

}  // namespace

std::string describe(const Error& error) {
  std::string text = name_of(error.code);
  if (error.field) text += " field=" + *error.field;
  if (error.speaker && error.field != "speaker") text += " speaker=" + *error.speaker;
  if (error.speaker_limit) text += " speaker_limit=" + std::to_string(*error.speaker_limit);
  if (error.memory) text += naming(*error.memory);
  return text;
}

std::string naming(MemoryId id) {
  return " memory=" + std::to_string(static_cast<std::uint64_t>(id));
}

std::vector<std::string> contents(const std::vector<Memory>& memories) {
  return each(memories, content_of);
}
std::vector<std::string> contents(const Page& page) { return contents(page.memories); }
std::vector<std::string> contents(const std::vector<Hit>& hits) { return each(hits, content_of); }
std::vector<std::string> contents(const SearchResult& result) { return contents(result.hits); }

std::vector<MemoryId> ids(const std::vector<Memory>& memories) { return each(memories, id_of); }
std::vector<MemoryId> ids(const Page& page) { return ids(page.memories); }
std::vector<MemoryId> ids(const std::vector<Hit>& hits) { return each(hits, id_of); }
std::vector<MemoryId> ids(const SearchResult& result) { return ids(result.hits); }

std::string label(const Memory& memory) { return memory.speaker.value_or("(untagged)"); }
std::vector<std::string> labels(const std::vector<Memory>& memories) {
  return each(memories, label);
}
std::vector<std::string> labels(const std::vector<Hit>& hits) { return each(hits, label); }
std::vector<std::string> labels(const Page& page) { return labels(page.memories); }
std::vector<std::string> labels(const SearchResult& result) { return labels(result.hits); }

std::string name_of(AddStatus status) {
  return status == AddStatus::stored ? "stored" : "duplicate";
}
std::string name_of(SpeakerStatus status) {
  return status == SpeakerStatus::registered ? "registered" : "exists";
}

std::string status_of(const Result<AddResult>& result) {
  return result ? name_of(result->status) : error_of(result);
}
std::string status_of(const Result<SupersedeResult>& result) {
  return result ? name_of(result->status) : error_of(result);
}
std::string status_of(const Result<AddSpeakerResult>& result) {
  return result ? name_of(result->status) : error_of(result);
}

std::vector<std::string> statuses(const std::vector<AddResult>& results) {
  std::vector<std::string> all;
  for (const AddResult& result : results) all.push_back(name_of(result.status));
  return all;
}

}  // namespace whosaid::test

namespace whosaid {

std::ostream& operator<<(std::ostream& out, MemoryId id) {
  return out << "memory " << static_cast<std::uint64_t>(id);
}

}  // namespace whosaid
