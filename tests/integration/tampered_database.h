// A database of two stores, and what changes it below the library.

#ifndef WHOSAID_TESTS_INTEGRATION_TAMPERED_DATABASE_H_
#define WHOSAID_TESTS_INTEGRATION_TAMPERED_DATABASE_H_

#include <functional>
#include <string>

#include "storage/rocksdb_log.h"
#include "support/fixture.h"
#include "support/table_embedder.h"
#include "whosaid/detail/keys.h"
#include "whosaid/detail/memory_record.h"
#include "whosaid/detail/records.h"

namespace whosaid::test {

using storage::Batch;
using storage::Table;

// The ids that the fixture's database gives.
inline constexpr storage::StoreNumber kStore = 1;
inline constexpr MemoryId kOld{1};
inline constexpr MemoryId kNew{2};
inline constexpr detail::SpeakerId kAnn = detail::kFirstSpeaker;

inline const std::string kOldKey = detail::encode_memory_key({kStore, kAnn, second(1), kOld});
inline const std::string kNewKey = detail::encode_memory_key({kStore, kAnn, second(2), kNew});
inline const std::string kNewVectors = detail::encode_vector_key({kStore, 0, kNew});
inline const std::string kRequest = detail::request_key(kStore, "key");
inline const std::string kOwner = detail::request_owner_key(kStore, kNew, "key");

// Ann's "Old words" and "Words", which replaced them, in the store "a"; "Other words" in "b".
class TamperedTest : public DatabaseTest {
 protected:
  TamperedTest() {
    options.embedder = scattered(4);
    MemoryStore a = store("a");
    test::meet(a, {"Ann"});
    test::remember(a, "Ann", "Old words", {.created_at = second(1)});
    replace(a, kOld, "Words", {.created_at = second(2), .idempotency_key = "key"});
    must(store("b").add("Other words"));
    REQUIRE(must(database().verify()).problems.empty());
    close();
  }

  // Opens the log below the library and changes it.
  void tamper(const std::function<void(storage::Log&, Batch&)>& change) {
    const auto log = must(storage::open_rocksdb_log(directory()));
    Batch batch;
    change(*log, batch);
    REQUIRE(must(log->apply(kStore, must(log->version(kStore)), batch)));
  }
  void put(Table table, const std::string& key, const std::string& value) {
    tamper([&](storage::Log&, Batch& batch) { batch.put(table, key, value); });
  }
  void erase(Table table, const std::string& key) {
    tamper([&](storage::Log&, Batch& batch) { batch.erase(table, key); });
  }
  void rewrite(const std::string& key, const std::function<void(detail::MemoryRecord&)>& change) {
    tamper([&](storage::Log& log, Batch& batch) {
      auto record = detail::decode_memory(must(log.get(Table::memories, key)).value());
      REQUIRE(record);
      change(*record);
      batch.put(Table::memories, key, detail::encode_memory(*record));
    });
  }
};

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_INTEGRATION_TAMPERED_DATABASE_H_
