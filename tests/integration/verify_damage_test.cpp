// verify on databases that have been tampered with: everything is found, and named.

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tampered_database.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

// "a/2: what is wrong" for each problem.
Texts problems(const VerifyReport& report) {
  Texts texts;
  for (const VerifyProblem& problem : report.problems) {
    std::string text = problem.store.value_or("-");
    if (problem.memory) text += '/' + std::to_string(static_cast<std::uint64_t>(*problem.memory));
    texts.push_back(text + ": " + problem.message);
  }
  return texts;
}

class DamageTest : public TamperedTest {
 protected:
  // The problems, which have to be there, in the store and of the memory that `where` names.
  void check(const std::string& where, const std::string& what) {
    bool found = false;
    const Texts all = problems(must(database().verify()));
    for (const std::string& problem : all) {
      CAPTURE(problem);
      CHECK((starts_with(problem, "a") || starts_with(problem, "-")));
      found = found || (starts_with(problem, where + ": ") && contains(problem, what));
    }
    CAPTURE(where, what, all);
    CHECK(found);
    close();
  }
};

TEST_CASE_METHOD(DamageTest, "damaged records are named", "[verify]") {
  put(Table::memories, kNewKey, "garbage");
  check("a/2", "its record is damaged");
  put(Table::vectors, kNewVectors, "garbage");
  check("a/2", "its record is damaged");
  put(Table::locations, detail::location_key(kStore, kOld), "garbage");
  check("a/1", "its location is damaged");
  put(Table::requests, kRequest, "garbage");
  check("a", "idempotency key is damaged");
  put(Table::requests, kOwner, "garbage");
  check("a", "ties an idempotency key to its memory is damaged");
}

TEST_CASE_METHOD(DamageTest, "a damaged registry or head is named", "[verify]") {
  put(Table::speakers, detail::speaker_key(kStore, kAnn), "garbage");
  check("a", "the record of a speaker is damaged");
  put(Table::stores, detail::store_head_key(kStore), "garbage");
  check("a", "the head of the store is missing or damaged");
}

TEST_CASE_METHOD(DamageTest, "a damaged directory of stores is named", "[verify]") {
  put(Table::stores, detail::store_name_key("a"), "garbage");
  check("a", "the record of the store is damaged");
  put(Table::stores, detail::next_store_key(), "garbage");
  check("-", "the number of the next store is damaged");
  put(Table::stores, "x", "garbage");
  check("-", "the table of stores holds something unknown");
  put(Table::manifest, "x", "garbage");
  check("-", "the manifest's table holds something unknown");
}

TEST_CASE_METHOD(DamageTest, "malformed keys are reported", "[verify]") {
  const std::string key = detail::store_prefix(kStore) + "x";
  put(Table::speakers, key, "");
  check("a", "the record of a speaker is damaged");
  put(Table::memories, key, "");
  check("a", "a memory has a malformed key");
  put(Table::locations, key, "");
  check("a", "a location has a malformed key");
  put(Table::vectors, key, "");
  check("a", "vectors have a malformed key");
  put(Table::requests, key, "");
  check("a", "an idempotency key's record has a malformed key");
}

TEST_CASE_METHOD(DamageTest, "records and locations need each other", "[verify]") {
  erase(Table::locations, detail::location_key(kStore, kNew));
  check("a/2", "it has no location");
  put(Table::locations, detail::location_key(kStore, kNew),
      detail::encode_location({kAnn, second(3)}));
  check("a/2", "its location leads elsewhere");
  erase(Table::memories, kNewKey);
  check("a/2", "it has a location and no record");
  check("a/2", "it has vectors and no record");
  check("a/1", "the version that replaced it does not name it");
  check("a/2", "an idempotency key goes with it, and it is not there");
}

TEST_CASE_METHOD(DamageTest, "vectors are one for each sentence, of length 1", "[verify]") {
  using Vectors = std::vector<std::vector<float>>;
  const auto write = [&](const Vectors& vectors) {
    put(Table::vectors, kNewVectors, detail::encode_vectors(vectors));
  };
  write({{2, 0, 0, 0}});
  check("a/2", "a vector of it is not of length 1");
  write({{std::numeric_limits<float>::quiet_NaN(), 0, 0, 0}});
  check("a/2", "a vector of it is not of length 1");
  write({{1, 0, 0, 0}, {1, 0, 0, 0}});
  check("a/2", "its vectors are not one for each sentence");
  write({{1, 0, 0}});
  check("a/2", "its vectors are not one for each sentence");
  erase(Table::vectors, kNewVectors);
  check("a/2", "it has no vectors");
}

TEST_CASE_METHOD(DamageTest, "versions name each other", "[verify]") {
  rewrite(kOldKey, [](detail::MemoryRecord& record) { record.superseded_by.reset(); });
  check("a/2", "the version that it replaced does not name it");
  rewrite(kNewKey, [](detail::MemoryRecord& record) { record.supersedes = MemoryId{7}; });
  check("a/2", "the version that it replaced does not name it");
  rewrite(kOldKey, [](detail::MemoryRecord& record) { record.superseded_by = kOld; });
  check("a/1", "the version that replaced it does not name it");
}

TEST_CASE_METHOD(DamageTest, "a record contradicts its store", "[verify]") {
  rewrite(kNewKey, [](detail::MemoryRecord& record) { record.sequence = 1'000; });
  check("a/2", "a version that the store has not reached");
  rewrite(kNewKey,
          [](detail::MemoryRecord& record) { record.content = "\xff" + record.content.substr(1); });
  check("a/2", "its content is not a text");
  put(Table::stores, detail::store_head_key(kStore), detail::encode_store_head({2, kAnn}));
  check("a/2", "its id is none that the store has given");
  check("a/1", "its speaker never existed");
  check("a", "is none that the store has given a number");
}

TEST_CASE_METHOD(DamageTest, "two records of one memory are reported", "[verify]") {
  tamper([&](storage::Log& log, Batch& batch) {
    batch.put(Table::memories, detail::encode_memory_key({kStore, kAnn, second(5), kNew}),
              must(log.get(Table::memories, kNewKey)).value());
  });
  check("a/2", "there are two records of it");
}

TEST_CASE_METHOD(DamageTest, "names are registered once, and normalized", "[verify]") {
  put(Table::speakers, detail::speaker_key(kStore, kAnn), detail::encode_speaker({" Ann", {}}));
  check("a", "has a name that cannot be registered");
  put(Table::speakers, detail::speaker_key(kStore, kAnn + 1), detail::encode_speaker({" Ann", {}}));
  check("a", "a speaker's name is registered twice");
}

TEST_CASE_METHOD(DamageTest, "idempotency keys and memories name each other", "[verify]") {
  erase(Table::requests, kOwner);
  check("a/2", "it does not know an idempotency key that goes with it");
  erase(Table::requests, kRequest);
  put(Table::requests, kOwner, "");
  check("a/2", "an idempotency key that it names is not its own");
}

TEST_CASE_METHOD(DamageTest, "entries of stores that do not exist are counted", "[verify]") {
  put(Table::memories, detail::encode_memory_key({9, kAnn, second(1), kOld}), "x");
  check("-", "the table memories holds 1 entries of stores that do not exist");
  put(Table::speakers, "x", "x");
  check("-", "the table speakers holds 1 entries of stores that do not exist");
  put(Table::stores, detail::store_head_key(9), detail::encode_store_head({}));
  check("-", "facts of store 9, which has no name");
}

TEST_CASE_METHOD(DamageTest, "an export stops at a damaged memory and names it", "[export]") {
  const std::filesystem::path file = directory().string() + ".jsonl";
  put(Table::memories, kNewKey, "garbage");
  CHECK(error_of(database().export_jsonl(file)) == "corruption" + naming(kNew));
  CHECK(!std::filesystem::exists(file));
  must(must(database().store("a")).forget(kNew));
  must(database().export_jsonl(file));
}

}  // namespace
}  // namespace whosaid::test
