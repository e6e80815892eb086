// What can be wrong with a model's files, as errors that name the file and the place in it.

#ifndef WHOSAID_STATIC_TABLE_FAULTS_H_
#define WHOSAID_STATIC_TABLE_FAULTS_H_

#include <string>
#include <utility>

#include "whosaid/result.h"

namespace whosaid::static_table {

// The bytes are not what such a file holds.
[[nodiscard]] inline Error damaged(std::string what) {
  return {.code = ErrorCode::corruption, .message = std::move(what)};
}

// The file is sound, and asks for what this library doesn't do.
[[nodiscard]] inline Error unsupported(std::string what) {
  return {.code = ErrorCode::invalid_request, .message = std::move(what), .field = "folder"};
}

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_FAULTS_H_
