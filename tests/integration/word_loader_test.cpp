// Words are loaded beside the rest; nobody may notice.

#include <string>
#include <utility>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Answers = std::vector<std::pair<MemoryId, double>>;

class WordLoaderTest : public StoreTest {
 protected:
  WordLoaderTest() { options.embedder = no_vectors(); }

  void fill(std::size_t count) {
    static const std::vector<std::string> words = {"garden", "invoice", "walked", "Häuser",
                                                   "quickly"};
    std::vector<NewMemory> batch;
    for (std::size_t i = 0; i < count; ++i) {
      batch.push_back({"Note " + std::to_string(i) + " about the " + words[i % 5] + " of " +
                           words[i / 5 % 5] + (i % 7 == 0 ? "?" : "."),
                       {.conversation_id = "c" + std::to_string(i / 10)}});
    }
    must(store().add_batch(batch));
  }
  Answers answers() {
    Answers all;
    for (const char* query : {"walking in gardens", "Note 1777", "which invoices?", "haus"}) {
      for (const Hit& hit : search(query, {.limit = 30}).hits) {
        all.emplace_back(hit.memory.id, hit.score);
      }
    }
    return all;
  }
};

TEST_CASE_METHOD(WordLoaderTest, "a store of any size finds the same words after reopening") {
  const std::size_t size = GENERATE(5U, 1024U, 2048U, 5000U);
  fill(size);
  const Answers before = answers();
  REQUIRE_FALSE(before.empty());
  reopen();
  CHECK(answers() == before);
}

TEST_CASE_METHOD(WordLoaderTest, "a forgotten memory among thousands takes its own words alone") {
  fill(3000);
  const auto hits = search("Note 2500", {.limit = 1}).hits;
  REQUIRE(hits.size() == 1);
  must(store().forget(hits[0].memory.id));
  reopen();
  CHECK(contents(search("Note 2501", {.limit = 1})) ==
        std::vector<std::string>{"Note 2501 about the invoice of garden."});
  CHECK(must(store().stats()).memories == 2999);
}

}  // namespace
}  // namespace whosaid::test
