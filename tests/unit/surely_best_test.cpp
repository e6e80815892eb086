#include "whosaid/detail/surely_best.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "support/catch.h"

namespace whosaid::detail {
namespace {

TEST_CASE("the k-th best owner's bound is known at any time") {
  const auto seed = GENERATE(1U, 2U, 3U, 4U);
  std::mt19937 random(seed);
  const std::size_t k = 1 + random() % 8;
  SurelyBest surely(k);
  std::map<std::uint32_t, float> best;
  for (int i = 0; i < 500; ++i) {
    const auto owner = static_cast<std::uint32_t>(random() % 40);
    const float lower = static_cast<float>(random() % 1000) / 1000.0F;
    surely.see(owner, lower);
    const auto known = best.try_emplace(owner, lower).first;
    known->second = std::max(known->second, lower);
    std::vector<float> bounds;
    for (const auto& [who, bound] : best) bounds.push_back(bound);
    std::sort(bounds.begin(), bounds.end(), std::greater<>());
    const float expected =
        bounds.size() < k ? -std::numeric_limits<float>::infinity() : bounds[k - 1];
    REQUIRE(surely.least() == expected);
  }
}

TEST_CASE("many rows of one owner make it no more than one of the best") {
  SurelyBest surely(2);
  for (int i = 0; i < 10; ++i) surely.see(7, 0.9F);
  REQUIRE(surely.least() == -std::numeric_limits<float>::infinity());
  surely.see(8, 0.1F);
  REQUIRE(surely.least() == 0.1F);
}

}  // namespace
}  // namespace whosaid::detail
