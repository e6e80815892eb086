// Pages: memories newest first, with a cursor that neither repeats nor skips.

#ifndef WHOSAID_STORE_PAGES_H_
#define WHOSAID_STORE_PAGES_H_

#include <string_view>

#include "store/state.h"
#include "whosaid/options.h"

namespace whosaid::store {

// A page of one speaker's memories, or, without a speaker, of all.
// Errors: corruption, io_error.
[[nodiscard]] Result<Page> read_page(const StoreContext& context, const State& state,
                                     std::optional<detail::SpeakerId> speaker,
                                     const PageOptions& options);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_PAGES_H_
