// Progress: how long work tells where it is, and is told to stop.

#ifndef WHOSAID_PROGRESS_H_
#define WHOSAID_PROGRESS_H_

#include <cstddef>
#include <functional>

#include "whosaid/version.h"

namespace whosaid {
inline namespace WHOSAID_ABI {

// Called now and then with how much is done, from the thread that made the call and without locks
// held. `total` may grow while others write. Returning false stops the work with a conflict, field
// "progress"; an exception counts as false.
using Progress = std::function<bool(std::size_t done, std::size_t total)>;

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_PROGRESS_H_
