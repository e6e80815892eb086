#include "store/engrams.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "store/arguments.h"
#include "text/sentences.h"
#include "whosaid/detail/keys.h"
#include "whosaid/detail/mmr.h"
#include "whosaid/detail/records.h"
#include "whosaid/memory_store.h"

namespace whosaid::store {
namespace {

constexpr std::array<std::pair<std::string_view, Engram>, 3> kEngrams = {{
    {"deep_recall", Engram::deep_recall},
    {"timeline", Engram::timeline},
    {"gather", Engram::gather},
}};

// Associations lose strength quickly: three steps away little of the question is left.
constexpr std::size_t kMaxHops = 3;
constexpr std::size_t kQueriesPerHop = 3;
constexpr double kDecay = 0.5;
// How many candidates gather chooses from: enough to see past a subject of which many spoke alike.
constexpr std::size_t kGatherFactor = 4;
constexpr std::size_t kGatherAtLeast = 100;
// Novelty counts as much as relevance: a repetition, however relevant, is worth nothing.
constexpr double kGatherLambda = 0.5;

bool better(const Hit& a, const Hit& b) {
  if (a.score != b.score) return a.score > b.score;
  return std::tie(a.memory.created_at, a.memory.id) > std::tie(b.memory.created_at, b.memory.id);
}

// Scores of two searches are not comparable: each is measured against its own best.
void scale(std::vector<Hit>& hits, double by) {
  if (hits.empty() || hits.front().score <= 0) return;
  const double best = hits.front().score;
  for (Hit& hit : hits) hit.score *= by / best;
}

// What a hit asks in turn: its first sentence, or most of it.
std::string_view as_query(const Memory& memory) {
  const auto sentences = text::split_sentences(memory.content);
  if (sentences.empty()) return memory.content;
  return std::string_view(memory.content)
      .substr(sentences.front().begin, sentences.front().end - sentences.front().begin);
}

Result<EngramResult> deep_recall(std::string_view query, std::size_t limit,
                                 const EngramTools& tools) {
  auto first = tools.search(query, limit);
  if (!first) return tl::unexpected(std::move(first.error()));
  EngramResult result;
  result.hits = std::move(first->hits);
  scale(result.hits, 1.0);
  absl::flat_hash_map<std::uint64_t, bool> known;  // and whether it has been a query
  for (const Hit& hit : result.hits) known[static_cast<std::uint64_t>(hit.memory.id)] = false;
  while (result.hops < kMaxHops) {
    // A query's finds are as strong as the hit that asked it, decayed.
    std::vector<std::pair<std::string, double>> queries;
    for (const Hit& hit : result.hits) {
      bool& asked = known[static_cast<std::uint64_t>(hit.memory.id)];
      if (asked || queries.size() == kQueriesPerHop) continue;
      asked = true;
      queries.emplace_back(as_query(hit.memory), kDecay * hit.score);
    }
    if (queries.empty()) break;
    ++result.hops;
    for (const auto& [next, strength] : queries) {
      auto found = tools.search(next, limit);
      if (!found) return tl::unexpected(std::move(found.error()));
      scale(found->hits, strength);
      for (Hit& hit : found->hits) {
        if (known.try_emplace(static_cast<std::uint64_t>(hit.memory.id), false).second) {
          result.hits.push_back(std::move(hit));
        }
      }
    }
    std::sort(result.hits.begin(), result.hits.end(), better);
  }
  result.hits.resize(std::min(limit, result.hits.size()));
  return result;
}

Result<EngramResult> timeline(std::string_view query, std::size_t limit, const EngramTools& tools) {
  auto found = tools.search(query, limit);
  if (!found) return tl::unexpected(std::move(found.error()));
  EngramResult result;
  result.hits = std::move(found->hits);
  const auto moment = [](const Hit& hit) {
    return std::make_tuple(hit.memory.event_at.value_or(hit.memory.created_at),
                           hit.memory.created_at, hit.memory.id);
  };
  std::sort(result.hits.begin(), result.hits.end(),
            [&](const Hit& a, const Hit& b) { return moment(a) < moment(b); });
  return result;
}

Result<EngramResult> gather(std::string_view query, std::size_t limit, const EngramTools& tools) {
  // The search below is given another one.
  if (limit == 0 || limit > kMaxLimit) {
    return tl::unexpected(
        invalid_argument("limit", "limit is " + std::to_string(limit) + ", not from 1 to 1000."));
  }
  const std::size_t wide = std::max(kGatherAtLeast, kGatherFactor * limit);
  auto found = tools.search(query, std::min(kMaxLimit, wide));
  if (!found) return tl::unexpected(std::move(found.error()));
  scale(found->hits, 1.0);
  std::vector<double> relevance;
  std::vector<std::vector<float>> vectors;
  for (const Hit& hit : found->hits) {
    relevance.push_back(hit.score);
    auto vector = tools.vector(hit.memory.id);
    if (!vector) return tl::unexpected(std::move(vector.error()));
    vectors.push_back(*std::move(vector));
  }
  const auto similarity = [&](std::size_t i, std::size_t j) {
    double dot = 0;
    for (std::size_t d = 0; d < std::min(vectors[i].size(), vectors[j].size()); ++d) {
      dot += static_cast<double>(vectors[i][d]) * static_cast<double>(vectors[j][d]);
    }
    return dot;
  };
  EngramResult result;
  for (const std::size_t i : detail::mmr(relevance, limit, kGatherLambda, similarity)) {
    result.hits.push_back(std::move(found->hits[i]));
  }
  return result;
}

}  // namespace

Result<Engram> find_engram(std::string_view name) {
  std::string known;
  for (const auto& [known_name, engram] : kEngrams) {
    if (name == known_name) return engram;
    known.append(known.empty() ? "" : ", ").append(known_name);
  }
  return tl::unexpected(invalid_argument("engram", "there is no such engram; known are: " + known));
}

Result<EngramResult> run_engram(Engram engram, std::string_view query, std::size_t limit,
                                const EngramTools& tools) {
  auto result = engram == Engram::deep_recall ? deep_recall(query, limit, tools)
                : engram == Engram::timeline  ? timeline(query, limit, tools)
                                              : gather(query, limit, tools);
  if (result) result->engram = kEngrams[static_cast<std::size_t>(engram)].first;
  return result;
}

Result<std::vector<float>> first_vector(const State& state, MemoryId id) {
  const StoreContext& context = state.context;
  std::vector<float> first;
  if (state.catalog.find(id) == kNoSlot) return first;
  const auto bytes = context.reads().get(
      storage::Table::vectors,
      detail::encode_vector_key({context.number, context.embedding->generation, id}));
  if (!bytes && bytes.error().code != ErrorCode::corruption) return tl::unexpected(bytes.error());
  if (!bytes || !*bytes) return first;
  const bool sound = detail::decode_vectors(**bytes, context.embedding->dimensions,
                                            [&](std::size_t, std::span<const float> vector) {
                                              if (first.empty()) {
                                                first.assign(vector.begin(), vector.end());
                                              }
                                            });
  if (!sound) first.clear();
  return first;
}

}  // namespace whosaid::store

namespace whosaid {
inline namespace WHOSAID_ABI {

std::vector<std::string> list_engrams() {
  std::vector<std::string> names;
  names.reserve(store::kEngrams.size());
  for (const auto& [name, engram] : store::kEngrams) names.emplace_back(name);
  return names;
}

}  // namespace WHOSAID_ABI
}  // namespace whosaid
