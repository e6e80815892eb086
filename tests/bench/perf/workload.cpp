#include "workload.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <random>
#include <string_view>

namespace whosaid::bench {
namespace {

constexpr std::size_t kClusters = 200;
constexpr double kVocabulary = 20'000;
constexpr double kFunctionWords = 100;
constexpr float kSpread = 0.9F;  // of a vector around its cluster's centre, both of norm about 1

std::vector<float> random_vector(std::mt19937& random, std::size_t dimensions, float norm) {
  std::normal_distribution<float> normal(0.0F, norm / std::sqrt(static_cast<float>(dimensions)));
  std::vector<float> v(dimensions);
  for (float& x : v) x = normal(random);
  return v;
}

void normalize(std::vector<float>& v) {
  float sum = 0;
  for (const float x : v) sum += x * x;
  for (float& x : v) x /= std::sqrt(sum);
}

// Zipf: the word of rank r is used about 1 / r as often as the first. The first hundred, mostly
// function words, are left out: a query's are dropped as stop words, which made-up ones can't be.
std::string word(std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  const double rank = kFunctionWords * std::pow(kVocabulary / kFunctionWords, uniform(random));
  std::string letters = "w";
  for (auto n = static_cast<std::size_t>(rank); n > 0; n /= 20) {
    letters += "bcdfghjklmnpqrstvwxz"[n % 20];
    letters += "aeiou"[n % 5];
  }
  return letters;
}

std::string sentence(std::mt19937& random, std::string text, int words) {
  for (int w = 0; w < words; ++w) text += " " + word(random);
  return text;
}

}  // namespace

Workload make_workload(std::size_t dimensions, std::size_t count, std::size_t queries,
                       std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::vector<float>> centres;
  for (std::size_t i = 0; i < kClusters; ++i) {
    centres.push_back(random_vector(random, dimensions, 1.0F));
  }
  const auto vector = [&] {
    const auto& centre = centres[random() % kClusters];
    std::vector<float> v = random_vector(random, dimensions, kSpread);
    for (std::size_t d = 0; d < dimensions; ++d) v[d] += centre[d];
    normalize(v);
    return v;
  };
  Workload workload{Matrix(dimensions), Matrix(dimensions), {}, {}};
  for (std::size_t i = 0; i < queries; ++i) {
    workload.queries.append(vector());
    workload.questions.push_back(sentence(random, Workload::wordless(i), 10));
  }
  for (std::size_t i = 0; i < count; ++i) {
    workload.vectors.append(vector());
    workload.texts.push_back(sentence(random, "r" + std::to_string(i), 6));
  }
  return workload;
}

std::uint32_t Workload::number(std::string_view text) {
  std::uint32_t index = 0;
  std::from_chars(text.data() + 1, text.data() + text.size(), index);
  return index;
}

std::shared_ptr<Embedder> Workload::embedder() const {
  const auto look_up = [this](std::span<const std::string_view> asked, Purpose) {
    std::vector<std::vector<float>> answer;
    for (const std::string_view text : asked) {
      const auto row = (text[0] == 'q' ? queries : vectors).row(number(text));
      answer.emplace_back(row.begin(), row.end());
    }
    return Result<std::vector<std::vector<float>>>(std::move(answer));
  };
  return from_function("workload", vectors.dimensions(), 0.98, look_up);
}

}  // namespace whosaid::bench
