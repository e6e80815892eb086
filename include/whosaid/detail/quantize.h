// Unit vectors as 8-bit codes, and how far a dot product over codes can be from the true one.
//
// A row v becomes s c + e: scale s = max|v| / 127, code c = round(v / s), rest e. A query q becomes
// t d + f with 16-bit d. Then q.v = s t (c.d) + q.e + f.(s c), and by Cauchy-Schwarz
// |q.v - s t (c.d)| <= |q| |e| + |f| |s c| <= |q| |e| + |f| (|v| + |e|).

#ifndef WHOSAID_DETAIL_QUANTIZE_H_
#define WHOSAID_DETAIL_QUANTIZE_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace whosaid::detail {

// Codes are padded with zeros to whole steps of the widest kernel.
inline constexpr std::size_t kCodeStep = 32;
[[nodiscard]] constexpr std::size_t padded(std::size_t dimensions) {
  return (dimensions + kCodeStep - 1) / kCodeStep * kCodeStep;
}

// Norms of unit vectors as float arithmetic leaves them, and norms rounded to float, are this much
// larger at most: n = 8,192 components, each off by half a unit in the last place.
inline constexpr double kNormSlack = 1e-6;

// What rounding adds to a bound: the exact score itself is a float dot product of n terms, off by
// at most n u |q| |v| with u = 2^-24 (Higham, Accuracy and Stability of Numerical Algorithms, 3.1);
// the rest is for the few float operations that make an approximate score from its integer.
[[nodiscard]] inline float rounding_slack(std::size_t dimensions) {
  return (static_cast<float>(dimensions) + 16.0F) * 0x1p-24F * 1.01F;
}

// Writes v / scale as whole numbers of at most `largest`; returns |v - scale * codes|, rounded up.
template <typename Code>
[[nodiscard]] float round_to_codes(std::span<const float> v, double scale, double largest,
                                   Code* codes) {
  // Adding and taking away 1.5 * 2^52 rounds to a whole number, half to even, without a call for
  // each component; four sums don't wait for each other.
  constexpr double kRound = 0x1.8p52;
  double rest[4] = {};
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double x = static_cast<double>(v[i]);
    const double code = std::clamp((x / scale + kRound) - kRound, -largest, largest);
    codes[i] = static_cast<Code>(code);
    const double e = x - scale * code;
    rest[i % 4] += e * e;
  }
  const double sum = (rest[0] + rest[1]) + (rest[2] + rest[3]);
  return static_cast<float>(std::sqrt(sum) * (1.0 + kNormSlack));
}

struct CodeScale {
  float scale = 0.0F;
  float error = 0.0F;  // |v - scale * code|, rounded up
};

// Writes the code of v; out may be longer (padded), the rest becomes zero.
[[nodiscard]] inline CodeScale quantize(std::span<const float> v, std::span<std::int8_t> out) {
  float largest = 0.0F;
  for (const float x : v) largest = std::max(largest, std::fabs(x));
  std::fill(out.begin(), out.end(), std::int8_t{0});
  if (!(largest > 0.0F)) return {};
  CodeScale result;
  result.scale = largest / 127.0F;
  const double scale = static_cast<double>(result.scale);
  result.error = round_to_codes(v, scale, 127.0, out.data());
  return result;
}

// A query in the forms that kernels and bounds want. The vector has norm 1.
class QueryVector {
 public:
  explicit QueryVector(std::span<const float> unit) : values_(unit.begin(), unit.end()) {
    const std::size_t n = unit.size();
    double largest = 0.0;
    for (const float x : unit) largest = std::max(largest, std::fabs(static_cast<double>(x)));
    // |c.d| <= |c| |d| <= 127 sqrt(n) / t stays below 2^31 by the second scale, any partial sum
    // too.
    const double scale =
        std::max(largest / 32767.0, 127.0 * std::sqrt(static_cast<double>(n)) * 1.01 / 0x1p31);
    scale_ = static_cast<float>(scale);
    wide_.assign(padded(n), 0);
    error_ = round_to_codes(unit, static_cast<double>(scale_), 32767.0, wide_.data());
    slack_ = rounding_slack(n);
  }

  [[nodiscard]] std::size_t dimensions() const { return values_.size(); }
  [[nodiscard]] std::span<const float> values() const { return values_; }
  [[nodiscard]] const std::int16_t* wide() const { return wide_.data(); }
  [[nodiscard]] float scale() const { return scale_; }

  // The bound for a row whose code has this error: |exact - approximate| is no larger.
  [[nodiscard]] float error_bound(float row_error) const {
    constexpr auto kOne = static_cast<float>(1.0 + 2 * kNormSlack);
    return (row_error + error_ * (1.0F + row_error)) * kOne + slack_;
  }

  // An upper bound for the norm of the components from `begin` on.
  [[nodiscard]] float tail_norm(std::size_t begin) const {
    double sum = 0.0;
    for (std::size_t i = begin; i < values_.size(); ++i) {
      sum += static_cast<double>(values_[i]) * static_cast<double>(values_[i]);
    }
    return static_cast<float>(std::sqrt(sum) * (1.0 + kNormSlack));
  }

 private:
  std::vector<float> values_;
  std::vector<std::int16_t> wide_;
  float scale_ = 1.0F;
  float error_ = 0.0F;
  float slack_ = 0.0F;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_QUANTIZE_H_
