// Embedders: what is asked of them, what of their answers is taken, and what a failure leaves.

#include <atomic>
#include <condition_variable>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;
using Vectors = std::vector<Vector>;
using Answer = std::function<Result<Vectors>(std::size_t count)>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

class EmbeddersTest : public StoreTest {
 protected:
  // An embedder of three dimensions that is sound until `broken` holds an answer.
  std::shared_ptr<Embedder> breakable() {
    return from_function("breakable", 3, 0.9,
                         [this](std::span<const std::string_view> texts, Purpose) {
                           if (broken) return broken(texts.size());
                           return Result<Vectors>(Vectors(texts.size(), Vector{1, 0, 0}));
                         });
  }
  // A two-dimensional embedder that gives every text its vector by this function.
  std::shared_ptr<Embedder> each_text(std::function<Vector(std::string_view)> vector_of) {
    return from_function(
        "each", 2, 0.9,
        [vector_of](std::span<const std::string_view> texts, Purpose) -> Result<Vectors> {
          Vectors result;
          for (const std::string_view text : texts) result.push_back(vector_of(text));
          return result;
        });
  }

  Answer broken;
};

struct Fault {
  const char* name;
  Answer answer;
};

std::vector<Fault> faults() {
  const auto vectors = [](Vector vector) {
    return [vector](std::size_t count) { return Result<Vectors>(Vectors(count, vector)); };
  };
  return {
      {"no vectors at all", [](std::size_t) { return Result<Vectors>(Vectors{}); }},
      {"one too many",
       [](std::size_t count) {
         return Result<Vectors>(Vectors(count + 1, Vector{1, 0, 0}));
       }},
      {"too short", vectors({1, 0})},
      {"too long", vectors({1, 0, 0, 0})},
      {"not a number", vectors({1, kNan, 0})},
      {"infinite", vectors({1, kInfinity, 0})},
      {"negatively infinite", vectors({-kInfinity, 0, 0})},
      {"all zero", vectors({0, 0, 0})},
      {"all minus zero", vectors({-0.0f, -0.0f, -0.0f})},
      {"an error",
       [](std::size_t) -> Result<Vectors> {
         return tl::unexpected(Error{.code = ErrorCode::io_error, .message = "no network"});
       }},
      {"an exception",
       [](std::size_t) -> Result<Vectors> { throw std::runtime_error("out of order"); }},
      {"an exception that is no std::exception", [](std::size_t) -> Result<Vectors> { throw 7; }},
  };
}

TEST_CASE_METHOD(EmbeddersTest, "an embedder that fails stores nothing and harms nothing",
                 "[embedders]") {
  options.embedder = breakable();
  meet({"Bob"});
  remember("Bob", "Before");
  for (const Fault& fault : faults()) {
    CAPTURE(fault.name);
    broken = fault.answer;
    CHECK(error_of(store().add("New words", {.speaker = "Bob"})) == "embedder_failed");
    CHECK(error_of(store().add("New. Words. Here.", {.idempotency_key = "k"})) ==
          "embedder_failed");
    const std::vector<NewMemory> batch = {{"One", {.speaker = "Bob"}}, {"Two"}};
    CHECK(error_of(store().add_batch(batch)) == "embedder_failed");
    CHECK(error_of(store().search("words")) == "embedder_failed");
    CHECK(error_of(store().search("words", {.speaker = "Bob"})) == "embedder_failed");
    broken = nullptr;
    CHECK(everything() == Texts{"Before"});
    CHECK(roll() == "Bob 1/1");
    CHECK(contents(search("words")) == Texts{"Before"});
  }
  reopen();
  CHECK(everything() == Texts{"Before"});
  CHECK(status_of(store().add("After", {.idempotency_key = "k"})) == "stored");
}

TEST_CASE_METHOD(EmbeddersTest, "one bad vector among good ones is enough to fail", "[embedders]") {
  options.embedder = each_text([](std::string_view text) {
    return contains(text, "bad") ? Vector{kNan, 1} : Vector{1, 0};
  });
  const std::vector<NewMemory> batch = {{"Good"}, {"Good again. This is bad. Good."}, {"Good"}};
  CHECK(error_of(store().add_batch(batch)) == "embedder_failed");
  CHECK(error_of(store().add("Good. Then bad.")) == "embedder_failed");
  CHECK(everything().empty());
}

TEST_CASE_METHOD(EmbeddersTest, "an embedder's own words reach the error's message",
                 "[embedders]") {
  options.embedder = breakable();
  store();
  broken = [](std::size_t) -> Result<Vectors> {
    return tl::unexpected(Error{.message = "quota exceeded"});
  };
  CHECK(contains(message_of(store().add("Words")), "quota exceeded"));
}

TEST_CASE_METHOD(EmbeddersTest, "reads without a query need no embedder", "[embedders]") {
  options.embedder = breakable();
  meet({"Bob"});
  const MemoryId id = remember("Bob", "Words");
  broken = [](std::size_t) -> Result<Vectors> { throw std::runtime_error("gone"); };
  const auto check = [&] {
    CHECK(said_by("Bob") == Texts{"Words"});
    CHECK(everything() == Texts{"Words"});
    CHECK(must(store().get(id)).content == "Words");
    CHECK(roll() == "Bob 1/1");
  };
  check();
  reopen();
  check();
  CHECK(error_of(store().remove_speaker("Bob")) == "ok");
  CHECK(error_of(store().forget(id)) == "ok");
}

TEST_CASE_METHOD(EmbeddersTest, "vectors of any length in space are normalized", "[embedders]") {
  options.embedder = each_text([](std::string_view text) -> Vector {
    if (text == "huge") return {3e38f, 3e38f};
    if (text == "tiny") return {1e-38f, 1e-38f};
    if (text == "opposite") return {-500, -500};
    if (text == "across") return {-0.25f, 0.25f};
    return {0.5f, 0.5f};
  });
  for (const char* text : {"huge", "tiny", "opposite", "across", "plain"}) note(text);
  const SearchResult result = search("query");
  REQUIRE(result.hits.size() == 5);
  for (const Hit& hit : result.hits) {
    CAPTURE(hit.memory.content);
    const double expected = hit.memory.content == "opposite" ? -1
                            : hit.memory.content == "across" ? 0
                                                             : 1;
    CHECK(hit.similarity == Approx(expected).margin(1e-4));
  }
}

TEST_CASE_METHOD(EmbeddersTest, "one add is one call, whatever its sentences", "[embedders]") {
  const auto table = circle({{"Cat.", 0}, {"Dog.", 90}, {"Bird.", 180}, {"pet", 5}});
  options.embedder = table;
  options.duplicates.enabled = true;
  note("Cat. Dog. Bird.");
  CHECK(table->calls() == 1);
  CHECK(table->texts() == Texts{"Cat.", "Dog.", "Bird."});
  table->forget_calls();
  search("pet");
  CHECK(table->calls() == 1);
  table->forget_calls();
  reopen();
  CHECK(table->calls() == 0);
}

TEST_CASE_METHOD(EmbeddersTest, "an embedder is never given an empty text", "[embedders]") {
  std::atomic<bool> empty = false;
  options.embedder = each_text([&](std::string_view text) {
    if (text.empty()) empty = true;
    return Vector{1, 0};
  });
  for (const char* text : {"x", " Words. \n\n More words. ", "...", "One.\n\n\n\nTwo.\n",
                           "\U0001f642", "a\r\n\r\nb\r\n"}) {
    note(text);
  }
  search(" ? ");
  CHECK_FALSE(empty);
}

TEST_CASE_METHOD(EmbeddersTest, "a text without a vector is found by its words alone",
                 "[embedders]") {
  options.embedder = each_text([](std::string_view text) {
    return contains(text, "blue") ? Vector{} : at_degrees(contains(text, "query") ? 0 : 60);
  });
  note("The boat is blue");
  note("The bike is red");
  const SearchResult by_word = search("boat query");
  CHECK(contents(by_word) == Texts{"The boat is blue", "The bike is red"});
  CHECK(by_word.hits.at(0).similarity == 0.0);
  CHECK(contents(search("query", {.min_similarity = 0.3})) == Texts{"The bike is red"});
  reopen();
  CHECK(contents(search("boat query")) == Texts{"The boat is blue", "The bike is red"});
}

TEST_CASE_METHOD(EmbeddersTest, "a text without a vector is no duplicate by meaning",
                 "[embedders]") {
  options.duplicates.enabled = true;
  options.embedder = each_text([](std::string_view text) {
    return contains(text, "mute") ? Vector{} : Vector{1, 0};
  });
  CHECK(status_of(store().add("Words.")) == "stored");
  CHECK(status_of(store().add("mute words")) == "stored");
  CHECK(status_of(store().add("mute words")) == "stored");
  CHECK(status_of(store().add("Words. But mute ones.")) == "stored");
  CHECK(status_of(store().add("Other words.")) == "duplicate");
}

TEST_CASE_METHOD(EmbeddersTest, "a query without a vector is answered by words", "[embedders]") {
  options.embedder = each_text([](std::string_view text) {
    return text == "boat" ? Vector{} : Vector{1, 0};
  });
  note("The boat is blue");
  note("The bike is red");
  const SearchResult result = search("boat");
  CHECK(contents(result) == Texts{"The boat is blue", "The bike is red"});
  CHECK(result.hits.at(0).similarity == 0.0);
}

TEST_CASE_METHOD(EmbeddersTest, "a memory of sounding and mute sentences has the best one's",
                 "[embedders]") {
  options.embedder = each_text([](std::string_view text) {
    if (contains(text, "mute")) return Vector{};
    return at_degrees(contains(text, "far") ? 150 : 0);
  });
  const MemoryId id = note("This is mute. This is far.");
  CHECK(must(store().get(id)).chunks == 2);
  CHECK(search("query").hits.at(0).similarity == Approx(cosine_of_degrees(150)).margin(1e-4));
}

TEST_CASE_METHOD(EmbeddersTest, "an embedder may call the store it works for", "[embedders]") {
  std::optional<MemoryStore> handle;
  std::atomic<int> depth = 0;
  Texts answers;
  options.embedder = each_text([&](std::string_view) {
    if (handle && depth.fetch_add(1) == 0) {
      answers = {error_of(handle->list()),
                 error_of(handle->search("inside")),
                 error_of(handle->add("Stored from inside", {.speaker = "Bob"})),
                 error_of(handle->by_speaker("Bob")),
                 error_of(handle->add_speaker("Ann")),
                 error_of(handle->remove_speaker("Ann")),
                 error_of(handle->list_speakers())};
    }
    return Vector{1, 0};
  });
  meet({"Bob"});
  handle = store();
  remember("Bob", "Stored from outside");
  CHECK(answers == Texts(7, "ok"));
  CHECK(sorted(everything()) == Texts{"Stored from inside", "Stored from outside"});
  depth = 0;
  search("outside");
  CHECK(answers == Texts(7, "ok"));
  handle.reset();
}

TEST_CASE_METHOD(EmbeddersTest, "a waiting embedder holds nobody up", "[embedders][threads]") {
  std::mutex mutex;
  std::condition_variable changed;
  bool inside = false;
  bool released = false;
  options.embedder = each_text([&](std::string_view text) {
    if (text == "slow") {
      std::unique_lock lock(mutex);
      inside = true;
      changed.notify_all();
      changed.wait(lock, [&] { return released; });
    }
    return Vector{1, 0};
  });
  meet({"Bob"});
  MemoryStore handle = store();
  std::string slow;
  std::thread writer([&] { slow = status_of(handle.add("slow", {.speaker = "Bob"})); });
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return inside; });
  }
  const std::string quick = status_of(store().add("quick", {.speaker = "Bob"}));
  const std::string searched = error_of(store().search("quick"));
  const std::string met = error_of(store().add_speaker("Ann"));
  const auto said = store().by_speaker("Bob");
  {
    const std::lock_guard lock(mutex);
    released = true;
    changed.notify_all();
  }
  writer.join();
  CHECK(quick == "stored");
  CHECK(searched == "ok");
  CHECK(met == "ok");
  CHECK(contents(must(said)) == Texts{"quick"});
  CHECK(slow == "stored");
  CHECK(said_by("Bob") == Texts{"slow", "quick"});
}

TEST_CASE_METHOD(EmbeddersTest, "a speaker removed while a text is embedded gets no memory",
                 "[embedders]") {
  std::optional<MemoryStore> handle;
  options.embedder = each_text([&](std::string_view text) {
    if (text == "late" && handle) {
      must(handle->remove_speaker("Bob"));
      must(handle->add_speaker("Bob"));
    }
    return Vector{1, 0};
  });
  meet({"Bob"});
  handle = store();
  const auto result = store().add("late", {.speaker = "Bob"});
  handle.reset();
  // Either the new Bob's, stored after his registration, or refused; never an unknown person's.
  if (result) {
    CHECK(label(must(store().get(result->id.value()))) == "Bob");
    CHECK(roll() == "Bob 1/1");
  } else {
    CHECK(error_of(result) == "invalid_request speaker=Bob");
    CHECK(roll() == "Bob 0/0");
  }
}

TEST_CASE("from_function makes an embedder of a callable", "[embedders]") {
  const auto embedder =
      from_function("mine", 2, 0.75, [](std::span<const std::string_view> texts, Purpose purpose) {
        return Result<Vectors>(
            Vectors(texts.size(), purpose == Purpose::query ? Vector{1, 0} : Vector{0, 1}));
      });
  CHECK(embedder->id() == "mine");
  CHECK(embedder->dimensions() == 2);
  CHECK(embedder->duplicate_threshold() == 0.75);
  const std::vector<std::string_view> texts = {"a", "b"};
  CHECK(must(embedder->embed(texts, Purpose::query)) == Vectors{{1, 0}, {1, 0}});
  CHECK(must(embedder->embed(texts, Purpose::document)) == Vectors{{0, 1}, {0, 1}});
}

TEST_CASE_METHOD(StoreTest, "a callable that holds nothing is an embedder that fails",
                 "[embedders]") {
  options.embedder = from_function("empty", 2, 0.9, nullptr);
  CHECK(error_of(store().add("Words")) == "embedder_failed");
  CHECK(everything().empty());
}

}  // namespace
}  // namespace whosaid::test
