// Engrams: named ways of remembering, made of searches.

#ifndef WHOSAID_STORE_ENGRAMS_H_
#define WHOSAID_STORE_ENGRAMS_H_

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "store/state.h"
#include "whosaid/options.h"

namespace whosaid::store {

enum class Engram { deep_recall, timeline, gather };

// Errors: invalid_request, field "engram".
[[nodiscard]] Result<Engram> find_engram(std::string_view name);

// What an engram works with; no lock is held between the calls.
struct EngramTools {
  std::function<Result<SearchResult>(std::string_view query, std::size_t limit)> search;
  // Empty for a memory that has none or is gone.
  std::function<Result<std::vector<float>>(MemoryId id)> vector;
};

[[nodiscard]] Result<EngramResult> run_engram(Engram engram, std::string_view query,
                                              std::size_t limit, const EngramTools& tools);

// The vector of a memory's first chunk that has one.
[[nodiscard]] Result<std::vector<float>> first_vector(const State& state, MemoryId id);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_ENGRAMS_H_
