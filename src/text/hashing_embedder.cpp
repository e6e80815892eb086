#include <algorithm>
#include <cmath>
#include <cstdint>

#include "text/hashing_features.h"
#include "text/unicode.h"
#include "whosaid/embedders/hashing.h"

namespace whosaid {
namespace {

constexpr std::size_t kMinDimensions = 64;
constexpr std::size_t kMaxDimensions = 32'768;

// Chosen on pairs of sentences in six languages (tests/unit/hashing_pairs_test.cpp).
constexpr double kDuplicateThreshold = 0.95;

double length_of(const std::vector<std::int32_t>& sums) {
  // Integer products, added in order: nothing that a compiler may fuse or reorder.
  double squares = 0.0;
  for (const std::int64_t sum : sums) squares += static_cast<double>(sum * sum);
  return std::sqrt(squares);
}

class Encoder {
 public:
  explicit Encoder(std::size_t dimensions) : sums_(dimensions) {}

  std::vector<float> encode(std::string_view content) {
    sums_.clear();
    text::add_hashing_features(content, sums_);
    if (length_of(sums_.places()) == 0.0) {
      if (text::is_blank(content)) return {};
      add_bytes(content);
    }
    return unit_vector();
  }

 private:
  // Control characters alone, or features that cancel out: the bytes tell such texts apart.
  void add_bytes(std::string_view content) {
    constexpr std::uint64_t kNoSigns = ~std::uint64_t{0x8000'8000};
    std::uint64_t hash = 0;
    for (const char c : content) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x9E3779B97F4A7C15U;
    }
    sums_.clear();
    sums_.add(hash & kNoSigns, 1);  // of one sign, they can't cancel out again
  }

  std::vector<float> unit_vector() const {
    const double length = length_of(sums_.places());
    std::vector<float> out;
    out.reserve(sums_.places().size());
    for (const std::int32_t sum : sums_.places()) {
      out.push_back(static_cast<float>(sum / length));
    }
    return out;
  }

  text::HashedSums sums_;
};

}  // namespace

HashingEmbedder::HashingEmbedder(std::size_t dimensions)
    : dimensions_(std::clamp(dimensions, kMinDimensions, kMaxDimensions)) {}

std::size_t HashingEmbedder::dimensions() const { return dimensions_; }

std::string HashingEmbedder::id() const {
  return "whosaid-hashing-v1-" + std::to_string(dimensions_);
}

double HashingEmbedder::duplicate_threshold() const { return kDuplicateThreshold; }

double HashingEmbedder::search_weight() const { return 0.1; }

Result<std::vector<std::vector<float>>> HashingEmbedder::embed(
    std::span<const std::string_view> texts, Purpose /*a question of the same words is as close*/) {
  Encoder encoder(dimensions_);
  std::vector<std::vector<float>> out;
  out.reserve(texts.size());
  for (const std::string_view content : texts) out.push_back(encoder.encode(content));
  return out;
}

}  // namespace whosaid
