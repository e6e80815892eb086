// What waits for a flush shares the next one, and is answered as if it had been alone.

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gated_database.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;
using store::Store;

std::string told(const AddResult& result) {
  std::string text = name_of(result.status) + (result.replayed ? " again" : "");
  if (result.id) text += naming(*result.id);
  if (result.duplicate_of) {
    text += " repeats" + naming(result.duplicate_of->id) + " of " +
            result.duplicate_of->speaker.value_or("nobody") + ' ' +
            std::to_string(result.duplicate_of->similarity);
  }
  for (const Near& near : result.near) {
    text += " near" + naming(near.id) + ' ' + std::to_string(near.similarity);
  }
  return text;
}
std::string told(const SupersedeResult& result) {
  std::string text = name_of(result.status) + (result.replayed ? " again" : "");
  if (result.id) text += naming(*result.id);
  if (result.duplicate_of) text += " repeats" + naming(result.duplicate_of->id);
  return text + " for" + naming(result.superseded);
}
std::string told(const std::vector<AddResult>& results) {
  std::string text;
  for (const AddResult& result : results) text += told(result) + "; ";
  return text;
}
template <typename T>
std::string told(const Result<T>& result) {
  return result ? told(*result) : describe(result.error());
}

using Request = std::function<std::string(Store&)>;

Request add(std::string text, AddOptions how = {}) {
  return [=](Store& store) { return told(store.add(text, how)); };
}
Request add_batch(std::vector<NewMemory> batch) {
  return [=](Store& store) { return told(store.add_batch(batch)); };
}
Request supersede(MemoryId id, std::string text, SupersedeOptions how = {}) {
  return [=](Store& store) { return told(store.supersede(id, text, how)); };
}

class GroupTest : public GatedDatabase {
 protected:
  GroupTest() {
    options.duplicates.enabled = true;
    options.embedder = circle({{"First", 300},
                               {"Tea", 0},
                               {"Tea please", 10},
                               {"Coffee", 40},
                               {"Milk", 80},
                               {"Water", 120},
                               {"Juice", 160},
                               {"Wine", 200},
                               {"Who?", 240},
                               {"Me.", 270}});
  }

  // The ids of what a store holds before: 1 superseded by 2, and 3.
  static void furnish(Store& store) {
    must(store.add_speaker("Ann"));
    must(store.add("Milk", {.speaker = "Ann"}));
    must(store.supersede(MemoryId{1}, "Water", {}));
    must(store.add("Juice", {}));
  }

  static Texts contents_of(Store& store) {
    Texts texts;
    for (const Memory& memory :
         must(store.list({.limit = 100, .include_superseded = true})).memories) {
      texts.push_back(label(memory) + ' ' + memory.content + naming(memory.id) +
                      (memory.current ? "" : " old"));
    }
    return texts;
  }

  // The answers to requests that come, in this order, while another one is flushed. `fails`: the
  // flush that they share does.
  Texts grouped(Store& store, const std::vector<Request>& requests, bool fails = false) {
    Texts answers(requests.size());
    std::vector<std::thread> threads;
    std::atomic<std::size_t> answered = 0;
    std::size_t before = 0;
    while_held([&] { static_cast<void>(store.add("First", {})); },
               [&] {
                 before = gate->passed();
                 for (std::size_t i = 0; i < requests.size(); ++i) {
                   threads.emplace_back([&, i] {
                     answers[i] = requests[i](store);
                     ++answered;
                   });
                   while (store.waiting() <= i && answered == 0) std::this_thread::yield();
                 }
                 CHECK(answered == 0);  // all wait
               },
               fails ? Then::next_fails : Then::goes_on);
    for (std::thread& thread : threads) thread.join();
    flushes = gate->passed() - before;
    return answers;
  }

  // The same, one after another.
  static Texts alone(Store& store, const std::vector<Request>& requests) {
    must(store.add("First", {}));
    Texts answers;
    for (const Request& request : requests) answers.push_back(request(store));
    return answers;
  }

  std::size_t flushes = 0;  // that the group needed
};

TEST_CASE_METHOD(GroupTest, "all that came during a flush share the next one", "[flush]") {
  options.duplicates.enabled = false;
  const auto a = store("a");
  const Texts answers = grouped(*a, std::vector<Request>(20, add("Tea")));
  CHECK(flushes == 1);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    CHECK(answers[i] == "stored" + naming(MemoryId{i + 2}));
  }
  CHECK(contents_of(*a).size() == 21);
}

TEST_CASE_METHOD(GroupTest, "a group takes no more than its bound, and leaves nobody behind",
                 "[flush]") {
  options.duplicates.enabled = false;
  const std::vector<NewMemory> most(store::CommitQueue::kMostMemories, {"Tea", {}});
  const std::vector<NewMemory> larger(most.size() + 1, {"Tea", {}});
  const auto a = store("a");
  const Texts answers =
      grouped(*a, {add_batch(most), add("Milk"), add("Water"), add_batch(larger), add("Juice")});
  CHECK(flushes == 4);
  for (const std::string& answer : answers) CHECK(answer.starts_with("stored"));
  CHECK(must(a->stats()).memories == 1 + most.size() + larger.size() + 3);
}

TEST_CASE_METHOD(GroupTest, "requests that share a flush are answered as if each had been alone",
                 "[flush]") {
  const AddOptions keyed{.speaker = "Ann", .idempotency_key = "key"};
  const std::vector<Request> requests = {
      add("Tea", keyed),
      add("Tea please"),     // repeats the one before
      add("Coffee", keyed),  // the key is taken
      add("Tea", keyed),     // the same request
      supersede(MemoryId{3}, "Wine"),
      supersede(MemoryId{3}, "Milk"),  // the one before was faster
      supersede(MemoryId{2}, "Milk"),
      add("Juice"),  // no longer said by any that is current
      add_batch({{"Coffee", {}}, {"Water", {}}, {"Water", keyed}}),  // fails at its end
      add_batch({{"Coffee", {}}, {"Coffee", {}}, {"Milk", {}}}),
      add("Coffee", {.on_duplicate = OnDuplicate::store}),
      supersede(MemoryId{2}, "Milk", {.idempotency_key = "another"}),
      [](Store& store) { return told(store.add_turn("Who?", "Me.", {})); },
  };
  options.duplicates.scope = GENERATE(DuplicateScope::store, DuplicateScope::speaker);
  options.duplicates.keep_detail_variants = GENERATE(false, true);
  const auto a = store("a");
  const auto b = store("b");
  furnish(*a);
  furnish(*b);
  CHECK(grouped(*a, requests) == alone(*b, requests));
  CHECK(flushes == 1);
  CHECK(contents_of(*a) == contents_of(*b));
  const Texts before = contents_of(*a);
  close();
  CHECK(contents_of(*store("a")) == before);
}

TEST_CASE_METHOD(GroupTest, "a flush that fails fails all who share it, and nothing is stored",
                 "[flush]") {
  const auto a = store("a");
  furnish(*a);
  const std::vector<Request> requests = {add("Tea", {.idempotency_key = "key"}), add("Tea"),
                                         supersede(MemoryId{3}, "Wine"),
                                         add_batch({{"Coffee", {}}, {"Milk", {}}})};
  CHECK(grouped(*a, requests, true) == Texts(4, "io_error"));
  const Texts left = {"(untagged) First" + naming(MemoryId{4}),
                      "(untagged) Juice" + naming(MemoryId{3}), "Ann Water" + naming(MemoryId{2}),
                      "Ann Milk" + naming(MemoryId{1}) + " old"};
  CHECK(contents_of(*a) == left);
  CHECK(told(a->add("Tea", {.idempotency_key = "key"})) == "stored" + naming(MemoryId{5}));
  const Texts after = contents_of(*a);
  close();
  CHECK(contents_of(*store("a")) == after);
}

}  // namespace
}  // namespace whosaid::test
