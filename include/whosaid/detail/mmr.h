// Maximal marginal relevance: the next best is what is relevant and not yet said.
//
// argmax over the rest: lambda * relevance(i) - (1 - lambda) * max over the chosen: similarity(i,
// j) Carbonell and Goldstein, "The Use of MMR, Diversity-Based Reranking" (SIGIR 1998).

#ifndef WHOSAID_DETAIL_MMR_H_
#define WHOSAID_DETAIL_MMR_H_

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace whosaid::detail {

// Chooses `k` of the items 0 to relevance.size() - 1, in order of choice; of equal ones the first.
// similarity(i, j): of the scale of the relevances.
template <class Similarity>
[[nodiscard]] std::vector<std::size_t> mmr(const std::vector<double>& relevance, std::size_t k,
                                           double lambda, Similarity&& similarity) {
  const std::size_t n = relevance.size();
  std::vector<double> closest(n, 0.0);  // to any chosen one
  std::vector<bool> taken(n, false);
  std::vector<std::size_t> chosen;
  while (chosen.size() < std::min(k, n)) {
    std::size_t best = n;
    double best_value = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < n; ++i) {
      const double value = lambda * relevance[i] - (1.0 - lambda) * closest[i];
      if (taken[i] || value <= best_value) continue;
      best = i;
      best_value = value;
    }
    if (best == n) break;  // only NaN is left
    taken[best] = true;
    chosen.push_back(best);
    for (std::size_t i = 0; i < n; ++i) {
      if (!taken[i]) closest[i] = std::max(closest[i], similarity(i, best));
    }
  }
  return chosen;
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_MMR_H_
