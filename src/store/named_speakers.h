// NamedSpeakers: which of a store's speakers a query names, by the words of their names.
//
// It moves ranks, never labels: who said something is decided by ids alone.

#ifndef WHOSAID_STORE_NAMED_SPEAKERS_H_
#define WHOSAID_STORE_NAMED_SPEAKERS_H_

#include <absl/container/flat_hash_map.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/words.h"
#include "whosaid/detail/keys.h"

namespace whosaid::store {

class NamedSpeakers {
 public:
  void add(detail::SpeakerId id, std::string_view name);
  void remove(detail::SpeakerId id, std::string_view name);

  struct Found {
    std::vector<detail::SpeakerId> speakers;  // each once
    std::vector<bool> is_name;                // by query term
  };
  // A speaker is named by any word of the name, or by all parts of one written without spaces; not
  // by a word that belongs to the name of another of whom the query says more ("Ann Lee" is not
  // "Ann Roe"), and not by a name that is only spoken about.
  [[nodiscard]] Found find(std::span<const text::QueryTerm> query) const;

 private:
  struct Part {
    detail::SpeakerId speaker;
    std::size_t needed;  // parts of the name that a query has to hold
  };
  absl::flat_hash_map<std::string, std::vector<Part>> parts_;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_NAMED_SPEAKERS_H_
