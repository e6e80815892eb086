// Errors: every call that can fail returns Result<T>; nothing throws across the API.
//
// Programs branch on `code` and on the optional fields, never on `message`, whose words may change.

#ifndef WHOSAID_ERROR_H_
#define WHOSAID_ERROR_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "whosaid/export.h"
#include "whosaid/version.h"

namespace whosaid {
inline namespace WHOSAID_ABI {

// Identifies a memory within its store; greater ids were stored later. Ids are never reused.
enum class MemoryId : std::uint64_t {};

// What went wrong, for programs.
enum class ErrorCode {
  invalid_request,    // an argument breaks a rule; `field` names it
  not_found,          // the speaker, memory, store or database asked for does not exist
  conflict,           // the request is sound but contradicts what is stored
  busy,               // the database directory is open elsewhere
  embedder_failed,    // the embedder reported an error or returned unusable vectors
  embedder_mismatch,  // the database was written with another embedder
  corruption,         // stored bytes are damaged, foreign, or of a newer format
  io_error,           // the file system refused or failed
};

// Why a call didn't do what it was asked for.
struct Error {
  ErrorCode code = ErrorCode::io_error;                     // what to branch on
  std::string message = {};                                 // for people
  std::optional<std::string> speaker = std::nullopt;        // the name at fault, normalized
  std::optional<std::size_t> speaker_limit = std::nullopt;  // set when a registration met the limit
  std::optional<std::string> field = std::nullopt;          // the argument that was refused
  std::optional<MemoryId> memory = std::nullopt;            // the memory in the way, or not found
};

// The HTTP status for those who serve the library: invalid_request 400, not_found 404, conflict and
// embedder_mismatch 409, busy 503, embedder_failed 502, corruption and io_error 500.
[[nodiscard]] WHOSAID_API int http_status(ErrorCode code);

// The error as a JSON body:
//   {"type":"error","error":{"type":"not_found_error","message":"...","speaker":"Bob"}}
// Members that are not set are left out. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] WHOSAID_API std::string to_json(const Error& error);

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_ERROR_H_
