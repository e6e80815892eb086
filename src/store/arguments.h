// Checks of arguments: what is refused, and under which field.

#ifndef WHOSAID_STORE_ARGUMENTS_H_
#define WHOSAID_STORE_ARGUMENTS_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "whosaid/options.h"
#include "whosaid/result.h"

namespace whosaid::store {

inline constexpr std::size_t kMaxContentBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxNameBytes = 256;  // categories, conversations, metadata keys
inline constexpr std::size_t kMaxMetadataEntries = 64;
inline constexpr std::size_t kMaxMetadataBytes = std::size_t{64} << 10;
inline constexpr std::size_t kMaxIdempotencyKeyBytes = 128;
inline constexpr std::size_t kMaxBatch = 100'000;
inline constexpr std::size_t kMaxBatchBytes = std::size_t{256} << 20;  // of contents
inline constexpr std::size_t kMaxLimit = 1000;
inline constexpr std::size_t kMaxContext = 100;

// The ends of what the head of a store counts. Imports leave half of a store's memory ids, whatever
// a file says.
inline constexpr std::uint64_t kMemoryIdsEnd = std::numeric_limits<std::uint64_t>::max();
inline constexpr std::uint64_t kImportedIdsEnd = std::uint64_t{1} << 63;
inline constexpr std::uint32_t kSpeakerIdsEnd = std::numeric_limits<std::uint32_t>::max();

// conflict: a store gives no id twice, and has given its last.
[[nodiscard]] Error no_ids_left();

[[nodiscard]] Error invalid_argument(std::string field, std::string message);

[[nodiscard]] Result<void> check_store_id(std::string_view id);
[[nodiscard]] Result<void> check_content(std::string_view content);
// All but the speaker, whose name needs normalizing.
[[nodiscard]] Result<void> check_add(const AddOptions& options);
// How much it is; not what its entries hold.
[[nodiscard]] Result<void> check_batch(std::span<const NewMemory> memories);
[[nodiscard]] Result<void> check_search(std::string_view query, const SearchOptions& options);
// What recall() takes beside the options of a search.
[[nodiscard]] Result<void> check_recall(const RecallOptions& options);
[[nodiscard]] Result<void> check_page(const PageOptions& options);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_ARGUMENTS_H_
