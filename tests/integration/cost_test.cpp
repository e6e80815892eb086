// What a call takes from the log and gives to it does not grow with the store.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/rocksdb_log.h"
#include "store/database_core.h"
#include "store/embedding.h"
#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using storage::Batch;
using storage::StoreNumber;
using storage::Table;

// Counts keys looked up, entries visited and changes made.
class CountingLog final : public storage::Log {
 public:
  CountingLog(std::unique_ptr<storage::Log> log, std::shared_ptr<std::atomic<std::size_t>> count)
      : log_(std::move(log)), count_(std::move(count)) {}

  Result<std::optional<std::string>> get(Table table, std::string_view key) const override {
    ++*count_;
    return log_->get(table, key);
  }
  std::vector<Result<std::optional<std::string>>> get_many(
      Table table, std::span<const std::string> keys) const override {
    *count_ += keys.size();
    return log_->get_many(table, keys);
  }
  Result<void> scan(
      Table table, std::string_view begin, std::string_view end,
      const std::function<storage::Visit(const storage::Entry&)>& visit) const override {
    return log_->scan(table, begin, end, [&](const storage::Entry& entry) {
      ++*count_;
      return visit(entry);
    });
  }
  std::unique_ptr<storage::Cursor> cursor(Table table, std::string_view begin,
                                          std::string_view end) const override {
    return log_->cursor(table, begin, end);
  }
  Result<std::unique_ptr<storage::Snapshot>> snapshot() const override { return log_->snapshot(); }
  Result<void> copy_to(const std::filesystem::path& path) const override {
    return log_->copy_to(path);
  }
  Result<std::uint64_t> version(StoreNumber store) const override { return log_->version(store); }
  Result<bool> apply(StoreNumber store, std::uint64_t expected, const Batch& batch) override {
    *count_ += batch.changes().size();
    return log_->apply(store, expected, batch);
  }

 private:
  const std::unique_ptr<storage::Log> log_;
  const std::shared_ptr<std::atomic<std::size_t>> count_;
};

// Half of the memories are Ann's; the last three are versions of one, in a conversation of their
// own.
std::vector<std::string> costs(std::size_t memories) {
  TempDir directory;
  OpenOptions options = quick_options();
  options.embedder = scattered(4);
  const auto count = std::make_shared<std::atomic<std::size_t>>(0);
  store::DatabaseCore core(
      std::make_unique<CountingLog>(must(storage::open_rocksdb_log(directory / "db")), count),
      options,
      std::make_shared<const store::Embedding>(
          must(store::make_embedding(options.embedder, options))));
  const auto a = must(core.create_store("a"));
  for (const char* name : {"Ann", "Bob"}) must(a->add_speaker(name));
  std::vector<NewMemory> batch;
  for (std::size_t i = 0; i < memories; ++i) {
    batch.push_back({"Note " + std::to_string(i), {.speaker = i % 2 == 0 ? "Ann" : "Bob"}});
  }
  const auto added = must(a->add_batch(batch));
  MemoryId chain = *must(a->add("Version 0", {.speaker = "Bob", .conversation_id = "c"})).id;
  chain = *must(a->supersede(chain, "Version 1", {})).id;
  chain = *must(a->supersede(chain, "Version 2", {})).id;
  must(a->add_turn("When?", "Now.", {.conversation_id = "c"}));

  std::vector<std::string> found;
  const auto measure = [&](const std::string& name, const auto& call) {
    *count = 0;
    must(call());
    found.push_back(name + ' ' + std::to_string(*count));
  };
  measure("get", [&] { return a->get(*added[7].id); });
  measure("lineage", [&] { return a->lineage(chain); });
  measure("by_speaker", [&] { return a->by_speaker("Ann", {.limit = 20}); });
  measure("list", [&] { return a->list({.limit = 20}); });
  measure("list_speakers", [&] { return a->list_speakers(); });
  measure("stats", [&] { return a->stats(); });
  measure("search", [&] { return a->search("Note 7", {.speaker = "Ann"}); });
  measure("search in a conversation", [&] { return a->search("7", {.conversation_id = "c"}); });
  measure("recall", [&] { return a->recall("Version 2", {}); });
  measure("timeline", [&] { return a->engram("timeline", "Version 2", {.limit = 5}); });
  measure("add", [&] { return a->add("One more", {.speaker = "Ann"}); });
  measure("supersede", [&] { return a->supersede(chain, "Version 3", {}); });
  measure("forget", [&] { return a->forget(*added[8].id); });
  measure("forget in a chain", [&] { return a->forget(chain); });
  measure("remove_speaker", [&] { return a->remove_speaker("Ann"); });
  return found;
}

TEST_CASE("no call costs the log more in a larger store", "[cost]") {
  const auto small = costs(100);
  CHECK(small == costs(3'000));
  CHECK(small.back() == "remove_speaker 1");
}

}  // namespace
}  // namespace whosaid::test
