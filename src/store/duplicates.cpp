#include "store/duplicates.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

namespace whosaid::store {
namespace {

constexpr double kRounding = 1e-6;

using Worst = absl::flat_hash_map<std::uint32_t, float>;

// Each owner's best row.
Worst best_rows(const std::vector<detail::RowMatch>& matches) {
  Worst best;
  for (const detail::RowMatch& match : matches) {
    const auto [it, inserted] = best.try_emplace(match.owner, match.similarity);
    if (!inserted) it->second = std::max(it->second, match.similarity);
  }
  return best;
}

// Keeps the owners that also match the next chunk.
void narrow(Worst& owners, const Worst& next) {
  absl::erase_if(owners, [&](auto& owner) {
    const auto it = next.find(owner.first);
    if (it == next.end()) return true;
    owner.second = std::min(owner.second, it->second);
    return false;
  });
}

std::string_view piece(std::string_view content, const detail::ChunkSpan& chunk) {
  return content.substr(chunk.begin, chunk.length);
}

bool repeats_chunk(const std::vector<float>& vector, const text::Details& details,
                   const NearText& near, double threshold) {
  const detail::QueryVector query(vector);
  return std::any_of(near.rows.begin(), near.rows.end(), [&](detail::Row row) {
    const std::size_t chunk = near.index.chunk(row);
    if (chunk >= near.chunks.size()) return false;
    if (near.index.exact(row, query) < static_cast<float>(threshold - kRounding)) return false;
    return !differ_in_detail(details, text::Details(piece(near.content, near.chunks[chunk])));
  });
}

}  // namespace

std::vector<OwnerMatch> owners_within(const detail::ExactIndex& index,
                                      detail::PartitionSet partitions,
                                      std::span<const std::vector<float>> vectors,
                                      double threshold) {
  if (vectors.empty() ||
      std::any_of(vectors.begin(), vectors.end(), [](const auto& v) { return v.empty(); })) {
    return {};
  }
  // Equal vectors have a cosine of 1 but for the rounding of float sums.
  const auto reached = static_cast<float>(threshold - kRounding);
  Worst owners;
  for (std::size_t i = 0; i < vectors.size() && (i == 0 || !owners.empty()); ++i) {
    const Worst matched =
        best_rows(index.within(detail::QueryVector(vectors[i]), reached, partitions));
    if (i == 0) {
      owners = matched;
    } else {
      narrow(owners, matched);
    }
  }
  std::vector<OwnerMatch> result;
  for (const auto& [owner, similarity] : owners) result.push_back({owner, similarity});
  std::sort(result.begin(), result.end(), [](const OwnerMatch& a, const OwnerMatch& b) {
    return a.similarity != b.similarity ? a.similarity > b.similarity : a.owner > b.owner;
  });
  return result;
}

std::vector<text::Details> chunk_details(const Prepared& item) {
  std::vector<text::Details> details;
  details.reserve(item.chunks.size());
  for (const detail::ChunkSpan& chunk : item.chunks) {
    details.emplace_back(piece(item.content, chunk));
  }
  return details;
}

bool is_detail_variant(const Prepared& item, std::span<const text::Details> details,
                       const NearText& near, double threshold) {
  for (std::size_t i = 0; i < item.vectors.size(); ++i) {
    if (!repeats_chunk(item.vectors[i], details[i], near, threshold)) return true;
  }
  return false;
}

std::vector<std::uint64_t> same_label_partitions(const State& state, detail::SpeakerId speaker) {
  if (state.registry.label(speaker)) return {speaker};
  std::vector<std::uint64_t> partitions = {detail::kUntagged};
  for (const std::uint64_t partition : state.vectors.exact().partitions()) {
    const bool history = (partition & detail::kHistory) != 0;
    if (!history && partition != detail::kUntagged &&
        !state.registry.label(static_cast<detail::SpeakerId>(partition))) {
      partitions.push_back(partition);
    }
  }
  return partitions;
}

}  // namespace whosaid::store
