// WHOSAID_API marks what a shared build of the library exports.

#ifndef WHOSAID_EXPORT_H_
#define WHOSAID_EXPORT_H_

#if defined(__GNUC__) || defined(__clang__)
#define WHOSAID_API __attribute__((visibility("default")))
#else
#define WHOSAID_API
#endif

#endif  // WHOSAID_EXPORT_H_
