// Vectors of any norm become unit vectors here, or are refused.

#ifndef WHOSAID_DETAIL_VECTOR_MATH_H_
#define WHOSAID_DETAIL_VECTOR_MATH_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace whosaid::detail {

// The norm, summed in double: no float's square overflows or vanishes there.
[[nodiscard]] inline double norm(std::span<const float> v) {
  double sum = 0.0;
  for (const float x : v) sum += static_cast<double>(x) * static_cast<double>(x);
  return std::sqrt(sum);
}

// Scales to norm 1. False, and v as it was, when it has no direction: all zeros, a NaN or an
// infinity.
[[nodiscard]] inline bool normalize(std::span<float> v) {
  const double length = norm(v);
  if (!(length > 0.0) || !std::isfinite(length)) return false;
  for (float& x : v) x = static_cast<float>(static_cast<double>(x) / length);
  return true;
}

// A cosine from a float dot product, whose rounding can leave [-1, 1] by a little.
[[nodiscard]] inline float clamp_cosine(float dot) { return std::clamp(dot, -1.0F, 1.0F); }

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_VECTOR_MATH_H_
