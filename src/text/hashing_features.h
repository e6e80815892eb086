// What HashingEmbedder sees in a text. Everything here is part of what its id() names.

#ifndef WHOSAID_SRC_TEXT_HASHING_FEATURES_H_
#define WHOSAID_SRC_TEXT_HASHING_FEATURES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace whosaid::text {

// Sums of signed weights, each feature's in places that its hash chooses.
class HashedSums {
 public:
  explicit HashedSums(std::size_t places) : places_(places) {}

  void clear();

  // Two places, so that features that share one are still apart in the other. A place takes 16 bits
  // of the hash: 15 choose it, one is the sign.
  void add(std::uint64_t hash, std::int32_t weight) {
    add_to(places_, hash, weight);
    add_to(places_, hash >> 16, weight);
  }

  [[nodiscard]] const std::vector<std::int32_t>& places() const { return places_; }

 private:
  static void add_to(std::vector<std::int32_t>& sums, std::uint64_t bits, std::int32_t weight) {
    const std::uint64_t place = ((bits & 0x7FFF) * sums.size()) >> 15;
    // Unsigned, because a text of hundreds of megabytes may wrap around.
    const auto signed_weight = static_cast<std::uint32_t>((bits & 0x8000) != 0 ? weight : -weight);
    sums[place] =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(sums[place]) + signed_weight);
  }

  std::vector<std::int32_t> places_;
};

// Adds the features of a text. Nothing for a text without words, symbols or punctuation.
void add_hashing_features(std::string_view text, HashedSums& sums);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_HASHING_FEATURES_H_
