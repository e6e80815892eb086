#include "storage/checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <cstring>

namespace whosaid::storage {

std::array<char, kChecksumBytes> checksum(Table table, std::string_view key,
                                          std::string_view value) {
  const std::uint64_t seed =
      XXH3_64bits_withSeed(key.data(), key.size(), static_cast<std::uint64_t>(table));
  std::uint64_t hash = XXH3_64bits_withSeed(value.data(), value.size(), seed);
  std::array<char, kChecksumBytes> bytes;
  for (char& byte : bytes) {
    byte = static_cast<char>(hash & 0xff);
    hash >>= 8;
  }
  return bytes;
}

std::optional<std::string_view> checked_value(Table table, std::string_view key,
                                              std::string_view stored) {
  if (stored.size() < kChecksumBytes) return std::nullopt;
  const std::string_view value = stored.substr(0, stored.size() - kChecksumBytes);
  const auto expected = checksum(table, key, value);
  if (std::memcmp(expected.data(), stored.data() + value.size(), kChecksumBytes) != 0) {
    return std::nullopt;
  }
  return value;
}

}  // namespace whosaid::storage
