#include "store/filter.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "store/memories.h"
#include "support/catch.h"

namespace whosaid::store {
namespace {

Timestamp at(std::size_t n) { return Timestamp(std::chrono::seconds(n)); }

struct Fact {
  Slot slot;
  detail::SpeakerId speaker;
  detail::MemoryRecord record;
  Timestamp created_at;
  bool current = true;
};

bool obvious(const Fact& fact, std::optional<detail::SpeakerId> speaker, const SearchOptions& how) {
  const detail::MemoryRecord& record = fact.record;
  const auto in = [](Timestamp t, const auto& from, const auto& to) {
    return (!from || t >= *from) && (!to || t < *to);
  };
  if (!fact.current && !how.include_superseded) return false;
  if (speaker && fact.speaker != *speaker) return false;
  if (!how.categories.empty() &&
      std::count(how.categories.begin(), how.categories.end(), record.category) == 0) {
    return false;
  }
  if (how.conversation_id && record.conversation_id != *how.conversation_id) return false;
  for (const auto& [key, value] : how.metadata) {
    const auto found = record.metadata.find(key);
    if (found == record.metadata.end() || found->second != value) return false;
  }
  if ((how.event_from || how.event_to) && !record.event_at) return false;
  if (record.event_at && !in(*record.event_at, how.event_from, how.event_to)) return false;
  return in(fact.created_at, how.created_from, how.created_to);
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return engine_() % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  std::string letter() { return std::string(1, static_cast<char>('a' + below(3))); }
  std::optional<Timestamp> maybe_time() {
    if (one_in(2)) return std::nullopt;
    return at(below(20));
  }

 private:
  std::mt19937 engine_;
};

SearchOptions random_options(Random& random) {
  SearchOptions how;
  if (random.one_in(3)) how.categories = {random.letter(), random.letter()};
  if (random.one_in(3)) how.conversation_id = random.letter();
  if (random.one_in(3)) how.metadata[random.letter()] = random.letter();
  if (random.one_in(3)) how.event_from = random.maybe_time();
  if (random.one_in(3)) how.event_to = random.maybe_time();
  if (random.one_in(3)) how.created_from = random.maybe_time();
  if (random.one_in(3)) how.created_to = random.maybe_time();
  how.include_superseded = random.one_in(4);
  return how;
}

TEST_CASE("whichever set is walked, exactly the memories that pass a filter are found") {
  Random random(GENERATE(1U, 2U, 3U));
  Catalog catalog;
  std::vector<Fact> facts;
  for (std::size_t i = 1; i <= 300; ++i) {
    Fact fact{};
    fact.speaker = static_cast<detail::SpeakerId>(random.below(4));
    fact.created_at = at(random.below(20));
    fact.record.event_at = random.maybe_time();
    if (random.one_in(2)) fact.record.category = random.letter();
    if (random.one_in(2)) fact.record.conversation_id = random.letter();
    if (random.one_in(2)) fact.record.metadata[random.letter()] = random.letter();
    const detail::MemoryKey key{1, fact.speaker, fact.created_at, MemoryId{i}};
    fact.slot = catalog.insert(to_entry(catalog, key, fact.record));
    facts.push_back(fact);
    Fact& any = facts[random.below(facts.size())];
    if (random.one_in(5) && any.current) {
      catalog.retire(any.slot, MemoryId{i + 1});
      any.current = false;
    } else if (random.one_in(9)) {
      catalog.erase(any.slot);
      facts.erase(facts.begin() + (&any - facts.data()));
    }
  }
  for (int round = 0; round < 300; ++round) {
    const SearchOptions how = random_options(random);
    std::optional<detail::SpeakerId> speaker;
    if (random.one_in(2)) speaker = static_cast<detail::SpeakerId>(random.below(4));
    std::vector<Slot> expected;
    for (const Fact& fact : facts) {
      if (obvious(fact, speaker, how)) expected.push_back(fact.slot);
    }
    const Filter filter = make_filter(catalog, speaker, how);
    std::vector<Slot> found = matching(catalog, filter);
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    REQUIRE(found == expected);
    REQUIRE(most_matching(catalog, filter) >= found.size());
  }
}

TEST_CASE("the share of memories that pass is told from a sample of them") {
  Random random(4);
  Catalog catalog;
  for (std::size_t i = 1; i <= 5000; ++i) {
    detail::MemoryRecord record{};
    if (random.below(10) < 7) record.category = "most";
    const detail::MemoryKey key{1, static_cast<detail::SpeakerId>(1 + i % 2), at(i), MemoryId{i}};
    catalog.insert(to_entry(catalog, key, record));
  }
  const auto share = [&](const SearchOptions& how) {
    return share_that_passes(catalog, make_filter(catalog, detail::SpeakerId{1}, how));
  };
  REQUIRE(share({.categories = {"most"}}) == Approx(0.7).margin(0.15));
  REQUIRE(share({.created_from = at(4500)}) == Approx(0.1).margin(0.05));
  REQUIRE(share({.created_from = at(6000)}) == 0.0);
}

}  // namespace
}  // namespace whosaid::store
