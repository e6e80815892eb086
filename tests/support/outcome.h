// What a call answered, in words that a test can compare and a failure can print.

#ifndef WHOSAID_TESTS_SUPPORT_OUTCOME_H_
#define WHOSAID_TESTS_SUPPORT_OUTCOME_H_

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "whosaid/whosaid.h"

namespace whosaid::test {

// "invalid_request field=content": the code and every member that is set, the message aside. A
// refused name (field=speaker) may be repeated in `speaker` or not; that is not shown.
std::string describe(const Error& error);

// " memory=7", as `describe` ends where an error names a memory: "conflict" + naming(id).
std::string naming(MemoryId id);

// "ok", or the error as `describe` shows it.
template <typename T>
std::string error_of(const Result<T>& result) {
  return result ? "ok" : describe(result.error());
}

template <typename T>
std::string message_of(const Result<T>& result) {
  return result ? "" : result.error().message;
}

// The value of a call that has to succeed. For the test's own thread only.
template <typename T>
T must(Result<T> result) {
  INFO(error_of(result) << ": " << message_of(result));
  REQUIRE(result.has_value());
  return *std::move(result);
}

inline void must(const Result<void>& result) {
  INFO(error_of(result) << ": " << message_of(result));
  REQUIRE(result.has_value());
}

std::vector<std::string> contents(const std::vector<Memory>& memories);
std::vector<std::string> contents(const Page& page);
std::vector<std::string> contents(const SearchResult& result);
std::vector<std::string> contents(const std::vector<Hit>& hits);

std::vector<MemoryId> ids(const std::vector<Memory>& memories);
std::vector<MemoryId> ids(const Page& page);
std::vector<MemoryId> ids(const SearchResult& result);
std::vector<MemoryId> ids(const std::vector<Hit>& hits);

// Who said each: the label, or "(untagged)".
std::string label(const Memory& memory);
std::vector<std::string> labels(const std::vector<Memory>& memories);
std::vector<std::string> labels(const std::vector<Hit>& hits);
std::vector<std::string> labels(const Page& page);
std::vector<std::string> labels(const SearchResult& result);

template <typename T>
std::vector<T> sorted(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  return values;
}

// How a status reads in a failure.
std::string name_of(AddStatus status);
std::string name_of(SpeakerStatus status);

// "stored", "duplicate", or the error.
std::string status_of(const Result<AddResult>& result);
std::string status_of(const Result<SupersedeResult>& result);
std::string status_of(const Result<AddSpeakerResult>& result);
std::vector<std::string> statuses(const std::vector<AddResult>& results);

}  // namespace whosaid::test

namespace whosaid {

std::ostream& operator<<(std::ostream& out, MemoryId id);

}  // namespace whosaid

#endif  // WHOSAID_TESTS_SUPPORT_OUTCOME_H_
