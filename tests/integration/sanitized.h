// Whether the tests run under a sanitizer, where they had better be fewer.

#ifndef WHOSAID_TESTS_INTEGRATION_SANITIZED_H_
#define WHOSAID_TESTS_INTEGRATION_SANITIZED_H_

namespace whosaid::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_INTEGRATION_SANITIZED_H_
