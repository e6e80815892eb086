// What is damaged is told, and the rest can be read, written and forgotten.

#include <string>
#include <vector>

#include "support/portrait.h"
#include "tampered_database.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class DamagedReadsTest : public TamperedTest {
 protected:
  DamagedReadsTest() {
    MemoryStore a = store("a");
    newest_ = replace(a, kNew, "Newest words", {.created_at = second(3)});
    apart_ = test::remember(a, "Ann", "Words apart", {.created_at = second(4)});
    b_ = portrait(store("b"));
    close();
  }

  void check_other_store() { CHECK(portrait(store("b")) == b_); }

  MemoryId newest_{}, apart_{};
  Texts b_;
};

TEST_CASE_METHOD(DamagedReadsTest, "a damaged memory is told by its id, and the rest is read",
                 "[damage]") {
  put(Table::memories, kNewKey, "garbage");
  MemoryStore a = store("a");
  const std::string damaged = "corruption" + naming(kNew);
  CHECK(error_of(a.get(kNew)) == damaged);
  CHECK(error_of(a.lineage(kNew)) == damaged);
  CHECK(error_of(a.supersede(kNew, "Newer words")) == damaged);
  CHECK(contents(must(a.lineage(newest_))) == Texts{"Newest words"});
  CHECK(everything(a) == Texts{"Words apart", "Newest words"});
  CHECK(said_by(a, "Ann") == Texts{"Words apart", "Newest words"});
  CHECK(must(a.search("Words", {.include_superseded = true})).hits.size() == 3);
  CHECK(must(a.stats()).damaged == 1);
  test::remember(a, "Ann", "Later words");
  check_other_store();
}

TEST_CASE_METHOD(DamagedReadsTest, "a damaged memory can be forgotten, and leaves a sound chain",
                 "[damage]") {
  put(Table::memories, kNewKey, "garbage");
  CHECK(must(store("a").forget(kNew)).memories == 1);
  CHECK(error_of(store("a").get(kNew)) == "not_found" + naming(kNew));
  CHECK(contents(must(store("a").lineage(kOld))) == Texts{"Old words", "Newest words"});
  CHECK(must(database().verify()).problems.empty());
  close();
  CHECK(contents(must(store("a").lineage(newest_))) == Texts{"Old words", "Newest words"});
  CHECK(must(store("a").stats()).damaged == 0);
  test::remember(store("a"), "Ann", "With the key", {.idempotency_key = "key"});
}

TEST_CASE_METHOD(DamagedReadsTest, "a damaged memory goes with its speaker's, as previewed",
                 "[damage]") {
  put(Table::memories, kNewKey, "garbage");
  MemoryStore a = store("a");
  const ForgetResult preview = must(a.forget_speaker("Ann", Forget::preview));
  const ForgetResult done = must(a.forget_speaker("Ann", Forget::commit));
  CHECK(preview.memories == 4);
  CHECK(done.memories == preview.memories);
  CHECK(done.chunks == preview.chunks);
  const VerifyReport report = must(database().verify());
  CHECK(report.problems.empty());
  CHECK(report.memories == 1);
}

TEST_CASE_METHOD(DamagedReadsTest, "vectors that are missing or damaged are made anew",
                 "[damage]") {
  const auto check = [&] {
    CHECK(must(store("a").stats()).unembedded == 0);
    const auto found = must(store("a").search("Words apart"));
    CHECK(found.hits.front().memory.id == apart_);
    CHECK(found.hits.front().similarity == Approx(1.0).margin(1e-3));
    close();
  };
  const std::string key = detail::encode_vector_key({kStore, 0, apart_});
  put(Table::vectors, key, "garbage");
  check();
  erase(Table::vectors, key);
  check();
}

TEST_CASE_METHOD(DamagedReadsTest, "a memory whose location is damaged is read like others",
                 "[damage]") {
  put(Table::locations, detail::location_key(kStore, apart_), "garbage");
  CHECK(must(store("a").get(apart_)).content == "Words apart");
  CHECK(everything(store("a")).size() == 2);
  must(store("a").forget(apart_));
  CHECK(must(database().verify()).problems.empty());
}

TEST_CASE_METHOD(DamagedReadsTest, "a store whose people cannot be told answers nothing wrong",
                 "[damage]") {
  put(Table::speakers, detail::speaker_key(kStore, kAnn), "garbage");
  CHECK(error_of(store("a").list()) == "corruption");
  CHECK(error_of(store("a").by_speaker("Ann")) == "corruption");
  CHECK(error_of(store("a").search("Words")) == "corruption");
  CHECK(error_of(store("a").add("More words")) == "corruption");
  check_other_store();
  must(database().delete_store("a"));
  CHECK(must(database().verify()).problems.empty());
}

TEST_CASE_METHOD(DamagedReadsTest, "a store whose head is damaged stores nothing", "[damage]") {
  put(Table::stores, detail::store_head_key(kStore), "garbage");
  CHECK(error_of(store("a").add("More words")) == "corruption");
  check_other_store();
}

TEST_CASE_METHOD(DamagedReadsTest, "a head that is older than its store gives no id again",
                 "[damage]") {
  put(Table::stores, detail::store_head_key(kStore), detail::encode_store_head({}));
  must(store("a").add_speaker("Bob"));
  CHECK(said_by(store("a"), "Bob").empty());
  CHECK(said_by(store("a"), "Ann") == Texts{"Words apart", "Newest words"});
  CHECK(test::remember(store("a"), "Bob", "Later words") > apart_);
  close();
  CHECK(said_by(store("a"), "Bob") == Texts{"Later words"});
  CHECK(roll(store("a")) == "Ann 2/2, Bob 1/1");
  CHECK(must(database().verify()).problems.empty());
}

TEST_CASE_METHOD(DamagedReadsTest, "a damaged idempotency key is told, and no request done twice",
                 "[damage]") {
  put(Table::requests, kRequest, "garbage");
  const auto again =
      store("a").supersede(kOld, "Words", {.created_at = second(2), .idempotency_key = "key"});
  CHECK(error_of(again) == "corruption field=idempotency_key");
  CHECK(everything(store("a")).size() == 2);
}

}  // namespace
}  // namespace whosaid::test
