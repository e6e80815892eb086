// Normalizers: what a tokenizer does to a text before it is cut into words.

#ifndef WHOSAID_STATIC_TABLE_NORMALIZERS_H_
#define WHOSAID_STATIC_TABLE_NORMALIZERS_H_

#include <functional>
#include <string>
#include <vector>

#include "static_table/json_node.h"

namespace whosaid::static_table {

// Changes a text of valid UTF-8. False: a regular expression took too long. Safe to share between
// threads.
using Normalizer = std::function<bool(std::string& text)>;

// Those of the node, in the order in which they work. What isn't understood is complained of.
[[nodiscard]] std::vector<Normalizer> read_normalizers(const JsonNode& node);

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_NORMALIZERS_H_
