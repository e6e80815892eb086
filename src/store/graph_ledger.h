// What has changed in a store's graph since it was read from its file or written to it, and whether
// that is worth another writing.

#ifndef WHOSAID_STORE_GRAPH_LEDGER_H_
#define WHOSAID_STORE_GRAPH_LEDGER_H_

#include <atomic>
#include <cstddef>

namespace whosaid::store {

// When a graph may be written: the background has nothing left to do; the database closes.
enum class GraphMoment { rest, close };

// Thread-safe.
class GraphLedger {
 public:
  struct Totals {
    std::size_t changes = 0;
    std::size_t forgotten = 0;
  };

  void note_change(std::size_t count = 1) { changes_ += count; }
  void note_forgotten() { ++forgotten_; }

  [[nodiscard]] Totals totals() const { return {changes_, forgotten_}; }
  // Everything up to these totals is in the file.
  void written(Totals totals) {
    saved_changes_ = tried_changes_ = totals.changes;
    saved_forgotten_ = tried_forgotten_ = totals.forgotten;
  }
  // It could not be written: only closing tries again before as much has changed once more.
  void failed(Totals totals) {
    tried_changes_ = totals.changes;
    tried_forgotten_ = totals.forgotten;
  }

  // At rest a fifth must have changed, so that a growing store writes each row about five times and
  // links a fifth again after a crash; or a hundredth have been forgotten, of which nothing is to
  // stay for long. At close anything forgotten, or a fiftieth, which takes longer to link again
  // than to write; and not more than can be written in a fraction of a second.
  [[nodiscard]] bool due(GraphMoment when, std::size_t rows) const {
    if (when == GraphMoment::rest) {
      const std::size_t changes = changes_ - tried_changes_;
      const std::size_t forgotten = forgotten_ - tried_forgotten_;
      return changes > rows / 5 || forgotten > rows / 100;
    }
    const bool changed = changes_ - saved_changes_ > rows / 50 || forgotten_ > saved_forgotten_;
    return changed && rows <= kMostRowsAtClose;
  }
  [[nodiscard]] bool any_forgotten() const { return forgotten_ > saved_forgotten_; }

 private:
  static constexpr std::size_t kMostRowsAtClose = 400'000;  // about 45 MB

  using Count = std::atomic<std::size_t>;
  Count changes_ = 0, forgotten_ = 0;
  Count saved_changes_ = 0, saved_forgotten_ = 0;
  Count tried_changes_ = 0, tried_forgotten_ = 0;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_GRAPH_LEDGER_H_
