#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include "static_table/faults.h"
#include "static_table/mapped_file.h"
#include "static_table/token_table.h"
#include "static_table/tokenizer.h"
#include "text/code_points.h"
#include "text/unicode.h"
#include "whosaid/embedders/static_table.h"

namespace whosaid {
namespace {

using static_table::MappedFile;
using static_table::TokenId;
using static_table::Tokenizer;
using static_table::TokenTable;

constexpr std::size_t kMaxMaxTokens = 1'000'000;
constexpr const char* kConfigFile = "config.json";
constexpr const char* kTokenizerFile = "tokenizer.json";
constexpr const char* kTableFile = "model.safetensors";

tl::unexpected<Error> refused(std::string field, const std::string& rule) {
  std::string message = field + ": " + rule;
  return tl::unexpected<Error>(Error{.code = ErrorCode::invalid_request,
                                     .message = std::move(message),
                                     .field = std::move(field)});
}

Result<void> check(const StaticTableOptions& options) {
  const double threshold = options.duplicate_threshold.value_or(0.0);
  if (!(threshold >= -1.0 && threshold <= 1.0)) {
    return refused("duplicate_threshold", "a cosine lies in [-1, 1]");
  }
  if (options.max_tokens < 1 || options.max_tokens > kMaxMaxTokens) {
    return refused("max_tokens", "from 1 to " + std::to_string(kMaxMaxTokens));
  }
  if (options.id && (!text::is_valid_utf8(*options.id) || text::is_blank(*options.id))) {
    return refused("id", "UTF-8 that isn't blank");
  }
  return {};
}

// Nothing in it alters a vector's direction; it says what the folder is.
Result<void> check_config(std::string_view bytes) {
  const nlohmann::json json = nlohmann::json::parse(bytes, nullptr, false);
  const std::string name = kConfigFile;
  if (!json.is_object())
    return tl::unexpected(static_table::damaged(name + ": it is no JSON object"));
  static_table::Complaints complaints;
  const static_table::JsonNode root(json, name, complaints);
  const std::string type = root.text("model_type", "model2vec");
  if (type != "model2vec") root.unsupported_name(type);
  if (complaints.first()) return tl::unexpected(*complaints.first());
  return {};
}

class Fingerprint {
 public:
  void add(std::string_view bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    add(hash.high64);
    add(hash.low64);
  }
  void add(std::uint64_t number) {
    for (int byte = 0; byte < 8; ++byte) parts_.push_back(static_cast<char>(number >> (8 * byte)));
  }
  [[nodiscard]] std::string hex() const {
    const XXH128_hash_t hash = XXH3_128bits(parts_.data(), parts_.size());
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (const std::uint64_t half : {hash.high64, hash.low64}) {
      for (int shift = 60; shift >= 0; shift -= 4) out += kDigits[(half >> shift) & 15];
    }
    return out;
  }

 private:
  std::string parts_;
};

Result<TokenTable> read_table(const MappedFile& file) {
  const auto tensors = static_table::read_safetensors(file.bytes(), kTableFile);
  if (!tensors) return tl::unexpected(tensors.error());
  return TokenTable::of(*tensors, kTableFile);
}

}  // namespace

class StaticTableEmbedder::Model {
 public:
  static Result<std::unique_ptr<const Model>> read(const std::filesystem::path& folder,
                                                   const StaticTableOptions& options) {
    auto config = MappedFile::open(folder / kConfigFile);
    if (!config) return tl::unexpected(std::move(config.error()));
    auto words = MappedFile::open(folder / kTokenizerFile);
    if (!words) return tl::unexpected(std::move(words.error()));
    auto file = MappedFile::open(folder / kTableFile);
    if (!file) return tl::unexpected(std::move(file.error()));
    if (auto sound = check_config(config->bytes()); !sound) {
      return tl::unexpected(std::move(sound.error()));
    }
    auto tokenizer = Tokenizer::read(words->bytes(), kTokenizerFile);
    if (!tokenizer) return tl::unexpected(std::move(tokenizer.error()));
    auto table = read_table(*file);
    if (!table) return tl::unexpected(std::move(table.error()));
    if (tokenizer->greatest() >= table->token_count()) {
      return tl::unexpected(static_table::damaged(std::string(kTableFile) + ": it has " +
                                                  std::to_string(table->token_count()) +
                                                  " tokens, and " + kTokenizerFile + " the token " +
                                                  std::to_string(tokenizer->greatest())));
    }
    Fingerprint fingerprint;
    for (const MappedFile* part : {&*config, &*words, &*file}) fingerprint.add(part->bytes());
    fingerprint.add(options.max_tokens);
    return std::unique_ptr<const Model>(new Model(*std::move(file), *std::move(tokenizer),
                                                  *std::move(table), options, fingerprint.hex()));
  }

  [[nodiscard]] std::size_t dimensions() const { return table_.dimensions(); }
  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] double duplicate_threshold() const { return duplicate_threshold_; }

  // Nothing: a regular expression took too long.
  [[nodiscard]] std::optional<std::vector<float>> embed(std::string_view content) const {
    auto tokens = tokenizer_.known_tokens(beginning_of(content));
    if (!tokens) return std::nullopt;
    if (tokens->size() > max_tokens_) tokens->resize(max_tokens_);
    return table_.direction_of(*tokens);
  }

 private:
  Model(MappedFile file, Tokenizer tokenizer, TokenTable table, const StaticTableOptions& options,
        const std::string& fingerprint)
      : file_(std::move(file)),
        tokenizer_(std::move(tokenizer)),
        table_(std::move(table)),
        max_tokens_(options.max_tokens),
        duplicate_threshold_(options.duplicate_threshold.value_or(kDefaultDuplicateThreshold)),
        id_(options.id.value_or("whosaid-static-table-v1-" + fingerprint)) {}

  [[nodiscard]] std::string_view beginning_of(std::string_view content) const {
    const std::size_t limit = max_tokens_ * tokenizer_.median_length();
    if (content.size() <= limit) return content;
    std::size_t at = 0;
    for (std::size_t count = 0; count < limit && at < content.size(); ++count) {
      static_cast<void>(text::next_code_point(content, at));
    }
    return content.substr(0, at);
  }

  const MappedFile file_;  // the table's rows lie in it
  const Tokenizer tokenizer_;
  const TokenTable table_;
  const std::size_t max_tokens_;
  const double duplicate_threshold_;
  const std::string id_;
};

Result<std::shared_ptr<StaticTableEmbedder>> StaticTableEmbedder::load(
    const std::filesystem::path& folder, const StaticTableOptions& options) {
  if constexpr (std::endian::native != std::endian::little) {
    return tl::unexpected(static_table::unsupported("folder: this machine is not little-endian"));
  }
  if (auto sound = check(options); !sound) return tl::unexpected(std::move(sound.error()));
  auto model = Model::read(folder, options);
  if (!model) return tl::unexpected(std::move(model.error()));
  return std::shared_ptr<StaticTableEmbedder>(new StaticTableEmbedder(*std::move(model)));
}

StaticTableEmbedder::StaticTableEmbedder(std::unique_ptr<const Model> model)
    : model_(std::move(model)) {}

StaticTableEmbedder::~StaticTableEmbedder() = default;

std::size_t StaticTableEmbedder::dimensions() const { return model_->dimensions(); }

std::string StaticTableEmbedder::id() const { return model_->id(); }

double StaticTableEmbedder::duplicate_threshold() const { return model_->duplicate_threshold(); }

Result<std::vector<std::vector<float>>> StaticTableEmbedder::embed(
    std::span<const std::string_view> texts, Purpose /*one table for both*/) {
  std::vector<std::vector<float>> vectors;
  vectors.reserve(texts.size());
  for (const std::string_view content : texts) {
    auto vector = model_->embed(content);
    if (!vector) {
      return tl::unexpected(
          Error{.code = ErrorCode::embedder_failed,
                .message = "tokenizer.json: a regular expression took too long on a text"});
    }
    vectors.push_back(*std::move(vector));
  }
  return vectors;
}

}  // namespace whosaid
