// A database whose flushes a test holds and lets go.

#ifndef WHOSAID_TESTS_INTEGRATION_GATED_DATABASE_H_
#define WHOSAID_TESTS_INTEGRATION_GATED_DATABASE_H_

#include <functional>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "held_flushes.h"
#include "storage/rocksdb_log.h"
#include "store/database_core.h"
#include "store/embedding.h"
#include "support/fixture.h"

namespace whosaid::test {

class GatedDatabase {
 protected:
  // Where a change is held: while it is flushed, or when the log has it and the readers don't.
  enum class Held { flush, publication };

  OpenOptions options = quick_options();
  Held held = Held::flush;
  const std::shared_ptr<Gate> gate = std::make_shared<Gate>();

  // Opens at the first use.
  store::DatabaseCore& core() {
    if (core_ != nullptr) return *core_;
    storage::LogOptions how{.durability = Durability::sync};
    if (held == Held::flush) {
      how.file_system = std::make_shared<storage::FileSystemHook>(
          storage::FileSystemHook{std::make_shared<GatedFileSystem>(gate)});
    }
    auto log = must(storage::open_rocksdb_log(temp_ / "db", how));
    if (held == Held::publication) log = std::make_unique<GatedLog>(std::move(log), gate);
    if (!options.embedder) options.embedder = std::make_shared<HashingEmbedder>(64);
    core_ = std::make_shared<store::DatabaseCore>(
        std::move(log), options,
        std::make_shared<const store::Embedding>(
            must(store::make_embedding(options.embedder, options))));
    return *core_;
  }
  void close() {
    in_use_.clear();
    kept_.clear();
    core_.reset();
  }
  // In use, as by a handle's call, until the database is closed.
  std::shared_ptr<store::Store> store(std::string_view id) {
    auto store = must(core().create_store(id));
    kept_.push_back(store);
    in_use_.emplace_back(*store);
    return store;
  }

  enum class Then { goes_on, fails, next_fails };

  // Runs `change` in another thread, up to its flush, does `meanwhile`, and lets it go, or fail.
  void while_held(const std::function<void()>& change, const std::function<void()>& meanwhile,
                  Then then = Then::goes_on) {
    gate->hold();
    std::thread writer(change);
    const bool came = gate->await();
    if (came) meanwhile();
    const bool waited = gate->holds();
    switch (then) {
      case Then::goes_on:
        gate->release();
        break;
      case Then::fails:
        gate->fail();
        break;
      case Then::next_fails:
        gate->fail_next();
        break;
    }
    writer.join();
    CHECK(came);
    CHECK(waited);  // nothing in `meanwhile` had to wait for it
  }

 private:
  TempDir temp_;
  std::shared_ptr<store::DatabaseCore> core_;
  std::vector<std::shared_ptr<store::Store>> kept_;  // even when they are deleted
  std::vector<store::InUse> in_use_;
};

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_INTEGRATION_GATED_DATABASE_H_
