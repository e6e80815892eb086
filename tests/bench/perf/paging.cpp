// Reading what a speaker said, the newest first, and the list of speakers.

#include <cstdlib>
#include <random>

#include "measure.h"
#include "peers/sqlite.h"
#include "rows.h"

namespace whosaid::bench {
namespace {

constexpr std::size_t kPage = 50;

class Paging {
 public:
  explicit Paging(Bench& bench) : bench_(bench), world_(bench.world) {
    world_.grow(bench.options.size);
    const auto& speakers = world_.speakers();
    for (std::size_t i = 0; i < world_.size(); ++i) {
      if (speakers[i] == kSpeaker) rows_.push_back(i);
    }
    std::mt19937 random(8);
    for (std::size_t i = 0; i < bench.options.queries; ++i) {
      places_.push_back(rows_[kPage + random() % (rows_.size() - kPage)]);
    }
  }

  void run() {
    const std::size_t newest = rows_.back() + 1;
    const auto at_random = [&](std::size_t i) { return places_[i]; };
    const auto at_newest = [&](std::size_t) { return newest; };
    const auto rocksdb = [&](std::size_t before) {
      return world_.log()
          .page(World::page_key(kSpeaker, before - 1), World::page_prefix(kSpeaker), kPage)
          .size();
    };
    const std::string iterator = "RocksDB iterator over the same values";
    row("random place", at_random, iterator, rocksdb, at_most(2));
    row("newest", at_newest, iterator, rocksdb, at_most(4));
    const auto all = sqlite(bench_.directory / "paging.sqlite",
                            std::span(world_.workload().texts).first(world_.size()),
                            std::span(world_.speakers()).first(world_.size()));
    if (!all) return bench_.report.skip("by_speaker against SQLite", "built without SQLite");
    const auto by_sql = [&](std::size_t before) {
      return all->page(kSpeaker, static_cast<std::int64_t>(before), kPage).size();
    };
    row("random place, SQLite", at_random, "SQLite, an index over speaker and time", by_sql, {});
    row("newest, SQLite", at_newest, "SQLite, an index over speaker and time", by_sql, {});
  }

 private:
  static constexpr std::uint32_t kSpeaker = 4;

  template <typename Place, typename Peer>
  void row(const std::string& what, const Place& place, const std::string& against,
           const Peer& peer, Goal goal) {
    const Pair times = alternate(
        places_.size(), Caches::shared,
        [&](std::size_t i) {
          PageOptions how{.limit = kPage};
          how.after = PageCursor{created_at(place(i)), {MemoryId{place(i) + 1}}};
          check(must(world_.store().by_speaker(speaker_name(kSpeaker), how)).memories.size());
        },
        [&](std::size_t i) { check(peer(place(i))); });
    bench_.report.add({.name = "by_speaker, page of 50, " + what,
                       .ours = times.ours,
                       .peer = times.peer,
                       .against = against,
                       .goal = goal});
  }

  static void check(std::size_t found) {
    if (found != kPage) std::exit(1);
  }

  Bench& bench_;
  World& world_;
  std::vector<std::size_t> rows_;
  std::vector<std::size_t> places_;  // pages hold what is older
};

}  // namespace

void paging(Bench& bench) {
  Paging(bench).run();
  const Pair times = alternate(
      bench.options.queries, Caches::shared,
      [&](std::size_t) {
        if (must(bench.world.store().list_speakers()).count != kSpeakers) std::exit(1);
      },
      [](std::size_t) {});
  bench.report.add({.name = "list_speakers, 50 people",
                    .ours = times.ours,
                    .peer = 10e-6,
                    .against = "ten microseconds",
                    .goal = at_most(1)});
}

}  // namespace whosaid::bench
