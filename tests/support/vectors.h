// Random vectors that look like embeddings: unit vectors in clusters, the same for the same seed.

#ifndef WHOSAID_TESTS_SUPPORT_VECTORS_H_
#define WHOSAID_TESTS_SUPPORT_VECTORS_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace whosaid::test {

using Vector = std::vector<float>;

inline Vector unit(Vector v) {
  double sum = 0.0;
  for (const float x : v) sum += static_cast<double>(x) * static_cast<double>(x);
  for (float& x : v) x = static_cast<float>(static_cast<double>(x) / std::sqrt(sum));
  return v;
}

class ClusteredVectors {
 public:
  // spread: how far a vector strays from its cluster's centre, as a share of the centre's norm.
  ClusteredVectors(std::size_t dimensions, std::size_t clusters, float spread, unsigned seed)
      : random_(seed), spread_(spread) {
    for (std::size_t i = 0; i < clusters; ++i) centres_.push_back(unit(gaussian(dimensions)));
  }

  Vector next() {
    Vector v = centres_[random_() % centres_.size()];
    const Vector away = unit(gaussian(v.size()));
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += spread_ * away[i];
    return unit(v);
  }

  std::vector<Vector> next(std::size_t count) {
    std::vector<Vector> all(count);
    for (Vector& v : all) v = next();
    return all;
  }

 private:
  Vector gaussian(std::size_t dimensions) {
    std::normal_distribution<float> normal;
    Vector v(dimensions);
    for (float& x : v) x = normal(random_);
    return v;
  }

  std::mt19937 random_;
  float spread_;
  std::vector<Vector> centres_;
};

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_VECTORS_H_
