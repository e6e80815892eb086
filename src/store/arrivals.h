// Memories that bring their ids with them, from an export.

#ifndef WHOSAID_STORE_ARRIVALS_H_
#define WHOSAID_STORE_ARRIVALS_H_

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/prepared.h"
#include "whosaid/detail/keys.h"
#include "whosaid/detail/records.h"

namespace whosaid::store {

// Of one store. All ids have been raised by Reservation::offset.
struct Arrival {
  Prepared text;
  MemoryId id{};
  std::optional<MemoryId> supersedes;
  std::optional<MemoryId> superseded_by;  // kForgotten too
};

// The ids above `offset` up to `last`, which no other writer takes, and who the speakers are.
struct Reservation {
  std::uint64_t offset = 0;
  std::uint64_t last = 0;
  absl::flat_hash_map<std::string, detail::SpeakerId> speakers;  // by normalized name
  std::vector<detail::SpeakerId> registered;                     // who was not before
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_ARRIVALS_H_
