// Re-embedding: vectors of another embedder are written beside those in use, as the next
// generation, while the store is read and written; then one commit makes them the ones in use.
//
// A marker in the manifest's table says which embedder the next generation belongs to, so that work
// that was cut short is taken up where it ended.

#ifndef WHOSAID_STORE_REEMBED_H_
#define WHOSAID_STORE_REEMBED_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "store/settings.h"
#include "store/store.h"

namespace whosaid::store {

// The embedder that an unfinished re-embedding was for.
[[nodiscard]] Result<std::optional<detail::ManifestRecord>> read_marker(const storage::Log& log);

// Told of each memory that is done; returns false to stop.
using Step = std::function<bool()>;

// What is left to do in one store.
struct Missing {
  std::vector<MemoryId> ids;
  std::uint64_t version = 0;  // of the store when they were counted, or before
};
[[nodiscard]] Result<Missing> missing_vectors(const storage::Log& log, storage::StoreNumber number,
                                              std::uint32_t generation);

// Embeds those memories and writes their vectors; takes no lock while the embedder works. Returns
// how many were readable and are done. Errors: embedder_failed; conflict, field "progress";
// io_error.
[[nodiscard]] Result<std::size_t> embed_memories(Store& store, const storage::Log& log,
                                                 const Embedding& embedding,
                                                 const std::vector<MemoryId>& ids,
                                                 const Step& step);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_REEMBED_H_
