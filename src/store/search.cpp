#include "store/search.h"

#include <utility>

#include "store/embedding.h"
#include "store/memories.h"
#include "store/ranking.h"
#include "store/recall.h"

namespace whosaid::store {

Result<PreparedQuery> prepare_query(SharedEmbedding embedding, std::string_view query,
                                    const SearchOptions& options, text::LanguageSet stored) {
  const std::string_view texts[] = {query};
  auto vectors = embed_texts(*embedding->embedder, embedding->dimensions, texts, Purpose::query);
  if (!vectors) return tl::unexpected(std::move(vectors.error()));
  return PreparedQuery{&options, std::move(vectors->front()), text::query_terms(query, stored),
                       std::move(embedding)};
}

Result<SearchResult> search(const State& state, const PreparedQuery& query) {
  const StoreContext& context = state.context;
  std::optional<detail::SpeakerId> speaker;
  if (query.options->speaker) {
    const auto id = resolve_reader(state.registry, *query.options->speaker);
    if (!id) return tl::unexpected(id.error());
    speaker = *id;
  }
  const Filter filter = make_filter(state.catalog, speaker, *query.options);
  const std::vector<RankedSlot> ranked = Ranking(state, filter, query).run();
  std::vector<Slot> slots;
  slots.reserve(ranked.size());
  for (const RankedSlot& hit : ranked) slots.push_back(hit.slot);
  auto memories = read_memories(context, state, slots);
  if (!memories) return tl::unexpected(std::move(memories.error()));
  SearchResult result;
  if (query.options->expand && !speaker) {
    auto passages = passages_around(context, state, slots);
    if (!passages) return tl::unexpected(std::move(passages.error()));
    result.passages = *std::move(passages);
  }
  // A record that turned out damaged is missing from the memories.
  auto next = ranked.begin();
  for (Memory& memory : *memories) {
    while (state.catalog.at(next->slot).id != memory.id) ++next;
    result.hits.push_back({std::move(memory), next->score, next->similarity});
    ++next;
  }
  return result;
}

}  // namespace whosaid::store
