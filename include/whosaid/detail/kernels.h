// Distance kernels, compiled for several instruction sets and chosen once, at run time.

#ifndef WHOSAID_DETAIL_KERNELS_H_
#define WHOSAID_DETAIL_KERNELS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whosaid::detail {

// Any length from 0 to 8,192 and any alignment. Integer results are exact and the same everywhere,
// as long as codes lie in [-127, 127] and a wide query is one that QueryVector made (no sum leaves
// 31 bits). Float results differ between targets in the last bits: each sums in its own order.
struct Kernels {
  const char* target = "";

  std::int32_t (*dot_i8)(const std::int8_t* a, const std::int8_t* b, std::size_t n) = nullptr;

  // out[i] = query . (rows + i * stride), for `count` rows of n codes each. Meanwhile as many bytes
  // as the rows have are fetched from `ahead` on, for what comes next; it may be any address.
  void (*dot_rows)(const std::int16_t* query, const std::int8_t* rows, std::size_t stride,
                   std::size_t count, std::size_t n, const std::int8_t* ahead,
                   std::int32_t* out) = nullptr;

  float (*dot_f32)(const float* a, const float* b, std::size_t n) = nullptr;
};

// The best set for this processor. Thread-safe; the same reference each time.
[[nodiscard]] const Kernels& kernels() noexcept;

// All sets that were compiled and can run here, for tests.
[[nodiscard]] std::vector<Kernels> all_kernels();

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_KERNELS_H_
