// Reads with any cursor and any query: pages go on where the cursor says, and a speaker's search
// holds that speaker's memories alone, all that there are.

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "fuzz/property.h"
#include "fuzz/temp_database.h"
#include "text/unicode.h"
#include "whosaid/whosaid.h"

namespace {

using namespace whosaid;
using fuzz::hold;

constexpr std::size_t kEach = 6;

Timestamp time_of(std::int64_t step) { return Timestamp(std::chrono::microseconds(step)); }

MemoryStore filled(fuzz::TempDatabase& temp) {
  MemoryStore store = temp.database().create_store("fuzz").value();
  for (const char* name : {"Ann", "Bob"}) {
    hold(store.add_speaker(name).has_value(), "a speaker");
    for (std::size_t i = 0; i < kEach; ++i) {
      const auto added =
          store.add(std::string(name) + " saw it " + std::to_string(i) + " times. 漢字",
                    {.speaker = name, .created_at = time_of(static_cast<std::int64_t>(i / 3))});
      hold(added.has_value(), "a memory");
    }
  }
  return store;
}

bool behind(const Memory& memory, const PageCursor& cursor) {
  if (memory.created_at != cursor.next_before) return memory.created_at < cursor.next_before;
  for (const MemoryId id : cursor.next_skip_ids) {
    if (memory.id >= id) return false;
  }
  return true;
}

void page(const MemoryStore& store, FuzzedDataProvider& in) {
  PageOptions options;
  options.limit = in.ConsumeIntegralInRange<std::size_t>(0, 1'001);
  PageCursor cursor;
  cursor.next_before = time_of(in.ConsumeBool() ? in.ConsumeIntegralInRange(-1, 3)
                                                : in.ConsumeIntegral<std::int64_t>());
  while (in.remaining_bytes() > 0 && cursor.next_skip_ids.size() < 20) {
    const bool near = in.ConsumeBool();
    cursor.next_skip_ids.push_back(MemoryId{near ? in.ConsumeIntegralInRange<std::uint64_t>(0, 14)
                                                 : in.ConsumeIntegral<std::uint64_t>()});
  }
  const std::vector<Memory> all = store.by_speaker("Bob", {.limit = kEach}).value().memories;
  options.after = cursor;
  const auto page = store.by_speaker("Bob", options);
  const bool legal = options.limit >= 1 && options.limit <= 1'000;
  hold(page.has_value() == legal, "a page's limit");
  if (!legal) return;
  std::vector<MemoryId> expected;
  for (const Memory& memory : all) {
    if (behind(memory, cursor)) expected.push_back(memory.id);
  }
  hold(page->next.has_value() == (expected.size() > options.limit), "whether there is a next page");
  if (expected.size() > options.limit) expected.resize(options.limit);
  std::vector<MemoryId> found;
  for (const Memory& memory : page->memories) found.push_back(memory.id);
  hold(found == expected, "a page holds what is behind the cursor, in order");
}

void search(const MemoryStore& store, FuzzedDataProvider& in) {
  SearchOptions options;
  options.limit = in.ConsumeIntegralInRange<std::size_t>(1, 20);
  options.expand = in.ConsumeBool();
  if (in.ConsumeBool()) options.speaker = "Bob";
  const std::string query = in.ConsumeRemainingBytesAsString();
  const auto found = store.search(query, options);
  if (!found) {
    hold(found.error().code == ErrorCode::invalid_request && found.error().field == "query",
         "error");
    hold(!text::is_valid_utf8(query) || text::is_blank(query), "a text that says something is one");
    return;
  }
  const std::size_t there = options.speaker ? kEach : 2 * kEach;
  hold(found->hits.size() == std::min(options.limit, there), "a search returns all that there is");
  for (const Hit& hit : found->hits) {
    hold(!options.speaker || hit.memory.speaker == "Bob", "only Bob's");
    hold(hit.similarity >= -1.0 && hit.similarity <= 1.0, "a cosine");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::TempDatabase temp;
  static const MemoryStore store = filled(temp);
  FuzzedDataProvider in(data, size);
  if (in.ConsumeBool()) {
    page(store, in);
  } else {
    search(store, in);
  }
  return 0;
}
