// The values of the log's tables. encode_* gives the bytes; decode_* gives nothing on any bytes
// that encode_* would not have produced. Byte by byte: src/storage/FORMAT.md.

#ifndef WHOSAID_DETAIL_RECORDS_H_
#define WHOSAID_DETAIL_RECORDS_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "whosaid/detail/codec.h"
#include "whosaid/detail/keys.h"
#include "whosaid/detail/memory_record.h"
#include "whosaid/types.h"

namespace whosaid::detail {

inline constexpr std::uint32_t kFormatVersion = 1;

// --- manifest

struct ManifestRecord {
  std::uint32_t format_version = kFormatVersion;
  std::uint32_t dimensions = 0;
  std::uint32_t generation = 0;  // of the vectors in use; part of their keys
  std::string embedder_id;

  friend bool operator==(const ManifestRecord&, const ManifestRecord&) = default;
};

[[nodiscard]] inline std::string encode_manifest(const ManifestRecord& record) {
  std::string bytes;
  Writer out(bytes);
  out.u32(record.format_version);
  out.u32(record.dimensions);
  out.u32(record.generation);
  out.string(record.embedder_id);
  return bytes;
}
[[nodiscard]] inline std::optional<ManifestRecord> decode_manifest(std::string_view bytes) {
  Reader in(bytes);
  ManifestRecord record;
  record.format_version = in.u32();
  record.dimensions = in.u32();
  record.generation = in.u32();
  record.embedder_id = in.string();
  if (!in.done()) return std::nullopt;
  return record;
}

// --- stores

struct StoreRecord {
  std::uint64_t number = 0;
  Timestamp created_at{};

  friend bool operator==(const StoreRecord&, const StoreRecord&) = default;
};

[[nodiscard]] inline std::string encode_store(const StoreRecord& record) {
  std::string bytes;
  Writer out(bytes);
  out.u64(record.number);
  out.i64(micros(record.created_at));
  return bytes;
}
[[nodiscard]] inline std::optional<StoreRecord> decode_store(std::string_view bytes) {
  Reader in(bytes);
  StoreRecord record;
  record.number = in.u64();
  record.created_at = timestamp(in.i64());
  if (!in.done()) return std::nullopt;
  return record;
}

struct StoreHead {
  std::uint64_t next_memory_id = 1;
  SpeakerId next_speaker_id = kFirstSpeaker;

  friend bool operator==(const StoreHead&, const StoreHead&) = default;
};

[[nodiscard]] inline std::string encode_store_head(const StoreHead& record) {
  std::string bytes;
  Writer out(bytes);
  out.u64(record.next_memory_id);
  out.u32(record.next_speaker_id);
  return bytes;
}
[[nodiscard]] inline std::optional<StoreHead> decode_store_head(std::string_view bytes) {
  Reader in(bytes);
  StoreHead record;
  record.next_memory_id = in.u64();
  record.next_speaker_id = in.u32();
  if (!in.done()) return std::nullopt;
  return record;
}

// A store's version, and the next store number.
[[nodiscard]] inline std::string encode_counter(std::uint64_t value) {
  std::string bytes;
  Writer(bytes).u64(value);
  return bytes;
}
[[nodiscard]] inline std::optional<std::uint64_t> decode_counter(std::string_view bytes) {
  Reader in(bytes);
  const std::uint64_t value = in.u64();
  if (!in.done()) return std::nullopt;
  return value;
}

// --- speakers

struct SpeakerRecord {
  std::string name;  // normalized
  Timestamp created_at{};

  friend bool operator==(const SpeakerRecord&, const SpeakerRecord&) = default;
};

[[nodiscard]] inline std::string encode_speaker(const SpeakerRecord& record) {
  std::string bytes;
  Writer out(bytes);
  out.i64(micros(record.created_at));
  out.string(record.name);
  return bytes;
}
[[nodiscard]] inline std::optional<SpeakerRecord> decode_speaker(std::string_view bytes) {
  Reader in(bytes);
  SpeakerRecord record;
  record.created_at = timestamp(in.i64());
  record.name = in.string();
  if (!in.done()) return std::nullopt;
  return record;
}

// --- locations

struct LocationRecord {
  SpeakerId speaker = kUntagged;
  Timestamp created_at{};

  friend bool operator==(const LocationRecord&, const LocationRecord&) = default;
};

[[nodiscard]] inline std::string encode_location(const LocationRecord& record) {
  std::string bytes;
  Writer out(bytes);
  out.u32(record.speaker);
  out.i64(micros(record.created_at));
  return bytes;
}
[[nodiscard]] inline std::optional<LocationRecord> decode_location(std::string_view bytes) {
  Reader in(bytes);
  LocationRecord record;
  record.speaker = in.u32();
  record.created_at = timestamp(in.i64());
  if (!in.done()) return std::nullopt;
  return record;
}

// --- vectors: one for each chunk, an empty one where there was nothing to embed

// Every vector has either no elements or `dimensions` of them.
[[nodiscard]] inline std::string encode_vectors(std::span<const std::vector<float>> vectors) {
  std::string bytes;
  std::size_t size = 0;
  for (const auto& vector : vectors) size += 1 + 4 * vector.size();
  bytes.reserve(size);
  Writer out(bytes);
  for (const auto& vector : vectors) {
    out.u8(vector.empty() ? 0 : 1);
    if constexpr (std::endian::native == std::endian::little) {
      out.raw({reinterpret_cast<const char*>(vector.data()), 4 * vector.size()});
    } else {
      for (const float element : vector) out.f32(element);
    }
  }
  return bytes;
}

// Calls visit(chunk, std::span<const float>) for each chunk, with an empty span where there is no
// vector. The span lives until the visitor returns. False: the bytes are malformed, and some chunks
// may have been visited.
template <typename Visitor>
[[nodiscard]] bool decode_vectors(std::string_view bytes, std::size_t dimensions, Visitor&& visit) {
  std::vector<float> vector(dimensions);
  Reader in(bytes);
  for (std::size_t chunk = 0; !in.rest().empty(); ++chunk) {
    const std::uint8_t present = in.u8();
    if (present > 1) return false;
    if (present == 0) {
      visit(chunk, std::span<const float>());
      continue;
    }
    if (dimensions == 0 || in.rest().size() / 4 < dimensions) return false;
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(vector.data(), in.raw(4 * dimensions).data(), 4 * dimensions);
    } else {
      for (float& element : vector) element = in.f32();
    }
    visit(chunk, std::span<const float>(vector));
  }
  return true;
}

// --- requests: what an idempotency key stands for

struct NearRecord {
  MemoryId id{};
  double similarity = 0.0;
  SpeakerId speaker = kUntagged;

  friend bool operator==(const NearRecord&, const NearRecord&) = default;
};

struct RequestRecord {
  std::array<std::uint8_t, 16> fingerprint{};  // of the whole request
  std::uint8_t status = 0;                     // AddStatus
  std::uint8_t note = 0;                       // which note, for the writer to spell out
  std::optional<MemoryId> id;
  std::optional<NearRecord> duplicate_of;
  std::vector<NearRecord> near;

  friend bool operator==(const RequestRecord&, const RequestRecord&) = default;
};

inline void write_near(Writer& out, const NearRecord& near) {
  out.u64(static_cast<std::uint64_t>(near.id));
  out.f64(near.similarity);
  out.u32(near.speaker);
}
[[nodiscard]] inline NearRecord read_near(Reader& in) {
  NearRecord near;
  near.id = static_cast<MemoryId>(in.u64());
  near.similarity = in.f64();
  near.speaker = in.u32();
  return near;
}

[[nodiscard]] inline std::string encode_request(const RequestRecord& record) {
  std::string bytes;
  Writer out(bytes);
  for (const std::uint8_t byte : record.fingerprint) out.u8(byte);
  out.u8(static_cast<std::uint8_t>((record.id ? 1 : 0) | (record.duplicate_of ? 2 : 0)));
  out.u8(record.status);
  out.u8(record.note);
  if (record.id) out.u64(static_cast<std::uint64_t>(*record.id));
  if (record.duplicate_of) write_near(out, *record.duplicate_of);
  out.varint(record.near.size());
  for (const NearRecord& near : record.near) write_near(out, near);
  return bytes;
}
[[nodiscard]] inline std::optional<RequestRecord> decode_request(std::string_view bytes) {
  Reader in(bytes);
  RequestRecord record;
  for (std::uint8_t& byte : record.fingerprint) byte = in.u8();
  const std::uint8_t flags = in.u8();
  record.status = in.u8();
  record.note = in.u8();
  if (flags > 3) return std::nullopt;
  if ((flags & 1) != 0) record.id = static_cast<MemoryId>(in.u64());
  if ((flags & 2) != 0) record.duplicate_of = read_near(in);
  const std::uint64_t count = in.varint();
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) record.near.push_back(read_near(in));
  if (!in.done()) return std::nullopt;
  return record;
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_RECORDS_H_
