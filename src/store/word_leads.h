// WordLeads: the memories to which a query's words lead, and how much the words can say of each at
// most, so that few have to be looked at closely.

#ifndef WHOSAID_STORE_WORD_LEADS_H_
#define WHOSAID_STORE_WORD_LEADS_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "store/lexical_scores.h"
#include "whosaid/detail/function_ref.h"

namespace whosaid::store {

class WordLeads {
 public:
  using Passes = detail::FunctionRef<bool(Slot)>;

  // `passes`: which memories count, none but the speaker's, if there is one. It is asked about few.
  // All are referred to.
  WordLeads(const Catalog& catalog, const LexicalScores& lexical,
            std::optional<detail::SpeakerId> speaker, Passes passes);

  [[nodiscard]] std::size_t size() const { return leads_.size(); }

  // Finds the greatest total of all that pass. Returns about `count` of the best that pass. Once,
  // before the others.
  std::vector<Slot> find_most(std::size_t count);
  [[nodiscard]] double most() const { return most_; }

  // visit(slot, upper) for those whose total, at most `upper`, may reach `least`. Some don't pass,
  // and some come more than once.
  template <class Visit>
  void each_reaching(double least, Visit&& visit) const;

 private:
  struct Lead {
    double upper;  // of its total
    double near;   // of the totals of its near ones without words of their own
    Slot slot;
  };

  const LexicalScores& lexical_;
  Passes passes_;
  std::vector<Lead> leads_;
  double most_ = 0.0;
};

template <class Visit>
void WordLeads::each_reaching(double least, Visit&& visit) const {
  for (const Lead& lead : leads_) {
    if (lead.upper < least) continue;
    visit(lead.slot, lead.upper);
    if (lead.near <= 0 || lead.near < least) continue;
    lexical_.each_near(lead.slot, [&](Slot near) {
      if (!lexical_.has_words(near)) visit(near, lead.near);
    });
  }
}

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_WORD_LEADS_H_
