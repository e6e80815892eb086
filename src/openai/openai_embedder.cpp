#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "openai/http.h"
#include "openai/options.h"
#include "openai/retry.h"
#include "openai/secrets.h"
#include "openai/wire.h"
#include "whosaid/embedders/openai.h"

namespace whosaid {
namespace {

using Vectors = std::vector<std::vector<float>>;

tl::unexpected<Error> failed(std::string message) {
  return tl::unexpected(Error{.code = ErrorCode::embedder_failed, .message = std::move(message)});
}

openai::HttpSettings settings_of(const OpenAIOptions& options) {
  openai::HttpSettings settings;
  settings.url = options.base_url;
  while (settings.url.back() == '/') settings.url.pop_back();
  settings.url += "/embeddings";
  // Without the last, libcurl waits for a permission that few servers give.
  settings.headers = {"Content-Type: application/json", "Accept: application/json", "Expect:"};
  if (!options.api_key.empty()) {
    settings.headers.push_back("Authorization: Bearer " + options.api_key);
  }
  for (const auto& [name, value] : options.headers) {
    settings.headers.push_back(name);
    settings.headers.back().append(": ").append(value);
  }
  settings.ca_bundle = options.ca_bundle.string();
  settings.connect_timeout = options.connect_timeout;
  return settings;
}

openai::Secrets secrets_of(const OpenAIOptions& options) {
  constexpr std::size_t kTelling = 8;
  openai::Secrets secrets;
  secrets.add(options.api_key);
  for (const auto& [name, value] : options.headers) {
    if (value.size() >= kTelling) secrets.add(value);
  }
  return secrets;
}

// FNV-1a, with the length first so that the two can't run into each other.
void add_to_hash(std::uint64_t& hash, std::string_view text) {
  constexpr std::uint64_t kPrime = 0x100'0000'01B3;
  const auto add = [&](std::uint64_t byte) { hash = (hash ^ byte) * kPrime; };
  for (int shift = 0; shift < 64; shift += 8) add(text.size() >> shift & 0xFF);
  for (const char c : text) add(static_cast<unsigned char>(c));
}

std::string id_of(const OpenAIOptions& options) {
  std::string id = "openai:" + options.model + ":" + std::to_string(options.dimensions);
  if (options.query_prefix.empty() && options.document_prefix.empty()) return id;
  std::uint64_t hash = 0xCBF2'9CE4'8422'2325;
  add_to_hash(hash, options.query_prefix);
  add_to_hash(hash, options.document_prefix);
  id += ':';
  for (int shift = 60; shift >= 0; shift -= 4) id += "0123456789abcdef"[hash >> shift & 15];
  return id;
}

}  // namespace

class OpenAIEmbedder::Impl {
 public:
  explicit Impl(OpenAIOptions options)
      : options_(std::move(options)),
        id_(id_of(options_)),
        secrets_(secrets_of(options_)),
        http_(settings_of(options_)) {}

  [[nodiscard]] const OpenAIOptions& options() const { return options_; }
  [[nodiscard]] const std::string& id() const { return id_; }

  [[nodiscard]] Result<Vectors> embed(std::span<const std::string_view> texts,
                                      Purpose purpose) const {
    std::vector<std::size_t> sent;  // an empty text isn't: servers refuse it
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!texts[i].empty()) sent.push_back(i);
    }
    const bool query = purpose == Purpose::query;
    const std::string& prefix = query ? options_.query_prefix : options_.document_prefix;
    Vectors all(texts.size());
    for (std::size_t begin = 0; begin < sent.size(); begin += options_.batch_size) {
      const std::size_t end = std::min(begin + options_.batch_size, sent.size());
      std::vector<std::string> batch;
      for (std::size_t i = begin; i < end; ++i) {
        batch.push_back(prefix + std::string(texts[sent[i]]));
      }
      Result<Vectors> vectors = embed_batch(batch);
      if (!vectors) return vectors;
      for (std::size_t i = begin; i < end; ++i) all[sent[i]] = std::move((*vectors)[i - begin]);
    }
    return all;
  }

 private:
  [[nodiscard]] Result<Vectors> embed_batch(const std::vector<std::string>& batch) const {
    std::optional<std::size_t> cut_to;
    if (options_.send_dimensions) cut_to = options_.dimensions;
    const std::string body = openai::request_body(options_.model, batch, cut_to);
    const std::size_t longest = openai::longest_answer(batch.size(), options_.dimensions);

    openai::Retries retries(options_);
    while (true) {
      const auto answer = http_.post(body, longest, retries.time_for_a_try());
      const bool temporary =
          answer ? openai::is_temporary(answer->status) : answer.error().temporary;
      if (temporary && retries.wait(answer ? answer->retry_after : std::chrono::seconds(0))) {
        continue;
      }
      if (!answer) return give_up(retries, "failed: " + secrets_.excerpt(answer.error().message));
      if (answer->status != 200) return give_up(retries, refusal(*answer));
      auto vectors = openai::read_vectors(answer->body, batch.size(), options_.dimensions);
      if (!vectors) return failed("the embedding server's answer " + vectors.error());
      return *std::move(vectors);
    }
  }

  [[nodiscard]] std::string refusal(const openai::HttpAnswer& answer) const {
    std::string text = "was answered with status " + std::to_string(answer.status);
    if (answer.status >= 300 && answer.status <= 399)
      return text + ", and redirects aren't followed";
    const std::string words = secrets_.excerpt(openai::refusal_message(answer.body));
    return words.empty() ? text : text + ": " + words;
  }

  [[nodiscard]] static tl::unexpected<Error> give_up(const openai::Retries& retries,
                                                     const std::string& why) {
    std::string message = "the request to the embedding server " + why;
    if (retries.tries() > 1) {
      message += " (tried " + std::to_string(retries.tries()) + " times)";
    }
    return failed(std::move(message));
  }

  const OpenAIOptions options_;
  const std::string id_;
  const openai::Secrets secrets_;
  const openai::HttpClient http_;
};

Result<std::shared_ptr<OpenAIEmbedder>> OpenAIEmbedder::create(OpenAIOptions options) {
  if (!openai::http_is_ready()) return failed("libcurl can't be set up");
  if (const Result<void> checked = openai::check(options); !checked) {
    return tl::unexpected(checked.error());
  }
  return std::shared_ptr<OpenAIEmbedder>(
      new OpenAIEmbedder(std::make_unique<Impl>(std::move(options))));
}

OpenAIEmbedder::OpenAIEmbedder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
OpenAIEmbedder::~OpenAIEmbedder() = default;

std::size_t OpenAIEmbedder::dimensions() const { return impl_->options().dimensions; }
std::string OpenAIEmbedder::id() const { return impl_->id(); }
double OpenAIEmbedder::duplicate_threshold() const { return impl_->options().duplicate_threshold; }

Result<Vectors> OpenAIEmbedder::embed(std::span<const std::string_view> texts, Purpose purpose) {
  return impl_->embed(texts, purpose);
}

}  // namespace whosaid
