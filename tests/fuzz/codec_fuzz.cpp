// Records and keys: what is decoded is encoded to the same bytes, what is encoded is decoded to the
// same value, and keys sort as their values do.

#include <fuzzer/FuzzedDataProvider.h>

#include <string>
#include <tuple>
#include <vector>

#include "fuzz/property.h"
#include "whosaid/detail/keys.h"
#include "whosaid/detail/memory_record.h"
#include "whosaid/detail/records.h"

namespace whosaid::detail {
namespace {

using fuzz::hold;

template <typename Decode, typename Encode>
void bytes_come_back(std::string_view bytes, Decode decode, Encode encode) {
  const auto decoded = decode(bytes);
  if (decoded) hold(encode(*decoded) == bytes, "bytes are decoded that encode() doesn't give");
}

void any_bytes(std::string_view bytes) {
  bytes_come_back(bytes, decode_manifest, encode_manifest);
  bytes_come_back(bytes, decode_store, encode_store);
  bytes_come_back(bytes, decode_store_head, encode_store_head);
  bytes_come_back(bytes, decode_counter, encode_counter);
  bytes_come_back(bytes, decode_speaker, encode_speaker);
  bytes_come_back(bytes, decode_location, encode_location);
  bytes_come_back(bytes, decode_request, encode_request);
  bytes_come_back(bytes, decode_memory, encode_memory);
  bytes_come_back(bytes, decode_memory_key, encode_memory_key);
  bytes_come_back(bytes, decode_vector_key, encode_vector_key);
  (void)decode_speaker_key(bytes);
  (void)decode_location_key(bytes);
  if (const auto id = decode_store_name_key(bytes)) hold(store_name_key(*id) == bytes, "name key");
  if (const auto key = decode_request_owner_key(bytes)) {
    Reader reader(bytes);
    const std::uint64_t store = reader.u64_be();
    (void)reader.u8();
    hold(request_owner_key(store, MemoryId{reader.u64_be()}, *key) == bytes, "owner key");
  }
  const std::string end = prefix_end(bytes);
  hold(end.empty() || (bytes < end && std::string(bytes) + "\xff\xff" < end), "a prefix's end");
}

void vectors(std::string_view bytes, std::size_t dimensions) {
  std::vector<std::vector<float>> decoded;
  const bool sound = decode_vectors(bytes, dimensions, [&](std::size_t, std::span<const float> v) {
    decoded.emplace_back(v.begin(), v.end());
  });
  if (sound) hold(encode_vectors(decoded) == bytes, "vectors");
}

MemoryKey memory_key(FuzzedDataProvider& in) {
  return {in.ConsumeIntegral<std::uint64_t>(), in.ConsumeIntegral<SpeakerId>(),
          timestamp(in.ConsumeIntegral<std::int64_t>()),
          MemoryId{in.ConsumeIntegral<std::uint64_t>()}};
}

// A store's memories lie by speaker, newest first.
auto place(const MemoryKey& key) {
  return std::tuple(key.store, key.speaker, ~ordered(micros(key.created_at)),
                    ~static_cast<std::uint64_t>(key.id));
}

void keys(FuzzedDataProvider& in) {
  const MemoryKey a = memory_key(in);
  const MemoryKey b = in.ConsumeBool() ? memory_key(in)
                                       : MemoryKey{a.store, a.speaker, a.created_at,
                                                   MemoryId{in.ConsumeIntegral<std::uint64_t>()}};
  hold(decode_memory_key(encode_memory_key(a)) == a, "a memory's key");
  hold((encode_memory_key(a) < encode_memory_key(b)) == (place(a) < place(b)), "the keys' order");
  const VectorKey vector{a.store, b.speaker, a.id};
  hold(decode_vector_key(encode_vector_key(vector)) == vector, "a vector's key");
  hold(decode_speaker_key(speaker_key(a.store, a.speaker)) == a.speaker, "a speaker's key");
  hold(decode_location_key(location_key(a.store, a.id)) == a.id, "a location's key");
}

MemoryRecord memory_record(FuzzedDataProvider& in) {
  MemoryRecord record;
  record.sequence = in.ConsumeIntegral<std::uint64_t>();
  if (in.ConsumeBool()) record.event_at = timestamp(in.ConsumeIntegral<std::int64_t>());
  if (in.ConsumeBool()) record.supersedes = MemoryId{in.ConsumeIntegral<std::uint64_t>()};
  if (in.ConsumeBool()) record.superseded_by = MemoryId{in.ConsumeIntegral<std::uint64_t>()};
  record.category = in.ConsumeRandomLengthString(200);
  record.conversation_id = in.ConsumeRandomLengthString(200);
  while (in.remaining_bytes() > 0 && in.ConsumeBool()) {
    record.metadata[in.ConsumeRandomLengthString(20)] = in.ConsumeRandomLengthString(200);
  }
  record.content = in.ConsumeRandomLengthString(1'000);
  if (in.ConsumeBool())
    record.first_half = in.ConsumeIntegralInRange<std::size_t>(0, record.content.size());
  for (std::size_t at = 0; at < record.content.size() && in.ConsumeBool();) {
    const auto begin = in.ConsumeIntegralInRange(at, record.content.size() - 1);
    const auto length = in.ConsumeIntegralInRange<std::size_t>(1, record.content.size() - begin);
    record.chunks.push_back({begin, length});
    at = begin + length;
  }
  return record;
}

void records(FuzzedDataProvider& in) {
  const MemoryRecord memory = memory_record(in);
  hold(decode_memory(encode_memory(memory)) == memory, "a memory");
  const SpeakerRecord speaker{memory.category,
                              timestamp(static_cast<std::int64_t>(memory.sequence))};
  hold(decode_speaker(encode_speaker(speaker)) == speaker, "a speaker");
  const ManifestRecord manifest{in.ConsumeIntegral<std::uint32_t>(),
                                in.ConsumeIntegral<std::uint32_t>(),
                                in.ConsumeIntegral<std::uint32_t>(), memory.conversation_id};
  hold(decode_manifest(encode_manifest(manifest)) == manifest, "a manifest");
}

}  // namespace
}  // namespace whosaid::detail

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whosaid::detail;
  if (size == 0) return 0;
  const std::string_view bytes = whosaid::fuzz::text_of(data + 1, size - 1);
  FuzzedDataProvider in(data + 1, size - 1);
  switch (data[0] % 4) {
    case 0:
      any_bytes(bytes);
      break;
    case 1:
      vectors(bytes, data[0] / 4 % 8);
      break;
    case 2:
      keys(in);
      break;
    default:
      records(in);
  }
  return 0;
}
