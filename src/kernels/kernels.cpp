#include "whosaid/detail/kernels.h"

// Processors with VNNI have a target of their own.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/kernels-inl.h"
#include "hwy/foreach_target.h"  // compiles kernels-inl.h for each target but the last
//
#include "kernels/kernels-inl.h"

namespace whosaid::detail {
namespace {

HWY_EXPORT(TargetKernels);

// The kernels for the best of the targets in this mask. Highway's own choice is process-wide and
// lazy; a local one leaves the application's use of Highway alone.
Kernels best_of(std::int64_t targets) {
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
  static_cast<void>(targets);
  return HWY_STATIC_DISPATCH(TargetKernels)();
#else
  hwy::ChosenTarget chosen;
  chosen.Update(targets);
  return HWY_DISPATCH_TABLE(TargetKernels)[chosen.GetIndex()]();
#endif
}

}  // namespace

const Kernels& kernels() noexcept {
  static const Kernels chosen = best_of(hwy::SupportedTargets());
  return chosen;
}

std::vector<Kernels> all_kernels() {
  std::vector<Kernels> all;
  constexpr std::int64_t kPortable = HWY_SCALAR | HWY_EMU128;
  for (std::int64_t rest = (hwy::SupportedTargets() | kPortable) & HWY_TARGETS; rest != 0;
       rest &= rest - 1) {
    all.push_back(best_of(rest & -rest));
  }
  return all;
}

}  // namespace whosaid::detail
