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
constexpr double kDuplicateThreshold = 0.93;

// One dimension in so many repeats a document's features at a fixed length, and is zero in a query.
// It leaves documents as alike as they are and takes from a short one the advantage of having
// little else to say: without it "Hey Ann!" answers every question about Ann.
constexpr std::size_t kEchoShare = 16;
constexpr double kEchoLength = 1'500.0;  // about what a sentence of eight words has

double length_of(const std::vector<std::int32_t>& sums) {
  // Integer products, added in order: nothing that a compiler may fuse or reorder.
  double squares = 0.0;
  for (const std::int64_t sum : sums) squares += static_cast<double>(sum * sum);
  return std::sqrt(squares);
}

void append_scaled(std::vector<float>& out, const std::vector<std::int32_t>& sums, double length,
                   double scale) {
  for (const std::int32_t sum : sums) {
    out.push_back(length == 0.0 ? 0.0F : static_cast<float>(sum / length * scale));
  }
}

class Encoder {
 public:
  Encoder(std::size_t dimensions, Purpose purpose)
      : sums_(dimensions - dimensions / kEchoShare, dimensions / kEchoShare),
        dimensions_(dimensions),
        purpose_(purpose) {}

  std::vector<float> encode(std::string_view content) {
    sums_.clear();
    text::add_hashing_features(content, purpose_, sums_);
    if (length_of(sums_.places()) == 0.0) {
      if (text::is_blank(content)) return {};
      add_bytes(content);
    }
    return unit_vector();
  }

 private:
  // Control characters alone, or features that cancel out: the bytes tell such texts apart.
  void add_bytes(std::string_view content) {
    constexpr std::uint64_t kNoSigns = ~std::uint64_t{0x8000'8000'8000};
    std::uint64_t hash = 0;
    for (const char c : content) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x9E3779B97F4A7C15U;
    }
    sums_.clear();
    sums_.add(hash & kNoSigns, 1);  // of one sign, they can't cancel out again
  }

  std::vector<float> unit_vector() const {
    const double length = length_of(sums_.places());
    const double echo_length = length_of(sums_.echoes());
    const bool echoes = purpose_ == Purpose::document && echo_length > 0.0;
    const double echo = echoes ? kEchoLength : 0.0;
    const double whole = std::sqrt(length * length + echo * echo);
    std::vector<float> out;
    out.reserve(dimensions_);
    append_scaled(out, sums_.places(), length, length / whole);
    append_scaled(out, sums_.echoes(), echo_length, echo / whole);
    return out;
  }

  text::HashedSums sums_;
  std::size_t dimensions_;
  Purpose purpose_;
};

}  // namespace

HashingEmbedder::HashingEmbedder(std::size_t dimensions)
    : dimensions_(std::clamp(dimensions, kMinDimensions, kMaxDimensions)) {}

std::size_t HashingEmbedder::dimensions() const { return dimensions_; }

std::string HashingEmbedder::id() const {
  return "whosaid-hashing-v1-" + std::to_string(dimensions_);
}

double HashingEmbedder::duplicate_threshold() const { return kDuplicateThreshold; }

Result<std::vector<std::vector<float>>> HashingEmbedder::embed(
    std::span<const std::string_view> texts, Purpose purpose) {
  Encoder encoder(dimensions_, purpose);
  std::vector<std::vector<float>> out;
  out.reserve(texts.size());
  for (const std::string_view content : texts) out.push_back(encoder.encode(content));
  return out;
}

}  // namespace whosaid
