// For programs that end at the first error.

#ifndef WHOSAID_EXAMPLES_RECIPES_MUST_H_
#define WHOSAID_EXAMPLES_RECIPES_MUST_H_

#include <whosaid/result.h>

#include <cstdlib>
#include <iostream>
#include <type_traits>
#include <utility>

// The value of a call; without one, says why on standard error and ends the program.
template <typename T>
T must(whosaid::Result<T> result) {
  if (!result) {
    std::cerr << "error: " << result.error().message << '\n';
    std::exit(1);  // NOLINT(concurrency-mt-unsafe): these programs have one thread
  }
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

#endif  // WHOSAID_EXAMPLES_RECIPES_MUST_H_
