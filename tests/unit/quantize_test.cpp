#include "whosaid/detail/quantize.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <random>

#include "support/catch.h"
#include "support/vectors.h"
#include "whosaid/detail/kernels.h"
#include "whosaid/detail/vector_math.h"

namespace whosaid::detail {
namespace {

using test::Vector;

double exact_dot(const Vector& a, const Vector& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  return sum;
}

float approximate(const QueryVector& query, const Vector& row, CodeScale& scale) {
  std::vector<std::int8_t> code(padded(row.size()));
  scale = quantize(row, code);
  std::int32_t dot = 0;
  kernels().dot_rows(query.wide(), code.data(), code.size(), 1, code.size(), nullptr, &dot);
  return static_cast<float>(dot) * (query.scale() * scale.scale);
}

void require_within_bound(const Vector& q, const Vector& v) {
  const QueryVector query(q);
  CodeScale scale;
  const float close = approximate(query, v, scale);
  const float bound = query.error_bound(scale.error);
  INFO("dimensions " << q.size() << ", approximate " << close << ", bound " << bound);
  REQUIRE(std::fabs(exact_dot(q, v) - static_cast<double>(close)) <= static_cast<double>(bound));
  const float in_floats = kernels().dot_f32(q.data(), v.data(), q.size());
  REQUIRE(in_floats <= close + bound);
  REQUIRE(in_floats >= close - bound);
}

Vector sparse(std::size_t dimensions, std::size_t filled, std::mt19937& random) {
  Vector v(dimensions, 0.0F);
  for (std::size_t i = 0; i < filled; ++i) v[random() % dimensions] += (random() & 1) ? 1.F : -1.F;
  if (norm(v) == 0.0) v[0] = 1.0F;
  return test::unit(v);
}

TEST_CASE("the approximate cosine lies within its bound, dense and sparse, at any dimension") {
  std::mt19937 random(7);
  for (const std::size_t n :
       std::initializer_list<std::size_t>{1, 2, 3, 31, 32, 33, 100, 384, 1024, 8192}) {
    test::ClusteredVectors vectors(n, 3, 0.7F, static_cast<unsigned>(n));
    for (int i = 0; i < 100; ++i) {
      const Vector q = vectors.next();
      require_within_bound(q, vectors.next());
      require_within_bound(q, q);
      require_within_bound(sparse(n, 1 + n / 8, random), sparse(n, 1 + n / 50, random));
      require_within_bound(sparse(n, 1, random), q);
    }
  }
}

TEST_CASE("the bound holds where the whole error points along the query") {
  // Half a step of error in each component, all with the query's sign.
  Vector v(384, 10.5F);
  v[0] = 127.0F;
  const Vector row = test::unit(v);
  Vector q(384, 1.0F);
  q[0] = 0.0F;
  require_within_bound(test::unit(q), row);
  const QueryVector query(test::unit(q));
  CodeScale scale;
  const float close = approximate(query, row, scale);
  const double error = std::fabs(exact_dot(test::unit(q), row) - static_cast<double>(close));
  REQUIRE(error > 0.99 * static_cast<double>(scale.error));  // the bound is tight here
}

TEST_CASE("codes use the whole range and the padding is zero") {
  std::vector<std::int8_t> code(32, 1);
  const CodeScale scale = quantize(Vector{-0.6F, 0.8F, 0.0F}, code);
  REQUIRE(code[0] == -95);
  REQUIRE(code[1] == 127);
  REQUIRE(scale.scale == Approx(0.8 / 127));
  REQUIRE(std::all_of(code.begin() + 2, code.end(), [](std::int8_t c) { return c == 0; }));
}

TEST_CASE("a query's sums stay within 31 bits whatever its shape") {
  for (const std::size_t n : std::initializer_list<std::size_t>{384, 8192}) {
    for (const bool spiky : {false, true}) {
      Vector v(n, 1.0F);
      if (spiky) v.assign(n, 1e-3F), v[0] = 1.0F;
      const QueryVector query(test::unit(v));
      double sum = 0.0;
      for (std::size_t i = 0; i < n; ++i) sum += 127.0 * std::fabs(double{1} * query.wide()[i]);
      REQUIRE(sum < 0x1p31);
    }
  }
}

TEST_CASE("vectors without a direction are refused and left alone") {
  for (Vector v : {Vector{0.F, 0.F}, Vector{1.F, NAN}, Vector{INFINITY, 1.F}}) {
    const Vector before = v;
    REQUIRE_FALSE(normalize(v));
    REQUIRE(std::memcmp(v.data(), before.data(), v.size() * sizeof(float)) == 0);
  }
}

TEST_CASE("vectors of any norm become unit vectors") {
  for (const float scale : {1e-38F, 1e-20F, 1.0F, 1e20F, 3e38F}) {
    Vector v{0.6F * scale, -0.8F * scale};
    REQUIRE(normalize(v));
    REQUIRE(v[0] == Approx(0.6));
    REQUIRE(v[1] == Approx(-0.8));
  }
}

}  // namespace
}  // namespace whosaid::detail
