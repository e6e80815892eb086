// The ways in which a search can find: a rule that holds for all reads holds for each of them.

#ifndef WHOSAID_TESTS_SUPPORT_WAYS_H_
#define WHOSAID_TESTS_SUPPORT_WAYS_H_

#include <string>
#include <vector>

#include "support/table_embedder.h"
#include "whosaid/whosaid.h"

namespace whosaid::test {

inline std::vector<std::string> all_ways() {
  return {"words and vectors", "words alone", "vectors that are all the same", "a graph"};
}

inline void search_by(const std::string& way, OpenOptions& options) {
  if (way == "words alone") options.embedder = no_vectors();
  if (way == "vectors that are all the same") {
    options.embedder = from_function(
        "same", 2, 0.9,
        [](std::span<const std::string_view> texts, Purpose) -> Result<std::vector<Vector>> {
          return std::vector<Vector>(texts.size(), Vector{1, 1});
        });
  }
  if (way == "a graph") {
    options.embedder = scattered();
    options.graph_threshold = 2 * 16;
  }
}

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_WAYS_H_
