// Calls the embedder and trusts nothing it returns.

#ifndef WHOSAID_STORE_EMBEDDING_H_
#define WHOSAID_STORE_EMBEDDING_H_

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "store/settings.h"
#include "whosaid/detail/memory_record.h"
#include "whosaid/embedder.h"
#include "whosaid/result.h"

namespace whosaid::store {

// Checks an embedder and asks it what it is; the generation of its vectors is not known here.
// Errors: invalid_request, field "embedder" or "duplicates.threshold"; embedder_failed when it
// throws.
[[nodiscard]] Result<Embedding> make_embedding(std::shared_ptr<Embedder> embedder,
                                               const OpenOptions& options);

// Adds the texts of a content's chunks.
void append_chunks(std::string_view content, std::span<const detail::ChunkSpan> chunks,
                   std::vector<std::string_view>& texts);

// One vector for each text: of norm 1, or empty where there is nothing to embed. Call it without a
// lock held: an embedder may take long, or call back. Errors: embedder_failed.
[[nodiscard]] Result<std::vector<std::vector<float>>> embed_texts(
    Embedder& embedder, std::size_t dimensions, std::span<const std::string_view> texts,
    Purpose purpose);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_EMBEDDING_H_
