// Score fusion: words, meaning and the conversation in one number.
//
// score = search_weight * cosine + lexical / (the best lexical of the candidates)
// lexical = (own + context) * (what raises or lowers the memory)
//
// A sum of normalized scores rather than of reciprocal ranks: ranks forget by how much the first
// was better. BM25 has no upper end, so it is measured against the query's best; a cosine has one.
//
// The weights are round on purpose. Each was kept because it helped on conversations that had no
// part in choosing it (tests/bench/README.md), and a third more or less of one changes little.

#ifndef WHOSAID_DETAIL_FUSION_H_
#define WHOSAID_DETAIL_FUSION_H_

#include <array>
#include <utility>

namespace whosaid::detail {

struct RankingWeights {
  // A memory that has all words of the query keeps its BM25 score, one that has few of their weight
  // keeps little more than 1 - coverage: two of the words together say more than one of them twice.
  double coverage = 0.4;
  // What a memory's words lend to its neighbours in the conversation. An answer often repeats none
  // of the words of the question before it. A statement says little of the reply to it, more of
  // what stands before it and two places away, often the same person's.
  double question_before = 0.9;
  double statement_before = 0.1;
  double near = 0.25;
  // What a conversation's best memories lend to the others that are near some of the words.
  double conversation = 0.2;
  // A memory that only asks answers nothing.
  double question = 0.5;
  // The query names the memory's speaker; the name as a word then says little.
  double named_speaker = 0.2;
  double name_as_word = 0.2;
  // An ideograph that is part of a pair: the pair says more, where it is the word.
  double ideograph = 0.3;
  // The query names the time at which it happened.
  double named_time = 2.0;
};

// The best scores of a conversation, added up.
class BestThree {
 public:
  void add(float score) {
    for (float& best : best_) {
      if (score > best) std::swap(score, best);
    }
  }
  [[nodiscard]] float sum() const { return best_[0] + best_[1] + best_[2]; }

 private:
  std::array<float, 3> best_{};
};

// Adds the lexical part last, so that an upper bound of the cosine gives one of the score.
[[nodiscard]] inline double fuse(double search_weight, double cosine, double lexical,
                                 double best_lexical) {
  const double words = best_lexical > 0 ? lexical / best_lexical : 0.0;
  return search_weight * cosine + words;
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_FUSION_H_
