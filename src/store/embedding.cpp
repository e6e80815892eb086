#include "store/embedding.h"

#include <cmath>
#include <exception>
#include <string>
#include <utility>

#include "whosaid/detail/vector_math.h"

namespace whosaid::store {
namespace {

using Vectors = std::vector<std::vector<float>>;

tl::unexpected<Error> failed(std::string message) {
  return tl::unexpected(
      Error{.code = ErrorCode::embedder_failed, .message = "the embedder " + std::move(message)});
}

Result<Vectors> call(Embedder& embedder, std::span<const std::string_view> texts, Purpose purpose) {
  try {
    Result<Vectors> vectors = embedder.embed(texts, purpose);
    if (vectors) return vectors;
    Error error = std::move(vectors.error());
    error.code = ErrorCode::embedder_failed;
    return tl::unexpected(std::move(error));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    return failed(std::string("threw: ") + e.what());
  } catch (...) {
    return failed("threw");
  }
}

}  // namespace

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
