#include "whosaid/detail/top_k.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <random>
#include <vector>

#include "support/catch.h"

namespace whosaid::detail {
namespace {

struct Item {
  double upper;
  int id;
  double exact;
};

const auto kBetter = [](const Scored<Item>& a, const Scored<Item>& b) {
  return a.score != b.score ? a.score > b.score : a.candidate.id > b.candidate.id;
};

std::vector<int> ids(const std::vector<Scored<Item>>& found) {
  std::vector<int> result;
  for (const auto& f : found) result.push_back(f.candidate.id);
  return result;
}

std::vector<Item> random_items(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Item> items;
  for (std::size_t i = 0; i < count; ++i) {
    const double exact = static_cast<double>(random() % 50) / 50.0;  // many ties
    items.push_back(
        {exact + static_cast<double>(random() % 10) / 100.0, static_cast<int>(i), exact});
  }
  return items;
}

TEST_CASE("the best k by upper bounds are those of scoring everything, ties included") {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const auto items = random_items(200, seed);
    std::vector<Scored<Item>> all;
    for (const Item& item : items) {
      if (item.id % 7 != 0) all.push_back({item, item.exact});
    }
    std::sort(all.begin(), all.end(), kBetter);
    for (const std::size_t k : std::initializer_list<std::size_t>{0, 1, 5, 50, 300}) {
      const auto exact = [](const Item& item) {
        return item.id % 7 == 0 ? std::nullopt : std::optional<double>(item.exact);
      };
      const auto found = exact_top_k(items, k, exact, kBetter);
      auto expected = all;
      if (expected.size() > k) expected.resize(k);
      REQUIRE(ids(found) == ids(expected));
    }
  }
}

TEST_CASE("candidates whose bound can't reach the k-th score are never scored") {
  std::vector<Item> items;
  for (int i = 0; i < 100; ++i) items.push_back({1.0 - i / 100.0, i, 1.0 - i / 100.0});
  int scored = 0;
  const auto found = exact_top_k(
      items, 3,
      [&](const Item& item) {
        ++scored;
        return std::optional<double>(item.exact);
      },
      kBetter);
  REQUIRE(ids(found) == std::vector<int>{0, 1, 2});
  REQUIRE(scored == 3);
}

TEST_CASE("bounds that are sharpened on the way change no result and spare exact scores") {
  struct Loose {
    double upper;
    Item item;
    bool sharp = false;
  };
  const auto better = [](const Scored<Loose>& a, const Scored<Loose>& b) {
    return a.score != b.score ? a.score > b.score : a.candidate.item.id > b.candidate.item.id;
  };
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto items = random_items(200, seed);
    std::vector<Loose> loose;
    for (const Item& item : items) loose.push_back({2.0, item});
    std::size_t scored = 0;
    const auto found = exact_top_k(
        loose, 10,
        [](Loose& c) {
          if (c.sharp) return false;
          c.sharp = true;
          c.upper = c.item.upper;
          return true;
        },
        [&](const Loose& c) {
          ++scored;
          return std::optional<double>(c.item.exact);
        },
        better);
    const auto exact = [](const Item& item) { return std::optional<double>(item.exact); };
    const auto expected = exact_top_k(items, 10, exact, kBetter);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      REQUIRE(found[i].candidate.item.id == expected[i].candidate.id);
    }
    REQUIRE(scored < 100);
  }
}

}  // namespace
}  // namespace whosaid::detail
