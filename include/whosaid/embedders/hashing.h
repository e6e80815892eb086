// HashingEmbedder: vectors from words and parts of words. The default: no files, no network, any
// script. It knows spellings, not meanings: bring a model where paraphrases must be found.

#ifndef WHOSAID_EMBEDDERS_HASHING_H_
#define WHOSAID_EMBEDDERS_HASHING_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "whosaid/embedder.h"
#include "whosaid/version.h"

namespace whosaid {
inline namespace WHOSAID_ABI {

// Hashes the features of a text (words, parts of words, characters of scripts without spaces,
// symbols), each to a few signed places of the vector. The same text gives the same vector, bit for
// bit, on every platform and in every version that has the same id(). Vectors are of unit length. A
// text in which nothing is visible has an empty vector; any other has a vector.
//
// A query and a document of the same text have the same vector.
//
// Never fails; safe to call from several threads at once.
class WHOSAID_API HashingEmbedder final : public Embedder {
 public:
  // The length of the vectors, unless the constructor is told another.
  static constexpr std::size_t kDefaultDimensions = 1024;

  // At least 64 and at most 32,768; other values are taken to the nearer of the two. A database
  // takes up to 8,192.
  explicit HashingEmbedder(std::size_t dimensions = kDefaultDimensions);

  [[nodiscard]] std::size_t dimensions() const override;
  [[nodiscard]] std::string id() const override;  // "whosaid-hashing-v1-1024"

  // 0.95. Texts that differ in case, width, accents, punctuation or a repeated word reach it; a
  // sentence of ordinary length with another word of substance, or a negation more, stays below.
  [[nodiscard]] double duplicate_threshold() const override;

  // 0.1: words say most of what it knows, and better.
  [[nodiscard]] double search_weight() const override;

  [[nodiscard]] Result<std::vector<std::vector<float>>> embed(
      std::span<const std::string_view> texts, Purpose purpose) override;

 private:
  std::size_t dimensions_;
};

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_EMBEDDERS_HASHING_H_
