#include "support/model/shrink.h"

#include <algorithm>
#include <utility>

namespace whosaid::test::model {
namespace {

// What comes behind the failure has no part in it.
void cut(Sequence& sequence, const Failure& failure) {
  if (failure.step < sequence.operations.size()) sequence.operations.resize(failure.step + 1);
}

Sequence without(const Sequence& sequence, std::size_t begin, std::size_t count) {
  Sequence rest = sequence;
  const auto first = rest.operations.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto left = static_cast<std::size_t>(rest.operations.end() - first);
  rest.operations.erase(first, first + static_cast<std::ptrdiff_t>(std::min(count, left)));
  return rest;
}

}  // namespace

Failure shrink(Sequence sequence, Failure failure, const Run& run, std::size_t most_runs) {
  cut(sequence, failure);
  std::size_t count = std::max<std::size_t>(sequence.operations.size() / 2, 1);
  for (;;) {
    bool shorter = false;
    for (std::size_t begin = 0; begin < sequence.operations.size() && most_runs > 0;) {
      --most_runs;
      Sequence rest = without(sequence, begin, count);
      if (auto still = run(rest)) {
        sequence = std::move(rest);
        failure = *std::move(still);
        cut(sequence, failure);
        shorter = true;
      } else {
        begin += count;
      }
    }
    if (most_runs == 0 || (count == 1 && !shorter)) return failure;
    if (count > 1) count /= 2;
  }
}

}  // namespace whosaid::test::model
