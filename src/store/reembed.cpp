#include "store/reembed.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "store/embedding.h"
#include "whosaid/detail/keys.h"
#include "whosaid/detail/memory_record.h"
#include "whosaid/detail/records.h"

namespace whosaid::store {
namespace {

using storage::Table;

// What the embedder is given with one call: so many memories, or fewer if their chunks are many. A
// memory is never divided, so that its vectors are written at once.
constexpr std::size_t kMemoriesAtOnce = 64;
constexpr std::size_t kChunksAtOnce = 1024;

struct Readable {
  MemoryId id;
  detail::MemoryRecord record;
};

// Nothing: it is gone, or cannot be read.
Result<std::optional<Readable>> read_memory_of(const storage::Log& log, storage::StoreNumber number,
                                               MemoryId id) {
  const auto soften = [](const auto& bytes) {
    return !bytes && bytes.error().code == ErrorCode::corruption;
  };
  const auto found = log.get(Table::locations, detail::location_key(number, id));
  if (soften(found)) return std::nullopt;
  if (!found) return tl::unexpected(found.error());
  const auto location = *found ? detail::decode_location(**found) : std::nullopt;
  if (!location) return std::nullopt;
  const auto bytes =
      log.get(Table::memories,
              detail::encode_memory_key({number, location->speaker, location->created_at, id}));
  if (soften(bytes)) return std::nullopt;
  if (!bytes) return tl::unexpected(bytes.error());
  auto record = *bytes ? detail::decode_memory(**bytes) : std::nullopt;
  if (!record) return std::nullopt;
  return Readable{id, *std::move(record)};
}

struct Batch {
  std::size_t ids = 0;  // taken from the front, whether readable or not
  std::vector<Readable> memories = {};
};

Result<Batch> read_batch(const storage::Log& log, storage::StoreNumber number,
                         std::span<const MemoryId> ids) {
  Batch batch;
  for (std::size_t chunks = 0; batch.ids < std::min(kMemoriesAtOnce, ids.size()); ++batch.ids) {
    auto memory = read_memory_of(log, number, ids[batch.ids]);
    if (!memory) return tl::unexpected(std::move(memory.error()));
    if (!*memory) continue;
    chunks += (*memory)->record.chunks.size();
    if (chunks > kChunksAtOnce && !batch.memories.empty()) break;
    batch.memories.push_back(**std::move(memory));
  }
  return batch;
}

Result<void> embed_batch(Store& store, const Embedding& embedding,
                         std::span<const Readable> memories) {
  std::vector<std::string_view> texts;
  for (const Readable& memory : memories) {
    append_chunks(memory.record.content, memory.record.chunks, texts);
  }
  auto vectors = embed_texts(*embedding.embedder, embedding.dimensions, texts, Purpose::document);
  if (!vectors) return tl::unexpected(std::move(vectors.error()));
  std::vector<Store::Vectors> written;
  written.reserve(memories.size());
  auto next = vectors->begin();
  for (const Readable& memory : memories) {
    Store::Vectors& entry = written.emplace_back();
    entry.id = memory.id;
    for (std::size_t i = 0; i < memory.record.chunks.size(); ++i) {
      entry.chunks.push_back(std::move(*next++));
    }
  }
  return store.write_vectors(embedding.generation, written);
}

}  // namespace

Result<std::optional<detail::ManifestRecord>> read_marker(const storage::Log& log) {
  const auto bytes = log.get(Table::manifest, detail::reembed_key());
  if (!bytes) return tl::unexpected(bytes.error());
  if (!*bytes) return std::nullopt;
  auto marker = detail::decode_manifest(**bytes);
  if (marker) return marker;
  return tl::unexpected(
      Error{.code = ErrorCode::corruption, .message = "the marker of a re-embedding is damaged."});
}

Result<Missing> missing_vectors(const storage::Log& log, storage::StoreNumber number,
                                std::uint32_t generation) {
  Missing missing;
  const auto version = log.version(number);
  if (!version) return tl::unexpected(version.error());
  missing.version = *version;
  absl::flat_hash_set<std::uint64_t> present;
  const std::string vectors = detail::vectors_prefix(number, generation);
  auto scanned = log.scan(Table::vectors, vectors, detail::prefix_end(vectors),
                          [&](const storage::Entry& entry) {
                            const auto key = detail::decode_vector_key(entry.key);
                            if (key && !entry.damaged) {
                              present.insert(static_cast<std::uint64_t>(key->id));
                            }
                            return storage::Visit::go_on;
                          });
  if (!scanned) return tl::unexpected(std::move(scanned.error()));
  const std::string memories = detail::store_prefix(number);
  scanned = log.scan(Table::locations, memories, detail::prefix_end(memories),
                     [&](const storage::Entry& entry) {
                       const auto id = detail::decode_location_key(entry.key);
                       if (id && !present.contains(static_cast<std::uint64_t>(*id))) {
                         missing.ids.push_back(*id);
                       }
                       return storage::Visit::go_on;
                     });
  if (!scanned) return tl::unexpected(std::move(scanned.error()));
  return missing;
}

Result<std::size_t> embed_memories(Store& store, const storage::Log& log,
                                   const Embedding& embedding, const std::vector<MemoryId>& ids,
                                   const Step& step) {
  std::size_t done = 0;
  for (std::span<const MemoryId> left(ids); !left.empty();) {
    const auto batch = read_batch(log, store.number(), left);
    if (!batch) return tl::unexpected(batch.error());
    left = left.subspan(batch->ids);
    const auto embedded = embed_batch(store, embedding, batch->memories);
    if (!embedded) return tl::unexpected(embedded.error());
    done += batch->memories.size();
    for (std::size_t i = 0; i < batch->ids; ++i) {
      if (step()) continue;
      return tl::unexpected(Error{.code = ErrorCode::conflict,
                                  .message = "the work was stopped by its progress callback.",
                                  .field = "progress"});
    }
  }
  return done;
}

}  // namespace whosaid::store
