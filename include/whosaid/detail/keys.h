// The keys of the log's tables: big-endian, so that bytes sort as the values do.
// Byte by byte: src/storage/FORMAT.md.

#ifndef WHOSAID_DETAIL_KEYS_H_
#define WHOSAID_DETAIL_KEYS_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "whosaid/detail/codec.h"
#include "whosaid/types.h"

namespace whosaid::detail {

using SpeakerId = std::uint32_t;
inline constexpr SpeakerId kUntagged = 0;
inline constexpr SpeakerId kAgentId = 1;        // "me"
inline constexpr SpeakerId kFirstSpeaker = 16;  // registered ones count from here

[[nodiscard]] inline std::int64_t micros(Timestamp time) { return time.time_since_epoch().count(); }
[[nodiscard]] inline Timestamp timestamp(std::int64_t micros) {
  return Timestamp(std::chrono::microseconds(micros));
}

// The first key behind all that begin with `prefix`; empty (the end of the table) if there is none.
[[nodiscard]] inline std::string prefix_end(std::string_view prefix) {
  std::string end(prefix);
  while (!end.empty() && end.back() == '\xff') end.pop_back();
  if (!end.empty()) end.back() = static_cast<char>(static_cast<unsigned char>(end.back()) + 1);
  return end;
}

// Everything of one store in the tables speakers, memories, locations, vectors and requests.
[[nodiscard]] inline std::string store_prefix(std::uint64_t store) {
  std::string key;
  Writer(key).u64_be(store);
  return key;
}

// --- manifest

[[nodiscard]] inline std::string manifest_key() { return "manifest"; }
// A ManifestRecord of the vectors that an unfinished re-embedding writes.
[[nodiscard]] inline std::string reembed_key() { return "reembed"; }

// --- stores

inline constexpr char kStoreNamePrefix = 'n';

[[nodiscard]] inline std::string store_name_key(std::string_view id) {
  return kStoreNamePrefix + std::string(id);
}
[[nodiscard]] inline std::optional<std::string_view> decode_store_name_key(std::string_view key) {
  if (key.size() < 2 || key.front() != kStoreNamePrefix) return std::nullopt;
  return key.substr(1);
}
[[nodiscard]] inline std::string store_head_key(std::uint64_t store) {
  return 'h' + store_prefix(store);
}
[[nodiscard]] inline std::string store_version_key(std::uint64_t store) {
  return 'v' + store_prefix(store);
}
[[nodiscard]] inline std::string next_store_key() { return "c"; }

// --- speakers

[[nodiscard]] inline std::string speaker_key(std::uint64_t store, SpeakerId speaker) {
  std::string key = store_prefix(store);
  Writer(key).u32_be(speaker);
  return key;
}
[[nodiscard]] inline std::optional<SpeakerId> decode_speaker_key(std::string_view key) {
  Reader reader(key);
  reader.u64_be();
  const SpeakerId speaker = reader.u32_be();
  if (!reader.done()) return std::nullopt;
  return speaker;
}

// --- memories: a speaker's lie together, newest first

struct MemoryKey {
  std::uint64_t store = 0;
  SpeakerId speaker = kUntagged;
  Timestamp created_at{};
  MemoryId id{};

  friend bool operator==(const MemoryKey&, const MemoryKey&) = default;
};

[[nodiscard]] inline std::string speaker_memories_prefix(std::uint64_t store, SpeakerId speaker) {
  return speaker_key(store, speaker);
}
[[nodiscard]] inline std::string encode_memory_key(const MemoryKey& memory) {
  std::string key;
  key.reserve(28);
  Writer out(key);
  out.u64_be(memory.store);
  out.u32_be(memory.speaker);
  out.u64_be(~ordered(micros(memory.created_at)));
  out.u64_be(~static_cast<std::uint64_t>(memory.id));
  return key;
}
[[nodiscard]] inline std::optional<MemoryKey> decode_memory_key(std::string_view key) {
  Reader reader(key);
  MemoryKey memory;
  memory.store = reader.u64_be();
  memory.speaker = reader.u32_be();
  memory.created_at = timestamp(unordered(~reader.u64_be()));
  memory.id = static_cast<MemoryId>(~reader.u64_be());
  if (!reader.done()) return std::nullopt;
  return memory;
}

// --- locations: where a memory's key is, by id

[[nodiscard]] inline std::string location_key(std::uint64_t store, MemoryId id) {
  std::string key = store_prefix(store);
  Writer(key).u64_be(static_cast<std::uint64_t>(id));
  return key;
}
[[nodiscard]] inline std::optional<MemoryId> decode_location_key(std::string_view key) {
  Reader reader(key);
  reader.u64_be();
  const MemoryId id{reader.u64_be()};
  if (!reader.done()) return std::nullopt;
  return id;
}

// --- vectors: by generation, so that a re-embedding can be written beside the vectors in use

struct VectorKey {
  std::uint64_t store = 0;
  std::uint32_t generation = 0;
  MemoryId id{};

  friend bool operator==(const VectorKey&, const VectorKey&) = default;
};

[[nodiscard]] inline std::string vectors_prefix(std::uint64_t store, std::uint32_t generation) {
  std::string key = store_prefix(store);
  Writer(key).u32_be(generation);
  return key;
}
[[nodiscard]] inline std::string encode_vector_key(const VectorKey& vector) {
  std::string key = vectors_prefix(vector.store, vector.generation);
  Writer(key).u64_be(static_cast<std::uint64_t>(vector.id));
  return key;
}
[[nodiscard]] inline std::optional<VectorKey> decode_vector_key(std::string_view key) {
  Reader reader(key);
  VectorKey vector;
  vector.store = reader.u64_be();
  vector.generation = reader.u32_be();
  vector.id = static_cast<MemoryId>(reader.u64_be());
  if (!reader.done()) return std::nullopt;
  return vector;
}

// --- requests: idempotency keys, and which memory holds them

[[nodiscard]] inline std::string request_key(std::uint64_t store,
                                             std::string_view idempotency_key) {
  std::string key = store_prefix(store);
  Writer out(key);
  out.u8(0);
  out.raw(idempotency_key);
  return key;
}
[[nodiscard]] inline std::string request_owner_prefix(std::uint64_t store, MemoryId id) {
  std::string key = store_prefix(store);
  Writer out(key);
  out.u8(1);
  out.u64_be(static_cast<std::uint64_t>(id));
  return key;
}
// Its value is empty.
[[nodiscard]] inline std::string request_owner_key(std::uint64_t store, MemoryId id,
                                                   std::string_view idempotency_key) {
  return request_owner_prefix(store, id) + std::string(idempotency_key);
}
// The idempotency key within a request_owner_key.
[[nodiscard]] inline std::optional<std::string_view> decode_request_owner_key(
    std::string_view key) {
  Reader reader(key);
  reader.u64_be();
  const bool owner = reader.u8() == 1;
  reader.u64_be();
  if (!reader.ok() || !owner || reader.rest().empty()) return std::nullopt;
  return reader.rest();
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_KEYS_H_
