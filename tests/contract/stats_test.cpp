// stats and list_speakers: counts that equal what a walk finds.

#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

class StatsTest : public StoreTest {
 protected:
  // "memories 1, chunks 2, superseded 0, speakers 1, exchanges 0, damaged 0"
  std::string counts() {
    const Stats stats = must(store().stats());
    return "memories " + std::to_string(stats.memories) + ", chunks " +
           std::to_string(stats.chunks) + ", superseded " + std::to_string(stats.superseded) +
           ", speakers " + std::to_string(stats.speakers) + ", exchanges " +
           std::to_string(stats.exchanges) + ", damaged " + std::to_string(stats.damaged);
  }
};

TEST_CASE_METHOD(StatsTest, "an empty store counts nothing", "[stats]") {
  CHECK(counts() == "memories 0, chunks 0, superseded 0, speakers 0, exchanges 0, damaged 0");
  CHECK(must(store().stats()).unembedded == 0);
}

TEST_CASE_METHOD(StatsTest, "the counts follow what is done", "[stats]") {
  meet({"Ann", "Bob"});
  const MemoryId id = remember("Bob", "One. Two. Three.");
  remember("me", "One. Two.");
  note("One.");
  exchange("Question?", "Answer.");
  CHECK(counts() == "memories 4, chunks 8, superseded 0, speakers 2, exchanges 1, damaged 0");
  const MemoryId newer = replace(id, "Just one.");
  CHECK(counts() == "memories 4, chunks 6, superseded 1, speakers 2, exchanges 1, damaged 0");
  must(store().remove_speaker("Ann"));
  CHECK(counts() == "memories 4, chunks 6, superseded 1, speakers 1, exchanges 1, damaged 0");
  reopen();
  CHECK(counts() == "memories 4, chunks 6, superseded 1, speakers 1, exchanges 1, damaged 0");
  must(store().forget(newer));
  CHECK(counts() == "memories 3, chunks 5, superseded 1, speakers 1, exchanges 1, damaged 0");
  must(store().forget_speaker("Bob", Forget::commit));
  must(store().forget_speaker("me", Forget::commit));
  CHECK(counts() == "memories 2, chunks 3, superseded 0, speakers 1, exchanges 1, damaged 0");
  must(store().remove_speaker("Bob"));
  reopen();
  CHECK(counts() == "memories 2, chunks 3, superseded 0, speakers 0, exchanges 1, damaged 0");
}

TEST_CASE_METHOD(StatsTest, "a duplicate, a refusal and a replay count for nothing", "[stats]") {
  options.duplicates.enabled = true;
  meet({"Bob"});
  const MemoryId id = remember("Bob", "The deadline moved to Tuesday", {.idempotency_key = "k"});
  const std::string before = counts();
  must(store().add("The deadline moved to Tuesday"));
  must(store().add("The deadline moved to Tuesday", {.speaker = "Bob", .idempotency_key = "k"}));
  CHECK_FALSE(store().add(" ").has_value());
  CHECK_FALSE(store().supersede(id, " ").has_value());
  CHECK_FALSE(store().add_turn("Question?", " ").has_value());
  CHECK_FALSE(store().forget(MemoryId{99}).has_value());
  must(store().forget_speaker("Bob"));
  CHECK(counts() == before);
}

TEST_CASE_METHOD(StatsTest, "chunks without a vector are counted while they are current",
                 "[stats]") {
  options.embedder = no_vectors();
  const MemoryId id = note("One. Two.");
  CHECK(must(store().stats()).unembedded == 2);
  const MemoryId newer = replace(id, "One.");
  CHECK(must(store().stats()).unembedded == 1);
  must(store().forget(newer));
  CHECK(must(store().stats()).unembedded == 0);
  reopen();
  CHECK(must(store().stats()).unembedded == 0);
}

TEST_CASE_METHOD(DatabaseTest, "each store counts its own", "[stats]") {
  meet(store("a"), {"Bob"});
  remember(store("a"), "Bob", "Words");
  CHECK(must(store("a").stats()).memories == 1);
  CHECK(must(store("b").stats()).memories == 0);
  CHECK(must(store("b").stats()).speakers == 0);
}

}  // namespace
}  // namespace whosaid::test
