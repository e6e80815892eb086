// The checksum that every stored value carries: over its table, its key and itself.

#ifndef WHOSAID_STORAGE_CHECKSUM_H_
#define WHOSAID_STORAGE_CHECKSUM_H_

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "storage/log.h"

namespace whosaid::storage {

inline constexpr std::size_t kChecksumBytes = 8;

// What is stored behind the value.
[[nodiscard]] std::array<char, kChecksumBytes> checksum(Table table, std::string_view key,
                                                        std::string_view value);

// The value within what was stored; nothing if it is not what was written under that key.
[[nodiscard]] std::optional<std::string_view> checked_value(Table table, std::string_view key,
                                                            std::string_view stored);

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_CHECKSUM_H_
