// The README's table of limits, on both sides of each edge, where no other test has it: what is at
// the limit works and is read back, what is one above is refused and changes nothing.

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

const std::string kLongest = repeat("\u00e9", 128);  // 256 bytes
const std::string kLonger = kLongest + "x";

std::shared_ptr<Embedder> of_dimensions(std::size_t dimensions, const std::string& id = "sized") {
  return from_function(
      id, dimensions, 0.9,
      [=](std::span<const std::string_view> texts, Purpose) -> Result<std::vector<Vector>> {
        return std::vector<Vector>(texts.size(), Vector(dimensions, 1.0F));
      });
}

class LimitsTest : public StoreTest {
 protected:
  LimitsTest() { options.embedder = no_vectors(); }

  std::string filtering(const SearchOptions& how) { return error_of(store().search("words", how)); }
  std::string batching(const std::vector<NewMemory>& batch) {
    return error_of(store().add_batch(batch));
  }
};

TEST_CASE_METHOD(LimitsTest, "a batch has at most 100,000 memories", "[limits]") {
  std::vector<NewMemory> batch(100'001, {"x"});
  CHECK(batching(batch) == "invalid_request field=memories");
  batch.pop_back();
  batch.front().content = " ";  // so that what fits is not stored a hundred thousand times
  CHECK(batching(batch) == "invalid_request field=memories[0].content");
  CHECK(everything().empty());
}

TEST_CASE_METHOD(LimitsTest, "the contents of a batch have at most 256 MiB", "[limits]") {
  std::vector<NewMemory> batch(256, {repeat(" ", std::size_t{1} << 20)});
  CHECK(batching(batch) == "invalid_request field=memories[0].content");
  batch.push_back({"x"});
  CHECK(batching(batch) == "invalid_request field=memories");
  CHECK(everything().empty());
}

TEST_CASE_METHOD(LimitsTest, "thousands of memories are one batch, in their order", "[limits]") {
  std::vector<NewMemory> batch;
  for (int i = 0; i < 5'000; ++i) batch.push_back({"Note " + std::to_string(i)});
  CHECK(must(store().add_batch(batch)).size() == 5'000);
  const Texts all = everything();
  REQUIRE(all.size() == 5'000);
  CHECK(all.front() == "Note 4999");
  CHECK(all.back() == "Note 0");
}

TEST_CASE_METHOD(LimitsTest, "an embedder has 1 to 8192 dimensions", "[limits]") {
  for (const std::size_t bad : {std::size_t{0}, std::size_t{8'193}}) {
    options.embedder = of_dimensions(bad);
    CHECK(error_of(MemoryStore::open(directory(), options)) == "invalid_request field=embedder");
  }
  CHECK_FALSE(std::filesystem::exists(directory()));
  for (const std::size_t good : {std::size_t{1}, std::size_t{8'192}}) {
    options.embedder = of_dimensions(good);
    auto opened = must(MemoryStore::open(beside(std::to_string(good)), options));
    must(opened.add("words"));
    CHECK(must(opened.search("words")).hits.front().similarity == Approx(1.0).margin(1e-3));
  }
}

TEST_CASE_METHOD(LimitsTest, "an embedder's id has 1 to 256 bytes of UTF-8 that say something",
                 "[limits]") {
  for (const std::string& bad : {std::string(), std::string(" "), std::string("\xff"), kLonger}) {
    CAPTURE(escaped(bad));
    options.embedder = of_dimensions(2, bad);
    CHECK(error_of(MemoryStore::open(directory(), options)) == "invalid_request field=embedder");
  }
  options.embedder = of_dimensions(2, kLongest);
  note("words");
  reopen();
  CHECK(everything() == Texts{"words"});
}

TEST_CASE_METHOD(LimitsTest, "what an exchange belongs to has at most 256 bytes", "[limits]") {
  exchange("Where?", "Here", {.conversation_id = kLongest});
  CHECK(must(store().recall("Where?")).short_term.front().conversation_id == kLongest);
  CHECK(error_of(store().add_turn("When?", "Now", {.conversation_id = kLonger})) ==
        "invalid_request field=conversation_id");
  CHECK(everything().size() == 1);
}

TEST_CASE_METHOD(LimitsTest, "every write's idempotency key has 1 to 128 characters", "[limits]") {
  const std::string longest = repeat("~", 128);
  const MemoryId id = note("First");
  for (const std::string& bad : {std::string(), longest + "~", std::string("\u00e9")}) {
    CAPTURE(escaped(bad));
    const std::string refused = "invalid_request field=idempotency_key";
    CHECK(error_of(store().add("x", {.idempotency_key = bad})) == refused);
    CHECK(error_of(store().add_turn("x", "y", {.idempotency_key = bad})) == refused);
    CHECK(error_of(store().supersede(id, "x", {.idempotency_key = bad})) == refused);
    CHECK(batching({{"x", {.idempotency_key = bad}}}) ==
          "invalid_request field=memories[0].idempotency_key");
  }
  CHECK(everything() == Texts{"First"});
  replace(id, "Second", {.idempotency_key = longest});
  CHECK(must(store().supersede(id, "Second", {.idempotency_key = longest})).replayed);
  const std::string other = repeat(" ", 128);
  exchange("x", "y", {.idempotency_key = other});
  CHECK(must(store().add_turn("x", "y", {.idempotency_key = other})).replayed);
}

TEST_CASE_METHOD(LimitsTest, "filters have the limits of what they look for", "[limits]") {
  std::map<std::string, std::string> metadata;
  for (int i = 10; i < 74; ++i) metadata["key" + std::to_string(i)] = repeat("v", 1024 - 5);
  note("words", {.category = kLongest, .conversation_id = kLongest, .metadata = metadata});
  CHECK(
      search("words", {.categories = {kLongest}, .conversation_id = kLongest, .metadata = metadata})
          .hits.size() == 1);
  CHECK(filtering({.categories = {kLongest, kLonger}}) == "invalid_request field=categories");
  CHECK(filtering({.conversation_id = kLonger}) == "invalid_request field=conversation_id");
  CHECK(filtering({.metadata = {{kLonger, "v"}}}) == "invalid_request field=metadata");
  metadata["key10"] += "v";
  CHECK(filtering({.metadata = metadata}) == "invalid_request field=metadata");
  for (auto& [key, value] : metadata) value.clear();
  metadata["one more"] = "";
  CHECK(filtering({.metadata = metadata}) == "invalid_request field=metadata");
}

TEST_CASE_METHOD(LimitsTest, "recall gives up to 100 exchanges and neighbours, and no more",
                 "[limits]") {
  for (int i = 0; i < 120; ++i) {
    exchange("q" + std::to_string(i), "a", {.created_at = second(i)});
    note("words " + std::to_string(i), {.created_at = second(i), .conversation_id = "c"});
  }
  const Recall most =
      must(store().recall("words", {.limit = 1, .context_limit = 100, .turns = 100}));
  CHECK(most.short_term.size() == 100);
  CHECK(most.context.size() == 100);
  const Recall none = must(store().recall("words", {.context_limit = 0, .turns = 0}));
  CHECK(none.short_term.empty());
  CHECK(none.context.empty());
  CHECK(error_of(store().recall("words", {.context_limit = 101})) ==
        "invalid_request field=context_limit");
  CHECK(error_of(store().recall("words", {.turns = 101})) == "invalid_request field=turns");
  const Recall all = must(store().recall("words", {.max_characters = ~std::size_t{0}}));
  CHECK(all.long_term.size() == 10);
  CHECK(must(store().recall("words", {.max_characters = 0})).long_term.empty());
}

TEST_CASE_METHOD(LimitsTest, "two hundred threads use a store at once", "[limits]") {
  meet({"Bob"});
  std::vector<std::thread> threads;
  std::vector<std::string> results(200);
  for (std::size_t i = 0; i < results.size(); ++i) {
    threads.emplace_back([&results, i, handle = store()]() mutable {
      const auto added = handle.add("Note " + std::to_string(i), {.speaker = "Bob"});
      const auto found = handle.search("Note " + std::to_string(i), {.speaker = "Bob"});
      results[i] = error_of(added) + ' ' + error_of(found) + ' ' +
                   (found && !found->hits.empty() ? found->hits.front().memory.content : "");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < results.size(); ++i) {
    CHECK(results[i] == "ok ok Note " + std::to_string(i));
  }
  CHECK(roll() == "Bob 200/200");
}

}  // namespace
}  // namespace whosaid::test
