// Embedders that change their mind, and those that give up late.

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;
using Vectors = std::vector<Vector>;

class MoodyEmbedderTest : public StoreTest {
 protected:
  Texts problems() {
    close();
    Texts all;
    const auto database = must(Database::open(directory(), options));
    for (const VerifyProblem& problem : must(database.verify()).problems) {
      all.push_back(problem.message);
    }
    return all;
  }
};

TEST_CASE_METHOD(MoodyEmbedderTest,
                 "an embedder that answers otherwise the second time is taken at its word",
                 "[embedders]") {
  double degrees = 0;
  options.duplicates.enabled = true;
  options.embedder = from_function(
      "moody", 2, 0.9, [&](std::span<const std::string_view> texts, Purpose) -> Result<Vectors> {
        return Vectors(texts.size(), at_degrees(degrees));
      });
  meet({"Bob"});
  const MemoryId first = remember("Bob", "The same words");
  degrees = 90;
  CHECK(must(store().search("words")).hits.at(0).similarity == Approx(0).margin(1e-4));
  const auto again = store().add("The same words", {.speaker = "Bob", .idempotency_key = "k"});
  CHECK(status_of(again) == "stored");
  degrees = 0;
  const auto repeated = store().add("The same words", {.speaker = "Bob"});
  CHECK(status_of(repeated) == "duplicate");
  CHECK(must(repeated).duplicate_of->id == first);
  degrees = 180;
  CHECK(must(store().add("The same words", {.speaker = "Bob", .idempotency_key = "k"})).replayed);
  CHECK(roll() == "Bob 2/2");
  CHECK(said_by("Bob") == Texts{"The same words", "The same words"});
  CHECK(problems().empty());
  degrees = 90;
  CHECK(search("words", {.speaker = "Bob", .min_similarity = 0.9}).hits.size() == 1);
}

TEST_CASE_METHOD(MoodyEmbedderTest, "an embedder that gives up late fails its own call alone",
                 "[embedders][threads]") {
  std::mutex mutex;
  std::condition_variable changed;
  bool inside = false;
  bool released = false;
  options.embedder = from_function(
      "slow", 2, 0.9, [&](std::span<const std::string_view> texts, Purpose) -> Result<Vectors> {
        if (texts.front() != "slow") return Vectors(texts.size(), Vector{1, 0});
        std::unique_lock lock(mutex);
        inside = true;
        changed.notify_all();
        changed.wait(lock, [&] { return released; });
        return tl::unexpected(Error{.message = "timed out"});
      });
  meet({"Bob"});
  std::optional<MemoryStore> handle = store();
  Result<AddResult> slow;
  std::thread writer(
      [&] { slow = handle->add("slow", {.speaker = "Bob", .idempotency_key = "k"}); });
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return inside; });
  }
  const auto quick = store().add("quick", {.speaker = "Bob"});
  const auto removed = store().remove_speaker("Bob");
  {
    const std::lock_guard lock(mutex);
    released = true;
    changed.notify_all();
  }
  writer.join();
  handle.reset();
  CHECK(status_of(quick) == "stored");
  CHECK(error_of(removed) == "ok");
  CHECK(error_of(slow) == "embedder_failed");
  CHECK(contains(message_of(slow), "timed out"));
  CHECK(everything() == Texts{"quick"});
  CHECK(status_of(store().add("another", {.idempotency_key = "k"})) == "stored");
  CHECK(problems().empty());
}

}  // namespace
}  // namespace whosaid::test
