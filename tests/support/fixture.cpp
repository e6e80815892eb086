#include "support/fixture.h"

#include <utility>

namespace whosaid::test {

OpenOptions quick_options() {
  OpenOptions options;
  options.durability = Durability::buffered;
  options.duplicates.enabled = false;
  return options;
}

void meet(MemoryStore store, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) must(store.add_speaker(name));
}

MemoryId remember(MemoryStore store, std::string_view speaker, std::string_view text,
                  AddOptions more) {
  more.speaker = speaker;
  const AddResult result = must(store.add(text, more));
  REQUIRE(name_of(result.status) == "stored");
  REQUIRE(result.id.has_value());
  return *result.id;
}

MemoryId replace(MemoryStore store, MemoryId id, std::string_view text,
                 const SupersedeOptions& more) {
  const SupersedeResult result = must(store.supersede(id, text, more));
  REQUIRE(name_of(result.status) == "stored");
  REQUIRE(result.id.has_value());
  return *result.id;
}

std::vector<std::string> said_by(const MemoryStore& store, std::string_view name) {
  return contents(walk([&](const std::optional<PageCursor>& after) {
    return store.by_speaker(name, {.limit = 1000, .after = after});
  }));
}

std::vector<std::string> everything(const MemoryStore& store) {
  return contents(walk([&](const std::optional<PageCursor>& after) {
    return store.list({.limit = 1000, .after = after});
  }));
}

std::string roll(const MemoryStore& store) {
  std::string text;
  for (const SpeakerInfo& info : must(store.list_speakers()).speakers) {
    if (!text.empty()) text += ", ";
    text += info.name + " " + std::to_string(info.memories) + "/" + std::to_string(info.chunks);
  }
  return text;
}

MemoryStore& StoreTest::store() {
  if (!store_) store_ = must(MemoryStore::open(directory(), options));
  return *store_;
}

void StoreTest::reopen() {
  close();
  store();
}

void StoreTest::meet(std::initializer_list<std::string_view> names) { test::meet(store(), names); }

MemoryId StoreTest::remember(std::string_view speaker, std::string_view text, AddOptions more) {
  return test::remember(store(), speaker, text, std::move(more));
}

MemoryId StoreTest::note(std::string_view text, AddOptions more) {
  const AddResult result = must(store().add(text, more));
  REQUIRE(name_of(result.status) == "stored");
  REQUIRE(result.id.has_value());
  return *result.id;
}

MemoryId StoreTest::replace(MemoryId id, std::string_view text, const SupersedeOptions& more) {
  return test::replace(store(), id, text, more);
}

MemoryId StoreTest::exchange(std::string_view user, std::string_view agent,
                             const TurnOptions& more) {
  const AddResult result = must(store().add_turn(user, agent, more));
  REQUIRE(name_of(result.status) == "stored");
  REQUIRE(result.id.has_value());
  return *result.id;
}

SearchResult StoreTest::search(std::string_view query, const SearchOptions& how) {
  return must(store().search(query, how));
}

std::vector<std::string> StoreTest::said_by(std::string_view name) {
  return test::said_by(store(), name);
}

std::vector<std::string> StoreTest::everything() { return test::everything(store()); }

std::string StoreTest::roll() { return test::roll(store()); }

Database& DatabaseTest::database() {
  if (!database_) database_ = must(Database::open(directory(), options));
  return *database_;
}

}  // namespace whosaid::test
