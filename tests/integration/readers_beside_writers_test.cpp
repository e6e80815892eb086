// Readers wait for no flush, and see the store as it was until a change is whole.

#include <string>
#include <utility>
#include <vector>

#include "gated_database.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;
using store::Store;

class ReadersTest : public GatedDatabase {
 protected:
  ReadersTest() { options.index_memory_budget = 0; }  // vectors are read from the log

  void furnish() {
    Store& a = *store("a");
    must(a.add_speaker("Ann"));
    must(a.add_speaker("Bob"));
    old_ = *must(a.add("The ferry leaves at nine.", {.speaker = "Ann"})).id;
    chain_ = *must(a.add("Lunch is at twelve.", {.speaker = "Ann"})).id;
    chain_ = *must(a.supersede(chain_, "Lunch is at one.", {})).id;
    must(a.add("The keys are with the porter.", {.speaker = "Bob"}));
    turn_ = *must(a.add_turn("When is the concert?", "On Friday at eight.", {})).id;
    must(store("b")->add("The other store's words.", {}));
  }

  // What every kind of read tells of a store.
  static Texts answers(Store& store) {
    Texts told;
    const auto tell = [&](const Memory& memory) {
      const auto alone = store.get(memory.id);
      told.push_back(label(memory) + ": " + memory.content + (memory.current ? "" : " (old)"));
      told.push_back(alone ? alone->content : describe(alone.error()));
      told.push_back(error_of(store.lineage(memory.id)));
    };
    const auto page = store.list({.limit = 50, .include_superseded = true});
    if (!page) return {describe(page.error())};
    for (const Memory& memory : page->memories) tell(memory);
    if (const auto found = store.search("When does the ferry leave?", {})) {
      for (const Hit& hit : found->hits) {
        told.push_back(hit.memory.content + ' ' + std::to_string(hit.similarity));
      }
    }
    if (const auto recall = store.recall("the concert", {})) {
      for (const Turn& turn : recall->short_term) told.push_back(turn.user + ' ' + turn.agent);
    }
    if (const auto gathered = store.engram("gather", "ferry lunch keys", {})) {
      for (const Hit& hit : gathered->hits) told.push_back(hit.memory.content);
    }
    for (const char* name : {"Ann", "Bob", "Cid"}) {
      const auto said = store.by_speaker(name, {});
      told.push_back(said ? std::to_string(said->memories.size()) : describe(said.error()));
      const auto going = store.forget_speaker(name, Forget::preview);
      told.push_back(going ? std::to_string(going->chunks) : describe(going.error()));
    }
    if (const auto list = store.list_speakers()) told.push_back(std::to_string(list->count));
    if (const auto stats = store.stats()) told.push_back(std::to_string(stats->memories));
    return told;
  }

  // Readers of the store that changes, and of another one, see what they saw before.
  void check_readers(const std::function<Result<void>(Store&)>& change) {
    furnish();
    const auto a = store("a");
    const auto b = store("b");
    const Texts before = answers(*a);
    const Texts other = answers(*b);
    Texts during, beside;
    Result<void> done;
    while_held([&] { done = change(*a); },
               [&] {
                 during = answers(*a);
                 beside = answers(*b);
               });
    CHECK(error_of(done) == "ok");
    CHECK(during == before);
    CHECK(beside == other);
    CHECK(answers(*a) != before);
    CHECK(answers(*b) == other);
  }

  MemoryId old_{}, chain_{}, turn_{};
};

template <typename T>
Result<void> nothing(const Result<T>& result) {
  if (!result) return tl::unexpected(result.error());
  return {};
}

TEST_CASE_METHOD(ReadersTest, "readers beside a change see the store as it was, and don't wait",
                 "[flush]") {
  held = GENERATE(Held::flush, Held::publication);
  SECTION("add") {
    check_readers([](Store& a) { return nothing(a.add("New words.", {.speaker = "Ann"})); });
  }
  SECTION("add_batch") {
    const std::vector<NewMemory> batch = {{"New words.", {}}, {"More of them.", {}}};
    check_readers([&](Store& a) { return nothing(a.add_batch(batch)); });
  }
  SECTION("add_turn") {
    check_readers([](Store& a) { return nothing(a.add_turn("Who?", "Nobody.", {})); });
  }
  SECTION("supersede") {
    check_readers([&](Store& a) { return nothing(a.supersede(old_, "It leaves at ten.", {})); });
  }
  SECTION("forget") {
    check_readers([&](Store& a) { return nothing(a.forget(old_)); });
  }
  SECTION("forget an exchange") {
    check_readers([&](Store& a) { return nothing(a.forget(turn_)); });
  }
  SECTION("forget a version") {
    check_readers([&](Store& a) { return nothing(a.forget(chain_)); });
  }
  SECTION("forget_speaker") {
    check_readers([](Store& a) { return nothing(a.forget_speaker("Ann", Forget::commit)); });
  }
  SECTION("add_speaker") {
    check_readers([](Store& a) { return nothing(a.add_speaker("Cid")); });
  }
  SECTION("remove_speaker") {
    check_readers([](Store& a) { return a.remove_speaker("Ann"); });
  }
}

TEST_CASE_METHOD(ReadersTest, "readers beside the deletion of a store see it until it is gone",
                 "[flush]") {
  held = GENERATE(Held::flush, Held::publication);
  furnish();
  const auto a = store("a");
  const Texts before = answers(*a);
  const Texts other = answers(*store("b"));
  Texts during, beside;
  while_held([&] { static_cast<void>(core().delete_store("a")); },
             [&] {
               during = answers(*a);
               const auto b = core().find_store("b");
               if (b) beside = answers(**b);
             });
  CHECK(during == before);
  CHECK(beside == other);
  CHECK(error_of(a->list({})) == "not_found");
  CHECK(error_of(core().find_store("a")) == "not_found");
}

TEST_CASE_METHOD(ReadersTest, "a store is found while another one is made", "[flush]") {
  furnish();
  const Texts other = answers(*store("b"));
  close();  // so that it has to be looked for in the log
  core();
  Texts found;
  while_held([&] { static_cast<void>(core().create_store("c")); },
             [&] {
               const auto b = core().find_store("b");
               if (b) found = answers(**b);
             });
  CHECK(found == other);
  CHECK(error_of(core().find_store("c")) == "ok");
}

TEST_CASE_METHOD(ReadersTest, "one who finds a store while it is made has the store that is made",
                 "[flush]") {
  held = Held::publication;
  furnish();
  std::shared_ptr<Store> made, found;
  while_held([&] { made = core().create_store("c").value_or(nullptr); },
             [&] { found = core().find_store("c").value_or(nullptr); });
  CHECK(made != nullptr);
  CHECK(found == made);
}

// More than is kept in memory, so that the record has to be read from the log.
TEST_CASE_METHOD(ReadersTest, "a record too much for memory is read as it was while it changes",
                 "[flush]") {
  held = Held::publication;
  const auto a = store("a");
  const std::string blanks(1'000'000, ' ');
  MemoryId last{};
  for (int i = 0; i < 68; ++i) last = *must(a->add("Words" + blanks + std::to_string(i), {})).id;
  Result<Memory> during;
  while_held([&] { static_cast<void>(a->supersede(last, "Newer words", {})); },
             [&] { during = a->get(last); });
  REQUIRE(during.has_value());
  CHECK(during->current);
  CHECK_FALSE(during->superseded_by.has_value());
  CHECK(must(a->get(last)).superseded_by.has_value());
}

TEST_CASE_METHOD(ReadersTest, "a forgetting that fails leaves the store as it was, and usable",
                 "[flush]") {
  furnish();
  const auto a = store("a");
  const Texts before = answers(*a);
  Result<ForgetResult> failed;
  Texts during;
  while_held([&] { failed = a->forget_speaker("Ann", Forget::commit); },
             [&] { during = answers(*a); }, Then::fails);
  CHECK(error_of(failed) == "io_error");
  CHECK(during == before);
  CHECK(answers(*a) == before);
  CHECK(error_of(a->forget_speaker("Ann", Forget::commit)) == "ok");
  CHECK(answers(*a) != before);
}

}  // namespace
}  // namespace whosaid::test
