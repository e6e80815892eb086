// Search: the memories closest to a query, by words, meaning and context.

#ifndef WHOSAID_STORE_SEARCH_H_
#define WHOSAID_STORE_SEARCH_H_

#include <optional>
#include <string_view>
#include <vector>

#include "store/state.h"
#include "text/time_expression.h"
#include "text/words.h"
#include "whosaid/options.h"

namespace whosaid::store {

// A query taken apart.
struct PreparedQuery {
  const SearchOptions* options = nullptr;
  std::vector<float> vector;  // of norm 1; empty: words alone
  std::vector<text::QueryTerm> terms;
  std::optional<text::TimeExpression> time;  // of which the query speaks
  SharedEmbedding embedding;                 // that made the vector
};

// Of a query that check_search accepts; `stored` are the languages of the store's memories. Without
// locks: it calls the embedder. Errors: embedder_failed.
[[nodiscard]] Result<PreparedQuery> prepare_query(SharedEmbedding embedding, std::string_view query,
                                                  const SearchOptions& options,
                                                  text::LanguageSet stored);

// `state` has the query's embedding. Errors: invalid_request and not_found for the speaker;
// corruption, io_error.
[[nodiscard]] Result<SearchResult> search(const State& state, const PreparedQuery& query);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_SEARCH_H_
