// Searching what one speaker said.

#include <cstdlib>

#include "measure.h"
#include "rows.h"
#include "truth.h"

namespace whosaid::bench {
namespace {

class OneSpeaker {
 public:
  OneSpeaker(Bench& bench, std::uint32_t speaker)
      : bench_(bench), world_(bench.world), speaker_(speaker) {
    const auto& owners = world_.speakers();
    truth_ = true_nearest(world_.workload(), queries(), world_.size(),
                          [&](std::uint32_t row) { return owners[row] == speaker; });
    recall_ = recall(truth_, [&](std::size_t q) { return ours(q); });
  }

  // Against a walk that keeps what the speaker said.
  void filtered(double hot_goal, std::optional<double> cold_goal) {
    const auto search = [&](std::size_t q, std::size_t ef) {
      return world_.graph().search_owned(world_.workload().queries.row(q), kWanted, ef,
                                         world_.speakers(), speaker_);
    };
    const Tuned tuned = tune(truth_, 0.99, search);
    const auto row = [&](Caches caches, const char* name, double goal) {
      const Pair times = alternate(
          queries(), caches, [&](std::size_t q) { ours(q); },
          [&](std::size_t q) { search(q, tuned.ef); });
      bench_.report.add({.name = share() + name,
                         .ours = times.ours,
                         .peer = times.peer,
                         .against = "hnswlib's graph walked with a filter, ef " +
                                    std::to_string(tuned.ef) + ", recall " +
                                    figure(tuned.recall, 4),
                         .goal = at_least(goal),
                         .recall = RecallGoal{recall_, 1.0}});
    };
    row(Caches::hot, ", hot", hot_goal);
    if (cold_goal) row(Caches::cold, ", cold", *cold_goal);
  }

  // Against a search of everything: no peer is faster, and it finds the wrong ones.
  void unfiltered() {
    const auto truth = true_nearest(world_.workload(), queries(), world_.size());
    const auto search = [&](std::size_t q, std::size_t ef) {
      return world_.graph().search(world_.workload().queries.row(q), kWanted, ef);
    };
    const auto row = [&](double at_recall, const char* name, Goal goal) {
      const Tuned tuned = tune(truth, at_recall, search);
      const Pair times = alternate(
          queries(), Caches::shared, [&](std::size_t q) { ours(q); },
          [&](std::size_t q) { search(q, tuned.ef); });
      bench_.report.add({.name = share() + name,
                         .ours = times.ours,
                         .peer = times.peer,
                         .against = "hnswlib unfiltered, ef " + std::to_string(tuned.ef) +
                                    ", recall " + figure(tuned.recall, 4),
                         .goal = goal,
                         .recall = RecallGoal{recall_, 0.98}});
    };
    row(0.98, "", at_least(1));
    row(recall_, ", at our recall", {});
  }

 private:
  [[nodiscard]] std::size_t queries() const {
    return std::min<std::size_t>(bench_.options.queries, 60);
  }
  [[nodiscard]] std::string share() const {
    return "search, speaker with " + figure(100 * kShares[speaker_], speaker_ == 0 ? 1 : 0) +
           " % of " + std::to_string(world_.size());
  }
  Ids ours(std::size_t q) const {
    return rows_of(
        must(world_.store().search(Workload::wordless(q), {.speaker = speaker_name(speaker_)})));
  }

  Bench& bench_;
  World& world_;
  std::uint32_t speaker_;
  std::vector<Ids> truth_;
  double recall_ = 0;
};

}  // namespace

void speakers(Bench& bench) {
  bench.world.grow(bench.options.size);
  OneSpeaker(bench, 1).filtered(150, 50);
  OneSpeaker(bench, 0).filtered(300, std::nullopt);
  OneSpeaker(bench, 2).filtered(12, std::nullopt);
  OneSpeaker(bench, 3).filtered(3, std::nullopt);
  OneSpeaker(bench, 4).unfiltered();
}

}  // namespace whosaid::bench
