// Score fusion: words, meaning and the conversation in one number.
//
// score = kMeaning * cosine + kWords * (lexical + context) / (the best of the candidates)
//
// A sum of normalized scores rather than of reciprocal ranks: ranks forget by how much the first
// was better. BM25 has no upper end, so it is measured against the query's best; a cosine has one.

#ifndef WHOSAID_DETAIL_FUSION_H_
#define WHOSAID_DETAIL_FUSION_H_

namespace whosaid::detail {

struct FusionWeights {
  double words = 1.0;
  double meaning = 0.4;
  // What a memory's words lend to its neighbours in the conversation: an answer often repeats none
  // of the words of the question that it follows.
  double next = 0.3;        // one place away
  double after_next = 0.1;  // two places away
};

// Adds the lexical part last, so that an upper bound of the cosine gives one of the score.
[[nodiscard]] inline double fuse(const FusionWeights& weights, double cosine, double lexical,
                                 double best_lexical) {
  const double words = best_lexical > 0 ? lexical / best_lexical : 0.0;
  return weights.meaning * cosine + weights.words * words;
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_FUSION_H_
