// What a fuzz target asks of the library. A target is LLVMFuzzerTestOneInput: it gets any bytes.

#ifndef WHOSAID_TESTS_FUZZ_PROPERTY_H_
#define WHOSAID_TESTS_FUZZ_PROPERTY_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace whosaid::fuzz {

// The fuzzer keeps the input that breaks a property, and prints the stack.
inline void hold(bool property, const char* what) {
  if (property) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace whosaid::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

#endif  // WHOSAID_TESTS_FUZZ_PROPERTY_H_
