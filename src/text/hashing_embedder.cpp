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
constexpr double kDuplicateThreshold = 0.9;

// Each feature goes to four places, so that two features that share one are still apart in three.
// A place takes 16 bits of the hash: 15 choose it, one is its sign.
constexpr int kPlaces = 4;

void add(std::vector<std::int32_t>& sums, const text::Feature& feature) {
  std::uint64_t bits = feature.hash;
  for (int i = 0; i < kPlaces; ++i, bits >>= 16) {
    const std::uint64_t place = ((bits & 0x7FFF) * sums.size()) >> 15;
    sums[place] += (bits & 0x8000) != 0 ? feature.weight : -feature.weight;
  }
}

// Integers until here, and from here single operations that IEEE 754 defines to the last bit: the
// squares are added in order, and the integer products leave nothing to fuse.
std::vector<float> unit_vector(const std::vector<std::int32_t>& sums) {
  double squares = 0.0;
  for (const std::int64_t sum : sums) squares += static_cast<double>(sum * sum);
  const double norm = std::sqrt(squares);
  std::vector<float> out(sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    out[i] = static_cast<float>(static_cast<double>(sums[i]) / norm);
  }
  return out;
}

std::vector<float> embed_one(std::string_view content, std::vector<std::int32_t>& sums) {
  std::fill(sums.begin(), sums.end(), 0);
  for (const text::Feature& feature : text::hashing_features(content)) add(sums, feature);
  const bool cancelled = std::all_of(sums.begin(), sums.end(), [](auto sum) { return sum == 0; });
  if (!cancelled) return unit_vector(sums);
  if (text::is_blank(content)) return {};
  // Control characters alone, or features that cancel out: the bytes tell such texts apart.
  std::size_t place = 0;
  for (const char c : content) place = (place * 31 + static_cast<unsigned char>(c)) % sums.size();
  sums[place] = 1;
  return unit_vector(sums);
}

}  // namespace

HashingEmbedder::HashingEmbedder(std::size_t dimensions)
    : dimensions_(std::clamp(dimensions, kMinDimensions, kMaxDimensions)) {}

std::size_t HashingEmbedder::dimensions() const { return dimensions_; }

std::string HashingEmbedder::id() const {
  return "whosaid-hashing-v1-" + std::to_string(dimensions_);
}

double HashingEmbedder::duplicate_threshold() const { return kDuplicateThreshold; }

Result<std::vector<std::vector<float>>> HashingEmbedder::embed(
    std::span<const std::string_view> texts, Purpose) {
  std::vector<std::int32_t> sums(dimensions_);
  std::vector<std::vector<float>> out;
  out.reserve(texts.size());
  for (const std::string_view content : texts) out.push_back(embed_one(content, sums));
  return out;
}

}  // namespace whosaid
