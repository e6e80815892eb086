#include "store/embedding.h"

#include <cmath>
#include <exception>
#include <string>
#include <utility>

#include "store/arguments.h"
#include "text/unicode.h"
#include "whosaid/detail/vector_math.h"

namespace whosaid::store {
namespace {

using Vectors = std::vector<std::vector<float>>;

tl::unexpected<Error> failed(std::string message) {
  return tl::unexpected(
      Error{.code = ErrorCode::embedder_failed, .message = "the embedder " + std::move(message)});
}

// Calls into an embedder, which may throw.
template <class T, class Call>
Result<T> guarded(Call&& call) {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    return failed(std::string("threw: ") + e.what());
  } catch (...) {
    return failed("threw");
  }
}

Result<Vectors> call(Embedder& embedder, std::span<const std::string_view> texts, Purpose purpose) {
  auto vectors = guarded<Vectors>([&] { return embedder.embed(texts, purpose); });
  if (!vectors) vectors.error().code = ErrorCode::embedder_failed;
  return vectors;
}

constexpr std::size_t kMaxDimensions = 8192;
constexpr double kMaxSearchWeight = 100.0;

tl::unexpected<Error> refuse(std::string field, std::string message) {
  return tl::unexpected(invalid_argument(std::move(field), std::move(message)));
}

bool is_cosine(double value) { return value >= -1.0 && value <= 1.0; }

Result<Embedding> questioned(std::shared_ptr<Embedder> embedder, const OpenOptions& options) {
  Embedding embedding;
  embedding.embedder = std::move(embedder);
  embedding.dimensions = embedding.embedder->dimensions();
  if (embedding.dimensions == 0 || embedding.dimensions > kMaxDimensions) {
    return refuse("embedder", "the embedder's vectors do not have 1 to 8192 dimensions.");
  }
  embedding.id = embedding.embedder->id();
  const std::string& id = embedding.id;
  if (!text::is_valid_utf8(id) || text::is_blank(id) || id.size() > kMaxNameBytes) {
    return refuse("embedder",
                  "the embedder's id is not 1 to 256 bytes of UTF-8 that say something.");
  }
  const std::optional<double> threshold = options.duplicates.threshold;
  embedding.duplicate_threshold = threshold.value_or(embedding.embedder->duplicate_threshold());
  if (!is_cosine(embedding.duplicate_threshold)) {
    return refuse(threshold ? "duplicates.threshold" : "embedder",
                  "the threshold for duplicates does not lie in [-1, 1].");
  }
  embedding.search_weight = embedding.embedder->search_weight();
  if (!(embedding.search_weight >= 0.0 && embedding.search_weight <= kMaxSearchWeight)) {
    return refuse("embedder", "the embedder's weight in a search does not lie in [0, 100].");
  }
  return embedding;
}

}  // namespace

Result<Embedding> make_embedding(std::shared_ptr<Embedder> embedder, const OpenOptions& options) {
  return guarded<Embedding>([&] { return questioned(std::move(embedder), options); });
}

void append_chunks(std::string_view content, std::span<const detail::ChunkSpan> chunks,
                   std::vector<std::string_view>& texts) {
  for (const detail::ChunkSpan& chunk : chunks) {
    texts.push_back(content.substr(chunk.begin, chunk.length));
  }
}

Result<Vectors> embed_texts(Embedder& embedder, std::size_t dimensions,
                            std::span<const std::string_view> texts, Purpose purpose) {
  if (texts.empty()) return Vectors();
  Result<Vectors> vectors = call(embedder, texts, purpose);
  if (!vectors) return vectors;
  if (vectors->size() != texts.size()) {
    return failed("returned " + std::to_string(vectors->size()) + " vectors for " +
                  std::to_string(texts.size()) + " texts");
  }
  for (std::vector<float>& vector : *vectors) {
    if (vector.empty()) continue;
    if (vector.size() != dimensions) {
      return failed("returned a vector of " + std::to_string(vector.size()) + " dimensions, not " +
                    std::to_string(dimensions));
    }
    if (!detail::normalize(vector)) {
      return failed("returned a vector of zeros or one that holds NaN or infinity");
    }
  }
  return vectors;
}

}  // namespace whosaid::store
