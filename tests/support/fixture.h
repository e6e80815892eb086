// Fixtures that give verbs, so that a case reads in a few lines.

#ifndef WHOSAID_TESTS_SUPPORT_FIXTURE_H_
#define WHOSAID_TESTS_SUPPORT_FIXTURE_H_

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"
#include "support/outcome.h"
#include "support/temp_dir.h"
#include "support/text.h"
#include "whosaid/whosaid.h"

namespace whosaid::test {

// A moment in the year 2023, so many seconds after it began.
constexpr Timestamp second(std::int64_t n) {
  return Timestamp{std::chrono::seconds{1'672'531'200 + n}};
}

// Power loss is no subject of most tests, and neither is the duplicate check: texts such as "note
// 7" would fall under it.
OpenOptions quick_options();

// One store. It opens at its first use, so a test may set `options` before.
class StoreTest {
 public:
  StoreTest() = default;

 protected:
  OpenOptions options = quick_options();

  [[nodiscard]] std::filesystem::path directory() const { return temp_ / "memory.db"; }
  [[nodiscard]] std::filesystem::path beside(const std::string& name) const { return temp_ / name; }

  MemoryStore& store();
  void close() { store_.reset(); }
  void reopen();

  // Registers people.
  void meet(std::initializer_list<std::string_view> names);
  MemoryId remember(std::string_view speaker, std::string_view text, AddOptions more = {});
  // Remembers without a speaker.
  MemoryId note(std::string_view text, AddOptions more = {});
  // Stores a newer version of a memory.
  MemoryId replace(MemoryId id, std::string_view text, const SupersedeOptions& more = {});
  // Remembers an exchange.
  MemoryId exchange(std::string_view user, std::string_view agent, const TurnOptions& more = {});

  SearchResult search(std::string_view query, const SearchOptions& how = {});
  // What a person said, newest first.
  std::vector<std::string> said_by(std::string_view name);
  // All contents, newest first.
  std::vector<std::string> everything();
  // "Ann 2/3, Bob 0/0": who is registered, with the counts of memories and chunks.
  std::string roll();

 private:
  TempDir temp_;
  std::optional<MemoryStore> store_;
};

// One database of many stores, opened at its first use.
class DatabaseTest {
 public:
  DatabaseTest() = default;

 protected:
  OpenOptions options = quick_options();

  [[nodiscard]] std::filesystem::path directory() const { return temp_ / "memory.db"; }

  Database& database();
  void close() { database_.reset(); }
  // Creates it when it is missing.
  MemoryStore store(std::string_view id) { return must(database().create_store(id)); }

 private:
  TempDir temp_;
  std::optional<Database> database_;
};

// The same verbs for any handle.
void meet(MemoryStore store, std::initializer_list<std::string_view> names);
MemoryId remember(MemoryStore store, std::string_view speaker, std::string_view text,
                  AddOptions more = {});
MemoryId replace(MemoryStore store, MemoryId id, std::string_view text,
                 const SupersedeOptions& more = {});
std::vector<std::string> said_by(const MemoryStore& store, std::string_view name);
std::vector<std::string> everything(const MemoryStore& store);
std::string roll(const MemoryStore& store);

// All pages of a walk, `next(after)` being one of them.
template <typename Next>
std::vector<Memory> walk(Next next) {
  std::vector<Memory> all;
  std::optional<PageCursor> after;
  do {
    const Page page = must(next(after));
    all.insert(all.end(), page.memories.begin(), page.memories.end());
    after = page.next;
    REQUIRE(all.size() < 1'000'000);  // a cursor that goes in circles
  } while (after);
  return all;
}

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_FIXTURE_H_
