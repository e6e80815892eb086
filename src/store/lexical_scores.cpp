#include "store/lexical_scores.h"

#include <algorithm>
#include <cstddef>

namespace whosaid::store {
namespace {

// One for each thread, so that its array is allocated once.
detail::Sheet<detail::BestThree>& thread_conversations() {
  thread_local detail::Sheet<detail::BestThree> sheet;
  return sheet;
}

}  // namespace

LexicalScores::LexicalScores(const State& state, const Filter& filter, const PreparedQuery& query,
                             detail::ScoreBoard& board)
    : state_(state),
      query_(query),
      board_(board),
      conversations_(thread_conversations()),
      named_(state.registry.names().find(query.terms)) {
  // Among the memories of one speaker a name distinguishes nobody.
  if (filter.speaker) named_.speakers.clear();
  score_terms();
  score_conversations();
}

void LexicalScores::score_terms() {
  bool only_names = true;
  for (std::size_t i = 0; i < query_.terms.size(); ++i) {
    const bool is_name = named_.is_name[i];
    const double usual = query_.terms[i].part ? weights_.ideograph : 1.0;
    const auto weight = static_cast<float>(is_name ? weights_.name_as_word : usual);
    const float idf = state_.words.score_term(
        query_.terms[i].alternatives, [&](Slot slot, float score, float covered) {
          board_.add_words(slot, weight * score, weight * covered);
        });
    whole_ += static_cast<double>(weight * idf);
    if (!is_name && idf > 0) only_names = false;
  }
  if (only_names) score_those_named();
}

// "What did Bob say yesterday?" has no word that a memory would hold: Bob's have one each, and so
// have yesterday's.
void LexicalScores::score_those_named() {
  const Catalog& catalog = state_.catalog;
  for (const detail::SpeakerId speaker : named_.speakers) {
    for (const OrderKey& key : catalog.partition(speaker).current.order) {
      board_.add_words(key.slot, 1, 1);
    }
  }
  if (query_.time) {
    for (const OrderKey& key : catalog.all().current.order) {
      if (names_time_of(key.slot)) board_.add_words(key.slot, 1, 1);
    }
  }
  whole_ += (named_.speakers.empty() ? 0 : 1) + (query_.time ? 1 : 0);
}

void LexicalScores::score_conversations() {
  if (!state_.catalog.has_conversations()) return;
  conversations_.begin(state_.catalog.tags());
  bool fresh = false;
  for (const Slot slot : board_.with_words()) {
    const Tag conversation = state_.catalog.place(slot).conversation;
    if (conversation == kNoTag) continue;
    conversations_.at(conversation, fresh).add(static_cast<float>(own(slot)));
  }
}

double LexicalScores::own(Slot slot) const {
  const detail::ScoreBoard::Words words = board_.words(slot);
  if (words.score <= 0) return 0.0;
  const double covered = static_cast<double>(words.covered) / whole_;
  return static_cast<double>(words.score) * (1 - weights_.coverage * (1 - covered));
}

double LexicalScores::context(Slot slot) const {
  const Catalog& catalog = state_.catalog;
  const Place& place = catalog.place(slot);
  if (place.conversation == kNoTag) return 0.0;
  double near = 0.0;
  if (place.before != kNoSlot) {
    const Place& before = catalog.place(place.before);
    const bool answers = before.asking > 0;
    near += (answers ? weights_.question_before : weights_.statement_before) * own(place.before);
    if (before.before != kNoSlot) near += weights_.near * own(before.before);
  }
  if (place.after != kNoSlot) {
    near += weights_.near * own(place.after);
    const Slot further = catalog.place(place.after).after;
    if (further != kNoSlot) near += weights_.near * own(further);
  }
  if (near + own(slot) <= 0) return 0.0;
  const double best = static_cast<double>(conversations_.peek(place.conversation).sum());
  return near + weights_.conversation * best;
}

double LexicalScores::greatest_context(Slot slot, float lent) const {
  const Tag conversation = state_.catalog.place(slot).conversation;
  if (conversation == kNoTag) return 0.0;
  const auto best = static_cast<double>(conversations_.peek(conversation).sum());
  constexpr double kRounding = 1.00001;  // what is lent was added up as floats
  return kRounding * (static_cast<double>(lent) + weights_.conversation * best);
}

double LexicalScores::greatest_raise() const {
  return (named_.speakers.empty() ? 1 : 1 + weights_.named_speaker) *
         (query_.time ? 1 + weights_.named_time : 1);
}

bool LexicalScores::names_speaker_of(Slot slot) const {
  const auto& speakers = named_.speakers;
  return std::find(speakers.begin(), speakers.end(), state_.catalog.current_speaker(slot)) !=
         speakers.end();
}

bool LexicalScores::names_time_of(Slot slot) const {
  return query_.time && query_.time->holds(state_.catalog.at(slot).happened());
}

double LexicalScores::raise(Slot slot) const {
  double raise = 1 - weights_.question * static_cast<double>(state_.catalog.place(slot).asking);
  if (names_speaker_of(slot)) raise *= 1 + weights_.named_speaker;
  if (names_time_of(slot)) raise *= 1 + weights_.named_time;
  return raise;
}

}  // namespace whosaid::store
