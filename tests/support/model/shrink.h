// Makes a failing sequence short: drops calls while it still fails.

#ifndef WHOSAID_TESTS_SUPPORT_MODEL_SHRINK_H_
#define WHOSAID_TESTS_SUPPORT_MODEL_SHRINK_H_

#include <cstddef>
#include <functional>
#include <optional>

#include "support/model/life.h"
#include "support/model/operations.h"

namespace whosaid::test::model {

using Run = std::function<std::optional<Failure>(const Sequence&)>;

// What the shortest sequence that was found fails with. `failure`: what `sequence` fails with.
Failure shrink(Sequence sequence, Failure failure, const Run& run, std::size_t most_runs = 2000);

}  // namespace whosaid::test::model

#endif  // WHOSAID_TESTS_SUPPORT_MODEL_SHRINK_H_
