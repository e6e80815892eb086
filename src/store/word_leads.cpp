#include "store/word_leads.h"

#include <algorithm>

namespace whosaid::store {

WordLeads::WordLeads(const Catalog& catalog, const LexicalScores& lexical,
                     detail::ScoreBoard& board, std::optional<detail::SpeakerId> speaker,
                     Passes passes)
    : catalog_(catalog), lexical_(lexical), board_(board), passes_(passes) {
  const bool talk = catalog.has_conversations();
  if (talk) lend_words();
  const double raise = lexical.greatest_raise();
  leads_.reserve(lexical.with_words().size() + board.lent_to().size());
  const auto add = [&](Slot slot, double own) {
    const detail::SpeakerId said_by = catalog.current_speaker(slot);
    if (said_by == Catalog::kNobody || (speaker && said_by != *speaker)) return;
    if (talk) own += lexical.greatest_context(slot, board.lent(slot));
    leads_.push_back({own * raise, slot});
  };
  for (const Slot slot : lexical.with_words()) add(slot, lexical.own(slot));
  for (const Slot slot : board.lent_to()) {
    if (!lexical.has_words(slot)) add(slot, 0.0);
  }
}

void WordLeads::lend_words() {
  for (const Slot slot : lexical_.with_words()) {
    if (catalog_.place(slot).conversation == kNoTag) continue;
    const double own = lexical_.own(slot);
    lexical_.each_near(slot, [&](Slot near, double weight) {
      board_.lend(near, static_cast<float>(weight * own));
    });
  }
}

// By falling bounds, until no other can have more. Where few pass, some of the best may be missed:
// they only save work.
std::vector<Slot> WordLeads::find_most(std::size_t count) {
  std::vector<Slot> best;
  const auto by_upper = [](const Lead& a, const Lead& b) { return a.upper < b.upper; };
  std::make_heap(leads_.begin(), leads_.end(), by_upper);
  std::size_t tries = 32 * count;
  for (auto end = leads_.end(); end != leads_.begin();) {
    const bool sought = best.size() < count && tries > 0;
    if (leads_.front().upper <= most_ && !sought) break;
    if (tries > 0) --tries;
    std::pop_heap(leads_.begin(), end, by_upper);
    const Slot slot = (--end)->slot;
    if (!passes_(slot)) continue;
    best.push_back(slot);
    most_ = std::max(most_, lexical_.total(slot));
  }
  return best;
}

}  // namespace whosaid::store
