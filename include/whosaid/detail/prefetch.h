// Asks the processor to fetch what will be read soon.

#ifndef WHOSAID_DETAIL_PREFETCH_H_
#define WHOSAID_DETAIL_PREFETCH_H_

#include <cstddef>

namespace whosaid::detail {

// The address may be any: nothing is read. Inlined at all costs: to g++ a function that only
// fetches has no effect, and it drops the calls.
[[gnu::always_inline]] inline void prefetch([[maybe_unused]] const void* where,
                                            [[maybe_unused]] std::size_t bytes = 1) {
#if defined(__GNUC__)
  const char* const begin = static_cast<const char*>(where);
  for (std::size_t at = 0; at < bytes; at += 64) __builtin_prefetch(begin + at);
#endif
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_PREFETCH_H_
