#include <whosaid/whosaid.h>

#include "unit.h"

// Every inline function and constant of the headers is in both units.
bool remembers(whosaid::MemoryStore& store) {
  const auto day = whosaid::utc_day(whosaid::Timestamp{});
  const auto added = store.add("The printer is on the second floor",
                               {.speaker = whosaid::kAgent, .event_at = day.from});
  if (!added || !added->id) return false;
  const auto found = store.search(
      "printer", {.speaker = whosaid::kAgent, .event_from = day.from, .event_to = day.to});
  return found && found->hits.size() == 1 && found->hits.front().memory.id == *added->id;
}
