// Ids are never used again, not even where they end.

#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "tampered_database.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

constexpr std::uint64_t kLastMemory = std::numeric_limits<std::uint64_t>::max() - 1;
constexpr std::uint32_t kLastSpeaker = std::numeric_limits<std::uint32_t>::max() - 1;

class LastIdsTest : public TamperedTest {
 protected:
  // The next ids that the store "a" gives.
  void next(std::uint64_t memory, std::uint32_t speaker) {
    put(Table::stores, detail::store_head_key(kStore),
        detail::encode_store_head({memory, speaker}));
  }
  std::string import(const std::string& store, const std::string& id) {
    const auto file = directory().parent_path() / "file";
    std::ofstream(file) << R"({"whosaid":1})" << '\n'
                        << R"({"type":"store","store":")" << store << "\"}\n"
                        << R"({"type":"memory","store":")" << store << R"(","id":)" << id
                        << R"(,"speaker":null,"content":"Imported","created_at":0,"current":true})"
                        << '\n'
                        << R"({"type":"end"})" << '\n';
    return error_of(database().import_jsonl(file));
  }
};

TEST_CASE_METHOD(LastIdsTest, "behind the last memory's id nothing is stored", "[limits]") {
  next(kLastMemory, kAnn + 1);
  CHECK(test::remember(store("a"), "Ann", "The last") == MemoryId{kLastMemory});
  CHECK(error_of(store("a").add("One more", {.speaker = "Ann"})) == "conflict");
  CHECK(error_of(store("a").supersede(kNew, "One more")) == "conflict");
  close();
  CHECK(error_of(store("a").add_turn("One", "more")) == "conflict");
  CHECK(said_by(store("a"), "Ann") == Texts{"The last", "Words"});
  CHECK(must(store("a").get(MemoryId{kLastMemory})).content == "The last");
  CHECK(must(database().verify()).problems.empty());
}

TEST_CASE_METHOD(LastIdsTest, "behind the last person's id nobody is registered", "[limits]") {
  next(3, kLastSpeaker);
  must(store("a").add_speaker("Bob"));
  test::remember(store("a"), "Bob", "The last");
  CHECK(error_of(store("a").add_speaker("Carol")) == "conflict");
  CHECK(status_of(store("a").add_speaker("Bob")) == "exists");
  CHECK(said_by(store("a"), "Bob") == Texts{"The last"});
  CHECK(roll(store("a")) == "Ann 1/1, Bob 1/1");
}

TEST_CASE_METHOD(LastIdsTest, "an import can't use a store's ids up", "[limits]") {
  CHECK(import("new", "9007199254740993") == "invalid_request field=line 3");  // 2^53 and one
  CHECK(import("new", "9007199254740992") == "ok");
  CHECK(must(store("new").add("Stored later")).id == MemoryId{9007199254740993});
  CHECK(everything(store("new")) == Texts{"Stored later", "Imported"});
  close();

  next((std::uint64_t{1} << 63) - 7, kAnn + 1);
  CHECK(import("a", "8") == "invalid_request field=id");
  CHECK(import("a", "7") == "ok");
  CHECK(import("a", "1") == "invalid_request field=id");
  CHECK(must(store("a").add("Stored later")).id == MemoryId{std::uint64_t{1} << 63});
  CHECK(everything(store("a")) == Texts{"Stored later", "Words", "Imported"});
}

}  // namespace
}  // namespace whosaid::test
