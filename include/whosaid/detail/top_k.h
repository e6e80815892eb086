// The exact best k of candidates whose scores are known only from above, computing as few as
// possible.

#ifndef WHOSAID_DETAIL_TOP_K_H_
#define WHOSAID_DETAIL_TOP_K_H_

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace whosaid::detail {

template <typename Candidate>
struct Scored {
  Candidate candidate;
  decltype(Candidate::upper) score;
};

// candidates: each has a member `upper`, no less than its exact score.
// sharpen(Candidate&): lowers `upper` by something cheaper than the exact score; false: it is as
// low as that gets. exact(const Candidate&): its score as std::optional, or nothing: the candidate
// doesn't count. better(a, b) over Scored<Candidate>: true when a ranks before b; a strict order by
// score first, then by whatever breaks ties. Returns the best k, best first, as if every candidate
// had been scored: it takes them by falling upper bound and stops once the k-th score is strictly
// above the next one (an equal one may win the tie).
template <typename Candidate, typename Sharpen, typename Exact, typename Better>
[[nodiscard]] std::vector<Scored<Candidate>> exact_top_k(std::vector<Candidate> candidates,
                                                         std::size_t k, Sharpen&& sharpen,
                                                         Exact&& exact, Better&& better) {
  std::vector<Scored<Candidate>> best;  // a heap whose front is the worst
  if (k == 0) return best;
  const auto lower_bound_first = [](const Candidate& a, const Candidate& b) {
    return a.upper < b.upper;
  };
  std::make_heap(candidates.begin(), candidates.end(), lower_bound_first);
  while (!candidates.empty()) {
    if (best.size() == k && best.front().score > candidates.front().upper) break;
    std::pop_heap(candidates.begin(), candidates.end(), lower_bound_first);
    if (sharpen(candidates.back())) {
      std::push_heap(candidates.begin(), candidates.end(), lower_bound_first);
      continue;
    }
    Candidate next = std::move(candidates.back());
    candidates.pop_back();
    const auto score = exact(std::as_const(next));
    if (!score) continue;
    best.push_back({std::move(next), *score});
    std::push_heap(best.begin(), best.end(), better);
    if (best.size() > k) {
      std::pop_heap(best.begin(), best.end(), better);
      best.pop_back();
    }
  }
  std::sort_heap(best.begin(), best.end(), better);
  return best;
}

// The same without anything between the bound and the exact score.
template <typename Candidate, typename Exact, typename Better>
[[nodiscard]] std::vector<Scored<Candidate>> exact_top_k(std::vector<Candidate> candidates,
                                                         std::size_t k, Exact&& exact,
                                                         Better&& better) {
  return exact_top_k(
      std::move(candidates), k, [](const Candidate&) { return false; }, std::forward<Exact>(exact),
      std::forward<Better>(better));
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_TOP_K_H_
