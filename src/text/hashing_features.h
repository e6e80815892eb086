// What HashingEmbedder sees in a text.

#ifndef WHOSAID_SRC_TEXT_HASHING_FEATURES_H_
#define WHOSAID_SRC_TEXT_HASHING_FEATURES_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace whosaid::text {

struct Feature {
  std::uint64_t hash;
  std::int32_t weight;  // positive
};

// The features of a text, each once, in the order of their hashes; a repeated one weighs more, by
// the square root of its count. Empty for a text without words, symbols or punctuation.
[[nodiscard]] std::vector<Feature> hashing_features(std::string_view text);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_HASHING_FEATURES_H_
