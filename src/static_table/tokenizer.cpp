#include "static_table/tokenizer.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "static_table/char_classes.h"
#include "static_table/faults.h"
#include "text/code_points.h"
#include "text/unicode.h"

namespace whosaid::static_table {
namespace {

// As Model2Vec counts it: between two, the mean, rounded down.
std::size_t median(std::vector<std::size_t> lengths) {
  if (lengths.empty()) return 1;
  std::sort(lengths.begin(), lengths.end());
  const std::size_t middle = lengths.size() / 2;
  const bool odd = lengths.size() % 2 == 1;
  return std::max<std::size_t>(1,
                               odd ? lengths[middle] : (lengths[middle - 1] + lengths[middle]) / 2);
}

std::string well_formed(std::string_view content) {
  std::string out;
  for (std::size_t at = 0; at < content.size();) {
    text::append_utf8(out, text::next_code_point(content, at));
  }
  return out;
}

}  // namespace

Result<Tokenizer> Tokenizer::read(std::string_view bytes, const std::string& file_name) {
  const nlohmann::json json = nlohmann::json::parse(bytes, nullptr, false);
  if (!json.is_object()) {
    return tl::unexpected(damaged(file_name + ": it is no JSON object"));
  }
  Complaints complaints;
  const JsonNode root(json, file_name, complaints);
  Tokenizer tokenizer;
  if (root.has("normalizer")) tokenizer.normalizers_ = read_normalizers(root.child("normalizer"));
  if (root.has("pre_tokenizer")) {
    tokenizer.pre_tokenizers_ = read_pre_tokenizers(root.child("pre_tokenizer"));
  }
  if (!complaints.first()) tokenizer.read_model(root);
  tokenizer.read_truncation(root);
  if (complaints.first()) return tl::unexpected(*complaints.first());
  return tokenizer;
}

void Tokenizer::read_model(const JsonNode& root) {
  ReadVocabulary read = read_vocabulary(root.child("model"));
  if (read.vocabulary == nullptr) return;  // complained of
  vocabulary_ = std::move(read.vocabulary);
  greatest_ = read.greatest;
  if (root.has("added_tokens")) read_added_tokens(root, read.lengths);
  median_length_ = median(std::move(read.lengths));
}

void Tokenizer::read_added_tokens(const JsonNode& root, std::vector<std::size_t>& lengths) {
  std::vector<AddedToken> as_written, normalized;
  for (const JsonNode& node : root.list("added_tokens")) {
    AddedToken token = {.content = node.text("content"),
                        .single_word = node.flag("single_word", false),
                        .takes_space_before = node.flag("lstrip", false),
                        .takes_space_after = node.flag("rstrip", false)};
    const std::uint64_t id = node.count("id", kUnknownToken);
    if (id >= kUnknownToken) node.damaged("'id' is no token");
    const std::optional<TokenId> in_vocabulary = vocabulary_->find(token.content);
    token.token = in_vocabulary.value_or(static_cast<TokenId>(id));
    greatest_ = std::max(greatest_, token.token);
    if (!in_vocabulary) lengths.push_back(text::count_code_points(token.content));
    const bool after_normalizing = node.flag("normalized", !node.flag("special", false));
    if (after_normalizing && !normalize(token.content)) node.unsupported("it can't be normalized");
    if (token.content.empty()) continue;
    (after_normalizing ? normalized : as_written).push_back(std::move(token));
  }
  as_written_ = AddedTokens(std::move(as_written));
  normalized_ = AddedTokens(std::move(normalized));
}

void Tokenizer::read_truncation(const JsonNode& root) {
  if (!root.has("truncation")) return;
  const JsonNode truncation = root.child("truncation");
  const std::string direction = truncation.text("direction", "Right");
  if (direction != "Right") truncation.unsupported_name(direction);
  max_tokens_ = truncation.count("max_length", max_tokens_);
}

bool Tokenizer::normalize(std::string& text) const {
  return std::all_of(normalizers_.begin(), normalizers_.end(),
                     [&text](const Normalizer& normalizer) { return normalizer(text); });
}

std::optional<std::vector<TokenId>> Tokenizer::known_tokens(std::string_view text) const {
  std::string mended;
  if (!text::is_valid_utf8(text)) text = mended = well_formed(text);
  Tokens tokens;
  for (const Stretch& stretch : as_written_.find_in(text)) {
    if (stretch.token) {
      append_added(*stretch.token, stretch.range.of(text), tokens);
    } else if (!append_stretch(stretch.range.of(text), stretch.range.begin == 0, tokens)) {
      return std::nullopt;
    }
  }
  if (tokens.unknown_letters > tokens.letters / 2) return std::vector<TokenId>();
  std::vector<TokenId> known = std::move(tokens.ids);
  if (known.size() > max_tokens_) known.resize(max_tokens_);
  known.erase(std::remove_if(known.begin(), known.end(),
                             [unknown = vocabulary_->unknown()](TokenId token) {
                               return token == unknown || token == kUnknownToken;
                             }),
              known.end());
  return known;
}

void Tokenizer::append_added(TokenId token, std::string_view content, Tokens& tokens) const {
  tokens.ids.push_back(token);
  if (token != vocabulary_->unknown()) tokens.letters += count_letters(content);
}

bool Tokenizer::append_stretch(std::string_view text, bool begins_text, Tokens& tokens) const {
  std::string content(text);
  if (!normalize(content)) return false;
  for (const Stretch& stretch : normalized_.find_in(content)) {
    const bool begins = begins_text && stretch.range.begin == 0;
    if (stretch.token) {
      append_added(*stretch.token, stretch.range.of(content), tokens);
    } else if (!append_normalized(std::string(stretch.range.of(content)), begins, tokens)) {
      return false;
    }
  }
  return true;
}

bool Tokenizer::append_normalized(std::string text, bool begins_text, Tokens& tokens) const {
  Pieces pieces = {.text = std::move(text), .begins_text = begins_text, .ranges = {}};
  pieces.ranges.push_back({0, pieces.text.size()});
  for (const PreTokenizer& cut : pre_tokenizers_) {
    if (!cut(pieces)) return false;
  }
  for (const Range piece : pieces.ranges) vocabulary_->tokenize(piece.of(pieces.text), tokens);
  return true;
}

}  // namespace whosaid::static_table
