// Memories between the log, the catalog and the caller.

#ifndef WHOSAID_STORE_MEMORIES_H_
#define WHOSAID_STORE_MEMORIES_H_

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "store/state.h"
#include "whosaid/detail/memory_record.h"

namespace whosaid::store {

// The successor of a memory whose newer version has been forgotten: superseded, by nobody left.
inline constexpr MemoryId kForgotten{0};

[[nodiscard]] Error memory_not_found(MemoryId id);
[[nodiscard]] Error damaged_memory(MemoryId id);
// `current`: the chain's current version, unless it has been forgotten.
[[nodiscard]] Error superseded_already(MemoryId id, std::optional<MemoryId> current);

// The key of a memory's record in the log.
[[nodiscard]] std::string memory_key(const StoreContext& context, const CatalogEntry& entry);

// The value that callers see. `view` is the entry's record.
[[nodiscard]] Memory to_memory(const State& state, const CatalogEntry& entry,
                               const detail::MemoryRecordView& view);

// The catalog's entry for a record, without rows; interns its tags.
[[nodiscard]] CatalogEntry to_entry(Catalog& catalog, const detail::MemoryKey& key,
                                    const detail::MemoryRecord& record);

// Reads a memory's record whole. Errors: corruption, io_error.
[[nodiscard]] Result<detail::MemoryRecord> read_record(const StoreContext& context,
                                                       const CatalogEntry& entry);

// The slot of a memory. Errors: not_found; corruption when its record is damaged.
[[nodiscard]] Result<Slot> find_slot(const State& state, MemoryId id);

// The slot of a memory that has not been superseded. Errors: not_found; corruption; conflict, with
// `memory` the chain's current one.
[[nodiscard]] Result<Slot> find_current(const State& state, MemoryId id);

// All versions of a memory, oldest first.
[[nodiscard]] std::vector<Slot> chain_of(const State& state, Slot slot);

// Records that are to be rewritten, and what they become.
using Records = std::map<Slot, detail::MemoryRecord>;

// What links the versions that stay to each other when memories go: some that are in the catalog,
// and some whose records are damaged. Errors: io_error.
[[nodiscard]] Result<Records> relink(const StoreContext& context, const State& state,
                                     std::span<const Slot> gone,
                                     std::span<const CatalogEntry> damaged);
void put_records(const State& state, const Records& records, storage::Batch& batch);

// Adds to the batch what puts a memory into the log: its record, location and vectors.
void put_memory(const StoreContext& context, const detail::MemoryKey& key, std::string record,
                std::span<const std::vector<float>> vectors, storage::Batch& batch);

// Adds to the batch what takes a memory out of the log: its record, location and vectors, and the
// idempotency keys that it holds. Errors: corruption, io_error.
[[nodiscard]] Result<void> erase_memory(const StoreContext& context, const CatalogEntry& entry,
                                        storage::Batch& batch);

// Errors: corruption, io_error.
[[nodiscard]] Result<Memory> read_memory(const StoreContext& context, const State& state,
                                         Slot slot);

// Reads many memories, in the order of `slots`. Damaged ones are left out.
[[nodiscard]] Result<std::vector<Memory>> read_memories(const StoreContext& context,
                                                        const State& state,
                                                        std::span<const Slot> slots);

// The same for memories of one speaker in the order of the log, read in one sweep.
[[nodiscard]] Result<std::vector<Memory>> sweep_memories(const StoreContext& context,
                                                         const State& state,
                                                         std::span<const Slot> slots);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_MEMORIES_H_
