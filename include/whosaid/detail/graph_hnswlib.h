// hnswlib under a name of our own, and how our codes lie in it.

#ifndef WHOSAID_DETAIL_GRAPH_HNSWLIB_H_
#define WHOSAID_DETAIL_GRAPH_HNSWLIB_H_

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "whosaid/detail/kernels.h"
#include "whosaid/detail/quantize.h"

// Under a name of our own, so that hnswlib's weak symbols never merge with those of an
// application's copy. Its own SIMD is chosen by compiler flags and prefetches out of bounds: off,
// ours is dispatched.
#ifndef NO_MANUAL_VECTORIZATION
#define NO_MANUAL_VECTORIZATION
#define WHOSAID_UNDEF_NO_MANUAL_VECTORIZATION
#endif
#define hnswlib whosaid_hnswlib
#include <hnswlib/hnswlib.h>
#undef hnswlib
#ifdef WHOSAID_UNDEF_NO_MANUAL_VECTORIZATION
#undef NO_MANUAL_VECTORIZATION
#undef WHOSAID_UNDEF_NO_MANUAL_VECTORIZATION
#endif

namespace whosaid::detail {

// Codes as hnswlib stores them: padded components, then the scale. The distance is 1 - cosine.
class CodeSpace final : public whosaid_hnswlib::SpaceInterface<float> {
 public:
  explicit CodeSpace(std::size_t dimensions) : length_(padded(dimensions)) {}

  std::size_t get_data_size() override { return length_ + sizeof(float); }
  whosaid_hnswlib::DISTFUNC<float> get_dist_func() override { return &distance; }
  void* get_dist_func_param() override { return &length_; }
  [[nodiscard]] std::size_t length() const { return length_; }

  static float scale(const void* data, std::size_t length) {
    float scale = 0.0F;
    std::memcpy(&scale, static_cast<const char*>(data) + length, sizeof(scale));
    return scale;
  }

 private:
  static float distance(const void* a, const void* b, const void* param) {
    const std::size_t n = *static_cast<const std::size_t*>(param);
    const std::int32_t dot =
        kernels().dot_i8(static_cast<const std::int8_t*>(a), static_cast<const std::int8_t*>(b), n);
    return 1.0F - static_cast<float>(dot) * (scale(a, n) * scale(b, n));
  }

  std::size_t length_;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_GRAPH_HNSWLIB_H_
