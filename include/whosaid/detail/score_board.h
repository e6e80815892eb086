// ScoreBoard: what one search knows about each memory, in arrays that are reused from search to
// search without being cleared.

#ifndef WHOSAID_DETAIL_SCORE_BOARD_H_
#define WHOSAID_DETAIL_SCORE_BOARD_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whosaid::detail {

// Values by slot, all of them T{} when a round begins.
template <class T>
class Sheet {
 public:
  // `slots`: one more than the greatest that will be asked for.
  void begin(std::size_t slots) {
    if (cells_.size() < slots) cells_.resize(slots);
    if (++round_ == 0) {  // wrapped around: cells of four billion rounds ago look fresh
      for (Cell& cell : cells_) cell = {};
      round_ = 1;
    }
  }

  // Writes; `fresh` says whether it is the slot's first time this round.
  T& at(std::uint32_t slot, bool& fresh) {
    Cell& cell = cells_[slot];
    fresh = cell.round != round_;
    if (fresh) cell = {T{}, round_};
    return cell.value;
  }

  [[nodiscard]] T peek(std::uint32_t slot) const {
    const Cell& cell = cells_[slot];
    return cell.round == round_ ? cell.value : T{};
  }

 private:
  struct Cell {
    T value{};
    std::uint32_t round = 0;
  };
  std::vector<Cell> cells_;
  std::uint32_t round_ = 0;
};

class ScoreBoard {
 public:
  // A memory's best chunk so far; below any cosine: none seen.
  struct Similarity {
    float approximate = -2.0F;
    float error = 0.0F;  // the true one is at most approximate + error
    [[nodiscard]] bool seen() const { return approximate >= -1.5F; }
    [[nodiscard]] float upper() const { return approximate + error; }
    [[nodiscard]] float lower() const { return approximate - error; }
  };

  void begin(std::size_t slots) {
    words_.begin(slots);
    similarities_.begin(slots);
    lent_.begin(slots);
    with_words_.clear();
    lent_to_.clear();
  }

  // What a memory's own words score, and how much of the query's weight they are.
  struct Words {
    float score = 0.0F;
    float covered = 0.0F;
  };

  void add_words(std::uint32_t slot, float score, float covered) {
    bool fresh = false;
    Words& words = words_.at(slot, fresh);
    words.score += score;
    words.covered += covered;
    if (fresh) with_words_.push_back(slot);
  }

  // What others' words add to a memory.
  void lend(std::uint32_t slot, float words) {
    bool fresh = false;
    lent_.at(slot, fresh) += words;
    if (fresh) lent_to_.push_back(slot);
  }

  // True when it is the memory's first.
  bool see_chunk(std::uint32_t slot, float approximate, float error) {
    bool fresh = false;
    Similarity& best = similarities_.at(slot, fresh);
    if (approximate + error > best.upper()) best = {approximate, error};
    return fresh;
  }

  [[nodiscard]] Words words(std::uint32_t slot) const { return words_.peek(slot); }
  [[nodiscard]] Similarity similarity(std::uint32_t slot) const { return similarities_.peek(slot); }
  [[nodiscard]] float lent(std::uint32_t slot) const { return lent_.peek(slot); }
  // Each once.
  [[nodiscard]] const std::vector<std::uint32_t>& lent_to() const { return lent_to_; }
  // In the order of first touch.
  [[nodiscard]] const std::vector<std::uint32_t>& with_words() const { return with_words_; }

 private:
  // Apart, because a search touches far more words than vectors.
  Sheet<Words> words_;
  Sheet<Similarity> similarities_;
  Sheet<float> lent_;
  std::vector<std::uint32_t> with_words_;
  std::vector<std::uint32_t> lent_to_;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_SCORE_BOARD_H_
