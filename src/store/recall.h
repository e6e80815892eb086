// Recall: what to have in mind before answering, and the passages around hits.

#ifndef WHOSAID_STORE_RECALL_H_
#define WHOSAID_STORE_RECALL_H_

#include <span>
#include <vector>

#include "store/search.h"
#include "store/state.h"
#include "whosaid/options.h"

namespace whosaid::store {

// `query` was prepared with the speaker and limit of the options. Errors: as search.
[[nodiscard]] Result<Recall> recall(const State& state, const PreparedQuery& query,
                                    const RecallOptions& options);

// The stretches of conversation around the slots, in their order; those that touch are one.
[[nodiscard]] Result<std::vector<Passage>> passages_around(const StoreContext& context,
                                                           const State& state,
                                                           std::span<const Slot> slots);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_RECALL_H_
