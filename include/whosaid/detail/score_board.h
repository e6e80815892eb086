// ScoreBoard: what one search knows about each memory it has touched, in arrays that are reused
// from search to search without being cleared.

#ifndef WHOSAID_DETAIL_SCORE_BOARD_H_
#define WHOSAID_DETAIL_SCORE_BOARD_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whosaid::detail {

class ScoreBoard {
 public:
  struct Scores {
    float similarity = -2.0F;  // of the best chunk seen, approximate; below any cosine: none seen
    float error = 0.0F;        // the true one is at most similarity + error
    float lexical = 0.0F;      // from the memory's own words
    float context = 0.0F;      // from the words around it in its conversation
    std::uint32_t round = 0;
  };

  // Forgets everything; `slots` is one more than the greatest slot that will be asked for.
  void begin(std::size_t slots) {
    if (scores_.size() < slots) scores_.resize(slots);
    touched_.clear();
    if (++round_ == 0) {  // wrapped around: stamps of four billion searches ago look fresh
      for (Scores& scores : scores_) scores = {};
      round_ = 1;
    }
  }

  Scores& at(std::uint32_t slot) {
    Scores& scores = scores_[slot];
    if (scores.round != round_) {
      scores = {};
      scores.round = round_;
      touched_.push_back(slot);
    }
    return scores;
  }

  // The default scores for a slot that was not touched.
  [[nodiscard]] Scores peek(std::uint32_t slot) const {
    const Scores& scores = scores_[slot];
    return scores.round == round_ ? scores : Scores{};
  }

  void see_chunk(std::uint32_t slot, float similarity, float error) {
    Scores& scores = at(slot);
    if (similarity + error > scores.similarity + scores.error) {
      scores.similarity = similarity;
      scores.error = error;
    }
  }

  // In the order of first touch.
  [[nodiscard]] const std::vector<std::uint32_t>& touched() const { return touched_; }

 private:
  std::vector<Scores> scores_;
  std::vector<std::uint32_t> touched_;
  std::uint32_t round_ = 0;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_SCORE_BOARD_H_
