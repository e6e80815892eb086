// The value of the table `memories`, with a decoder that copies nothing. Byte by byte:
// src/storage/FORMAT.md.

#ifndef WHOSAID_DETAIL_MEMORY_RECORD_H_
#define WHOSAID_DETAIL_MEMORY_RECORD_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "whosaid/detail/codec.h"
#include "whosaid/detail/keys.h"
#include "whosaid/types.h"

namespace whosaid::detail {

// A chunk: bytes [begin, begin + length) of the content. Never empty.
struct ChunkSpan {
  std::size_t begin = 0;
  std::size_t length = 0;

  friend bool operator==(const ChunkSpan&, const ChunkSpan&) = default;
};

struct MemoryRecord {
  std::uint64_t sequence = 0;  // the store version that last wrote it
  std::optional<Timestamp> event_at;
  std::optional<MemoryId> supersedes;
  std::optional<MemoryId> superseded_by;
  std::optional<std::size_t>
      first_half;                 // an exchange: how many bytes of the content are the user's
  std::vector<ChunkSpan> chunks;  // ascending, without overlap
  std::string category;
  std::string conversation_id;
  std::map<std::string, std::string> metadata;
  std::string content;

  friend bool operator==(const MemoryRecord&, const MemoryRecord&) = default;
};

// The same over the bytes it was decoded from, which must outlive it. Already checked as a whole:
// chunks() and metadata() cannot fail.
struct MemoryRecordView {
  std::uint64_t sequence = 0;
  std::optional<Timestamp> event_at;
  std::optional<MemoryId> supersedes;
  std::optional<MemoryId> superseded_by;
  std::optional<std::size_t> first_half;
  std::size_t chunk_count = 0;
  std::size_t metadata_count = 0;
  std::string_view category;
  std::string_view conversation_id;
  std::string_view content;
  std::string_view chunk_bytes;     // encoded
  std::string_view metadata_bytes;  // encoded

  [[nodiscard]] bool current() const { return !superseded_by.has_value(); }

  [[nodiscard]] std::vector<ChunkSpan> chunks() const {
    std::vector<ChunkSpan> spans;
    spans.reserve(chunk_count);
    std::size_t end = 0;
    for (Reader in(chunk_bytes); !in.rest().empty();) {
      const std::size_t begin = end + static_cast<std::size_t>(in.varint());
      spans.push_back({begin, static_cast<std::size_t>(in.varint())});
      end = begin + spans.back().length;
    }
    return spans;
  }

  [[nodiscard]] std::map<std::string, std::string> metadata() const {
    std::map<std::string, std::string> pairs;
    for (Reader in(metadata_bytes); !in.rest().empty();) {
      const std::string_view key = in.string();
      pairs.emplace_hint(pairs.end(), key, in.string());
    }
    return pairs;
  }
};

namespace memory_flags {
inline constexpr std::uint8_t kEventAt = 1;
inline constexpr std::uint8_t kExchange = 2;
inline constexpr std::uint8_t kSupersedes = 4;
inline constexpr std::uint8_t kSupersededBy = 8;
inline constexpr std::uint8_t kAll = 15;
}  // namespace memory_flags

[[nodiscard]] inline std::string encode_memory(const MemoryRecord& record) {
  namespace flags = memory_flags;
  std::string bytes;
  bytes.reserve(64 + 4 * record.chunks.size() + record.content.size());
  Writer out(bytes);
  out.u8(static_cast<std::uint8_t>((record.event_at ? flags::kEventAt : 0) |
                                   (record.first_half ? flags::kExchange : 0) |
                                   (record.supersedes ? flags::kSupersedes : 0) |
                                   (record.superseded_by ? flags::kSupersededBy : 0)));
  out.u64(record.sequence);
  if (record.event_at) out.i64(micros(*record.event_at));
  if (record.supersedes) out.u64(static_cast<std::uint64_t>(*record.supersedes));
  if (record.superseded_by) out.u64(static_cast<std::uint64_t>(*record.superseded_by));
  if (record.first_half) out.varint(*record.first_half);
  out.string(record.category);
  out.string(record.conversation_id);
  out.varint(record.metadata.size());
  for (const auto& [key, value] : record.metadata) {
    out.string(key);
    out.string(value);
  }
  out.varint(record.chunks.size());
  std::size_t end = 0;
  for (const ChunkSpan& chunk : record.chunks) {
    out.varint(chunk.begin - end);
    out.varint(chunk.length);
    end = chunk.begin + chunk.length;
  }
  out.raw(record.content);
  return bytes;
}

// Reads `count` pairs with ascending keys and returns their bytes.
[[nodiscard]] inline std::string_view read_metadata(Reader& in, std::uint64_t count) {
  const std::string_view begin = in.rest();
  std::string_view last;
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    const std::string_view key = in.string();
    in.string();
    if (i > 0 && key <= last) in.fail();
    last = key;
  }
  return in.ok() ? begin.substr(0, begin.size() - in.rest().size()) : std::string_view();
}

// Reads `count` spans and returns their bytes; `content_size` is what they must fit in, checked
// here as far as the bytes that follow them.
[[nodiscard]] inline std::string_view read_chunks(Reader& in, std::uint64_t count) {
  const std::string_view begin = in.rest();
  std::uint64_t end = 0;
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    const std::uint64_t gap = in.varint();
    const std::uint64_t length = in.varint();
    const std::uint64_t room = begin.size();  // more than any content that follows
    if (length == 0 || gap > room || length > room) in.fail();
    end += gap + length;
    if (end > room) in.fail();
  }
  if (end > in.rest().size()) in.fail();
  return in.ok() ? begin.substr(0, begin.size() - in.rest().size()) : std::string_view();
}

[[nodiscard]] inline std::optional<MemoryRecordView> decode_memory_view(std::string_view bytes) {
  namespace flags = memory_flags;
  Reader in(bytes);
  MemoryRecordView view;
  const std::uint8_t present = in.u8();
  if (present > flags::kAll) return std::nullopt;
  view.sequence = in.u64();
  if ((present & flags::kEventAt) != 0) view.event_at = timestamp(in.i64());
  if ((present & flags::kSupersedes) != 0) view.supersedes = static_cast<MemoryId>(in.u64());
  if ((present & flags::kSupersededBy) != 0) view.superseded_by = static_cast<MemoryId>(in.u64());
  if ((present & flags::kExchange) != 0) view.first_half = static_cast<std::size_t>(in.varint());
  view.category = in.string();
  view.conversation_id = in.string();
  const std::uint64_t pairs = in.varint();
  view.metadata_bytes = read_metadata(in, pairs);
  const std::uint64_t chunks = in.varint();
  view.chunk_bytes = read_chunks(in, chunks);
  if (!in.ok()) return std::nullopt;
  view.metadata_count = static_cast<std::size_t>(pairs);
  view.chunk_count = static_cast<std::size_t>(chunks);
  view.content = in.rest();
  if (view.first_half && *view.first_half > view.content.size()) return std::nullopt;
  return view;
}

[[nodiscard]] inline std::optional<MemoryRecord> decode_memory(std::string_view bytes) {
  const std::optional<MemoryRecordView> view = decode_memory_view(bytes);
  if (!view) return std::nullopt;
  MemoryRecord record;
  record.sequence = view->sequence;
  record.event_at = view->event_at;
  record.supersedes = view->supersedes;
  record.superseded_by = view->superseded_by;
  record.first_half = view->first_half;
  record.chunks = view->chunks();
  record.category = view->category;
  record.conversation_id = view->conversation_id;
  record.metadata = view->metadata();
  record.content = view->content;
  return record;
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_MEMORY_RECORD_H_
