#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"
#include "whosaid/detail/records.h"

namespace whosaid::detail {
namespace {

std::string hex(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    text += kDigits[static_cast<unsigned char>(c) >> 4];
    text += kDigits[c & 15];
  }
  return text;
}

MemoryRecord rich_memory() {
  MemoryRecord record;
  record.sequence = 0x0102;
  record.event_at = timestamp(-1);
  record.supersedes = MemoryId{5};
  record.superseded_by = MemoryId{6};
  record.first_half = 4;
  record.chunks = {{0, 4}, {5, 3}};
  record.category = "c";
  record.conversation_id = "talk";
  record.metadata = {{"a", "1"}, {"b", ""}};
  record.content = "Yes. No.";
  return record;
}

RequestRecord rich_request() {
  RequestRecord record;
  record.fingerprint = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  record.status = 1;
  record.note = 2;
  record.id = MemoryId{3};
  record.duplicate_of = NearRecord{MemoryId{4}, 1.0, 16};
  record.near = {{MemoryId{5}, -0.5, 0}};
  return record;
}

const std::vector<std::vector<float>> kVectors = {{1.0F, -2.0F}, {}, {0.0F, 0.5F}};

std::vector<std::vector<float>> decoded_vectors(std::string_view bytes, std::size_t dimensions,
                                                bool& sound) {
  std::vector<std::vector<float>> vectors;
  sound = decode_vectors(bytes, dimensions, [&](std::size_t chunk, std::span<const float> vector) {
    CHECK(chunk == vectors.size());
    vectors.emplace_back(vector.begin(), vector.end());
  });
  return vectors;
}

// Every decoder on the same bytes; what they say does not matter.
void decode_all(std::string_view bytes) {
  bool sound = false;
  (void)decode_manifest(bytes);
  (void)decode_store(bytes);
  (void)decode_store_head(bytes);
  (void)decode_counter(bytes);
  (void)decode_speaker(bytes);
  (void)decode_location(bytes);
  (void)decode_request(bytes);
  (void)decoded_vectors(bytes, 2, sound);
  (void)decoded_vectors(bytes, 0, sound);
  if (const auto view = decode_memory_view(bytes)) {
    std::size_t end = 0;
    for (const ChunkSpan& chunk : view->chunks()) {
      REQUIRE(chunk.begin >= end);
      REQUIRE(chunk.length > 0);
      end = chunk.begin + chunk.length;
    }
    REQUIRE(end <= view->content.size());
    REQUIRE(view->chunks().size() == view->chunk_count);
    REQUIRE(view->metadata().size() == view->metadata_count);
    REQUIRE(encode_memory(*decode_memory(bytes)) == bytes);
  }
}

// A change here makes databases unreadable: it needs a new format version (src/storage/FORMAT.md).
TEST_CASE("records are, byte for byte, what the format says") {
  CHECK(hex(encode_manifest({1, 384, 2, "e/1"})) ==
        "01000000"
        "80010000"
        "02000000"
        "03652f31");
  CHECK(hex(encode_store({7, timestamp(1)})) ==
        "0700000000000000"
        "0100000000000000");
  CHECK(hex(encode_store_head({9, 17})) ==
        "0900000000000000"
        "11000000");
  CHECK(hex(encode_counter(0x0102)) == "0201000000000000");
  CHECK(hex(encode_speaker({"Bob", timestamp(-1)})) ==
        "ffffffffffffffff"
        "03426f62");
  CHECK(hex(encode_location({16, timestamp(1)})) ==
        "10000000"
        "0100000000000000");
  CHECK(hex(encode_vectors(kVectors)) ==
        "01"
        "0000803f"
        "000000c0"
        "00"
        "01"
        "00000000"
        "0000003f");
  CHECK(hex(encode_request(rich_request())) ==
        "000102030405060708090a0b0c0d0e0f"
        "03"
        "01"
        "02"
        "0300000000000000"
        "0400000000000000"
        "000000000000f03f"
        "10000000"
        "01"
        "0500000000000000"
        "000000000000e0bf"
        "00000000");
  CHECK(hex(encode_memory(rich_memory())) ==
        "0f"
        "0201000000000000"
        "ffffffffffffffff"
        "0500000000000000"
        "0600000000000000"
        "04"
        "0163"
        "0474616c6b"
        "02"
        "0161"
        "0131"
        "0162"
        "00"
        "02"
        "00"
        "04"
        "01"
        "03"
        "5965732e204e6f2e");
  CHECK(hex(encode_memory({})) ==
        "00"
        "0000000000000000"
        "00"
        "00"
        "00"
        "00");
}

TEST_CASE("records decode to what was encoded") {
  const ManifestRecord manifest{1, 384, 2, "e/1"};
  CHECK(decode_manifest(encode_manifest(manifest)) == manifest);
  const StoreRecord store{7, timestamp(-1)};
  CHECK(decode_store(encode_store(store)) == store);
  const StoreHead head{9, 17};
  CHECK(decode_store_head(encode_store_head(head)) == head);
  const SpeakerRecord speaker{"Bob", timestamp(1)};
  CHECK(decode_speaker(encode_speaker(speaker)) == speaker);
  const LocationRecord location{16, timestamp(1)};
  CHECK(decode_location(encode_location(location)) == location);
  CHECK(decode_counter(encode_counter(~std::uint64_t{0})) == ~std::uint64_t{0});
  CHECK(decode_request(encode_request(rich_request())) == rich_request());
  CHECK(decode_request(encode_request({})) == RequestRecord{});
  CHECK(decode_memory(encode_memory(rich_memory())) == rich_memory());
  CHECK(decode_memory(encode_memory({})) == MemoryRecord{});
  bool sound = false;
  CHECK(decoded_vectors(encode_vectors(kVectors), 2, sound) == kVectors);
  CHECK(sound);
}

TEST_CASE("a view shows the record without copying it") {
  const std::string bytes = encode_memory(rich_memory());
  const auto view = decode_memory_view(bytes);
  REQUIRE(view);
  CHECK(view->content == "Yes. No.");
  CHECK(view->content.data() == bytes.data() + bytes.size() - 8);
  CHECK(view->chunk_count == 2);
  CHECK(view->chunks() == rich_memory().chunks);
  CHECK(view->metadata() == rich_memory().metadata);
  CHECK_FALSE(view->current());
}

TEST_CASE("random memories survive the round trip") {
  std::mt19937_64 random(2);
  const auto text = [&](std::size_t most) {
    std::string bytes(random() % (most + 1), '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    return bytes;
  };
  for (int i = 0; i < 2000; ++i) {
    MemoryRecord record;
    record.sequence = random();
    if (random() % 2 == 0) record.event_at = timestamp(static_cast<std::int64_t>(random()));
    if (random() % 2 == 0) record.supersedes = MemoryId{random()};
    if (random() % 2 == 0) record.superseded_by = MemoryId{random()};
    record.category = text(200);
    record.conversation_id = text(10);
    for (std::uint64_t pairs = random() % 5; pairs > 0; --pairs)
      record.metadata[text(9)] = text(200);
    record.content = text(400);
    if (random() % 2 == 0) record.first_half = random() % (record.content.size() + 1);
    std::size_t at = random() % 200;
    while (at < record.content.size()) {
      const std::size_t length = 1 + random() % (record.content.size() - at);
      record.chunks.push_back({at, length});
      at += length + random() % 3;
    }
    REQUIRE(decode_memory(encode_memory(record)) == record);
  }
}

TEST_CASE("a record that is cut short, or longer, does not decode") {
  const auto whole = {encode_manifest({1, 384, 2, "e/1"}), encode_store({7, timestamp(1)}),
                      encode_store_head({9, 17}),          encode_speaker({"Bob", timestamp(1)}),
                      encode_location({16, timestamp(1)}), encode_request(rich_request())};
  for (const std::string& bytes : whole) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const std::string_view part = std::string_view(bytes).substr(0, size);
      decode_all(part);
      if (bytes == *(whole.end() - 1)) CHECK_FALSE(decode_request(part));
    }
  }
  CHECK_FALSE(decode_manifest(*whole.begin() + "x"));
  CHECK_FALSE(decode_request(encode_request(rich_request()) + "x"));
  CHECK_FALSE(decode_counter("1234567"));
  CHECK_FALSE(decode_counter("123456789"));
  // A memory's content goes to the end of the record, so only cuts before it and into its chunks
  // show.
  const std::string memory = encode_memory(rich_memory());
  for (std::size_t size = 0; size < memory.size(); ++size) {
    CHECK_FALSE(decode_memory(std::string_view(memory).substr(0, size)));
  }
}

TEST_CASE("memory records that no writer makes are refused") {
  const auto decodes = [](std::string_view tail) {
    return decode_memory_view(std::string(9, '\0') + std::string(tail)).has_value();
  };
  using namespace std::string_view_literals;
  CHECK(decodes("\0\0\0\0"sv));
  CHECK(decodes("\0\0\0\1\0\3abc"sv));
  CHECK_FALSE(decodes("\0\0\0\1\0\4abc"sv));             // a chunk behind the content
  CHECK_FALSE(decodes("\0\0\0\1\1\3abc"sv));             // the same by its gap
  CHECK_FALSE(decodes("\0\0\0\1\0\0abc"sv));             // an empty chunk
  CHECK_FALSE(decodes("\0\0\0\2\0\1\3\1abc"sv));         // the second chunk behind the content
  CHECK_FALSE(decodes("\0\0\0\xff\xff\xff\xff\x0f"sv));  // more chunks than bytes
  CHECK_FALSE(decodes("\0\0\xff\xff\xff\xff\x0f\0"sv));  // more pairs than bytes
  CHECK_FALSE(decodes("\x80\0\0\0\0"sv));                // an overlong number
  CHECK_FALSE(decodes("\0\0\2\1b\0\1a\0\0"sv));          // keys out of order
  CHECK_FALSE(decodes("\0\0\2\1a\0\1a\0\0"sv));          // a key twice
  CHECK(decodes("\0\0\2\1a\0\1b\0\0"sv));
  CHECK_FALSE(decodes("\0\0\0\1\xff\xff\xff\xff\xff\xff\xff\xff\xff\1\2ab"sv));  // wraps around
  CHECK_FALSE(decode_memory_view("\x10" + std::string(12, '\0')));               // an unknown flag
  CHECK_FALSE(decode_memory_view("\x02" + std::string(8, '\0') + std::string("\4\0\0\0\0abc", 8)));
  CHECK(decode_memory_view("\x02" + std::string(8, '\0') + std::string("\3\0\0\0\0abc", 8)));
}

TEST_CASE("vectors of another dimension are refused") {
  bool sound = true;
  const std::string bytes = encode_vectors(kVectors);
  decoded_vectors(bytes, 3, sound);
  CHECK_FALSE(sound);
  decoded_vectors(bytes.substr(0, bytes.size() - 1), 2, sound);
  CHECK_FALSE(sound);
  decoded_vectors("\x02", 2, sound);
  CHECK_FALSE(sound);
  CHECK(decoded_vectors("", 2, sound).empty());
  CHECK(sound);
}

TEST_CASE("numbers of varying length have one form each") {
  const auto read = [](std::string_view bytes) {
    Reader in(bytes);
    const std::uint64_t value = in.varint();
    return in.done() ? std::optional(value) : std::nullopt;
  };
  std::mt19937_64 random(3);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t value = random() >> (random() % 64);
    std::string bytes;
    Writer(bytes).varint(value);
    REQUIRE(read(bytes) == value);
    REQUIRE_FALSE(read(bytes.substr(0, bytes.size() - 1)));
  }
  const std::string longest(9, '\xff');
  CHECK(read(longest + "\x01") == ~std::uint64_t{0});
  CHECK_FALSE(read(longest + "\x02"));
  CHECK_FALSE(read(longest + "\xff\x01"));
  CHECK_FALSE(read(std::string("\x80\x00", 2)));
}

TEST_CASE("decoders are safe on any bytes") {
  std::mt19937_64 random(4);
  const std::vector<std::string> seeds = {
      encode_memory(rich_memory()), encode_request(rich_request()), encode_vectors(kVectors),
      encode_manifest({1, 384, 2, "e/1"}), encode_speaker({"Bob", timestamp(1)})};
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = seeds[random() % seeds.size()];
    for (std::uint64_t changes = random() % 4; changes > 0; --changes) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    bytes.resize(random() % (bytes.size() + 4));
    decode_all(bytes);
    for (char& c : bytes) c = static_cast<char>(random() % 8 == 0 ? random() : random() % 4);
    decode_all(bytes);
  }
}

}  // namespace
}  // namespace whosaid::detail
