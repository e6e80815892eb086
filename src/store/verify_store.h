// The part of verify() that looks at one store.

#ifndef WHOSAID_STORE_VERIFY_STORE_H_
#define WHOSAID_STORE_VERIFY_STORE_H_

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "storage/log.h"
#include "store/upkeep.h"
#include "whosaid/detail/keys.h"
#include "whosaid/detail/memory_record.h"
#include "whosaid/detail/records.h"
#include "whosaid/result.h"
#include "whosaid/types.h"

namespace whosaid::store {

// What the table of stores says of one.
struct StoreFacts {
  std::string id;
  storage::StoreNumber number = 0;
  std::optional<detail::StoreHead> head;
  std::uint64_t version = 0;
};

class StoreVerifier {
 public:
  // `manifest`: none when it cannot be read; vectors are then not looked into.
  StoreVerifier(const storage::Snapshot& log, const StoreFacts& facts,
                const std::optional<detail::ManifestRecord>& manifest, VerifyReport& report,
                Steps& steps)
      : log_(log), facts_(facts), manifest_(manifest), report_(report), steps_(steps) {}

  // Errors: conflict, field "progress"; io_error.
  [[nodiscard]] Result<void> run();

 private:
  struct Known {
    bool readable = false;  // its record
    bool located = false;
    bool embedded = false;
    detail::SpeakerId speaker = detail::kUntagged;
    Timestamp created_at{};
    std::size_t chunks = 0;
    std::optional<MemoryId> supersedes, superseded_by;
  };

  void problem(std::string what, std::optional<MemoryId> memory = std::nullopt);
  // Calls look(entry) for each entry of the store; unreadable stretches are reported here.
  template <class Look>
  [[nodiscard]] Result<void> each(storage::Table table, Look&& look);

  void look_at_speaker(const storage::Entry& entry);
  void look_at_memory(const storage::Entry& entry);
  void look_at_record(const detail::MemoryKey& key, const detail::MemoryRecord& record);
  void look_at_location(const storage::Entry& entry);
  void look_at_vectors(const storage::Entry& entry);
  void look_into_vectors(MemoryId id, Known& known, std::string_view bytes);
  void look_at_request(const storage::Entry& entry);
  void look_at_owner(std::string_view key);
  void compare_memories();
  void compare_links(MemoryId id, const Known& known);
  void compare_requests();
  [[nodiscard]] const Known* find(MemoryId id) const;

  const storage::Snapshot& log_;
  const StoreFacts& facts_;
  const std::optional<detail::ManifestRecord>& manifest_;
  VerifyReport& report_;
  Steps& steps_;

  std::set<std::string> names_;
  std::map<std::uint64_t, Known> memories_;
  std::map<std::string, std::uint64_t> requests_;           // by key: the memory it goes with
  std::set<std::pair<std::uint64_t, std::string>> owners_;  // memory and key
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_VERIFY_STORE_H_
