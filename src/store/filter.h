// Filter: which memories a search is about.

#ifndef WHOSAID_STORE_FILTER_H_
#define WHOSAID_STORE_FILTER_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "store/state.h"
#include "whosaid/options.h"

namespace whosaid::store {

struct Filter {
  std::optional<detail::SpeakerId> speaker = {};
  std::vector<Tag> categories = {};  // any of them; empty: all
  Tag conversation = kNoTag;
  std::vector<Tag> metadata = {};  // each of them
  std::optional<Timestamp> event_from = {}, event_to = {}, created_from = {}, created_to = {};
  bool superseded = false;  // old versions pass too
  bool impossible = false;  // asks for a value that no memory has

  // Anything beyond the speaker and old versions?
  [[nodiscard]] bool selects() const;
  [[nodiscard]] bool passes(const CatalogEntry& entry) const;
};

[[nodiscard]] Filter make_filter(const Catalog& catalog, std::optional<detail::SpeakerId> speaker,
                                 const SearchOptions& options);

// The memories that pass, in no order: found through the smallest set that holds them all.
[[nodiscard]] std::vector<Slot> matching(const Catalog& catalog, const Filter& filter);

// No more than so many pass, or are walked to find those that do.
[[nodiscard]] std::size_t most_matching(const Catalog& catalog, const Filter& filter);

// About how many of the speaker's memories, or of everybody's, pass what the filter selects by: of
// a few that lie evenly among all.
[[nodiscard]] double share_that_passes(const Catalog& catalog, const Filter& filter);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_FILTER_H_
