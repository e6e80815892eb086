// Values and options as C++, so that a failing sequence can be made a test.

#ifndef WHOSAID_TESTS_SUPPORT_MODEL_CODE_H_
#define WHOSAID_TESTS_SUPPORT_MODEL_CODE_H_

#include <string>

#include "support/model/operations.h"

namespace whosaid::test::model {

std::string code(const std::string& text);
std::string code(Timestamp time);
std::string code(MemoryId id);
std::string code(const AddOptions& options);
std::string code(const NewMemory& memory);
std::string code(const TurnOptions& options);
std::string code(const SupersedeOptions& options);
std::string code(const SearchOptions& options);
std::string code(const RecallOptions& options);
std::string code(const EngramOptions& options);
std::string code(const Opening& opening);

}  // namespace whosaid::test::model

#endif  // WHOSAID_TESTS_SUPPORT_MODEL_CODE_H_
