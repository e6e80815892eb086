// Registry: the speakers of one store. A memory holds an id; names live here alone.

#ifndef WHOSAID_STORE_REGISTRY_H_
#define WHOSAID_STORE_REGISTRY_H_

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/named_speakers.h"
#include "whosaid/detail/keys.h"
#include "whosaid/result.h"
#include "whosaid/types.h"

namespace whosaid::store {

class Registry {
 public:
  struct Speaker {
    std::string name;
    Timestamp created_at;
  };

  void add(detail::SpeakerId id, Speaker speaker);
  void remove(detail::SpeakerId id);

  // Of a normalized name; "me" is the agent's.
  [[nodiscard]] std::optional<detail::SpeakerId> find(std::string_view name) const;
  // The label of a memory: none when it is untagged or its speaker has been removed.
  [[nodiscard]] std::optional<std::string> label(detail::SpeakerId id) const;
  [[nodiscard]] std::size_t size() const { return speakers_.size(); }
  // Ids ascend in the order of registration.
  [[nodiscard]] const std::map<detail::SpeakerId, Speaker>& speakers() const { return speakers_; }
  // In the order of registration.
  [[nodiscard]] std::vector<std::string> confusable_with(std::string_view name) const;
  [[nodiscard]] const NamedSpeakers& names() const { return names_; }

 private:
  std::map<detail::SpeakerId, Speaker> speakers_;
  absl::flat_hash_map<std::string, detail::SpeakerId> ids_;
  absl::flat_hash_map<std::string, std::vector<detail::SpeakerId>> look_alikes_;  // by skeleton
  NamedSpeakers names_;
};

// The id of the speaker whose memories are asked for, by a name as the caller wrote it.
// Errors: invalid_request for a name that breaks the rules; not_found.
[[nodiscard]] Result<detail::SpeakerId> resolve_reader(const Registry& registry,
                                                       std::string_view name);

[[nodiscard]] Error registry_full(std::size_t count, std::size_t limit);
[[nodiscard]] Error unregistered_for_reading(const std::string& name);
[[nodiscard]] Error unregistered_for_writing(const std::string& name);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_REGISTRY_H_
