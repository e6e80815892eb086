// Many threads on one store: each call is whole, and what has returned is seen by all.

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"
#include "support/threads.h"
#include "support/ways.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class ConcurrencyTest : public StoreTest {
 protected:
  std::size_t count_of(const Texts& texts, const std::string& text) {
    return static_cast<std::size_t>(std::count(texts.begin(), texts.end(), text));
  }
};

TEST_CASE_METHOD(ConcurrencyTest, "of 100 threads registering 100 names 50 succeed", "[threads]") {
  const Texts answers = in_threads(100, [handle = store()](std::size_t i) mutable {
    return status_of(handle.add_speaker("Guest " + std::to_string(i)));
  });
  CHECK(count_of(answers, "registered") == 50);
  CHECK(count_of(answers, "invalid_request speaker_limit=50") == 50);
  const SpeakerList list = must(store().list_speakers());
  CHECK(list.count == 50);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::string name = "Guest " + std::to_string(i);
    const bool listed =
        std::any_of(list.speakers.begin(), list.speakers.end(),
                    [&](const SpeakerInfo& speaker) { return speaker.name == name; });
    CHECK(listed == (answers[i] == "registered"));
  }
  const std::string before = roll();
  reopen();
  CHECK(roll() == before);
}

TEST_CASE_METHOD(ConcurrencyTest, "of 50 threads registering one name one registers it",
                 "[threads]") {
  const Texts answers = in_threads(
      50, [handle = store()](std::size_t) mutable { return status_of(handle.add_speaker("Bob")); });
  CHECK(count_of(answers, "registered") == 1);
  CHECK(count_of(answers, "exists") == 49);
  CHECK(roll() == "Bob 0/0");
}

TEST_CASE_METHOD(ConcurrencyTest, "of 32 threads adding one sentence one stores it", "[threads]") {
  options.duplicates.enabled = true;
  // The default embedder, and sentences that only mean the same.
  search_by(GENERATE(as<std::string>{}, "words and vectors", "vectors that are all the same"),
            options);
  const auto results = in_threads(32, [handle = store()](std::size_t) mutable {
    const auto result = handle.add("The deadline moved to Tuesday");
    return result ? std::optional<AddResult>(*result) : std::nullopt;
  });
  std::vector<MemoryId> stored;
  for (const auto& result : results) {
    REQUIRE(result.has_value());
    if (result->status == AddStatus::stored) stored.push_back(result->id.value());
  }
  REQUIRE(stored.size() == 1);
  for (const auto& result : results) {
    if (result->status == AddStatus::duplicate) {
      REQUIRE(result->duplicate_of.has_value());
      CHECK(result->duplicate_of->id == stored[0]);
    }
  }
  CHECK(everything() == Texts{"The deadline moved to Tuesday"});
}

TEST_CASE_METHOD(ConcurrencyTest, "of 32 threads sending one request one does it", "[threads]") {
  const auto results = in_threads(32, [handle = store()](std::size_t) mutable {
    const auto result = handle.add("Words", {.idempotency_key = "k"});
    return result ? std::optional<AddResult>(*result) : std::nullopt;
  });
  std::size_t first = 0;
  for (const auto& result : results) {
    REQUIRE(result.has_value());
    CHECK(result->id == results[0]->id);
    if (!result->replayed) ++first;
  }
  CHECK(first == 1);
  CHECK(everything() == Texts{"Words"});
}

TEST_CASE_METHOD(ConcurrencyTest, "no write of many threads is lost or mixed up", "[threads]") {
  meet({"Ann", "Bob"});
  const auto failures = in_threads(8, [handle = store()](std::size_t thread) mutable {
    std::size_t failed = 0;
    for (int i = 0; i < 50; ++i) {
      const std::string text = std::to_string(thread) + "/" + std::to_string(i);
      const auto result = handle.add(text, {.speaker = thread % 2 == 0 ? "Ann" : "Bob"});
      const auto seen = result ? handle.get(result->id.value()) : Result<Memory>();
      if (!result || !seen || seen->content != text) ++failed;
    }
    return failed;
  });
  CHECK(failures == std::vector<std::size_t>(8, 0));
  const auto check = [&] {
    CHECK(roll() == "Ann 200/200, Bob 200/200");
    auto all = sorted(everything());
    CHECK(all.size() == 400);
    CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
    for (const std::string& text : said_by("Ann")) CHECK((text[0] - '0') % 2 == 0);
  };
  check();
  reopen();
  check();
}

TEST_CASE_METHOD(ConcurrencyTest, "what a call has written is seen by every later read",
                 "[threads]") {
  meet({"Bob"});
  const auto unseen = in_threads(6, [handle = store()](std::size_t thread) mutable {
    std::size_t missed = 0;
    for (int i = 0; i < 25; ++i) {
      const std::string word = "word" + std::to_string(thread) + "x" + std::to_string(i);
      const auto id = handle.add(word, {.speaker = "Bob"})->id;
      const auto found = handle.search(word, {.speaker = "Bob", .limit = 1});
      if (!found || found->hits.empty() || found->hits[0].memory.id != id) ++missed;
      if (i % 2 == 0) {
        if (!handle.forget(id.value())) ++missed;
        const auto gone = handle.search(word, {.limit = 1});
        if (!gone || (!gone->hits.empty() && gone->hits[0].memory.id == id)) ++missed;
      }
    }
    return missed;
  });
  CHECK(unseen == std::vector<std::size_t>(6, 0));
  CHECK(roll() == "Bob 72/72");
}

TEST_CASE_METHOD(ConcurrencyTest, "readers beside writers see whole and rightly labelled memories",
                 "[threads]") {
  options.graph_threshold = 64 * 16;
  options.embedder = scattered();
  meet({"Ann", "Bob"});
  std::atomic<int> writing = 2;
  const auto faults = in_threads(5, [handle = store(), &writing](std::size_t thread) mutable {
    std::string fault;
    const auto check = [&fault](bool good, const char* what) {
      if (!good) fault = what;
    };
    if (thread < 2) {
      const std::string name = thread == 0 ? "Ann" : "Bob";
      std::vector<MemoryId> mine;
      for (int i = 0; i < 150; ++i) {
        const auto added =
            handle.add("Remark of " + name + " " + std::to_string(i), {.speaker = name});
        check(added.has_value(), "add failed");
        if (added) mine.push_back(added->id.value());
        if (i % 5 == 4) {
          check(handle.forget(mine.back()).has_value(), "forget failed");
          mine.pop_back();
        }
      }
      --writing;
      return fault;
    }
    std::size_t rounds = 0;
    while (writing > 0 || rounds == 0) {
      ++rounds;
      const std::string name = thread == 2 ? "Ann" : "Bob";
      const auto found = handle.search("Remark 7", {.speaker = name, .limit = 50});
      check(found.has_value(), "search failed");
      if (found) {
        for (const Hit& hit : found->hits) {
          check(hit.memory.speaker == name, "another person's memory");
          check(contains(hit.memory.content, "Remark of " + name), "another person's words");
        }
      }
      const auto everybody = handle.search("Remark 7", {.limit = 50});
      check(everybody.has_value(), "search over everybody failed");
      const auto page = handle.by_speaker(name, {.limit = 20});
      check(page.has_value(), "by_speaker failed");
      if (page) {
        for (std::size_t i = 1; i < page->memories.size(); ++i) {
          check(page->memories[i - 1].id > page->memories[i].id, "a page out of order");
        }
        check(page->chunks == page->memories.size(), "a page miscounted");
      }
      const auto list = handle.list_speakers();
      check(list && list->count == 2, "list_speakers failed");
    }
    return fault;
  });
  CHECK(faults == Texts(5));
}

TEST_CASE_METHOD(ConcurrencyTest, "a batch appears at once or not at all", "[threads]") {
  meet({"Bob"});
  std::atomic<bool> writing = true;
  const auto torn = in_threads(3, [handle = store(), &writing](std::size_t thread) mutable {
    std::size_t count = 0;
    if (thread == 0) {
      for (int i = 0; i < 30; ++i) {
        std::vector<NewMemory> batch;
        for (int j = 0; j < 10; ++j) {
          batch.push_back({std::to_string(i * 10 + j), {.speaker = "Bob"}});
        }
        if (!handle.add_batch(batch)) ++count;
      }
      writing = false;
      return count;
    }
    do {
      const auto page = handle.by_speaker("Bob", {.limit = 1000});
      if (!page || page->memories.size() % 10 != 0) ++count;
      const auto list = handle.list_speakers();
      if (!list || list->speakers.at(0).memories % 10 != 0) ++count;
    } while (writing);
    return count;
  });
  CHECK(torn == std::vector<std::size_t>(3, 0));
  CHECK(roll() == "Bob 300/300");
}

TEST_CASE_METHOD(ConcurrencyTest, "a removal beside writes leaves nothing under the name",
                 "[threads]") {
  meet({"Bob"});
  std::atomic<int> stored = 0;
  const auto odd = in_threads(5, [handle = store(), &stored](std::size_t thread) mutable {
    Texts unexpected;
    if (thread == 0) {
      while (stored < 20) std::this_thread::yield();
      if (!handle.remove_speaker("Bob")) unexpected.emplace_back("remove_speaker failed");
      stored = 1000;
      return unexpected;
    }
    for (int i = 0; i < 500; ++i) {
      const auto result = handle.add("Words", {.speaker = "Bob"});
      const std::string status = status_of(result);
      if (status == "invalid_request speaker=Bob") return unexpected;
      if (status != "stored") unexpected.push_back(status);
      ++stored;
    }
    return unexpected;
  });
  CHECK(odd == std::vector<Texts>(5));
  CHECK(roll().empty());
  const Page all = must(store().list({.limit = 1000}));
  CHECK(all.memories.size() >= 20);
  CHECK(labels(all) == Texts(all.memories.size(), "(untagged)"));
  meet({"Bob"});
  CHECK(said_by("Bob").empty());
}

TEST_CASE_METHOD(DatabaseTest, "threads creating one store get one store", "[threads]") {
  const Texts answers = in_threads(16, [handle = database()](std::size_t i) mutable {
    auto made = handle.create_store("a");
    return made ? status_of(made->add("From " + std::to_string(i))) : error_of(made);
  });
  CHECK(answers == Texts(16, "stored"));
  CHECK(must(database().list_stores()) == Texts{"a"});
  CHECK(everything(store("a")).size() == 16);
}

TEST_CASE_METHOD(DatabaseTest, "a store deleted beside writes is gone, and only that one",
                 "[threads]") {
  Database handle = database();
  MemoryStore doomed = store("doomed");
  MemoryStore other = store("other");
  std::atomic<int> stored = 0;
  const auto odd = in_threads(4, [=, &stored](std::size_t thread) mutable {
    Texts unexpected;
    if (thread == 0) {
      while (stored < 20) std::this_thread::yield();
      if (!handle.delete_store("doomed")) unexpected.emplace_back("delete_store failed");
      return unexpected;
    }
    for (int i = 0; i < 1000; ++i) {
      const std::string status = status_of(doomed.add("Words"));
      if (status == "not_found") break;
      if (status != "stored") unexpected.push_back(status);
      if (i < 50 && !other.add("Other words")) unexpected.emplace_back("the other one failed");
      ++stored;
    }
    return unexpected;
  });
  CHECK(odd == std::vector<Texts>(4));
  CHECK(error_of(doomed.list()) == "not_found");
  CHECK(must(database().list_stores()) == Texts{"other"});
  CHECK(everything(store("doomed")).empty());
  CHECK_FALSE(everything(store("other")).empty());
}

TEST_CASE_METHOD(ConcurrencyTest, "the last of many threads' handles closes the database",
                 "[threads]") {
  options.graph_threshold = 8 * 16;
  options.embedder = scattered();
  for (int round = 0; round < 3; ++round) {
    std::vector<std::optional<MemoryStore>> copies(8, store());
    close();
    const Texts answers = in_threads(8, [&copies](std::size_t i) {
      const std::string status = status_of(copies[i]->add("Words of " + std::to_string(i)));
      if (i > 0) copies[i].reset();
      return status;
    });
    CHECK(answers == Texts(8, "stored"));
    CHECK(error_of(MemoryStore::open(directory(), options)) == "busy");
    const Texts last = in_threads(1, [&copies](std::size_t) {
      copies[0].reset();
      return std::string("dropped");
    });
    CHECK(error_of(MemoryStore::open(directory(), options)) == "ok");
  }
  CHECK(everything().size() == 24);
}

TEST_CASE_METHOD(ConcurrencyTest, "of many threads opening a database one gets it", "[threads]") {
  const auto path = directory();
  const OpenOptions how = options;
  using Opened = std::vector<Result<MemoryStore>>;  // of one, kept open
  const auto opened =
      in_threads(8, [path, how](std::size_t) { return Opened{MemoryStore::open(path, how)}; });
  Texts answers;
  for (const Opened& one : opened) answers.push_back(error_of(one.at(0)));
  CHECK(count_of(answers, "ok") == 1);
  CHECK(count_of(answers, "busy") == 7);
}

}  // namespace
}  // namespace whosaid::test
