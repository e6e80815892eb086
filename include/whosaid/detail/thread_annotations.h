// Clang's thread-safety attributes (-Wthread-safety); nothing with other compilers.

#ifndef WHOSAID_DETAIL_THREAD_ANNOTATIONS_H_
#define WHOSAID_DETAIL_THREAD_ANNOTATIONS_H_

#if defined(__clang__)
#define WHOSAID_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define WHOSAID_THREAD_ATTRIBUTE(x)
#endif

#define WHOSAID_CAPABILITY(name) WHOSAID_THREAD_ATTRIBUTE(capability(name))
#define WHOSAID_SCOPED_CAPABILITY WHOSAID_THREAD_ATTRIBUTE(scoped_lockable)
#define WHOSAID_GUARDED_BY(x) WHOSAID_THREAD_ATTRIBUTE(guarded_by(x))
#define WHOSAID_PT_GUARDED_BY(x) WHOSAID_THREAD_ATTRIBUTE(pt_guarded_by(x))
#define WHOSAID_ACQUIRED_BEFORE(...) WHOSAID_THREAD_ATTRIBUTE(acquired_before(__VA_ARGS__))
#define WHOSAID_ACQUIRED_AFTER(...) WHOSAID_THREAD_ATTRIBUTE(acquired_after(__VA_ARGS__))
#define WHOSAID_REQUIRES(...) WHOSAID_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define WHOSAID_REQUIRES_SHARED(...) \
  WHOSAID_THREAD_ATTRIBUTE(requires_shared_capability(__VA_ARGS__))
#define WHOSAID_EXCLUDES(...) WHOSAID_THREAD_ATTRIBUTE(locks_excluded(__VA_ARGS__))
#define WHOSAID_ACQUIRE(...) WHOSAID_THREAD_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define WHOSAID_ACQUIRE_SHARED(...) WHOSAID_THREAD_ATTRIBUTE(acquire_shared_capability(__VA_ARGS__))
#define WHOSAID_RELEASE(...) WHOSAID_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))
#define WHOSAID_RELEASE_SHARED(...) WHOSAID_THREAD_ATTRIBUTE(release_shared_capability(__VA_ARGS__))
#define WHOSAID_TRY_ACQUIRE(...) WHOSAID_THREAD_ATTRIBUTE(try_acquire_capability(__VA_ARGS__))
#define WHOSAID_RETURN_CAPABILITY(x) WHOSAID_THREAD_ATTRIBUTE(lock_returned(x))
#define WHOSAID_NO_THREAD_SAFETY_ANALYSIS WHOSAID_THREAD_ATTRIBUTE(no_thread_safety_analysis)

#endif  // WHOSAID_DETAIL_THREAD_ANNOTATIONS_H_
