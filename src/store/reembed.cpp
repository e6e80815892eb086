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

constexpr std::size_t kMemoriesAtOnce = 64;

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

// Returns how many of them were readable.
Result<std::size_t> embed_batch(Store& store, const storage::Log& log, const Embedding& embedding,
                                std::span<const MemoryId> ids) {
  std::vector<Readable> memories;
  for (const MemoryId id : ids) {
    auto memory = read_memory_of(log, store.number(), id);
    if (!memory) return tl::unexpected(std::move(memory.error()));
    if (*memory) memories.push_back(**std::move(memory));
  }
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
  if (auto done = store.write_vectors(embedding.generation, written); !done) {
    return tl::unexpected(std::move(done.error()));
  }
  return written.size();
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
    const auto batch = left.first(std::min(kMemoriesAtOnce, left.size()));
    left = left.subspan(batch.size());
    const auto embedded = embed_batch(store, log, embedding, batch);
    if (!embedded) return tl::unexpected(embedded.error());
    done += *embedded;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (step()) continue;
      return tl::unexpected(Error{.code = ErrorCode::conflict,
                                  .message = "the work was stopped by its progress callback.",
                                  .field = "progress"});
    }
  }
  return done;
}

}  // namespace whosaid::store
