#include "store/word_leads.h"

#include <algorithm>

namespace whosaid::store {

WordLeads::WordLeads(const Catalog& catalog, const LexicalScores& lexical,
                     std::optional<detail::SpeakerId> speaker, Passes passes)
    : lexical_(lexical), passes_(passes) {
  const double raise = lexical.greatest_raise();
  leads_.reserve(lexical.with_words().size());
  for (const Slot slot : lexical.with_words()) {
    const detail::SpeakerId said_by = catalog.current_speaker(slot);
    if (said_by == Catalog::kNobody) continue;
    const double near = lexical.greatest_context(slot) * raise;
    // Others' lead to those near them alone.
    const bool counts = !speaker || said_by == *speaker;
    const double own = counts ? lexical.own(slot) * raise : 0.0;
    if (own + near > 0) leads_.push_back({own + near, near, slot});
  }
}

// By falling bounds, until no other can have more. Where few pass, some of the best may be missed:
// they only save work.
std::vector<Slot> WordLeads::find_most(std::size_t count) {
  std::vector<Slot> best;
  const auto by_upper = [](const Lead& a, const Lead& b) { return a.upper < b.upper; };
  std::make_heap(leads_.begin(), leads_.end(), by_upper);
  std::size_t tries = 4 * count;
  for (auto end = leads_.end(); end != leads_.begin();) {
    const bool sought = best.size() < count && tries > 0;
    if (leads_.front().upper <= most_ && !sought) break;
    if (tries > 0) --tries;
    std::pop_heap(leads_.begin(), end, by_upper);
    const Lead& lead = *--end;
    if (passes_(lead.slot)) {
      best.push_back(lead.slot);
      most_ = std::max(most_, lexical_.total(lead.slot));
    }
    if (lead.near <= most_) continue;
    lexical_.each_near(lead.slot, [&](Slot near) {
      if (passes_(near)) most_ = std::max(most_, lexical_.total(near));
    });
  }
  return best;
}

}  // namespace whosaid::store
