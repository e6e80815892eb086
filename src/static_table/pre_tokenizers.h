// Pre-tokenizers: how a normalized text is cut into pieces, each of which is tokenized by itself.

#ifndef WHOSAID_STATIC_TABLE_PRE_TOKENIZERS_H_
#define WHOSAID_STATIC_TABLE_PRE_TOKENIZERS_H_

#include <functional>
#include <string>
#include <vector>

#include "static_table/json_node.h"
#include "static_table/regex.h"

namespace whosaid::static_table {

struct Pieces {
  std::string text;           // valid UTF-8
  bool begins_text = true;    // nothing was said before it
  std::vector<Range> ranges;  // the pieces, in order, none empty
};

// Cuts pieces further. False: a regular expression took too long. Safe to share between threads.
using PreTokenizer = std::function<bool(Pieces& pieces)>;

// Those of the node, in the order in which they work. What isn't understood is complained of.
[[nodiscard]] std::vector<PreTokenizer> read_pre_tokenizers(const JsonNode& node);

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_PRE_TOKENIZERS_H_
