// WordLeads: the memories to which a query's words lead, and how much the words can say of each at
// most, so that few have to be looked at closely.

#ifndef WHOSAID_STORE_WORD_LEADS_H_
#define WHOSAID_STORE_WORD_LEADS_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "store/lexical_scores.h"
#include "whosaid/detail/function_ref.h"
#include "whosaid/detail/score_board.h"

namespace whosaid::store {

class WordLeads {
 public:
  using Passes = detail::FunctionRef<bool(Slot)>;

  // `passes`: which memories count, none but the speaker's, if there is one; it is asked about few.
  // What memories lend is noted on `board`, which has their words. All but `speaker` are referred
  // to.
  WordLeads(const Catalog& catalog, const LexicalScores& lexical, detail::ScoreBoard& board,
            std::optional<detail::SpeakerId> speaker, Passes passes);

  [[nodiscard]] std::size_t size() const { return leads_.size(); }

  // Finds the greatest total of all that pass. Returns about `count` of the best that pass. Once,
  // before the others.
  std::vector<Slot> find_most(std::size_t count);
  [[nodiscard]] double most() const { return most_; }

  // visit(slot, upper), once for each whose total, at most `upper`, may reach `least`. Some don't
  // pass.
  template <class Visit>
  void each_reaching(double least, Visit&& visit) const {
    for (const Lead& lead : leads_) {
      if (lead.upper >= least) visit(lead.slot, lead.upper);
    }
  }

 private:
  struct Lead {
    double upper;  // of its total
    Slot slot;
  };

  void lend_words();

  const Catalog& catalog_;
  const LexicalScores& lexical_;
  detail::ScoreBoard& board_;
  Passes passes_;
  std::vector<Lead> leads_;
  double most_ = 0.0;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_WORD_LEADS_H_
