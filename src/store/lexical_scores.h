// LexicalScores: what the words of a query say about each memory of a store, its conversation, its
// speaker and its time included (detail/fusion.h has the formula).

#ifndef WHOSAID_STORE_LEXICAL_SCORES_H_
#define WHOSAID_STORE_LEXICAL_SCORES_H_

#include <optional>
#include <vector>

#include "store/filter.h"
#include "store/search.h"
#include "store/state.h"
#include "whosaid/detail/fusion.h"
#include "whosaid/detail/score_board.h"

namespace whosaid::store {

class LexicalScores {
 public:
  // Scores every memory that has a word of the query on `board`, whose round has begun.
  LexicalScores(const State& state, const Filter& filter, const PreparedQuery& query,
                detail::ScoreBoard& board);

  // Memories with words of their own, superseded ones included, each once. All others that score
  // are among their near ones.
  [[nodiscard]] const std::vector<Slot>& with_words() const { return board_.with_words(); }
  // Calls visit(slot, weight) for the neighbours to which a memory's words are lent, and how much
  // of them.
  template <class Visit>
  void each_near(Slot slot, Visit&& visit) const;

  [[nodiscard]] bool has_words(Slot slot) const { return board_.words(slot).score > 0; }
  [[nodiscard]] double own(Slot slot) const;
  [[nodiscard]] double total(Slot slot) const { return (own(slot) + context(slot)) * raise(slot); }
  // The parts of the total.
  [[nodiscard]] double context(Slot slot) const;
  [[nodiscard]] double raise(Slot slot) const;
  // No memory's raise is greater.
  [[nodiscard]] double greatest_raise() const;
  // The memory's context is no greater, given what each_near() lends to it.
  [[nodiscard]] double greatest_context(Slot slot, float lent) const;
  [[nodiscard]] bool names_speaker_of(Slot slot) const;
  [[nodiscard]] bool names_time_of(Slot slot) const;

 private:
  void score_terms();
  void score_those_named();
  void score_conversations();

  const State& state_;
  const PreparedQuery& query_;
  detail::ScoreBoard& board_;
  detail::Sheet<detail::BestThree>& conversations_;
  const detail::RankingWeights weights_;
  NamedSpeakers::Found named_;
  double whole_ = 0.0;  // the weight of all words that the store has
};

template <class Visit>
void LexicalScores::each_near(Slot slot, Visit&& visit) const {
  const Catalog& catalog = state_.catalog;
  const Place& place = catalog.place(slot);
  if (place.before != kNoSlot) {
    visit(place.before, weights_.near);
    const Slot further = catalog.place(place.before).before;
    if (further != kNoSlot) visit(further, weights_.near);
  }
  if (place.after != kNoSlot) {
    visit(place.after, place.asking > 0 ? weights_.question_before : weights_.statement_before);
    const Slot further = catalog.place(place.after).after;
    if (further != kNoSlot) visit(further, weights_.near);
  }
}

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_LEXICAL_SCORES_H_
