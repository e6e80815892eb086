// AddTransaction: decides what becomes of a batch of new memories, as one commit.

#ifndef WHOSAID_STORE_ADD_TRANSACTION_H_
#define WHOSAID_STORE_ADD_TRANSACTION_H_

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "store/prepared.h"
#include "store/state.h"
#include "text/details.h"
#include "whosaid/detail/exact_index.h"
#include "whosaid/detail/records.h"

namespace whosaid::store {

// The answer to an earlier request with this key. Nothing: the key is free.
// Errors: conflict, field "idempotency_key", when the key stands for another request.
[[nodiscard]] Result<std::optional<AddResult>> find_replay(const StoreContext& context,
                                                           const Registry& registry,
                                                           const Prepared& item);

// Used by one thread, over a state that does not change meanwhile. Call add() for each memory,
// apply finish() to the log, and, once that has succeeded, publish() to the state.
class AddTransaction {
 public:
  // `now`: the time of storing of those that bring none.
  AddTransaction(const State& state, Timestamp now);

  // The item must outlive the transaction. Nothing: it must be embedded first, or again, because
  // the store has another embedding by now, or because the earlier request that would have answered
  // it has been forgotten since. Errors: invalid_request, not_found, conflict, corruption,
  // io_error. Nothing and an error leave the transaction as it was.
  [[nodiscard]] Result<std::optional<AddResult>> add(const Prepared& item);

  // What to commit; empty when nothing changes. Call once.
  [[nodiscard]] const storage::Batch& finish();

  // A record that readers may have to read from the log becomes another.
  [[nodiscard]] bool rewrites() const;

  // Enters what was stored into the state that the transaction was made for.
  void publish(State& state);

 private:
  struct Stored {
    const Prepared* item;
    detail::MemoryKey key;
    detail::MemoryRecord record;
    std::string bytes;  // of the record
    Slot replaces = kNoSlot;
    std::string replaced;           // what the record of that one has become
    std::vector<detail::Row> rows;  // in pending_, once something is compared with it
  };

  [[nodiscard]] Result<std::optional<AddResult>> replay(const Prepared& item) const;
  // Whom a new memory belongs to, and which older version it replaces.
  struct Place {
    detail::SpeakerId speaker = detail::kUntagged;
    Slot replaces = kNoSlot;
  };

  [[nodiscard]] Result<Place> find_place(const Prepared& item) const;
  [[nodiscard]] Result<Slot> find_replaced(MemoryId id) const;
  // Makes what has been stored so far comparable.
  void index_stored();
  // A memory close in meaning to a new one.
  struct Candidate {
    detail::NearRecord near;
    bool pending;         // of this transaction
    std::uint32_t owner;  // its place in stored_, or its slot
  };

  // Most similar first.
  [[nodiscard]] std::vector<Candidate> find_near(const Prepared& item, Place place) const;
  // The first that the new memory repeats.
  [[nodiscard]] const Candidate* find_repeated(const Prepared& item,
                                               const std::vector<Candidate>& near) const;
  [[nodiscard]] bool is_variant(const Prepared& item, std::span<const text::Details> details,
                                const Candidate& near) const;
  [[nodiscard]] Result<MemoryId> store(const Prepared& item, Place place);
  // Returns the record that the older version has from now on.
  [[nodiscard]] Result<std::string> retire(Slot slot, MemoryId newer);
  void remember_request(const Prepared& item, const detail::RequestRecord& record);

  const StoreContext& context_;
  const State& state_;
  const Timestamp now_;
  detail::StoreHead head_;
  storage::Batch batch_;
  std::vector<Stored> stored_;
  detail::ExactIndex pending_;  // the vectors of stored_, owned by their place in it
  std::size_t indexed_ = 0;     // how many of stored_
  absl::flat_hash_map<Slot, MemoryId> replaced_;  // by whom
  absl::flat_hash_map<std::string, detail::RequestRecord> requests_;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_ADD_TRANSACTION_H_
