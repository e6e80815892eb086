// Ranking: the best slots for a query, before their records are read.

#ifndef WHOSAID_STORE_RANKING_H_
#define WHOSAID_STORE_RANKING_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "store/filter.h"
#include "store/lexical_scores.h"
#include "store/search.h"
#include "store/word_leads.h"
#include "whosaid/detail/closest.h"
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

// Ranks once. Exact, unless the store is large and much of it is searched: then the graph and the
// words propose candidates, which are scored exactly.
class Ranking {
 public:
  Ranking(const State& state, const Filter& filter, const PreparedQuery& query);

  // min(limit, matching) of them, best first; ties go to the newer.
  [[nodiscard]] std::vector<RankedSlot> run();

 private:
  struct Candidate {
    double upper = 0.0;                  // no less than the score
    double cosine = 0.0, lexical = 0.0;  // no less than the exact ones
    Slot slot = kNoSlot;
    bool sharp = true;  // cosine is as the codes say, lexical is exact, and the memory passes
  };

  // The plain way: all that match, each with what its codes say.
  [[nodiscard]] std::vector<Candidate> all_matching();
  [[nodiscard]] const Catalog::Partition& searched_partition() const;
  [[nodiscard]] std::vector<detail::Row> rows_of(const std::vector<Slot>& slots) const;
  void see_partitions();
  void see_rows(std::span<const detail::Row> rows);
  void see_similarities(const std::vector<Slot>& slots);

  // The quick way: without words a memory ranks by its similarity alone, so of those only the
  // closest matter; all others are found by their words.
  [[nodiscard]] std::optional<detail::Closest> find_closest();
  [[nodiscard]] detail::Closest newest() const;
  [[nodiscard]] std::vector<Candidate> promising(const detail::Closest& closest);
  void follow(const WordLeads& leads, double rest, std::vector<Candidate>& candidates);
  void look_at_best(std::vector<Candidate> followed, std::vector<Candidate>& candidates);
  [[nodiscard]] double surely_reached(const std::vector<Candidate>& candidates) const;
  bool sharpen(Candidate& candidate);
  void see(const std::vector<Slot>& slots);
  void see_again(Slot slot);

  [[nodiscard]] bool passes(Slot slot) const;
  [[nodiscard]] Candidate candidate(Slot slot) const;
  [[nodiscard]] double similarity(Slot slot) const;
  [[nodiscard]] double fused(double cosine, double lexical) const;
  void fetch_surely_asked(const std::vector<Candidate>& candidates) const;
  [[nodiscard]] std::vector<RankedSlot> best(std::vector<Candidate> candidates);
  [[nodiscard]] RankedSlot explained(const Candidate& candidate, double score, double cosine) const;

  const State& state_;
  const Filter& filter_;
  const PreparedQuery& query_;
  std::optional<detail::QueryVector> vector_;
  detail::ScoreBoard& board_;
  const LexicalScores lexical_;
  const std::vector<std::uint64_t> partitions_;  // of the speaker, if one is asked for
  const detail::PartitionSet searched_;
  double most_words_ = 0.0;    // of all that match
  bool proposed_ = false;      // by the graph
  bool uppers_known_ = false;  // of all rows in searched_
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_RANKING_H_
