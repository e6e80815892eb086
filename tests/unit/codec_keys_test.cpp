#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "support/catch.h"
#include "whosaid/detail/keys.h"

namespace whosaid::detail {
namespace {

constexpr std::int64_t kOldest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kNewest = std::numeric_limits<std::int64_t>::max();

std::string hex(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    text += kDigits[static_cast<unsigned char>(c) >> 4];
    text += kDigits[c & 15];
  }
  return text;
}

std::string memory_key(std::uint64_t store, SpeakerId speaker, std::int64_t time,
                       std::uint64_t id) {
  return encode_memory_key({store, speaker, timestamp(time), MemoryId{id}});
}

// A change here makes databases unreadable: it needs a new format version (src/storage/FORMAT.md).
TEST_CASE("keys are, byte for byte, what the format says") {
  CHECK(hex(manifest_key()) == "6d616e6966657374");
  CHECK(hex(next_store_key()) == "63");
  CHECK(hex(store_name_key("al")) == "6e616c");
  CHECK(hex(store_head_key(0x0102)) == "680000000000000102");
  CHECK(hex(store_version_key(0x0102)) == "760000000000000102");
  CHECK(hex(store_prefix(0x0102)) == "0000000000000102");
  CHECK(hex(speaker_key(1, 16)) == "000000000000000100000010");
  CHECK(hex(memory_key(1, 16, 2, 3)) ==
        "0000000000000001"
        "00000010"
        "7ffffffffffffffd"
        "fffffffffffffffc");
  CHECK(hex(memory_key(1, 16, -1, 3)) ==
        "0000000000000001"
        "00000010"
        "8000000000000000"
        "fffffffffffffffc");
  CHECK(hex(speaker_memories_prefix(1, 16)) == "000000000000000100000010");
  CHECK(hex(location_key(1, MemoryId{3})) == "00000000000000010000000000000003");
  CHECK(hex(vectors_prefix(1, 2)) == "000000000000000100000002");
  CHECK(hex(encode_vector_key({1, 2, MemoryId{3}})) == "0000000000000001000000020000000000000003");
  CHECK(hex(request_key(1, "key")) == "0000000000000001006b6579");
  CHECK(hex(request_owner_prefix(1, MemoryId{3})) == "0000000000000001010000000000000003");
  CHECK(hex(request_owner_key(1, MemoryId{3}, "key")) ==
        "0000000000000001010000000000000003"
        "6b6579");
}

TEST_CASE("keys decode to what they were made of") {
  for (const std::int64_t time : {kOldest, std::int64_t{-1}, std::int64_t{0}, kNewest}) {
    const MemoryKey key{7, kFirstSpeaker, timestamp(time), MemoryId{~std::uint64_t{0}}};
    CHECK(decode_memory_key(encode_memory_key(key)) == key);
  }
  const VectorKey vector{7, 8, MemoryId{9}};
  CHECK(decode_vector_key(encode_vector_key(vector)) == vector);
  CHECK(decode_speaker_key(speaker_key(7, 20)) == 20U);
  CHECK(decode_location_key(location_key(7, MemoryId{9})) == MemoryId{9});
  CHECK(decode_request_owner_key(request_owner_key(7, MemoryId{9}, "a key")) == "a key");
  CHECK(decode_store_name_key(store_name_key("al")) == "al");
}

TEST_CASE("keys of another length or kind do not decode") {
  const std::string memory = memory_key(1, 16, 2, 3);
  const std::string vector = encode_vector_key({1, 2, MemoryId{3}});
  for (std::size_t size = 0; size < memory.size(); ++size) {
    CHECK_FALSE(decode_memory_key(memory.substr(0, size)));
  }
  for (std::size_t size = 0; size < vector.size(); ++size) {
    CHECK_FALSE(decode_vector_key(vector.substr(0, size)));
  }
  CHECK_FALSE(decode_memory_key(memory + "x"));
  CHECK_FALSE(decode_speaker_key(memory));
  CHECK_FALSE(decode_location_key(memory));
  CHECK_FALSE(decode_request_owner_key(request_key(1, "a key of some length")));
  CHECK_FALSE(decode_request_owner_key(request_owner_prefix(1, MemoryId{3})));
  CHECK_FALSE(decode_store_name_key(store_head_key(1)));
  CHECK_FALSE(decode_store_name_key("n"));
}

TEST_CASE("memories sort by store, speaker, then newest first") {
  std::mt19937_64 random(1);
  const std::vector<std::int64_t> times = {kOldest, -5, -1, 0, 1, 5, kNewest};
  struct Row {
    std::uint64_t store;
    SpeakerId speaker;
    std::int64_t time;
    std::uint64_t id;
  };
  std::vector<Row> rows;
  for (int i = 0; i < 500; ++i) {
    rows.push_back({random() % 3, static_cast<SpeakerId>(random() % 3),
                    times[random() % times.size()], random() % 300});
  }
  const auto key_of = [](const Row& row) {
    return memory_key(row.store, row.speaker, row.time, row.id);
  };
  std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    return std::tie(a.store, a.speaker, b.time, b.id) < std::tie(b.store, b.speaker, a.time, a.id);
  });
  CHECK(std::is_sorted(rows.begin(), rows.end(),
                       [&](const Row& a, const Row& b) { return key_of(a) < key_of(b); }));
}

TEST_CASE("a prefix ends where the next one begins") {
  CHECK(prefix_end("abc") == "abd");
  CHECK(prefix_end(store_prefix(1)) == store_prefix(2));
  CHECK(hex(prefix_end(store_prefix(0xff))) == "00000000000001");
  CHECK(prefix_end("a\xff\xff") == "b");
  CHECK(prefix_end("\xff\xff").empty());
  CHECK(prefix_end("").empty());
}

}  // namespace
}  // namespace whosaid::detail
