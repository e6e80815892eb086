#include "store/ranking.h"

#include <algorithm>
#include <span>
#include <utility>

#include "whosaid/detail/surely_best.h"
#include "whosaid/detail/top_k.h"

namespace whosaid::store {
namespace {

// One for each thread, so that its arrays are allocated once.
detail::ScoreBoard& thread_board(std::size_t slots) {
  thread_local detail::ScoreBoard board;
  board.begin(slots);
  return board;
}

// Up to so many hits the best are kept apart from the rest while the vectors are scanned.
constexpr std::size_t kFewHits = 64;

// A row that lies anywhere costs about four times one that lies in line.
constexpr std::size_t kScatteredCost = 4;

// How many candidates the graph and the words each propose. The fused best are rarely far down in
// both lists.
std::size_t proposals(std::size_t limit) { return std::max<std::size_t>(100, 4 * limit); }

std::vector<std::uint64_t> partitions_of(const Filter& filter) {
  if (!filter.speaker) return {};
  std::vector<std::uint64_t> partitions = {*filter.speaker};
  if (filter.superseded) partitions.push_back(*filter.speaker | detail::kHistory);
  return partitions;
}

}  // namespace

Ranking::Ranking(const State& state, const Filter& filter, const PreparedQuery& query)
    : state_(state),
      filter_(filter),
      query_(query),
      board_(thread_board(state.catalog.slots())),
      lexical_(state, filter, query, board_),
      partitions_(partitions_of(filter)),
      searched_(filter.speaker      ? detail::PartitionSet::of(partitions_)
                : filter.superseded ? detail::PartitionSet::all()
                                    : detail::PartitionSet::current()) {
  if (!query.vector.empty()) vector_.emplace(query.vector);
}

std::vector<RankedSlot> Ranking::run() {
  const std::size_t limit = query_.options->limit;
  if (!filter_.speaker && !filter_.selects() && !filter_.superseded &&
      state_.vectors.graph_serves()) {
    std::vector<RankedSlot> ranked = best(proposed());
    if (ranked.size() >= std::min(limit, state_.catalog.all().current.order.size())) return ranked;
  }
  return best(all_matching());
}

Ranking::Candidate Ranking::candidate(Slot slot) const {
  const detail::ScoreBoard::Similarity seen = board_.similarity(slot);
  // Without a vector the similarity is 0.
  const double upper = seen.seen() ? std::min(1.0, static_cast<double>(seen.upper())) : 0.0;
  return {upper, lexical_.total(slot), slot};
}

std::vector<Ranking::Candidate> Ranking::all_matching() {
  if (filter_.selects()) {
    const std::vector<Slot> slots = matching(state_.catalog, filter_);
    see_similarities(slots);
    return candidates_of(slots);
  }
  if (may_skip_most()) return promising();
  const Catalog::Partition& partition = searched_partition();
  see_partitions();
  std::vector<Candidate> candidates;
  candidates.reserve(partition.current.order.size());
  for (const OrderKey& key : partition.current.order) candidates.push_back(candidate(key.slot));
  if (filter_.superseded) {
    for (const OrderKey& key : partition.superseded.order) {
      candidates.push_back(candidate(key.slot));
    }
  }
  return candidates;
}

const Catalog::Partition& Ranking::searched_partition() const {
  return filter_.speaker ? state_.catalog.partition(*filter_.speaker) : state_.catalog.all();
}

// Every memory must have a vector, or be found by its words.
bool Ranking::may_skip_most() const {
  return vector_ && !filter_.superseded && query_.options->limit <= kFewHits &&
         searched_partition().current.chunks == state_.vectors.exact().size(searched_);
}

// Without words a memory ranks by its similarity alone. So of those only the owners matter that may
// be as similar as the limit-th: as many are surely better than any other.
std::vector<Ranking::Candidate> Ranking::promising() {
  struct Seen {
    Slot owner;
    float approximate, error;
  };
  std::vector<Seen> rows;
  rows.reserve(state_.vectors.exact().size(searched_));
  detail::SurelyBest surely(query_.options->limit);
  state_.vectors.exact().scan(*vector_, searched_, [&](const detail::ScanBatch& batch) {
    for (std::size_t i = 0; i < batch.count; ++i) {
      rows.push_back({batch.owners[i], batch.approximate[i], batch.error[i]});
      surely.see(batch.owners[i], batch.approximate[i] - batch.error[i]);
    }
  });
  std::vector<Slot> slots;
  gather_by_words(slots);
  const bool many = slots.size() * kScatteredCost > rows.size();
  if (!many) see_rows(rows_of(slots));
  for (const Seen& row : rows) {
    const bool may_be_best = row.approximate + row.error >= surely.least();
    if (may_be_best) slots.push_back(row.owner);
    if (may_be_best || many) board_.see_chunk(row.owner, row.approximate, row.error);
  }
  return candidates_of(std::move(slots));
}

// The memories that have words of the query, and those that stand near one in their conversation.
void Ranking::gather_by_words(std::vector<Slot>& slots) const {
  const Catalog& catalog = state_.catalog;
  const auto add = [&](Slot slot) {
    const detail::SpeakerId speaker = catalog.current_speaker(slot);
    if (speaker == Catalog::kNobody || (filter_.speaker && speaker != *filter_.speaker)) return;
    slots.push_back(slot);
  };
  for (const Slot slot : lexical_.with_words()) {
    add(slot);
    lexical_.each_near(slot, add);
  }
}

void Ranking::see_batch(const detail::ScanBatch& batch) {
  for (std::size_t i = 0; i < batch.count; ++i) {
    board_.see_chunk(batch.owners[i], batch.approximate[i], batch.error[i]);
  }
}

void Ranking::see_partitions() {
  if (!vector_) return;
  state_.vectors.exact().scan(*vector_, searched_,
                              [&](const detail::ScanBatch& batch) { see_batch(batch); });
}

void Ranking::see_rows(const std::vector<detail::Row>& rows) {
  if (!vector_) return;
  state_.vectors.exact().scan(*vector_, std::span<const detail::Row>(rows),
                              [&](const detail::ScanBatch& batch) { see_batch(batch); });
}

void Ranking::see_similarities(const std::vector<Slot>& slots) {
  const std::vector<detail::Row> rows = rows_of(slots);
  if (rows.size() * kScatteredCost > state_.vectors.exact().size(searched_)) {
    see_partitions();
  } else {
    see_rows(rows);
  }
}

std::vector<detail::Row> Ranking::rows_of(const std::vector<Slot>& slots) const {
  std::vector<detail::Row> rows;
  rows.reserve(slots.size());
  for (const Slot slot : slots) {
    const auto& own = state_.catalog.at(slot).rows;
    rows.insert(rows.end(), own.begin(), own.end());
  }
  return rows;
}

// Each slot once.
std::vector<Ranking::Candidate> Ranking::candidates_of(std::vector<Slot> slots) const {
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  std::vector<Candidate> candidates;
  candidates.reserve(slots.size());
  for (const Slot slot : slots) candidates.push_back(candidate(slot));
  return candidates;
}

std::vector<Ranking::Candidate> Ranking::proposed() {
  const std::size_t count = proposals(query_.options->limit);
  std::vector<Slot> slots;
  if (vector_) {
    for (const detail::RowMatch& match : state_.vectors.nearest(*vector_, count)) {
      slots.push_back(match.owner);
    }
  }
  propose_by_words(count, slots);
  see_rows(rows_of(slots));
  return candidates_of(std::move(slots));
}

// The best by their own words, and those to which they lend some.
void Ranking::propose_by_words(std::size_t count, std::vector<Slot>& slots) const {
  std::vector<Slot> found;
  for (const Slot slot : lexical_.with_words()) {
    if (state_.catalog.current_speaker(slot) != Catalog::kNobody) found.push_back(slot);
  }
  if (found.size() > count) {
    const auto more_words = [&](Slot a, Slot b) {
      const double words_a = lexical_.own(a);
      const double words_b = lexical_.own(b);
      return words_a != words_b ? words_a > words_b : a > b;
    };
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end(),
                     more_words);
    found.resize(count);
  }
  for (const Slot slot : found) {
    slots.push_back(slot);
    lexical_.each_near(slot, [&](Slot near) { slots.push_back(near); });
  }
}

// The best chunk's, in full precision.
double Ranking::similarity(Slot slot) const {
  const auto& rows = state_.catalog.at(slot).rows;
  if (!vector_ || rows.empty()) return 0.0;
  double best = -1.0;
  for (const detail::Row row : rows) {
    best = std::max(best, static_cast<double>(state_.vectors.exact().exact(row, *vector_)));
  }
  return best;
}

std::vector<RankedSlot> Ranking::best(std::vector<Candidate> candidates) const {
  const double weight = query_.embedding->search_weight;
  double most_words = 0.0;
  for (const Candidate& c : candidates) most_words = std::max(most_words, c.lexical);
  const std::optional<double> least = query_.options->min_similarity;
  if (least) std::erase_if(candidates, [&](const Candidate& c) { return c.upper < *least; });
  for (Candidate& c : candidates) c.upper = detail::fuse(weight, c.upper, c.lexical, most_words);
  const auto exact = [&](const Candidate& c) -> std::optional<double> {
    const double cosine = similarity(c.slot);
    if (least && cosine < *least) return std::nullopt;
    return detail::fuse(weight, cosine, c.lexical, most_words);
  };
  using Scored = detail::Scored<Candidate>;
  const auto better = [&](const Scored& a, const Scored& b) {
    if (a.score != b.score) return a.score > b.score;
    const CatalogEntry& left = state_.catalog.at(a.candidate.slot);
    const CatalogEntry& right = state_.catalog.at(b.candidate.slot);
    return left.key(a.candidate.slot) < right.key(b.candidate.slot);
  };
  std::vector<RankedSlot> ranked;
  for (const Scored& scored :
       detail::exact_top_k(std::move(candidates), query_.options->limit, exact, better)) {
    const Slot slot = scored.candidate.slot;
    const double cosine = similarity(slot);
    const double share = most_words > 0 ? lexical_.raise(slot) / most_words : 0.0;
    ranked.push_back({slot, scored.score, cosine, share * lexical_.own(slot),
                      share * lexical_.context(slot), weight * cosine,
                      lexical_.names_speaker_of(slot), lexical_.names_time_of(slot)});
  }
  return ranked;
}

}  // namespace whosaid::store
