// Embedders whose vectors a test knows.

#ifndef WHOSAID_TESTS_SUPPORT_TABLE_EMBEDDER_H_
#define WHOSAID_TESTS_SUPPORT_TABLE_EMBEDDER_H_

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "whosaid/whosaid.h"

namespace whosaid::test {

using Vector = std::vector<float>;

// Looks each text up in a table and remembers what it was asked. A text without a vector is an
// error, so that a test says what it means.
class TableEmbedder final : public Embedder {
 public:
  explicit TableEmbedder(std::map<std::string, Vector, std::less<>> vectors,
                         double duplicate_threshold = 0.9, std::string id = "table");

  [[nodiscard]] std::size_t dimensions() const override { return dimensions_; }
  [[nodiscard]] std::string id() const override { return id_; }
  [[nodiscard]] double duplicate_threshold() const override { return duplicate_threshold_; }
  [[nodiscard]] Result<std::vector<Vector>> embed(std::span<const std::string_view> texts,
                                                  Purpose purpose) override;

  // Since the last forget_calls().
  [[nodiscard]] std::size_t calls() const;
  [[nodiscard]] std::vector<std::string> texts() const;  // without spaces around them
  [[nodiscard]] std::vector<Purpose> purposes() const;   // of each call
  void forget_calls();

 private:
  const std::map<std::string, Vector, std::less<>> vectors_;
  const std::size_t dimensions_;
  const double duplicate_threshold_;
  const std::string id_;
  mutable std::mutex mutex_;
  std::vector<std::string> texts_;
  std::vector<Purpose> purposes_;
};

// The unit vector at an angle: the cosine of two texts is the cosine between their angles.
Vector at_degrees(double angle);
double cosine_of_degrees(double angle);

// Two dimensions, each text at its angle.
std::shared_ptr<TableEmbedder> circle(const std::map<std::string, double, std::less<>>& angles,
                                      double duplicate_threshold = 0.9);

// Each text somewhere on the sphere, the same text always in the same place, no two texts close.
std::shared_ptr<Embedder> scattered(std::size_t dimensions = 16, double duplicate_threshold = 0.99);

// No text has a vector: words alone.
std::shared_ptr<Embedder> no_vectors();

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_TABLE_EMBEDDER_H_
