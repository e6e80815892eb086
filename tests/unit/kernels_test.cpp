#include "whosaid/detail/kernels.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <random>
#include <vector>

#include "support/catch.h"

namespace whosaid::detail {
namespace {

std::vector<std::size_t> lengths() {
  std::vector<std::size_t> all;
  for (std::size_t n = 0; n <= 130; ++n) all.push_back(n);
  for (const std::size_t n :
       std::initializer_list<std::size_t>{255, 256, 257, 384, 768, 1000, 1024, 1536, 8191, 8192}) {
    all.push_back(n);
  }
  return all;
}

template <typename T>
std::vector<T> random_values(std::size_t n, int limit, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> any(-limit, limit);
  std::vector<T> values(n);
  for (T& value : values) value = static_cast<T>(any(random));
  return values;
}

template <typename A, typename B>
std::int64_t plain_dot(const A* a, const B* b, std::size_t n) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += std::int64_t{a[i]} * std::int64_t{b[i]};
  return sum;
}

TEST_CASE("every compiled kernel set multiplies codes exactly, at any length and alignment") {
  REQUIRE_FALSE(all_kernels().empty());
  for (const Kernels& set : all_kernels()) {
    INFO(set.target);
    for (const std::size_t n : lengths()) {
      INFO("length " << n);
      const auto a = random_values<std::int8_t>(n + 1, 127, 1);
      const auto b = random_values<std::int8_t>(n + 3, 127, 2);
      REQUIRE(set.dot_i8(a.data() + 1, b.data() + 3, n) ==
              plain_dot(a.data() + 1, b.data() + 3, n));
    }
  }
}

TEST_CASE("every compiled kernel set scans any number of rows exactly") {
  constexpr std::size_t kStride = 413;
  for (const Kernels& set : all_kernels()) {
    INFO(set.target);
    for (const std::size_t n :
         std::initializer_list<std::size_t>{1, 7, 16, 31, 32, 33, 96, 384, 413}) {
      const auto query = random_values<std::int16_t>(n, 32767, 3);
      for (const std::size_t count : std::initializer_list<std::size_t>{0, 1, 2, 3, 4, 5, 8, 11}) {
        INFO("length " << n << ", rows " << count);
        const auto rows = random_values<std::int8_t>(count * kStride, 127, 4);
        std::vector<std::int32_t> out(count + 1, 77);
        set.dot_rows(query.data(), rows.data(), kStride, count, n, rows.data(), out.data());
        for (std::size_t i = 0; i < count; ++i) {
          REQUIRE(out[i] == plain_dot(query.data(), rows.data() + i * kStride, n));
        }
        REQUIRE(out[count] == 77);
      }
    }
  }
}

TEST_CASE("no sum of the largest codes overflows") {
  constexpr std::size_t kLongest = 8192;
  const std::vector<std::int8_t> low(kLongest, -127);
  for (const Kernels& set : all_kernels()) {
    REQUIRE(set.dot_i8(low.data(), low.data(), kLongest) == 127 * 127 * 8192);
  }
}

TEST_CASE("every compiled kernel set multiplies floats within their rounding") {
  for (const Kernels& set : all_kernels()) {
    INFO(set.target);
    for (const std::size_t n : lengths()) {
      std::mt19937 random(5);
      std::normal_distribution<float> normal;
      std::vector<float> a(n);
      std::vector<float> b(n);
      double exact = 0.0;
      double size = 0.0;
      for (std::size_t i = 0; i < n; ++i) {
        a[i] = normal(random);
        b[i] = normal(random);
        const double product = static_cast<double>(a[i]) * static_cast<double>(b[i]);
        exact += product;
        size += std::fabs(product);
      }
      const double rounding = static_cast<double>(n) * 0x1p-24 * size;
      REQUIRE(std::fabs(static_cast<double>(set.dot_f32(a.data(), b.data(), n)) - exact) <=
              rounding);
    }
  }
}

TEST_CASE("the chosen kernels are one of the compiled sets, and stay") {
  const auto sets = all_kernels();
  REQUIRE(std::any_of(sets.begin(), sets.end(),
                      [](const Kernels& set) { return set.dot_rows == kernels().dot_rows; }));
  REQUIRE(&kernels() == &kernels());
}

}  // namespace
}  // namespace whosaid::detail
