#include "store/search.h"

#include <algorithm>
#include <string>
#include <utility>

#include "store/clock.h"
#include "store/embedding.h"
#include "store/memories.h"
#include "store/ranking.h"
#include "store/recall.h"

namespace whosaid::store {

namespace {

Explanation explain(const RankedSlot& hit, const Memory& memory, const PreparedQuery& query) {
  std::vector<std::string> held = text::index_terms(memory.content).terms;
  std::sort(held.begin(), held.end());
  Explanation why{hit.words, hit.context, hit.meaning, {}, hit.speaker_named, hit.time_named};
  for (const text::QueryTerm& term : query.terms) {
    const bool holds = std::any_of(
        term.alternatives.begin(), term.alternatives.end(),
        [&](const auto& word) { return std::binary_search(held.begin(), held.end(), word); });
    if (holds && !term.part) why.matched_words.push_back(term.word);
  }
  return why;
}

}  // namespace

Result<PreparedQuery> prepare_query(SharedEmbedding embedding, std::string_view query,
                                    const SearchOptions& options, text::LanguageSet stored) {
  const std::string_view texts[] = {query};
  auto vectors = embed_texts(*embedding->embedder, embedding->dimensions, texts, Purpose::query);
  if (!vectors) return tl::unexpected(std::move(vectors.error()));
  return PreparedQuery{&options, std::move(vectors->front()), text::query_terms(query, stored),
                       text::time_expression(query, now()), std::move(embedding)};
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
    Hit hit{std::move(memory), next->score, next->similarity};
    if (query.options->explain) hit.explanation = explain(*next, hit.memory, query);
    result.hits.push_back(std::move(hit));
    ++next;
  }
  return result;
}

}  // namespace whosaid::store
