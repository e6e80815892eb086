// StaticTableEmbedder: vectors from a Model2Vec folder, a table with one vector for each token.
// Paraphrases are found as far as the table knows them; no model is run, and nothing is fetched.

#ifndef WHOSAID_EMBEDDERS_STATIC_TABLE_H_
#define WHOSAID_EMBEDDERS_STATIC_TABLE_H_

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "whosaid/embedder.h"
#include "whosaid/export.h"
#include "whosaid/result.h"
#include "whosaid/version.h"

namespace whosaid {
inline namespace WHOSAID_ABI {

// What may differ from the files.
struct StaticTableOptions {
  // In [-1, 1]. None: kDefaultDuplicateThreshold.
  std::optional<double> duplicate_threshold = std::nullopt;

  // From 1 to 1,000,000. A text's further tokens are not looked at. As in Model2Vec, a text is cut
  // first, to so many code points times the median length of the vocabulary's tokens.
  std::size_t max_tokens = 512;

  // What id() answers, not blank. Whoever sets it has to change it whenever the files change.
  std::optional<std::string> id = std::nullopt;
};

// Reads the folder's config.json, tokenizer.json and model.safetensors:
//
// - tensors `embeddings` (F32, F16 or I8; a row for each token), and if present `weights` (F32, F16
//   or F64; a factor for each token) and `mapping` (I32 or I64; each token's row);
// - WordPiece and Unigram vocabularies;
// - normalizers Sequence, NFC, NFD, NFKC, NFKD, Nmt, Lowercase, StripAccents, Strip, Replace,
//   Prepend, BertNormalizer and Precompiled;
// - pre-tokenizers Sequence, BertPreTokenizer, Whitespace, WhitespaceSplit, Metaspace, Punctuation,
//   Digits, Split and CharDelimiterSplit.
//
// Regular expressions are ICU's, which read those of such files alike but for rare escapes.
//
// A text's vector is the weighted mean of its tokens' rows, of unit length whether or not the
// model's config asks for it. Pieces that the vocabulary lacks are left out, and so are special
// tokens that the text doesn't hold. A text without known tokens, or with more than half of its
// letters in unknown pieces, has an empty vector: it is searched by its words alone, and is no
// duplicate by meaning. So are Japanese texts under a table that knows English alone. What is
// unknown in other texts makes no difference to their vectors.
//
// A query and a document of the same text have the same vector.
//
// Safe to call from several threads at once, without locks. The table is mapped into memory, not
// read: the files must not be changed while the object lives; replace the folder instead.
class WHOSAID_API StaticTableEmbedder final : public Embedder {
 public:
  // The same words in another spelling or order, and little else: such means hardly see one word of
  // a sentence. Of the English pairs in tests/bench/duplicates, a table of 8,000 tokens put 6 of 38
  // changed details ("not", "Tuesday" for "Wednesday") at 0.98 or more, 4 at 0.99, and one at
  // 0.999: two names that changed places. Of 14 differences in writing it found 11, 10 and 10, and
  // of 22 rewordings one, at each of them.
  static constexpr double kDefaultDuplicateThreshold = 0.999;

  // not_found: the folder or one of the three files is missing. invalid_request: an option is out
  // of its range, or (field "folder") the files are sound but hold something that is not listed
  // above, which the message names. corruption: a file is damaged, or two of them don't belong
  // together. io_error: the file system refused.
  [[nodiscard]] static Result<std::shared_ptr<StaticTableEmbedder>> load(
      const std::filesystem::path& folder, const StaticTableOptions& options = {});

  ~StaticTableEmbedder() override;

  [[nodiscard]] std::size_t dimensions() const override;

  // "whosaid-static-table-v1-" and a hash of the three files and max_tokens, unless options say it.
  [[nodiscard]] std::string id() const override;

  [[nodiscard]] double duplicate_threshold() const override;

  // embedder_failed: a regular expression of the tokenizer took too long on a text.
  [[nodiscard]] Result<std::vector<std::vector<float>>> embed(
      std::span<const std::string_view> texts, Purpose purpose) override;

 private:
  class Model;

  explicit StaticTableEmbedder(std::unique_ptr<const Model> model);

  const std::unique_ptr<const Model> model_;
};

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_EMBEDDERS_STATIC_TABLE_H_
