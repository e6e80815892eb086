// What a deletion leaves behind, looked for in the log itself.

#include <map>
#include <string>

#include "storage/log.h"
#include "storage/rocksdb_log.h"
#include "support/fixture.h"
#include "whosaid/detail/keys.h"

namespace whosaid::test {
namespace {

class ForgottenTest : public DatabaseTest {
 protected:
  // How many keys each table holds of any store; closes the database.
  std::map<std::string, std::size_t> keys() {
    close();
    auto log = storage::open_rocksdb_log(directory());
    REQUIRE(log.has_value());
    std::map<std::string, std::size_t> counts;
    for (const auto table : {storage::Table::memories, storage::Table::locations,
                             storage::Table::vectors, storage::Table::requests}) {
      std::size_t& count = counts[std::string(storage::table_name(table))];
      must((*log)->scan(table, {}, {}, [&](const storage::Entry&) {
        ++count;
        return storage::Visit::go_on;
      }));
    }
    return counts;
  }

  static std::map<std::string, std::size_t> none() {
    return {{"memories", 0}, {"locations", 0}, {"vectors", 0}, {"requests", 0}};
  }
};

TEST_CASE_METHOD(ForgottenTest, "a forgotten memory leaves nothing in the log", "[forgotten]") {
  meet(store("a"), {"Bob"});
  const MemoryId id = remember(store("a"), "Bob", "Words.", {.idempotency_key = "key"});
  must(store("a").supersede(id, "Other words.", {.idempotency_key = "another key"}));
  for (const Memory& memory : must(store("a").lineage(id))) must(store("a").forget(memory.id));
  CHECK(keys() == none());
}

TEST_CASE_METHOD(ForgottenTest, "a duplicate's key goes with the memory that it met",
                 "[forgotten]") {
  options.duplicates.enabled = true;
  const MemoryId id = *must(store("a").add("The same words.")).id;
  const AddResult met = must(store("a").add("The same words.", {.idempotency_key = "key"}));
  REQUIRE(met.status == AddStatus::duplicate);
  must(store("a").forget(id));
  CHECK(keys() == none());
}

TEST_CASE_METHOD(ForgottenTest, "a forgotten speaker leaves nothing in the log", "[forgotten]") {
  meet(store("a"), {"Bob"});
  const MemoryId id = remember(store("a"), "Bob", "One. Two.", {.idempotency_key = "key"});
  must(store("a").supersede(id, "Three."));
  must(store("a").forget_speaker("Bob", Forget::commit));
  CHECK(keys() == none());
}

TEST_CASE_METHOD(ForgottenTest, "a deleted store leaves nothing in the log, another all of its own",
                 "[forgotten]") {
  for (const char* id : {"a", "b"}) {
    meet(store(id), {"Bob"});
    remember(store(id), "Bob", "Words.", {.idempotency_key = "key"});
  }
  must(database().delete_store("a"));
  const std::map<std::string, std::size_t> one = {
      {"memories", 1}, {"locations", 1}, {"vectors", 1}, {"requests", 2}};
  CHECK(keys() == one);
  must(database().delete_store("b"));
  CHECK(keys() == none());
}

}  // namespace
}  // namespace whosaid::test
