// Ranking: the best slots for a query, before their records are read.

#ifndef WHOSAID_STORE_RANKING_H_
#define WHOSAID_STORE_RANKING_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "store/filter.h"
#include "store/lexical_scores.h"
#include "store/search.h"
#include "whosaid/detail/score_board.h"

namespace whosaid::store {

struct RankedSlot {
  Slot slot = kNoSlot;
  double score = 0.0;
  double similarity = 0.0;
  // What the score is made of, and why.
  double words = 0.0, context = 0.0, meaning = 0.0;
  bool speaker_named = false, time_named = false;
};

// Ranks once. Exact, unless nothing is filtered and the store is large: then the graph and the
// words propose candidates, which are scored exactly; if those are too few, everything is scored
// after all.
class Ranking {
 public:
  Ranking(const State& state, const Filter& filter, const PreparedQuery& query);

  // min(limit, matching) of them, best first; ties go to the newer.
  [[nodiscard]] std::vector<RankedSlot> run();

 private:
  struct Candidate {
    double upper = 0.0;  // no less than the exact score
    double lexical = 0.0;
    Slot slot = kNoSlot;
  };

  [[nodiscard]] std::vector<Candidate> all_matching();
  // The few of all memories, or of a speaker's, that can be among the best.
  [[nodiscard]] std::vector<Candidate> promising();
  [[nodiscard]] bool may_skip_most() const;
  void gather_by_words(std::vector<Slot>& slots) const;
  [[nodiscard]] const Catalog::Partition& searched_partition() const;
  [[nodiscard]] std::vector<detail::Row> rows_of(const std::vector<Slot>& slots) const;
  [[nodiscard]] std::vector<Candidate> candidates_of(std::vector<Slot> slots) const;
  void see_batch(const detail::ScanBatch& batch);
  void see_partitions();
  void see_rows(const std::vector<detail::Row>& rows);
  void see_similarities(const std::vector<Slot>& slots);
  [[nodiscard]] std::vector<Candidate> proposed();
  void propose_by_words(std::size_t count, std::vector<Slot>& slots) const;
  [[nodiscard]] Candidate candidate(Slot slot) const;
  [[nodiscard]] double similarity(Slot slot) const;
  [[nodiscard]] std::vector<RankedSlot> best(std::vector<Candidate> candidates) const;

  const State& state_;
  const Filter& filter_;
  const PreparedQuery& query_;
  std::optional<detail::QueryVector> vector_;
  detail::ScoreBoard& board_;
  const LexicalScores lexical_;
  const std::vector<std::uint64_t> partitions_;  // of the speaker, if one is asked for
  const detail::PartitionSet searched_;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_RANKING_H_
