#include "store/catalog.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <vector>

#include "support/catch.h"

namespace whosaid::store {
namespace {

Timestamp at(std::size_t n) { return Timestamp(std::chrono::seconds(n)); }

CatalogEntry entry(std::size_t id, std::size_t created, Tag conversation) {
  CatalogEntry made;
  made.id = MemoryId{id};
  made.created_at = at(created);
  made.conversation = conversation;
  made.chunks = 1;
  return made;
}

// A conversation as its neighbours tell it, from the first on.
std::vector<Slot> told(const Catalog& catalog, Tag conversation) {
  std::vector<Slot> slots;
  const auto& moments = catalog.conversation(conversation);
  if (moments.empty()) return slots;
  for (Slot slot = moments.begin()->slot; slot != kNoSlot; slot = catalog.place(slot).after) {
    if (!slots.empty()) REQUIRE(catalog.place(slot).before == slots.back());
    slots.push_back(slot);
  }
  return slots;
}

TEST_CASE("neighbours in a conversation follow time, whatever comes and goes") {
  std::mt19937 random(GENERATE(1U, 2U, 3U));
  Catalog catalog;
  const Tag tag = catalog.intern(kConversationKind, "talk");
  std::map<std::pair<Timestamp, MemoryId>, Slot> model;
  for (std::size_t id = 1; id <= 200; ++id) {
    const CatalogEntry made = entry(id, random() % 50, tag);
    model[{made.created_at, made.id}] = catalog.insert(made);
    if (random() % 3 == 0) {
      auto gone = model.begin();
      std::advance(gone, static_cast<std::ptrdiff_t>(random() % model.size()));
      if (random() % 2 == 0) {
        catalog.erase(gone->second);
      } else {
        catalog.retire(gone->second, MemoryId{id + 1});
      }
      model.erase(gone);
    }
    std::vector<Slot> expected;
    for (const auto& [moment, slot] : model) expected.push_back(slot);
    REQUIRE(told(catalog, tag) == expected);
  }
}

TEST_CASE("what was current and what was superseded are counted apart") {
  Catalog catalog;
  const Slot first = catalog.insert(entry(1, 1, kNoTag));
  catalog.insert(entry(2, 2, kNoTag));
  catalog.retire(first, MemoryId{2});
  REQUIRE(catalog.all().current.order.size() == 1);
  REQUIRE(catalog.all().superseded.chunks == 1);
  REQUIRE(catalog.current_speaker(first) == Catalog::kNobody);
  catalog.erase(first);
  REQUIRE(catalog.all().superseded.order.empty());
  REQUIRE(catalog.find(MemoryId{1}) == kNoSlot);
}

TEST_CASE("tags of different kinds never meet") {
  Catalog catalog;
  const Tag category = catalog.intern(kCategoryKind, "work");
  REQUIRE(catalog.intern(kConversationKind, "work") != category);
  REQUIRE(catalog.intern(metadata_kind("a"), "bc") != catalog.intern(metadata_kind("ab"), "c"));
  REQUIRE(catalog.intern(kCategoryKind, "work") == category);
  REQUIRE(catalog.lookup(kCategoryKind, "play") == kNoTag);
}

}  // namespace
}  // namespace whosaid::store
