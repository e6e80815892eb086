#include "whosaid/detail/exact_index.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "support/catch.h"
#include "support/vectors.h"

namespace whosaid::detail {
namespace {

using test::Vector;

constexpr std::size_t kEverything = SIZE_MAX;

// The obvious index: a list of vectors, looked at one by one.
class ListIndex {
 public:
  struct Entry {
    std::uint64_t partition;
    std::uint32_t owner;
    std::uint32_t chunk;
    Vector values;
  };

  std::map<Row, Entry> entries;

  [[nodiscard]] static float cosine(const Entry& entry, const Vector& q) {
    return clamp_cosine(kernels().dot_f32(q.data(), entry.values.data(), q.size()));
  }

  template <typename Filter>
  [[nodiscard]] std::vector<std::pair<float, std::uint32_t>> nearest(const Vector& q, std::size_t k,
                                                                     PartitionSet partitions,
                                                                     Filter filter) const {
    std::map<std::uint32_t, float> best;
    for (const auto& [row, entry] : entries) {
      if (!partitions.has(entry.partition) || !filter(entry.owner)) continue;
      const float score = cosine(entry, q);
      const auto [at, added] = best.emplace(entry.owner, score);
      if (!added) at->second = std::max(at->second, score);
    }
    std::vector<std::pair<float, std::uint32_t>> result;
    for (const auto& [owner, score] : best) result.emplace_back(score, owner);
    std::sort(result.rbegin(), result.rend());
    if (result.size() > k) result.resize(k);
    return result;
  }

  [[nodiscard]] std::set<Row> within(const Vector& q, float threshold,
                                     PartitionSet partitions) const {
    std::set<Row> result;
    for (const auto& [row, entry] : entries) {
      if (partitions.has(entry.partition) && cosine(entry, q) >= threshold) result.insert(row);
    }
    return result;
  }
};

// An ExactIndex and a ListIndex that are given the same rows.
class Pair {
 public:
  Pair(std::size_t dimensions, std::size_t float_budget)
      : fast(dimensions, float_budget, [this](std::uint32_t owner, std::uint32_t chunk, auto out) {
          const Vector& values = stored_.at({owner, chunk});
          std::copy(values.begin(), values.end(), out.begin());
          return true;
        }) {}

  Row add(std::uint64_t partition, std::uint32_t owner, std::uint32_t chunk, const Vector& v) {
    stored_[{owner, chunk}] = v;
    const Row row = fast.add(partition, owner, chunk, v);
    REQUIRE(slow.entries.emplace(row, ListIndex::Entry{partition, owner, chunk, v}).second);
    return row;
  }
  void remove(Row row) {
    fast.remove(row);
    slow.entries.erase(row);
  }
  void move(Row row, std::uint64_t partition) {
    fast.move(row, partition);
    slow.entries.at(row).partition = partition;
  }

  template <typename Filter>
  void require_same_nearest(const Vector& q, std::size_t k, PartitionSet set, Filter filter) const {
    std::vector<std::pair<float, std::uint32_t>> found;
    for (const RowMatch& match : fast.nearest(QueryVector(q), k, set, filter)) {
      found.emplace_back(match.similarity, match.owner);
      REQUIRE(fast.owner(match.row) == match.owner);
      REQUIRE(fast.exact(match.row, QueryVector(q)) == match.similarity);
    }
    REQUIRE(found == slow.nearest(q, k, set, filter));
  }

  void require_same_within(const Vector& q, float threshold, PartitionSet set) const {
    std::set<Row> found;
    for (const RowMatch& match : fast.within(QueryVector(q), threshold, set)) {
      REQUIRE(found.insert(match.row).second);
      REQUIRE(match.similarity == ListIndex::cosine(slow.entries.at(match.row), q));
    }
    REQUIRE(found == slow.within(q, threshold, set));
  }

  void require_same_rows() const {
    REQUIRE(fast.size() == slow.entries.size());
    std::map<std::uint64_t, std::size_t> sizes;
    for (const auto& [row, entry] : slow.entries) {
      REQUIRE(fast.contains(row));
      REQUIRE(fast.owner(row) == entry.owner);
      REQUIRE(fast.chunk(row) == entry.chunk);
      REQUIRE(fast.partition(row) == entry.partition);
      ++sizes[entry.partition];
    }
    REQUIRE(fast.partitions().size() == sizes.size());
    for (const auto& [key, size] : sizes) REQUIRE(fast.size(key) == size);
  }

  ExactIndex fast;
  ListIndex slow;

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, Vector> stored_;
};

const auto kAnyOwner = [](std::uint32_t) { return true; };

TEST_CASE("the exact index equals looking at every vector, through any adds, removes and moves") {
  const auto [dimensions, budget] = GENERATE(
      std::pair{std::size_t{24}, kEverything}, std::pair{std::size_t{130}, kEverything},
      std::pair{std::size_t{384}, kEverything}, std::pair{std::size_t{384}, std::size_t{0}},
      std::pair{std::size_t{130}, std::size_t{130 * 4 * 500}});
  CAPTURE(dimensions, budget);
  Pair index(dimensions, budget);
  test::ClusteredVectors vectors(dimensions, 20, 0.6F, 11);
  std::mt19937 random(12);
  std::vector<Row> rows;
  for (std::uint32_t step = 0; step < 3000; ++step) {
    const auto dice = random() % 10;
    if (rows.empty() || dice < 6) {
      const std::uint64_t partition = random() % 4 | (random() % 8 == 0 ? kHistory : 0);
      rows.push_back(index.add(partition, step / 3, step % 3, vectors.next()));
    } else {
      std::swap(rows[random() % rows.size()], rows.back());
      if (dice < 8) {
        index.remove(rows.back());
        rows.pop_back();
      } else {
        index.move(rows.back(), random() % 5);
      }
    }
    if (step % 500 != 499) continue;
    index.require_same_rows();
    const std::vector<std::uint64_t> listed{1, 3, 77};
    for (const PartitionSet set :
         {PartitionSet::all(), PartitionSet::current(), PartitionSet::of(listed)}) {
      const Vector q = vectors.next();
      index.require_same_nearest(q, 10, set, kAnyOwner);
      index.require_same_nearest(q, 5000, set, kAnyOwner);
      index.require_same_nearest(q, 7, set, [](std::uint32_t owner) { return owner % 100 == 3; });
      for (const float threshold : {0.4F, 0.75F, 0.9F})
        index.require_same_within(q, threshold, set);
    }
  }
}

TEST_CASE("of equal owners the greater comes first, in and at the edge of the best k") {
  Pair index(64, kEverything);
  test::ClusteredVectors vectors(64, 5, 0.5F, 13);
  const Vector same = vectors.next();
  for (std::uint32_t owner = 0; owner < 1000; ++owner) {
    index.add(1, owner, 0, owner % 3 == 0 ? same : vectors.next());
  }
  for (const std::size_t k : std::initializer_list<std::size_t>{1, 10, 300, 500}) {
    index.require_same_nearest(same, k, PartitionSet::all(), kAnyOwner);
  }
}

TEST_CASE("an owner counts once, by its best row") {
  ExactIndex index(2, kEverything, {});
  index.add(1, 7, 0, Vector{1.0F, 0.0F});
  index.add(1, 7, 1, Vector{0.0F, 1.0F});
  index.add(1, 8, 0, test::unit({1.0F, 1.0F}));
  const auto found = index.nearest(QueryVector(Vector{0.0F, 1.0F}), 10, PartitionSet::all(), {});
  REQUIRE(found.size() == 2);
  REQUIRE(found[0].owner == 7);
  REQUIRE(index.chunk(found[0].row) == 1);
  REQUIRE(found[0].similarity == 1.0F);
  REQUIRE(found[1].owner == 8);
}

TEST_CASE("a filter chooses what is searched: one owner in a thousand is found among better ones") {
  Pair index(96, kEverything);
  test::ClusteredVectors vectors(96, 10, 0.5F, 14);
  for (std::uint32_t owner = 0; owner < 5000; ++owner)
    index.add(owner % 3, owner, 0, vectors.next());
  const auto rare = [](std::uint32_t owner) { return owner % 1000 == 17; };
  const Vector q = vectors.next();
  index.require_same_nearest(q, 10, PartitionSet::all(), rare);
  REQUIRE(index.fast.nearest(QueryVector(q), 10, PartitionSet::all(), rare).size() == 5);
}

TEST_CASE("a scan shows each row of a partition once, within its bound") {
  ExactIndex index(384, kEverything, {});
  test::ClusteredVectors vectors(384, 10, 0.5F, 15);
  for (std::uint32_t owner = 0; owner < 700; ++owner)
    index.add(owner % 2, owner, 0, vectors.next());
  const QueryVector query(vectors.next());
  std::set<std::uint32_t> seen;
  index.scan(query, std::uint64_t{1}, [&](const ScanBatch& batch) {
    REQUIRE(batch.count <= kBlockRows);
    for (std::size_t i = 0; i < batch.count; ++i) {
      REQUIRE(seen.insert(batch.owners[i]).second);
      REQUIRE(batch.owners[i] == index.owner(batch.rows[i]));
      const float exact = index.exact(batch.rows[i], query);
      REQUIRE(std::fabs(exact - batch.approximate[i]) <= batch.error[i]);
      REQUIRE(batch.error[i] < 0.02F);
    }
  });
  REQUIRE(seen.size() == 350);
}

TEST_CASE("near duplicates are found at and above the threshold, sparse vectors included") {
  Pair index(1024, kEverything);
  std::mt19937 random(16);
  const auto sparse = [&](const Vector* like) {
    Vector v(1024, 0.0F);
    if (like != nullptr) v = *like;
    const int changes = like != nullptr ? 2 : 40;
    for (int i = 0; i < changes; ++i) v[random() % 1024] += like != nullptr ? 0.1F : 1.0F;
    return test::unit(v);
  };
  std::vector<Vector> originals;
  for (std::uint32_t owner = 0; owner < 1000; ++owner) {
    const bool copy = owner % 10 == 9;
    originals.push_back(sparse(copy ? &originals[random() % originals.size()] : nullptr));
    index.add(owner % 5, owner, 0, originals.back());
  }
  for (std::size_t i = 0; i < originals.size(); i += 50) {
    for (const float threshold : {0.5F, 0.9F, 0.99F, 1.0F}) {
      index.require_same_within(originals[i], threshold, PartitionSet::current());
    }
  }
}

TEST_CASE("a vector that can't be fetched is scored by its code") {
  ExactIndex index(384, 0, [](std::uint32_t, std::uint32_t, std::span<float>) { return false; });
  test::ClusteredVectors vectors(384, 2, 0.5F, 17);
  const Vector v = vectors.next();
  const Row row = index.add(1, 1, 0, v);
  REQUIRE(index.exact(row, QueryVector(v)) == Approx(1.0).margin(0.01));
}

TEST_CASE("a partition with one row costs kilobytes, and an empty one nothing") {
  ExactIndex index(1024, kEverything, {});
  test::ClusteredVectors vectors(1024, 2, 0.5F, 18);
  const Row row = index.add(1, 1, 0, vectors.next());
  REQUIRE(index.memory_bytes() < 16 * 1024);
  index.remove(row);
  REQUIRE(index.memory_bytes() < 256);
  REQUIRE(index.partitions().empty());
}

TEST_CASE("an empty index, k of zero and unknown partitions find nothing") {
  ExactIndex index(8, kEverything, {});
  const Vector v = test::unit(Vector(8, 1.0F));
  const QueryVector query(v);
  REQUIRE(index.nearest(query, 10, PartitionSet::all(), {}).empty());
  REQUIRE(index.within(query, -1.0F, PartitionSet::all()).empty());
  index.add(1, 1, 0, v);
  const std::vector<std::uint64_t> unknown{2};
  REQUIRE(index.nearest(query, 0, PartitionSet::all(), {}).empty());
  REQUIRE(index.nearest(query, 10, PartitionSet::of(unknown), {}).empty());
  REQUIRE(index.size(2) == 0);
}

}  // namespace
}  // namespace whosaid::detail
