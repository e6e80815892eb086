// A conversation with questions, read from a TSV file (described in retrieval.cpp).

#ifndef WHOSAID_TESTS_BENCH_CONVERSATION_H_
#define WHOSAID_TESTS_BENCH_CONVERSATION_H_

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "whosaid/types.h"

namespace whosaid::bench {

struct Turn {
  std::string id, speaker, session, text;
  Timestamp time;
};

struct Question {
  std::size_t category = 0;  // 1 to 5
  std::string speaker;       // the one it names, or "-"
  std::vector<std::string> evidence;
  std::string text;
};

struct Conversation {
  std::string name;
  std::vector<Turn> turns;
  std::vector<Question> questions;
};

// None: the file can't be read or breaks the format.
[[nodiscard]] std::optional<Conversation> read_conversation(const std::filesystem::path& file);

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_CONVERSATION_H_
