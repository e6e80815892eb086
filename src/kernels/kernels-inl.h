// The kernels for one instruction set; kernels.cpp has this compiled once for each.
// No include guard in the usual sense: Highway's foreach_target.h includes it several times.

#if defined(WHOSAID_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WHOSAID_KERNELS_INL_H_
#undef WHOSAID_KERNELS_INL_H_
#else
#define WHOSAID_KERNELS_INL_H_
#endif

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "whosaid/detail/kernels.h"
#include "whosaid/detail/prefetch.h"

#if HWY_TARGET == HWY_AVX3_DL
// Every processor of this target has VNNI, which Highway's own attributes leave out.
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR ",avx512vnni")
#else
HWY_BEFORE_NAMESPACE();
#endif
namespace whosaid::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Codes are widened to 16 bits, multiplied, and summed in pairs in 32: exact for any length we
// allow.
using Wide = hn::ScalableTag<std::int16_t>;
using Narrow = hn::Rebind<std::int8_t, Wide>;
using Sums = hn::Repartition<std::int32_t, Wide>;
using WideVec = hn::Vec<Wide>;
using SumsVec = hn::Vec<Sums>;

HWY_INLINE WideVec Widen(const std::int8_t* codes) {
  return hn::PromoteTo(Wide(), hn::LoadU(Narrow(), codes));
}

// sum + a . b by pairs; a part of it may go to `rest`.
HWY_INLINE SumsVec MulAddPairs(WideVec a, WideVec b, SumsVec sum, SumsVec& rest) {
#if HWY_TARGET == HWY_AVX3_DL
  static_cast<void>(rest);
  return SumsVec{_mm512_dpwssd_epi32(sum.raw, a.raw, b.raw)};
#else
  return hn::ReorderWidenMulAccumulate(Sums(), a, b, sum, rest);
#endif
}

HWY_INLINE std::int32_t Total(SumsVec a, SumsVec b) {
  return hn::GetLane(hn::SumOfLanes(Sums(), hn::Add(a, b)));
}

#if HWY_TARGET == HWY_SCALAR || HWY_HAVE_SCALABLE
HWY_INLINE void FourTotals(SumsVec a, SumsVec b, SumsVec c, SumsVec d, std::int32_t* out) {
  out[0] = hn::GetLane(hn::SumOfLanes(Sums(), a));
  out[1] = hn::GetLane(hn::SumOfLanes(Sums(), b));
  out[2] = hn::GetLane(hn::SumOfLanes(Sums(), c));
  out[3] = hn::GetLane(hn::SumOfLanes(Sums(), d));
}
#else
// By transposing within 16-byte blocks, which are added up last: a third of the instructions.
HWY_INLINE void FourTotals(SumsVec a, SumsVec b, SumsVec c, SumsVec d, std::int32_t* out) {
  const Sums d32;
  const hn::Repartition<std::int64_t, Sums> d64;
  const auto ab =
      hn::BitCast(d64, hn::Add(hn::InterleaveLower(d32, a, b), hn::InterleaveUpper(d32, a, b)));
  const auto cd =
      hn::BitCast(d64, hn::Add(hn::InterleaveLower(d32, c, d), hn::InterleaveUpper(d32, c, d)));
  const SumsVec abcd = hn::Add(hn::BitCast(d32, hn::InterleaveLower(d64, ab, cd)),
                               hn::BitCast(d32, hn::InterleaveUpper(d64, ab, cd)));
  HWY_ALIGN std::int32_t lanes[hn::MaxLanes(Sums())];
  hn::Store(abcd, d32, lanes);
  const hn::FixedTag<std::int32_t, 4> block;
  auto sum = hn::Load(block, lanes);
  for (std::size_t i = 4; i < hn::MaxLanes(Sums()); i += 4) {
    sum = hn::Add(sum, hn::Load(block, lanes + i));
  }
  hn::StoreU(sum, block, out);
}
#endif

std::int32_t DotI8(const std::int8_t* HWY_RESTRICT a, const std::int8_t* HWY_RESTRICT b,
                   std::size_t n) {
  const std::size_t step = hn::Lanes(Wide());
  SumsVec sum0 = hn::Zero(Sums()), sum1 = sum0, sum2 = sum0, sum3 = sum0;
  std::size_t i = 0;
  for (; i + 2 * step <= n; i += 2 * step) {
    sum0 = MulAddPairs(Widen(a + i), Widen(b + i), sum0, sum1);
    sum2 = MulAddPairs(Widen(a + i + step), Widen(b + i + step), sum2, sum3);
  }
  if (i + step <= n) {
    sum0 = MulAddPairs(Widen(a + i), Widen(b + i), sum0, sum1);
    i += step;
  }
  std::int32_t total = Total(hn::Add(sum0, sum2), hn::Add(sum1, sum3));
  for (; i < n; ++i) total += std::int32_t{a[i]} * std::int32_t{b[i]};
  return total;
}

// Four rows at once, so that each piece of the query is loaded once for four. Prefetches are spread
// among the sums: of many at once most would wait for each other.
HWY_INLINE void DotFourRows(const std::int16_t* HWY_RESTRICT query,
                            const std::int8_t* HWY_RESTRICT rows, std::size_t stride, std::size_t n,
                            const std::int8_t* ahead, std::int32_t* HWY_RESTRICT out) {
  const std::size_t step = hn::Lanes(Wide());
  const std::int8_t* HWY_RESTRICT row0 = rows;
  const std::int8_t* HWY_RESTRICT row1 = rows + stride;
  const std::int8_t* HWY_RESTRICT row2 = rows + 2 * stride;
  const std::int8_t* HWY_RESTRICT row3 = rows + 3 * stride;
  SumsVec a0 = hn::Zero(Sums()), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
  std::size_t i = 0;
  for (; i + step <= n; i += step) {
    prefetch(ahead + 4 * i, 4 * step);
    const WideVec q = hn::LoadU(Wide(), query + i);
    a0 = MulAddPairs(q, Widen(row0 + i), a0, a1);
    b0 = MulAddPairs(q, Widen(row1 + i), b0, b1);
    c0 = MulAddPairs(q, Widen(row2 + i), c0, c1);
    d0 = MulAddPairs(q, Widen(row3 + i), d0, d1);
  }
  FourTotals(hn::Add(a0, a1), hn::Add(b0, b1), hn::Add(c0, c1), hn::Add(d0, d1), out);
  for (; i < n; ++i) {
    const std::int32_t q = query[i];
    out[0] += q * std::int32_t{row0[i]};
    out[1] += q * std::int32_t{row1[i]};
    out[2] += q * std::int32_t{row2[i]};
    out[3] += q * std::int32_t{row3[i]};
  }
}

HWY_INLINE std::int32_t DotRow(const std::int16_t* HWY_RESTRICT query,
                               const std::int8_t* HWY_RESTRICT row, std::size_t n) {
  const std::size_t step = hn::Lanes(Wide());
  SumsVec sum0 = hn::Zero(Sums()), sum1 = sum0, sum2 = sum0, sum3 = sum0;
  std::size_t i = 0;
  for (; i + 2 * step <= n; i += 2 * step) {
    sum0 = MulAddPairs(hn::LoadU(Wide(), query + i), Widen(row + i), sum0, sum1);
    sum2 = MulAddPairs(hn::LoadU(Wide(), query + i + step), Widen(row + i + step), sum2, sum3);
  }
  if (i + step <= n) {
    sum0 = MulAddPairs(hn::LoadU(Wide(), query + i), Widen(row + i), sum0, sum1);
    i += step;
  }
  std::int32_t total = Total(hn::Add(sum0, sum2), hn::Add(sum1, sum3));
  for (; i < n; ++i) total += std::int32_t{query[i]} * std::int32_t{row[i]};
  return total;
}

void DotRows(const std::int16_t* query, const std::int8_t* rows, std::size_t stride,
             std::size_t count, std::size_t n, const std::int8_t* ahead, std::int32_t* out) {
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    DotFourRows(query, rows + i * stride, stride, n, ahead + i * stride, out + i);
  }
  for (; i < count; ++i) out[i] = DotRow(query, rows + i * stride, n);
}

float DotF32(const float* HWY_RESTRICT a, const float* HWY_RESTRICT b, std::size_t n) {
  const hn::ScalableTag<float> d;
  const std::size_t step = hn::Lanes(d);
  auto sum0 = hn::Zero(d), sum1 = sum0, sum2 = sum0, sum3 = sum0;
  std::size_t i = 0;
  for (; i + 4 * step <= n; i += 4 * step) {
    sum0 = hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), sum0);
    sum1 = hn::MulAdd(hn::LoadU(d, a + i + step), hn::LoadU(d, b + i + step), sum1);
    sum2 = hn::MulAdd(hn::LoadU(d, a + i + 2 * step), hn::LoadU(d, b + i + 2 * step), sum2);
    sum3 = hn::MulAdd(hn::LoadU(d, a + i + 3 * step), hn::LoadU(d, b + i + 3 * step), sum3);
  }
  for (; i + step <= n; i += step) {
    sum0 = hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), sum0);
  }
  float total = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3))));
  for (; i < n; ++i) total += a[i] * b[i];
  return total;
}

Kernels TargetKernels() { return {hwy::TargetName(HWY_TARGET), &DotI8, &DotRows, &DotF32}; }

}  // namespace HWY_NAMESPACE
}  // namespace whosaid::detail
HWY_AFTER_NAMESPACE();

#endif  // WHOSAID_KERNELS_INL_H_
