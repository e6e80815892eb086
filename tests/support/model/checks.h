// What the contract says of arguments, for the arguments of texts.h.

#ifndef WHOSAID_TESTS_SUPPORT_MODEL_CHECKS_H_
#define WHOSAID_TESTS_SUPPORT_MODEL_CHECKS_H_

#include <optional>
#include <string>

#include "whosaid/whosaid.h"

namespace whosaid::test::model {

[[nodiscard]] Error refused(std::string field);
[[nodiscard]] Error unregistered_writer(const std::string& name);
[[nodiscard]] Error unregistered_reader(const std::string& name);
[[nodiscard]] Error no_memory(MemoryId id);
[[nodiscard]] Error broken_embedder();

// The error of a request that would be refused by any store; none for a sound one.
[[nodiscard]] std::optional<Error> check_add(const std::string& content, const AddOptions& options);
[[nodiscard]] std::optional<Error> check_search(const std::string& query,
                                                const SearchOptions& options);
[[nodiscard]] std::optional<Error> check_recall(const std::string& query,
                                                const RecallOptions& options);
[[nodiscard]] std::optional<Error> check_limit(std::size_t limit);

// All that a request says, its key aside: two requests are the same if this is.
[[nodiscard]] std::string said(const std::string& content, const AddOptions& options);
[[nodiscard]] std::string said(const std::string& user, const std::string& agent,
                               const TurnOptions& options);
[[nodiscard]] std::string said(MemoryId id, const std::string& content,
                               const SupersedeOptions& options);

}  // namespace whosaid::test::model

#endif  // WHOSAID_TESTS_SUPPORT_MODEL_CHECKS_H_
