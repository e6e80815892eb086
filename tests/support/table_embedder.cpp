#include "support/table_embedder.h"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

namespace whosaid::test {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::size_t longest(const std::map<std::string, Vector, std::less<>>& vectors) {
  std::size_t dimensions = 1;
  for (const auto& [text, vector] : vectors) dimensions = std::max(dimensions, vector.size());
  return dimensions;
}

// A vector of numbers in [-1, 1) that depend on every byte of the text (FNV-1a, then xorshift).
Vector scatter(std::string_view text, std::size_t dimensions) {
  std::uint64_t state = 14'695'981'039'346'656'037u;
  for (const char c : text) {
    state = (state ^ static_cast<unsigned char>(c)) * 1'099'511'628'211u;
  }
  Vector vector(dimensions);
  for (float& x : vector) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    x = static_cast<float>(static_cast<std::int64_t>(state >> 40) - (1 << 23)) /
        static_cast<float>(1 << 23);
  }
  return vector;
}

}  // namespace

TableEmbedder::TableEmbedder(std::map<std::string, Vector, std::less<>> vectors,
                             double duplicate_threshold, std::string id)
    : vectors_(std::move(vectors)),
      dimensions_(longest(vectors_)),
      duplicate_threshold_(duplicate_threshold),
      id_(std::move(id)) {}

Result<std::vector<Vector>> TableEmbedder::embed(std::span<const std::string_view> texts,
                                                 Purpose purpose) {
  const std::lock_guard lock(mutex_);
  purposes_.push_back(purpose);
  std::vector<Vector> result;
  for (const std::string_view text : texts) {
    texts_.emplace_back(trimmed(text));
    const auto found = vectors_.find(trimmed(text));
    if (found == vectors_.end()) {
      return tl::unexpected(Error{.code = ErrorCode::embedder_failed,
                                  .message = "the table has no '" + std::string(text) + "'"});
    }
    result.push_back(found->second);
  }
  return result;
}

std::size_t TableEmbedder::calls() const {
  const std::lock_guard lock(mutex_);
  return purposes_.size();
}

std::vector<std::string> TableEmbedder::texts() const {
  const std::lock_guard lock(mutex_);
  return texts_;
}

std::vector<Purpose> TableEmbedder::purposes() const {
  const std::lock_guard lock(mutex_);
  return purposes_;
}

void TableEmbedder::forget_calls() {
  const std::lock_guard lock(mutex_);
  texts_.clear();
  purposes_.clear();
}

double cosine_of_degrees(double angle) { return std::cos(angle * std::numbers::pi / 180); }

Vector at_degrees(double angle) {
  return {static_cast<float>(cosine_of_degrees(angle)),
          static_cast<float>(cosine_of_degrees(angle - 90))};
}

std::shared_ptr<TableEmbedder> circle(const std::map<std::string, double, std::less<>>& angles,
                                      double duplicate_threshold) {
  std::map<std::string, Vector, std::less<>> vectors;
  for (const auto& [text, angle] : angles) vectors.emplace(text, at_degrees(angle));
  return std::make_shared<TableEmbedder>(std::move(vectors), duplicate_threshold, "circle");
}

std::shared_ptr<Embedder> scattered(std::size_t dimensions, double duplicate_threshold) {
  return from_function("scattered", dimensions, duplicate_threshold,
                       [dimensions](std::span<const std::string_view> texts,
                                    Purpose) -> Result<std::vector<Vector>> {
                         std::vector<Vector> result;
                         for (const std::string_view text : texts) {
                           result.push_back(scatter(trimmed(text), dimensions));
                         }
                         return result;
                       });
}

std::shared_ptr<Embedder> no_vectors() {
  return from_function(
      "none", 2, 0.9,
      [](std::span<const std::string_view> texts, Purpose) -> Result<std::vector<Vector>> {
        return std::vector<Vector>(texts.size());
      });
}

}  // namespace whosaid::test
