#include "whosaid/detail/graph_index.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "support/catch.h"
#include "support/vectors.h"
#include "whosaid/detail/exact_index.h"
#include "whosaid/detail/graph_nearest.h"

namespace whosaid::detail {
namespace {

using test::Vector;

// What nothing else is found at.
constexpr double kAnyCost = std::numeric_limits<double>::infinity();

// An exact index whose current rows are linked, all or some.
struct Both {
  explicit Both(std::size_t dimensions)
      : exact(dimensions, SIZE_MAX, {}), graph(dimensions), code(padded(dimensions)) {}

  Row add(std::uint32_t owner, const Vector& v) {
    const Row row = exact.add(owner % 5, owner, 0, v);
    rows.push_back(row);
    return row;
  }
  void link(Row row) {
    const CodeScale scale = exact.code(row, code);
    REQUIRE(graph.link(row, code, scale.scale));
  }
  void add_linked(std::uint32_t owner, const Vector& v) { link(add(owner, v)); }
  void remove_at(std::size_t i) {
    graph.unlink(rows[i]);
    exact.remove(rows[i]);
    rows[i] = rows.back();
    rows.pop_back();
  }

  // The share of the exact best k that the graph found too.
  double recall(const Vector& q, std::size_t k, OwnerFilter filter = {},
                std::span<const Row> unlinked = {}) const {
    const QueryVector query(q);
    std::set<std::uint32_t> expected;
    for (const RowMatch& match : exact.nearest(query, k, PartitionSet::current(), filter)) {
      expected.insert(match.owner);
    }
    const auto found = nearest(query, k, filter, unlinked);
    REQUIRE(found.size() == expected.size());
    std::size_t hits = 0;
    for (const std::uint32_t owner : found) hits += expected.count(owner);
    return expected.empty() ? 1.0
                            : static_cast<double>(hits) / static_cast<double>(expected.size());
  }

  // The best k of those that a walk finds, or a scan where it finds none.
  std::vector<std::uint32_t> nearest(const QueryVector& query, std::size_t k, OwnerFilter filter,
                                     std::span<const Row> unlinked) const {
    const auto set = PartitionSet::current();
    const GraphNearest walk(exact, graph, unlinked, set);
    std::set<std::uint32_t> near;
    if (const auto closest = walk.closest(query, k, filter, 1.0, kAnyCost)) {
      for (const Closest::Seen& seen : closest->seen) near.insert(seen.owner);
    }
    const auto passes = [&](std::uint32_t owner) {
      return near.empty() ? !filter || filter(owner) : near.contains(owner);
    };
    std::vector<std::uint32_t> owners;
    for (const RowMatch& match : exact.nearest(query, k, set, passes)) {
      owners.push_back(match.owner);
    }
    return owners;
  }

  template <typename Queries>
  double mean_recall(Queries& vectors, int queries, std::size_t k, OwnerFilter filter = {},
                     std::span<const Row> unlinked = {}) const {
    double sum = 0.0;
    for (int i = 0; i < queries; ++i) sum += recall(vectors.next(), k, filter, unlinked);
    return sum / queries;
  }

  ExactIndex exact;
  GraphIndex graph;
  std::vector<std::int8_t> code;
  std::vector<Row> rows;
};

// What a walk alone finds, however much it costs.
double walk_recall(const Both& index, const Vector& q, std::size_t k, OwnerFilter filter = {}) {
  const auto passes = [&](Row row) { return filter(index.exact.owner(row)); };
  GraphSearch how;
  if (filter) how.filter = passes;
  const auto found = index.graph.search(QueryVector(q), k, how);
  REQUIRE(found.complete);
  std::set<Row> rows;
  for (const GraphCandidate& candidate : found.candidates) rows.insert(candidate.row);
  std::size_t hits = 0;
  const auto best = index.exact.nearest(QueryVector(q), k, PartitionSet::current(), filter);
  for (const RowMatch& match : best) hits += rows.count(match.row);
  return static_cast<double>(hits) / static_cast<double>(best.size());
}

TEST_CASE("the graph finds at least 95 of 100 of what the scan finds, through adds and removes") {
  Both index(96);
  test::ClusteredVectors vectors(96, 50, 0.8F, 21);
  std::mt19937 random(22);
  std::uint32_t owner = 0;
  for (; owner < 4000; ++owner) index.add_linked(owner, vectors.next());
  REQUIRE(index.mean_recall(vectors, 100, 10) >= 0.95);
  for (int i = 0; i < 3000; ++i) {
    if (random() % 3 == 0) {
      index.add_linked(owner++, vectors.next());
    } else {
      index.remove_at(random() % index.rows.size());
    }
    index.graph.upkeep();
  }
  REQUIRE(index.graph.size() == index.rows.size());
  double sum = 0.0;
  for (int i = 0; i < 100; ++i) sum += walk_recall(index, vectors.next(), 10);
  REQUIRE(sum / 100 >= 0.95);
}

TEST_CASE("identical vectors share a node and hide nobody") {
  Both index(96);
  test::ClusteredVectors vectors(96, 50, 0.8F, 23);
  const Vector same = vectors.next();
  // The identical ones first: as separate nodes they would be each other's only neighbours.
  for (std::uint32_t owner = 0; owner < 300; ++owner) index.add_linked(owner, same);
  for (std::uint32_t owner = 300; owner < 5000; ++owner) index.add_linked(owner, vectors.next());
  double sum = 0.0;
  for (int i = 0; i < 100; ++i) sum += walk_recall(index, vectors.next(), 10);
  REQUIRE(sum / 100 >= 0.95);
  REQUIRE(index.recall(same, 10) == 1.0);  // the greatest owners of 300 equal ones
  const auto all = index.graph.search(QueryVector(same), 10, {});
  REQUIRE(all.candidates.size() >= 300);
}

TEST_CASE("asking for more than there is finds everything that the graph has") {
  Both index(32);
  test::ClusteredVectors vectors(32, 4, 0.8F, 24);
  for (std::uint32_t owner = 0; owner < 200; ++owner) index.add_linked(owner, vectors.next());
  const auto found = index.graph.search(QueryVector(vectors.next()), 1000, {});
  REQUIRE(found.complete);
  REQUIRE(found.candidates.size() == 200);
  REQUIRE(index.recall(vectors.next(), 1000) == 1.0);
}

TEST_CASE("a filter that passes one owner in a thousand still finds them all") {
  Both index(96);
  test::ClusteredVectors vectors(96, 50, 0.8F, 25);
  for (std::uint32_t owner = 0; owner < 5000; ++owner) index.add_linked(owner, vectors.next());
  const auto rare = [](std::uint32_t owner) { return owner % 1000 == 17; };
  REQUIRE(index.mean_recall(vectors, 20, 10, rare) == 1.0);
  const auto common = [](std::uint32_t owner) { return owner % 2 == 0; };
  double sum = 0.0;
  for (int i = 0; i < 50; ++i) sum += walk_recall(index, vectors.next(), 10, common);
  REQUIRE(sum / 50 >= 0.95);
}

TEST_CASE("a walk that meets its budget, or finds fewer than asked for, says so") {
  Both index(32);
  test::ClusteredVectors vectors(32, 4, 0.8F, 26);
  const QueryVector query(vectors.next());
  REQUIRE_FALSE(index.graph.search(query, 10, {}).complete);  // nothing linked
  for (std::uint32_t owner = 0; owner < 1000; ++owner) index.add_linked(owner, vectors.next());
  GraphSearch how;
  REQUIRE(index.graph.search(query, 10, how).complete);
  how.budget = 20;
  REQUIRE_FALSE(index.graph.search(query, 10, how).complete);
  how = {};
  const auto few = [&](Row row) { return index.exact.owner(row) < 5; };
  how.filter = few;
  const auto found = index.graph.search(query, 10, how);
  REQUIRE_FALSE(found.complete);
  for (const GraphCandidate& candidate : found.candidates) REQUIRE(few(candidate.row));
}

TEST_CASE("rows that are not linked yet are found by the scan beside the walk") {
  Both index(96);
  test::ClusteredVectors vectors(96, 50, 0.8F, 27);
  for (std::uint32_t owner = 0; owner < 4000; ++owner) index.add_linked(owner, vectors.next());
  std::vector<Row> unlinked;
  const Vector target = vectors.next();
  for (std::uint32_t owner = 4000; owner < 4100; ++owner) {
    unlinked.push_back(index.add(owner, owner == 4050 ? target : vectors.next()));
  }
  REQUIRE(index.mean_recall(vectors, 50, 10, {}, unlinked) >= 0.95);
  REQUIRE(index.nearest(QueryVector(target), 1, {}, unlinked) == std::vector<std::uint32_t>{4050});
}

TEST_CASE("unlinked rows are never found, relinked ones are, unknown ones are ignored") {
  Both index(32);
  test::ClusteredVectors vectors(32, 4, 0.8F, 28);
  const Vector v = vectors.next();
  const Row first = index.add(1, v);
  const Row second = index.add(2, v);
  index.graph.unlink(first);
  index.link(first);
  index.link(second);
  index.link(second);
  REQUIRE(index.graph.size() == 2);
  index.graph.unlink(first);
  REQUIRE_FALSE(index.graph.contains(first));
  const auto found = index.graph.search(QueryVector(v), 5, {});
  REQUIRE(found.candidates.size() == 1);
  REQUIRE(found.candidates[0].row == second);
  index.graph.unlink(second);
  REQUIRE(index.graph.search(QueryVector(v), 5, {}).candidates.empty());
  index.link(first);  // the node wakes up
  REQUIRE(index.graph.search(QueryVector(v), 1, {}).candidates.at(0).row == first);
}

TEST_CASE("a graph most of whose nodes are dead is rebuilt while rows come and go") {
  Both index(64);
  test::ClusteredVectors vectors(64, 20, 0.8F, 29);
  const Vector early = vectors.next();  // the first node, and so the first that is rebuilt
  index.add_linked(0, early);
  for (std::uint32_t owner = 1; owner < 3000; ++owner) index.add_linked(owner, vectors.next());
  const std::size_t before = index.graph.memory_bytes();
  REQUIRE_FALSE(index.graph.upkeep());  // nothing is dead
  std::mt19937 random(30);
  while (index.rows.size() > 600) index.remove_at(random() % index.rows.size());
  std::uint32_t owner = 3000;
  while (index.graph.upkeep()) {
    index.remove_at(random() % index.rows.size());
    index.add_linked(owner, owner % 2 == 0 ? early : vectors.next());
    ++owner;
  }
  REQUIRE(index.graph.memory_bytes() < before / 2);
  REQUIRE(index.graph.size() == 600);
  for (const Row row : index.rows) REQUIRE(index.graph.contains(row));
  REQUIRE(index.mean_recall(vectors, 50, 10) >= 0.95);
}

TEST_CASE("forgetting a whole cluster leaves its neighbourhood open to new rows") {
  Both index(32);
  test::ClusteredVectors wide(32, 20, 0.8F, 31);
  test::ClusteredVectors tight(32, 1, 0.2F, 32);
  for (std::uint32_t owner = 0; owner < 500; ++owner) index.add_linked(owner, wide.next());
  for (std::uint32_t owner = 500; owner < 900; ++owner) index.add_linked(owner, tight.next());
  while (index.rows.size() > 500) index.remove_at(index.rows.size() - 1);
  for (std::uint32_t owner = 900; owner < 950; ++owner) index.add_linked(owner, tight.next());
  double sum = 0.0;
  for (int i = 0; i < 20; ++i) sum += walk_recall(index, tight.next(), 10);
  REQUIRE(sum / 20 >= 0.95);
}

TEST_CASE("searches run while rows are linked, unlinked and rebuilt") {
  constexpr std::uint32_t kRows = 1500;
  Both index(32);
  test::ClusteredVectors vectors(32, 10, 0.8F, 33);
  for (std::uint32_t owner = 0; owner < kRows; ++owner) index.add(owner, vectors.next());
  const std::vector<Vector> queries = vectors.next(16);
  std::atomic<bool> done{false};
  std::atomic<std::size_t> found{0};
  const auto search = [&] {
    for (std::size_t i = 0; !done; ++i) {
      const QueryVector query(queries[i % queries.size()]);
      found += index.graph.search(query, 10, {}).candidates.size();
    }
  };
  std::thread first(search);
  std::thread second(search);
  std::vector<std::int8_t> code(padded(32));
  for (const Row row : index.rows) {
    const CodeScale scale = index.exact.code(row, code);
    index.graph.link(row, code, scale.scale);
  }
  for (std::size_t i = 0; i < 1000; ++i) index.graph.unlink(index.rows[i]);
  while (index.graph.upkeep()) {
  }
  done = true;
  first.join();
  second.join();
  REQUIRE(found > 0);
  REQUIRE(index.graph.size() == kRows - 1000);
}

}  // namespace
}  // namespace whosaid::detail
