// What a new text is turned into before any lock is taken.

#ifndef WHOSAID_STORE_PREPARED_H_
#define WHOSAID_STORE_PREPARED_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/settings.h"
#include "text/words.h"
#include "whosaid/detail/memory_record.h"
#include "whosaid/options.h"
#include "whosaid/result.h"

namespace whosaid::store {

// A memory as the caller gave it; all of it outlives the call.
struct NewText {
  std::string_view content;
  const AddOptions* options = nullptr;
  std::optional<std::size_t> first_half = {};  // an exchange: the bytes of the user's half
  std::optional<MemoryId> supersedes = {};     // `options` then holds what is inherited, too
};

using Fingerprint = std::array<std::uint8_t, 16>;

struct Prepared : NewText {
  std::optional<std::string> speaker = {};  // normalized
  Fingerprint fingerprint = {};             // of the whole request
  std::vector<detail::ChunkSpan> chunks = {};
  text::IndexTerms terms = {};
  std::vector<std::vector<float>> vectors = {};  // one for each chunk
  SharedEmbedding embedding = {};                // that made the vectors; null: none are there yet
};

// What stands between the halves of an exchange.
inline constexpr std::size_t kBetweenHalves = 1;
[[nodiscard]] std::string join_halves(std::string_view user, std::string_view agent);

// Checks a request, and normalizes its speaker's name. Errors: invalid_request.
[[nodiscard]] Result<Prepared> check_new(const NewText& text);

// Checks a request and takes its text apart. Errors: invalid_request.
[[nodiscard]] Result<Prepared> prepare(const NewText& text);

// Embeds the chunks of all of them with one call. Errors: embedder_failed.
[[nodiscard]] Result<void> embed_all(const SharedEmbedding& embedding,
                                     std::span<Prepared* const> items);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_PREPARED_H_
