// Turns of a conversation, read from JSON Lines or TSV.

#ifndef WHOSAID_EXAMPLES_CLI_TURNS_H_
#define WHOSAID_EXAMPLES_CLI_TURNS_H_

#include <whosaid/result.h>
#include <whosaid/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace cli {

struct Turn {
  std::size_t line = 0;                // in the file, from 1
  std::optional<std::string> speaker;  // none: nobody knows who said it
  std::string text;
  std::optional<whosaid::Timestamp> time;
  std::string conversation;
};

// Reads the whole file ("-": standard input). A name ending in .jsonl, .ndjson or .json is JSON
// Lines, one in .tsv or .tab is TSV; any other file is JSON Lines if its first line begins with a
// brace. The first bad line is an error with field "file" that names the file and the line.
//
// JSON Lines: one object a line with "text" and, where known, "speaker", "time" (RFC 3339) and
// "conversation"; other members are ignored.
//
// TSV: speaker, text, time, conversation; the last two may be left out, and any but the text may be
// empty. A first line of these words names the columns, in any order. \t, \n, \r and \\ in a field
// stand for a tab, a line break, a carriage return and a backslash.
whosaid::Result<std::vector<Turn>> read_turns(const std::string& file);

// An error in a line of the file.
whosaid::Error bad_line(const std::string& file, std::size_t line, const std::string& what);

}  // namespace cli

#endif  // WHOSAID_EXAMPLES_CLI_TURNS_H_
