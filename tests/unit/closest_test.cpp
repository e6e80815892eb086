#include "whosaid/detail/closest.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "support/catch.h"
#include "support/vectors.h"
#include "whosaid/detail/graph_nearest.h"

namespace whosaid::detail {
namespace {

constexpr std::size_t kDimensions = 48;
constexpr std::uint64_t kSpeakers = 3;
constexpr double kAnyCost = std::numeric_limits<double>::infinity();

// Owners of one to three rows each, of three speakers; every eighth row is left out of the graph.
struct Rows {
  explicit Rows(std::uint32_t owners, unsigned seed)
      : exact(kDimensions, SIZE_MAX, {}), graph(kDimensions), vectors(kDimensions, 20, 0.8F, seed) {
    std::vector<std::int8_t> code(padded(kDimensions));
    for (std::uint32_t owner = 0; owner < owners; ++owner) {
      for (std::uint32_t chunk = 0; chunk <= owner % 3; ++chunk) {
        const Row row = exact.add(owner % kSpeakers, owner, chunk, vectors.next());
        rows.push_back(row);
        if (rows.size() % 8 == 0) {
          unlinked.push_back(row);
        } else {
          REQUIRE(graph.link(row, code, exact.code(row, code).scale));
        }
      }
    }
  }

  // The slow and obvious way: each owner's best cosine.
  std::map<std::uint32_t, float> cosines(const QueryVector& query, PartitionSet partitions,
                                         OwnerFilter filter) const {
    std::map<std::uint32_t, float> best;
    for (const Row row : rows) {
      const std::uint32_t owner = exact.owner(row);
      if (!partitions.has(exact.partition(row)) || (filter && !filter(owner))) continue;
      const auto known = best.try_emplace(owner, -1.0F).first;
      known->second = std::max(known->second, exact.exact(row, query));
    }
    return best;
  }

  ExactIndex exact;
  GraphIndex graph;
  test::ClusteredVectors vectors;
  std::vector<Row> rows;
  std::vector<Row> unlinked;
};

std::set<std::uint32_t> owners(const Closest& closest) {
  std::set<std::uint32_t> result;
  for (const Closest::Seen& seen : closest.seen) result.insert(seen.owner);
  return result;
}

// The k-th greatest; minus infinity if there are fewer.
float kth(const std::map<std::uint32_t, float>& cosines, std::size_t k) {
  std::vector<float> values;
  for (const auto& [owner, cosine] : cosines) values.push_back(cosine);
  std::sort(values.begin(), values.end(), std::greater<>());
  return values.size() < k ? -std::numeric_limits<float>::infinity() : values[k - 1];
}

TEST_CASE("a scan sees every owner that may be among the closest, and bounds the rest") {
  Rows rows(700, 41);
  const std::vector<std::uint64_t> second = {1};
  std::vector<float> uppers;
  for (std::size_t round = 0; round < 60; ++round) {
    const QueryVector query(rows.vectors.next());
    const std::size_t k = 1 + round % 12;
    const auto set = round % 2 == 0 ? PartitionSet::current() : PartitionSet::of(second);
    const auto passes = [&](std::uint32_t owner) { return owner % (1 + round % 5) == 0; };
    const Closest closest = scan_closest(rows.exact, query, set, k, passes, &uppers);
    const auto seen = owners(closest);
    const auto cosines = rows.cosines(query, set, passes);
    const float least = kth(cosines, k);
    REQUIRE(closest.surely <= least);
    for (const std::uint32_t owner : seen) REQUIRE(cosines.contains(owner));
    for (const auto& [owner, cosine] : cosines) {
      if (cosine >= least) REQUIRE(seen.contains(owner));
      if (!seen.contains(owner)) REQUIRE(cosine <= closest.rest);
    }
    for (const Row row : rows.rows) {
      if (!set.has(rows.exact.partition(row))) continue;
      REQUIRE(uppers[static_cast<std::size_t>(row)] >= rows.exact.exact(row, query));
    }
  }
}

TEST_CASE("a walk finds as many as were asked for, all of which pass, or nothing") {
  Rows rows(2000, 42);
  const std::vector<std::uint64_t> second = {1};
  std::size_t walks = 0;
  std::size_t hits = 0;
  std::size_t wanted = 0;
  for (std::uint32_t round = 0; round < 120; ++round) {
    const QueryVector query(rows.vectors.next());
    const std::size_t k = 1 + round % 30;
    const auto set = round % 2 == 0 ? PartitionSet::current() : PartitionSet::of(second);
    const std::uint32_t one_in = round % 3 == 0 ? 1 : round % 3 == 1 ? 2 : 500;
    const auto passes = [&](std::uint32_t owner) { return owner % one_in == 0; };
    const GraphNearest graph(rows.exact, rows.graph, rows.unlinked, set);
    const auto closest = graph.closest(query, k, passes, 1.0 / one_in, kAnyCost);
    const auto cosines = rows.cosines(query, set, passes);
    if (!closest) {
      REQUIRE(one_in == 500);  // four owners of 2,000, one or two of a speaker
      continue;
    }
    const auto seen = owners(*closest);
    REQUIRE(seen.size() >= k);
    for (const std::uint32_t owner : seen) REQUIRE(cosines.contains(owner));
    ++walks;
    wanted += k;
    const float least = kth(cosines, k);
    for (const std::uint32_t owner : seen) hits += cosines.at(owner) >= least ? 1U : 0U;
  }
  REQUIRE(walks >= 80);
  REQUIRE(static_cast<double>(hits) >= 0.97 * static_cast<double>(wanted));
}

TEST_CASE("a walk that would cost more than another way is not begun, nor carried on") {
  Rows rows(2000, 43);
  const QueryVector query(rows.vectors.next());
  const GraphNearest graph(rows.exact, rows.graph, {}, PartitionSet::current());
  const auto none = [](std::uint32_t) { return false; };
  REQUIRE(graph.closest(query, 10, {}, 1.0, 1e6));
  REQUIRE_FALSE(graph.closest(query, 10, {}, 1.0, 1000));
  REQUIRE_FALSE(graph.closest(query, 10, {}, 0.001, 1e6));
  REQUIRE_FALSE(graph.closest(query, 10, none, 1.0, 1e6));
  REQUIRE_FALSE(graph.closest(query, 3000, {}, 1.0, kAnyCost));  // there are no more than 2,000
}

}  // namespace
}  // namespace whosaid::detail
