#include "store/ranking.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "whosaid/detail/top_k.h"

namespace whosaid::store {
namespace {

// One for each thread, so that its arrays are allocated once.
detail::ScoreBoard& thread_board(std::size_t slots) {
  thread_local detail::ScoreBoard board;
  board.begin(slots);
  return board;
}

// By row; so is this.
std::vector<float>& thread_uppers() {
  thread_local std::vector<float> uppers;
  return uppers;
}

// Up to so many hits the best are kept apart from the rest while the vectors are scanned.
constexpr std::size_t kFewHits = 64;

// Vectors in full precision that are fetched ahead: more wouldn't stay in a processor's caches.
constexpr std::size_t kMostFetched = 64;

// What things cost in rows of a scan: a row that lies anywhere; a memory that may match a filter.
constexpr std::size_t kScatteredCost = 4;
constexpr double kMatchCost = 12;

// Where the graph proposes candidates the words propose so many, too. The fused best are rarely far
// down in both lists.
std::size_t proposals(std::size_t limit) { return std::max<std::size_t>(100, 4 * limit); }

constexpr double kNever = -std::numeric_limits<double>::infinity();

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
  if (filter_.impossible) return {};
  if (const auto closest = find_closest()) return best(promising(*closest));
  std::vector<Candidate> candidates = all_matching();
  for (const Candidate& c : candidates) most_words_ = std::max(most_words_, c.lexical);
  return best(std::move(candidates));
}

Ranking::Candidate Ranking::candidate(Slot slot) const {
  const detail::ScoreBoard::Similarity seen = board_.similarity(slot);
  // Without a vector the similarity is 0.
  const double upper = seen.seen() ? std::min(1.0, static_cast<double>(seen.upper())) : 0.0;
  return {.cosine = upper, .lexical = lexical_.total(slot), .slot = slot};
}

std::vector<Ranking::Candidate> Ranking::all_matching() {
  std::vector<Candidate> candidates;
  if (filter_.selects()) {
    const std::vector<Slot> slots = matching(state_.catalog, filter_);
    see_similarities(slots);
    candidates.reserve(slots.size());
    for (const Slot slot : slots) candidates.push_back(candidate(slot));
    return candidates;
  }
  const Catalog::Partition& partition = searched_partition();
  see_partitions();
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

void Ranking::see_partitions() {
  if (!vector_) return;
  state_.vectors.exact().scan(*vector_, searched_, [&](const detail::ScanBatch& batch) {
    for (std::size_t i = 0; i < batch.count; ++i) {
      board_.see_chunk(batch.owners[i], batch.approximate[i], batch.error[i]);
    }
  });
}

void Ranking::see_rows(std::span<const detail::Row> rows) {
  if (!vector_) return;
  state_.vectors.exact().scan(*vector_, rows, [&](const detail::ScanBatch& batch) {
    for (std::size_t i = 0; i < batch.count; ++i) {
      board_.see_chunk(batch.owners[i], batch.approximate[i], batch.error[i]);
    }
  });
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
  for (const Slot slot : slots) detail::prefetch(&state_.catalog.at(slot).rows);
  for (const Slot slot : slots) detail::prefetch(state_.catalog.at(slot).rows.data());
  for (const Slot slot : slots) {
    const auto& own = state_.catalog.at(slot).rows;
    rows.insert(rows.end(), own.begin(), own.end());
  }
  return rows;
}

// Of current memories alone: the quick way isn't for old versions.
bool Ranking::passes(Slot slot) const {
  const detail::SpeakerId speaker = state_.catalog.current_speaker(slot);
  if (speaker == Catalog::kNobody || (filter_.speaker && speaker != *filter_.speaker)) return false;
  return !filter_.selects() || filter_.passes(state_.catalog.at(slot));
}

std::optional<detail::Closest> Ranking::find_closest() {
  if (filter_.superseded) return std::nullopt;
  const Catalog::Group& said = searched_partition().current;
  const std::size_t limit = std::min(query_.options->limit, said.order.size());
  const detail::ExactIndex& index = state_.vectors.exact();
  const std::size_t rows = index.size(searched_);
  const std::size_t leads = lexical_.with_words().size();
  const std::size_t led = state_.catalog.has_conversations() ? leads : leads / 2;
  if (limit == 0 || led > rows) return std::nullopt;
  double otherwise = static_cast<double>(rows);
  double share = 1.0;
  bool scan = limit <= kFewHits && said.chunks == rows;
  const auto selected = [this](Slot slot) { return filter_.passes(state_.catalog.at(slot)); };
  detail::OwnerFilter filter;
  if (filter_.selects()) {
    share = share_that_passes(state_.catalog, filter_);
    const double matches = std::min(share * static_cast<double>(rows),
                                    static_cast<double>(most_matching(state_.catalog, filter_)));
    scan = scan && otherwise < kMatchCost * matches;
    otherwise = std::min(otherwise, kMatchCost * matches);
    filter = selected;
  } else if (!filter_.speaker) {
    // Where the option wants a graph it serves.
    otherwise = std::numeric_limits<double>::infinity();
  }
  if (!vector_) return filter_.selects() ? std::nullopt : std::optional(newest());
  auto closest = state_.vectors.closest(*vector_, searched_, limit, filter, share, otherwise);
  proposed_ = closest.has_value();
  if (closest || !scan) return closest;
  uppers_known_ = leads * kScatteredCost > rows;
  return detail::scan_closest(index, *vector_, searched_, limit, filter,
                              uppers_known_ ? &thread_uppers() : nullptr);
}

// Where nothing has a similarity.
detail::Closest Ranking::newest() const {
  detail::Closest closest;
  closest.rest = 0.0F;
  for (const OrderKey& key : searched_partition().current.order) {
    if (closest.seen.size() == query_.options->limit) break;
    closest.seen.push_back({key.slot, 0.0F, 0.0F});
  }
  return closest;
}

std::vector<Ranking::Candidate> Ranking::promising(const detail::Closest& closest) {
  std::vector<Slot> slots;
  for (const detail::Closest::Seen& seen : closest.seen) {
    if (board_.see_chunk(seen.owner, seen.approximate, seen.error)) slots.push_back(seen.owner);
  }
  const auto counts = [this](Slot slot) { return passes(slot); };
  WordLeads leads(state_.catalog, lexical_, board_, filter_.speaker, counts);
  std::vector<Slot> leading;
  for (const Slot slot : leads.find_most(query_.options->limit)) {
    if (!board_.similarity(slot).seen()) leading.push_back(slot);
  }
  see(leading);
  slots.insert(slots.end(), leading.begin(), leading.end());
  most_words_ = leads.most();
  std::vector<Candidate> candidates;
  candidates.reserve(slots.size());
  for (const Slot slot : slots) candidates.push_back(candidate(slot));
  if (leads.size() > 0) follow(leads, std::max(0.0, static_cast<double>(closest.rest)), candidates);
  return candidates;
}

// Adds those whose words may be enough, when nothing but `rest` is known of their vectors.
void Ranking::follow(const WordLeads& leads, double rest, std::vector<Candidate>& candidates) {
  constexpr double kRounding = 1e-9;
  const double weight = query_.embedding->search_weight;
  const double least = surely_reached(candidates) - weight * rest - kRounding;
  std::vector<Candidate> followed;
  leads.each_reaching(least * most_words_, [&](Slot slot, double upper) {
    if (board_.similarity(slot).seen()) return;
    followed.push_back({.cosine = rest, .lexical = upper, .slot = slot, .sharp = false});
  });
  if (proposed_) {
    look_at_best(std::move(followed), candidates);
  } else {
    candidates.insert(candidates.end(), followed.begin(), followed.end());
  }
}

// All at once: rows that lie anywhere are on their way from memory together.
void Ranking::look_at_best(std::vector<Candidate> followed, std::vector<Candidate>& candidates) {
  const std::size_t most = proposals(query_.options->limit);
  if (followed.size() > most) {
    const auto more_words = [](const Candidate& a, const Candidate& b) {
      return a.lexical != b.lexical ? a.lexical > b.lexical : a.slot > b.slot;
    };
    const auto end = followed.begin() + static_cast<std::ptrdiff_t>(most);
    std::nth_element(followed.begin(), end, followed.end(), more_words);
    followed.erase(end, followed.end());
  }
  std::vector<Slot> slots;
  for (const Candidate& c : followed) {
    if (passes(c.slot)) slots.push_back(c.slot);
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  see(slots);
  for (const Slot slot : slots) candidates.push_back(candidate(slot));
}

// As many candidates as are asked for have this score or more.
double Ranking::surely_reached(const std::vector<Candidate>& candidates) const {
  const std::size_t limit = query_.options->limit;
  std::vector<double> scores;
  scores.reserve(candidates.size());
  for (const Candidate& c : candidates) {
    const double lower = static_cast<double>(board_.similarity(c.slot).lower());
    if (lower < query_.options->min_similarity.value_or(-1.0)) continue;
    scores.push_back(fused(std::max(lower, -1.0), c.lexical));
  }
  if (scores.size() < limit) return kNever;
  const auto last = scores.begin() + static_cast<std::ptrdiff_t>(limit - 1);
  std::nth_element(scores.begin(), last, scores.end(), std::greater<>());
  return *last;
}

// What the codes say.
void Ranking::see(const std::vector<Slot>& slots) {
  see_rows(rows_of(slots));
  for (const Slot slot : slots) {
    if (!board_.similarity(slot).seen()) board_.see_chunk(slot, 0.0F, 0.0F);
  }
}

// Where a scan has seen it already, upper bounds alone.
void Ranking::see_again(Slot slot) {
  const std::vector<float>& uppers = thread_uppers();
  for (const detail::Row row : state_.catalog.at(slot).rows) {
    board_.see_chunk(slot, uppers[static_cast<std::size_t>(row)], 0.0F);
  }
}

bool Ranking::sharpen(Candidate& c) {
  if (c.sharp) return false;
  c.sharp = true;
  if (board_.similarity(c.slot).seen() || !passes(c.slot)) {
    c.upper = kNever;  // known already, or none of those asked for
    return true;
  }
  if (uppers_known_) {
    see_again(c.slot);
  } else {
    see({c.slot});
  }
  c = candidate(c.slot);
  c.upper = fused(c.cosine, c.lexical);
  return true;
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

double Ranking::fused(double cosine, double lexical) const {
  return detail::fuse(query_.embedding->search_weight, cosine, lexical, most_words_);
}

// Those that none but their full precision can decide are on their way from memory together.
void Ranking::fetch_surely_asked(const std::vector<Candidate>& candidates) const {
  if (!vector_) return;
  const double least = surely_reached(candidates);
  std::vector<Slot> slots;
  for (const Candidate& c : candidates) {
    if (c.upper < least || slots.size() == kMostFetched) continue;
    slots.push_back(c.slot);
  }
  const std::vector<detail::Row> rows = rows_of(slots);
  for (const detail::Row row : rows) state_.vectors.exact().fetch_place(row);
  for (const detail::Row row : rows) state_.vectors.exact().fetch_values(row);
}

std::vector<RankedSlot> Ranking::best(std::vector<Candidate> candidates) {
  const std::optional<double> least = query_.options->min_similarity;
  if (least) std::erase_if(candidates, [&](const Candidate& c) { return c.cosine < *least; });
  for (Candidate& c : candidates) c.upper = fused(c.cosine, c.lexical);
  fetch_surely_asked(candidates);
  std::vector<std::pair<Slot, double>> cosines;
  const auto exact = [&](const Candidate& c) -> std::optional<double> {
    if (c.upper == kNever) return std::nullopt;
    const double cosine = similarity(c.slot);
    if (least && cosine < *least) return std::nullopt;
    cosines.emplace_back(c.slot, cosine);
    return fused(cosine, c.lexical);
  };
  using Scored = detail::Scored<Candidate>;
  const auto better = [&](const Scored& a, const Scored& b) {
    if (a.score != b.score) return a.score > b.score;
    const CatalogEntry& left = state_.catalog.at(a.candidate.slot);
    const CatalogEntry& right = state_.catalog.at(b.candidate.slot);
    return left.key(a.candidate.slot) < right.key(b.candidate.slot);
  };
  const auto sharper = [this](Candidate& c) { return sharpen(c); };
  const auto found =
      detail::exact_top_k(std::move(candidates), query_.options->limit, sharper, exact, better);
  std::sort(cosines.begin(), cosines.end());
  std::vector<RankedSlot> ranked;
  ranked.reserve(found.size());
  for (const Scored& scored : found) {
    const auto known =
        std::lower_bound(cosines.begin(), cosines.end(), std::pair(scored.candidate.slot, kNever));
    ranked.push_back(explained(scored.candidate, scored.score, known->second));
  }
  return ranked;
}

RankedSlot Ranking::explained(const Candidate& c, double score, double cosine) const {
  const double share = most_words_ > 0 ? lexical_.raise(c.slot) / most_words_ : 0.0;
  return {c.slot,
          score,
          cosine,
          share * lexical_.own(c.slot),
          share * lexical_.context(c.slot),
          query_.embedding->search_weight * cosine,
          lexical_.names_speaker_of(c.slot),
          lexical_.names_time_of(c.slot)};
}

}  // namespace whosaid::store
