// The lines of an export: JSON objects, one a line.
//
//   {"whosaid":1}
//   {"type":"store","store":"alice"}
//   {"type":"speaker","store":"alice","name":"Bob","created_at":1693550000000000}
//   {"type":"memory","store":"alice","id":7,"speaker":"Bob","content":"I moved it",
//    "created_at":1693550000000000,"event_at":1693549000000000,"category":"plan",
//    "conversation_id":"monday","metadata":{"room":"2"},"supersedes":3,"current":true}
//   {"type":"end","stores":1,"speakers":1,"memories":1}
//
// The first line names the format's version. A store's line comes before those of its speakers,
// and these before its memories. An exchange has "user" and "agent" in the place of "content".
// What is empty or absent is left out, "speaker" excepted: null is untagged. A memory that is not
// current and has no "superseded_by" was replaced by one that has been forgotten. Times are
// microseconds since 1970-01-01T00:00:00Z. In the last line the counts may be left out.

#ifndef WHOSAID_STORE_JSONL_H_
#define WHOSAID_STORE_JSONL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "whosaid/options.h"
#include "whosaid/result.h"
#include "whosaid/types.h"

namespace whosaid::store {

inline constexpr std::uint64_t kExportVersion = 1;

struct HeaderLine {};
struct StoreLine {
  std::string store;
};
struct SpeakerLine {
  std::string store;
  std::string name;
  Timestamp created_at{};
};
struct MemoryLine {
  std::string store;
  MemoryId id{};
  std::string content;
  std::optional<std::size_t> first_half;  // an exchange: the bytes of the user's half
  AddOptions options;                     // speaker, times, category, conversation, metadata
  std::optional<MemoryId> supersedes;
  std::optional<MemoryId> superseded_by;
  bool current = true;
};
struct EndLine {
  std::optional<std::size_t> stores, speakers, memories;
};
using ExportLine = std::variant<HeaderLine, StoreLine, SpeakerLine, MemoryLine, EndLine>;

// With the line's end. Nothing: some text is not UTF-8.
[[nodiscard]] std::optional<std::string> encode_line(const ExportLine& line);

// Accepts what encode_line gives, in any order of members; texts are checked for UTF-8 only.
// Otherwise: what is wrong, for people.
[[nodiscard]] tl::expected<ExportLine, std::string> decode_line(std::string_view line);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_JSONL_H_
