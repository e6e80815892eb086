// forget inside a chain of versions: the rest stays linked, and no older one becomes current.

#include <algorithm>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;
using Ids = std::vector<MemoryId>;

class ForgetChainTest : public StoreTest {
 protected:
  // "First", "Second", ..., each the newer version of the one before.
  Ids chain_of(const Texts& texts, const AddOptions& how = {}) {
    Ids chain;
    for (const std::string& text : texts) {
      chain.push_back(chain.empty() ? note(text, how) : replace(chain.back(), text));
    }
    return chain;
  }
  Memory get(MemoryId id) { return must(store().get(id)); }

  // What is left is linked in this order, and each member sees it whole.
  void linked(const Ids& left) {
    for (std::size_t i = 0; i < left.size(); ++i) {
      CAPTURE(i);
      CHECK(ids(must(store().lineage(left[i]))) == left);
      const Memory memory = get(left[i]);
      CHECK(memory.supersedes == (i == 0 ? std::nullopt : std::optional(left[i - 1])));
      CHECK(memory.superseded_by ==
            (i + 1 == left.size() ? std::nullopt : std::optional(left[i + 1])));
    }
  }
};

TEST_CASE_METHOD(ForgetChainTest, "around a forgotten member the links close", "[forget]") {
  const std::size_t which = GENERATE(0u, 1u, 2u);
  CAPTURE(which);
  Ids left = chain_of({"First", "Second", "Third"});
  const MemoryId gone = left[which];
  std::erase(left, gone);
  const ForgetResult result = must(store().forget(gone));
  CHECK(result.memories == 1);
  CHECK(result.chunks == 1);
  CHECK(error_of(store().get(gone)) == "not_found" + naming(gone));
  CHECK(error_of(store().lineage(gone)) == "not_found" + naming(gone));
  linked(left);
  reopen();
  linked(left);
}

TEST_CASE_METHOD(ForgetChainTest, "the current version stays current while older ones go",
                 "[forget]") {
  meet({"Bob"});
  const Ids chain = chain_of({"First", "Second", "Third"}, {.speaker = "Bob"});
  must(store().forget(chain[1]));
  must(store().forget(chain[0]));
  const auto current = [&] {
    CHECK(get(chain[2]).current);
    CHECK(said_by("Bob") == Texts{"Third"});
    CHECK(roll() == "Bob 1/1");
  };
  current();
  reopen();
  current();
  linked({chain[2], replace(chain[2], "Fourth")});
}

TEST_CASE_METHOD(ForgetChainTest, "forgetting the current version makes no older one current",
                 "[forget]") {
  meet({"Bob"});
  const Ids chain =
      chain_of({"The boat is blue", "The boat is red", "The boat is green"}, {.speaker = "Bob"});
  must(store().forget(chain[2]));
  const auto none = [&] {
    CHECK_FALSE(get(chain[0]).current);
    CHECK_FALSE(get(chain[1]).current);
    CHECK(everything().empty());
    CHECK(said_by("Bob").empty());
    CHECK(search("blue boat").hits.empty());
    CHECK(search("blue boat", {.speaker = "Bob"}).hits.empty());
    CHECK(roll() == "Bob 0/0");
    linked({chain[0], chain[1]});
    CHECK(must(store().by_speaker("Bob", {.include_superseded = true})).memories.size() == 2);
  };
  none();
  reopen();
  none();
}

TEST_CASE_METHOD(ForgetChainTest, "a chain without a current version takes no newer one",
                 "[forget]") {
  const Ids chain = chain_of({"First", "Second", "Third"});
  must(store().forget(chain[2]));
  if (GENERATE(false, true)) reopen();
  CHECK(status_of(store().supersede(chain[0], "Another")) == "conflict");
  CHECK(status_of(store().supersede(chain[1], "Another")) == "conflict");
  must(store().forget(chain[1]));
  CHECK(status_of(store().supersede(chain[0], "Another")) == "conflict");
  CHECK(everything().empty());
}

TEST_CASE_METHOD(ForgetChainTest, "one by one from the newest, none becomes current", "[forget]") {
  Ids chain = chain_of({"First", "Second", "Third", "Fourth"});
  while (chain.size() > 1) {
    must(store().forget(chain.back()));
    chain.pop_back();
    linked(chain);
    CHECK_FALSE(get(chain.back()).current);
    CHECK(everything().empty());
    reopen();
    linked(chain);
    CHECK_FALSE(get(chain.front()).current);
  }
  must(store().forget(chain[0]));
  CHECK(must(store().list({.include_superseded = true})).memories.empty());
}

TEST_CASE_METHOD(ForgetChainTest, "the links skip what is gone, whatever the order of going",
                 "[forget]") {
  std::vector<std::size_t> order = {0, 1, 2, 3};
  do {
    CAPTURE(order);
    const Ids chain = chain_of({"First", "Second", "Third", "Fourth"});
    Ids left = chain;
    for (const std::size_t i : order) {
      must(store().forget(chain[i]));
      std::erase(left, chain[i]);
      linked(left);
      for (const MemoryId id : left) CHECK(get(id).current == (id == chain[3]));
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE_METHOD(ForgetChainTest, "a version without a current one is no duplicate's match",
                 "[forget]") {
  options.duplicates.enabled = true;
  options.embedder = circle({{"at 0", 0}, {"at 90", 90}, {"at 180", 180}});
  const Ids chain = chain_of({"at 0", "at 90", "at 180"});
  must(store().forget(chain[2]));
  for (const char* text : {"at 0", "at 90", "at 180"}) {
    CHECK(status_of(store().add(text)) == "stored");
    CHECK(status_of(store().add(text)) == "duplicate");
  }
}

TEST_CASE_METHOD(ForgetChainTest, "forgetting an old version frees its key alone", "[forget]") {
  const MemoryId first = note("First", {.idempotency_key = "k1"});
  const MemoryId last = replace(first, "Second", {.idempotency_key = "k2"});
  must(store().forget(first));
  CHECK(must(store().supersede(first, "Second", {.idempotency_key = "k2"})).id == last);
  CHECK_FALSE(must(store().add("Other", {.idempotency_key = "k1"})).replayed);
}

TEST_CASE_METHOD(ForgetChainTest, "forgetting counts the chunks of the version that went",
                 "[forget]") {
  const Ids chain = chain_of({"One. Two. Three.", "One. Two."});
  CHECK(must(store().forget(chain[0])).points_to_delete() == 3);
  CHECK(must(store().forget(chain[1])).points_to_delete() == 2);
}

TEST_CASE_METHOD(ForgetChainTest, "a forgotten old version is gone from every read", "[forget]") {
  meet({"Bob"});
  const MemoryId old = remember("Bob", "My boat is blue", {.conversation_id = "c"});
  replace(old, "My bike is red");
  must(store().forget(old));
  const auto gone = [&] {
    const Texts left = {"My bike is red"};
    CHECK(contents(search("blue boat", {.include_superseded = true})) == left);
    CHECK(contents(search("blue boat", {.speaker = "Bob", .include_superseded = true})) == left);
    CHECK(contents(search("boat", {.conversation_id = "c", .include_superseded = true})) == left);
    CHECK(contents(must(store().list({.include_superseded = true}))) == left);
    CHECK(contents(must(store().by_speaker("Bob", {.include_superseded = true}))) == left);
    CHECK(must(store().stats()).superseded == 0);
  };
  gone();
  reopen();
  gone();
}

}  // namespace
}  // namespace whosaid::test
