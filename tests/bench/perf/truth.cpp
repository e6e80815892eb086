#include "truth.h"

#include <array>
#include <queue>

namespace whosaid::bench {
namespace {

float dot(std::span<const float> a, std::span<const float> b) {
  constexpr std::size_t kLanes = 16;  // sums that don't wait for each other
  std::array<float, kLanes> sums{};
  std::size_t i = 0;
  for (; i + kLanes <= a.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  for (; i < a.size(); ++i) sums[0] += a[i] * b[i];
  float sum = 0;
  for (const float s : sums) sum += s;
  return sum;
}

}  // namespace

std::vector<Ids> true_nearest(const Workload& workload, std::size_t queries, std::size_t count,
                              const Passes& passes) {
  using Near = std::pair<float, std::uint32_t>;
  std::vector<std::priority_queue<Near, std::vector<Near>, std::greater<>>> best(queries);
  for (std::uint32_t row = 0; row < count; ++row) {
    if (passes && !passes(row)) continue;
    for (std::size_t q = 0; q < queries; ++q) {
      const float similarity = dot(workload.queries.row(q), workload.vectors.row(row));
      if (best[q].size() == kWanted && similarity <= best[q].top().first) continue;
      best[q].emplace(similarity, row);
      if (best[q].size() > kWanted) best[q].pop();
    }
  }
  std::vector<Ids> truth(queries);
  for (std::size_t q = 0; q < queries; ++q) {
    for (; !best[q].empty(); best[q].pop()) truth[q].push_back(best[q].top().second);
  }
  return truth;
}

}  // namespace whosaid::bench
