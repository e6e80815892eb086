// What HashingEmbedder sees in a text. Everything here is part of what its id() names.

#ifndef WHOSAID_SRC_TEXT_HASHING_FEATURES_H_
#define WHOSAID_SRC_TEXT_HASHING_FEATURES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "whosaid/embedder.h"

namespace whosaid::text {

// Sums of signed weights, each feature's in places that its hash chooses.
class HashedSums {
 public:
  // `places` for what texts are compared by, `echoes` for the same features once more.
  HashedSums(std::size_t places, std::size_t echoes) : places_(places), echoes_(echoes) {}

  void clear();

  // Two places, so that features that share one are still apart in the other. A place takes 16 bits
  // of the hash: 15 choose it, one is the sign.
  void add(std::uint64_t hash, std::int32_t weight) {
    add_to(places_, hash, weight);
    add_to(places_, hash >> 16, weight);
    add_to(echoes_, hash >> 32, weight);
  }

  [[nodiscard]] const std::vector<std::int32_t>& places() const { return places_; }
  [[nodiscard]] const std::vector<std::int32_t>& echoes() const { return echoes_; }

 private:
  static void add_to(std::vector<std::int32_t>& sums, std::uint64_t bits, std::int32_t weight) {
    const std::uint64_t place = ((bits & 0x7FFF) * sums.size()) >> 15;
    // Unsigned, because a text of hundreds of megabytes may wrap around.
    const auto signed_weight = static_cast<std::uint32_t>((bits & 0x8000) != 0 ? weight : -weight);
    sums[place] =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(sums[place]) + signed_weight);
  }

  std::vector<std::int32_t> places_;
  std::vector<std::int32_t> echoes_;
};

// Adds the features of a text. Nothing for a text without words, symbols or punctuation. A query
// has no stop words, unless it has nothing else, and no pairs of words.
void add_hashing_features(std::string_view text, Purpose purpose, HashedSums& sums);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_HASHING_FEATURES_H_
