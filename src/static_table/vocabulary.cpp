#include "static_table/vocabulary.h"

#include <string>

namespace whosaid::static_table {

ReadVocabulary read_vocabulary(const JsonNode& model) {
  // Older WordPiece files don't say what they are.
  const std::string type = model.text("type", model.has("unk_token") ? "WordPiece" : "");
  if (type == "WordPiece") return read_wordpiece(model);
  if (type == "Unigram") return read_unigram(model);
  model.unsupported_name(type);
  return {};
}

}  // namespace whosaid::static_table
