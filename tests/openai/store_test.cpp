// A store whose vectors come from a server.

#include <optional>

#include "openai/openai_test.h"
#include "support/fixture.h"
#include "support/threads.h"

namespace whosaid::test {
namespace {

class ServedStoreTest : public OpenAITest {
 protected:
  ServedStoreTest() { options.max_retries = 1; }

  MemoryStore& store() {
    if (!store_) {
      OpenOptions open = quick_options();
      open.embedder = embedder();
      store_ = must(MemoryStore::open(temp_ / "memory.db", open));
    }
    return *store_;
  }

 private:
  TempDir temp_;
  std::optional<MemoryStore> store_;
};

TEST_CASE_METHOD(ServedStoreTest, "a store finds by the server's vectors", "[openai]") {
  meet(store(), {"Bob"});
  remember(store(), "Bob", "The deadline moved to Tuesday.");
  remember(store(), "Bob", "Lunch.");
  const SearchResult found = must(store().search("Brunch", {.speaker = "Bob", .limit = 1}));
  CHECK(contents(found) == Texts{"Lunch."});  // as long: the server finds them alike
  CHECK(found.hits.front().similarity > 0.99);
}

TEST_CASE_METHOD(ServedStoreTest,
                 "a store embeds its texts as documents and its questions as queries", "[openai]") {
  options.query_prefix = "query: ";
  options.document_prefix = "passage: ";
  must(store().add("Words."));
  must(store().search("words"));
  REQUIRE(server.requests() == 2);
  CHECK(server.asked()[0].texts() == Texts{"passage: Words."});
  CHECK(server.asked()[1].texts() == Texts{"query: words"});
}

TEST_CASE_METHOD(ServedStoreTest, "a store of a server that fails stores nothing and recovers",
                 "[openai]") {
  meet(store(), {"Bob"});
  remember(store(), "Bob", "Before");
  server.otherwise(status(500));
  CHECK(error_of(store().add("Meanwhile", {.speaker = "Bob"})) == "embedder_failed");
  CHECK(error_of(store().add_batch(std::vector<NewMemory>{{"One"}, {"Two"}})) == "embedder_failed");
  CHECK(error_of(store().search("before")) == "embedder_failed");
  CHECK(everything(store()) == Texts{"Before"});
  server.otherwise(nullptr);
  CHECK(contents(must(store().search("before"))) == Texts{"Before"});
  remember(store(), "Bob", "After");
  CHECK(said_by(store(), "Bob") == Texts{"After", "Before"});
}

TEST_CASE_METHOD(ServedStoreTest, "a server with another model's vectors is noticed", "[openai]") {
  options.dimensions = 4;
  CHECK(error_of(store().add("Words")) == "embedder_failed");
  CHECK(contains(message_of(store().add("Words")), "3 dimensions, not 4"));
  CHECK(everything(store()).empty());
}

TEST_CASE_METHOD(OpenAITest, "threads that embed at once get their own vectors",
                 "[openai][threads]") {
  options.batch_size = 2;
  embedder();
  const auto texts_of = [](std::size_t thread) {
    return Texts{std::string(thread + 1, 'a'), std::string(thread + 1, 'b'),
                 std::string(thread + 1, 'c')};
  };
  const auto answers = in_threads(8, [&](std::size_t thread) {
    std::vector<Result<Vectors>> all;
    for (int round = 0; round < 5; ++round) all.push_back(embed(texts_of(thread)));
    return all;
  });
  for (std::size_t thread = 0; thread < answers.size(); ++thread) {
    for (const Result<Vectors>& answer : answers[thread]) {
      CHECK(must(answer) == units_of(texts_of(thread)));
    }
  }
  CHECK(server.requests() == 8 * 5 * 2);
}

TEST_CASE_METHOD(OpenAITest, "threads that fail at once each wait and ask again",
                 "[openai][threads]") {
  options.max_retries = 8;  // one thread may meet all the failures
  embedder();
  server.next(std::vector<Script>(8, status(503)));
  const auto answers = in_threads(4, [&](std::size_t) { return error_of(embed({"text"})); });
  CHECK(answers == std::vector<std::string>(4, "ok"));
  CHECK(server.requests() == 12);
  CHECK(waits().size() == 8);
}

}  // namespace
}  // namespace whosaid::test
