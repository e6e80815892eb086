#include <string>
#include <string_view>

#include "storage/checksum.h"
#include "support/catch.h"

namespace whosaid::storage {
namespace {

std::string sealed(Table table, std::string_view key, std::string_view value) {
  const auto sum = checksum(table, key, value);
  return std::string(value) + std::string(sum.data(), sum.size());
}

TEST_CASE("a checksum is, byte for byte, what the format says") {
  CHECK(sealed(Table::memories, "key", "") == "\x91\xb6\xe3\xdb\xdc\xe8\x7c\x63");
  CHECK(sealed(Table::memories, "key", "value") == "value\xe5\xc4\x46\xd4\xd5\x10\x79\x9e");
}

TEST_CASE("a value comes back only in the place where it was written, whole and unchanged") {
  const std::string stored = sealed(Table::memories, "key", "value");
  CHECK(checked_value(Table::memories, "key", stored) == "value");
  CHECK_FALSE(checked_value(Table::vectors, "key", stored));
  CHECK_FALSE(checked_value(Table::memories, "kez", stored));
  for (std::size_t i = 0; i < stored.size(); ++i) {
    CHECK_FALSE(checked_value(Table::memories, "key", stored.substr(0, i)));
    std::string flipped = stored;
    flipped[i] = static_cast<char>(flipped[i] ^ 1);
    CHECK_FALSE(checked_value(Table::memories, "key", flipped));
  }
}

}  // namespace
}  // namespace whosaid::storage
