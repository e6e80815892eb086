// Answers as texts that can be compared and printed. Similarities are rounded.

#ifndef WHOSAID_TESTS_SUPPORT_MODEL_SHOW_H_
#define WHOSAID_TESTS_SUPPORT_MODEL_SHOW_H_

#include <string>
#include <vector>

#include "support/outcome.h"
#include "whosaid/whosaid.h"

namespace whosaid::test::model {

std::string show(bool truth);
std::string show(MemoryId id);
std::string show(Timestamp time);
std::string show(const std::string& text);  // as code
std::string show(double similarity);
std::string show(const Memory& memory);
std::string show(const Near& near);
std::string show(const Turn& turn);
std::string show(const AddSpeakerResult& result);
std::string show(const SpeakerList& list);
std::string show(const AddResult& result);
std::string show(const SupersedeResult& result);
std::string show(const ForgetResult& result);
std::string show(const Page& page);
std::string show(const Stats& stats);

template <typename T>
std::string show(const std::vector<T>& all) {
  std::string text;
  for (const T& one : all) text += "\n  " + show(one);
  return text.empty() ? "nothing" : text;
}

template <typename T>
std::string show(const Result<T>& result) {
  return result ? show(*result) : describe(result.error());
}
inline std::string show(const Result<void>& result) { return error_of(result); }

}  // namespace whosaid::test::model

#endif  // WHOSAID_TESTS_SUPPORT_MODEL_SHOW_H_
