// An embedder that is told what its texts mean: what a model that knows languages would do.

#ifndef WHOSAID_TESTS_BENCH_LANGUAGES_ORACLE_H_
#define WHOSAID_TESTS_BENCH_LANGUAGES_ORACLE_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "whosaid/embedder.h"

namespace whosaid::bench {

// Texts of one meaning, in whichever language, have `translation` as their cosine, others
// kUnrelated; both on average, since each vector has a part of its own. With so few dimensions the
// cosines stray by about 0.08.
class Oracle final : public Embedder {
 public:
  using Meanings = std::map<std::string, std::string, std::less<>>;  // others mean only themselves

  static constexpr std::size_t kDimensions = 128;
  static constexpr double kUnrelated = 0.1;

  Oracle(Meanings meanings, double translation)
      : meanings_(std::move(meanings)), translation_(std::max(translation, kUnrelated)) {}

  [[nodiscard]] std::size_t dimensions() const override { return kDimensions; }
  [[nodiscard]] std::string id() const override { return "oracle"; }
  [[nodiscard]] double duplicate_threshold() const override { return 1.0; }

  [[nodiscard]] Result<std::vector<std::vector<float>>> embed(
      std::span<const std::string_view> texts,
      Purpose /*a question means what it asks for*/) override {
    std::vector<std::vector<float>> vectors;
    for (const std::string_view text : texts) {
      const auto meaning = meanings_.find(text);
      std::vector<float> vector(kDimensions);
      add("what all texts share", kUnrelated, vector);
      add(meaning == meanings_.end() ? "only " + std::string(text) : meaning->second,
          translation_ - kUnrelated, vector);
      add(text, 1.0 - translation_, vector);
      vectors.push_back(std::move(vector));
    }
    return vectors;
  }

 private:
  // A direction for each name, always the same one, scaled to this squared length.
  static void add(std::string_view name, double square, std::vector<float>& sum) {
    std::seed_seq seed(name.begin(), name.end());
    std::mt19937 random(seed);
    std::vector<double> direction;
    double squares = 0;
    for (std::size_t i = 0; i < kDimensions; ++i) {
      // A sum of four is close enough to normal, and the same with every library.
      double value = 0;
      for (int part = 0; part < 4; ++part)
        value += static_cast<double>(random()) / 4294967296.0 - 0.5;
      direction.push_back(value);
      squares += value * value;
    }
    const double scale = std::sqrt(square / squares);
    for (std::size_t i = 0; i < kDimensions; ++i) {
      sum[i] += static_cast<float>(scale * direction[i]);
    }
  }

  const Meanings meanings_;
  const double translation_;
};

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_LANGUAGES_ORACLE_H_
