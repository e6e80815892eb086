// The table: what was measured, beside what, against which goal.

#ifndef WHOSAID_TESTS_BENCH_PERF_REPORT_H_
#define WHOSAID_TESTS_BENCH_PERF_REPORT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace whosaid::bench {

// How two figures are compared, of which the smaller is better, and what the ratio has to be.
struct Goal {
  enum class Kind {
    at_least,  // the peer's over ours: how many times as fast
    at_most,   // ours over the peer's
  };
  Kind kind = Kind::at_least;
  std::optional<double> bound = std::nullopt;  // none: shown, not judged
};
inline Goal at_least(double bound) { return {Goal::Kind::at_least, bound}; }
inline Goal at_most(double bound) { return {Goal::Kind::at_most, bound}; }
inline Goal share() { return {Goal::Kind::at_most, std::nullopt}; }

enum class Unit { seconds, bytes, none };

// What ours has to find, whatever it costs.
struct RecallGoal {
  double ours = 0;
  double wanted = 0;
};

struct Row {
  std::string name;
  double ours = 0;
  double peer = 0;
  std::string against;  // what the peer is
  Unit unit = Unit::seconds;
  Goal goal;
  std::optional<RecallGoal> recall = std::nullopt;
  std::string note = "";
};

class Report {
 public:
  // Without speed goals a row holds if its recall does.
  explicit Report(bool judge_speed) : judge_speed_(judge_speed) {}

  void heading() const;
  void add(const Row& row);
  void skip(std::string_view name, std::string_view why);
  [[nodiscard]] std::size_t missed() const { return missed_; }
  void summary() const;

 private:
  bool judge_speed_;
  std::size_t held_ = 0;
  std::size_t missed_ = 0;
  std::size_t skipped_ = 0;
};

// "17.5" and the like, for notes.
[[nodiscard]] std::string figure(double value, int digits = 2);

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_PERF_REPORT_H_
