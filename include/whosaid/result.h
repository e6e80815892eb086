// Result<T>: the value of a call, or the Error that kept it from having one.

#ifndef WHOSAID_RESULT_H_
#define WHOSAID_RESULT_H_

#include <tl/expected.hpp>

#include "whosaid/error.h"
#include "whosaid/version.h"

namespace whosaid {
inline namespace WHOSAID_ABI {

// The value, or the Error.
template <typename T>
using Result = tl::expected<T, Error>;

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_RESULT_H_
