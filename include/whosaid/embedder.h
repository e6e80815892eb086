// Embedder: what turns texts into vectors. Bring any; the built-in one is embedders/hashing.h.

#ifndef WHOSAID_EMBEDDER_H_
#define WHOSAID_EMBEDDER_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "whosaid/export.h"
#include "whosaid/result.h"
#include "whosaid/version.h"

namespace whosaid {
inline namespace WHOSAID_ABI {

// Some models embed a question differently from the text that answers it.
enum class Purpose { document, query };

// Implementations must be safe to call from several threads at once: the library calls embed()
// without holding a lock, from whichever thread is writing or searching.
class WHOSAID_API Embedder {
 public:
  Embedder() = default;
  Embedder(const Embedder&) = delete;
  Embedder& operator=(const Embedder&) = delete;
  virtual ~Embedder();

  // The length of every vector, at least 1. Constant over the object's life.
  [[nodiscard]] virtual std::size_t dimensions() const = 0;

  // Not blank; changes whenever the vectors change. The database remembers it and refuses another.
  [[nodiscard]] virtual std::string id() const = 0;

  // The cosine, in [-1, 1], from which two documents count as saying the same.
  [[nodiscard]] virtual double duplicate_threshold() const = 0;

  // How much a cosine of 1 counts in a search beside the best match by words, which counts 1: from
  // 0 to 100, constant. More for an embedder that knows meanings, less for one that knows
  // spellings.
  [[nodiscard]] virtual double search_weight() const { return 0.4; }

  // One vector for each text, in the same order, of dimensions() floats and any norm: the library
  // normalizes. An empty vector means "nothing to embed here": such a chunk is searched by its
  // words alone. A wrong count or length, a non-finite or all-zero vector, an Error or an exception
  // make the calling operation fail with embedder_failed, and nothing is stored. `texts` are valid
  // UTF-8, never empty, and live until the call returns.
  // How many: a query alone, of at most 1 MiB; all chunks of an add, an exchange or an add_batch;
  // of reembed and import_jsonl up to 1,024 chunks, or those of one memory (4,096, twice as many of
  // an exchange). An embedder that takes fewer at once divides them. A chunk has at most 1,000
  // bytes, unless a single character has more marks than fit.
  [[nodiscard]] virtual Result<std::vector<std::vector<float>>> embed(
      std::span<const std::string_view> texts, Purpose purpose) = 0;
};

// What from_function() takes: as Embedder::embed, safe to call from several threads at once.
using EmbedFunction = std::function<Result<std::vector<std::vector<float>>>(
    std::span<const std::string_view> texts, Purpose purpose)>;

// Makes an Embedder of any callable with the signature of Embedder::embed.
[[nodiscard]] WHOSAID_API std::shared_ptr<Embedder> from_function(std::string id,
                                                                  std::size_t dimensions,
                                                                  double duplicate_threshold,
                                                                  EmbedFunction embed);

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_EMBEDDER_H_
