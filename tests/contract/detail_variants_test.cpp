// keep_detail_variants: what is close in meaning and differs in a detail is stored, and the answer
// lists what it is close to.
//
// All texts of a case have vectors close to each other: only their words tell them apart.

#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

constexpr const char* kPeanuts = "I am allergic to peanuts.";
constexpr const char* kAgain = "i'm allergic to peanuts!";
constexpr const char* kShellfish = "I am allergic to shellfish.";
constexpr const char* kNot = "I am not allergic to peanuts.";
constexpr const char* kTea = "Tea at nine.";
constexpr const char* kLateTea = "Tea at ten.";

class DetailVariantsTest : public StoreTest {
 protected:
  DetailVariantsTest() {
    options.duplicates.enabled = true;
    options.duplicates.keep_detail_variants = true;
    options.embedder = circle({{kPeanuts, 0},
                               {kAgain, 3},
                               {kShellfish, 2},
                               {kNot, 1},
                               {kTea, 180},
                               {kLateTea, 181},
                               {"Tea at 9!", 182}});
  }

  AddResult add(std::string_view text, const AddOptions& how = {}) {
    return must(store().add(text, how));
  }
  std::string status(std::string_view text, const AddOptions& how = {}) {
    return name_of(add(text, how).status);
  }
  static std::vector<MemoryId> near_ids(const AddResult& result) {
    std::vector<MemoryId> found;
    for (const Near& near : result.near) found.push_back(near.id);
    return found;
  }
};

TEST_CASE_METHOD(DetailVariantsTest,
                 "a text that differs in a detail is stored and lists the other", "[duplicates]") {
  meet({"Ann", "Bob"});
  const MemoryId first = remember("Bob", kPeanuts);
  const AddResult result = add(kShellfish, {.speaker = "Ann"});
  CHECK(name_of(result.status) == "stored");
  CHECK(result.id.has_value());
  CHECK_FALSE(result.duplicate_of.has_value());
  REQUIRE(result.near.size() == 1);
  CHECK(result.near.front().id == first);
  CHECK(result.near.front().speaker == "Bob");
  CHECK(result.near.front().similarity == Approx(cosine_of_degrees(2)).margin(1e-4));
  CHECK(said_by("Ann") == std::vector<std::string>{kShellfish});
}

TEST_CASE_METHOD(DetailVariantsTest, "a text that differs in none is a duplicate", "[duplicates]") {
  const MemoryId first = note(kPeanuts);
  const AddResult result = add(kAgain);
  CHECK(name_of(result.status) == "duplicate");
  REQUIRE(result.duplicate_of.has_value());
  CHECK(result.duplicate_of->id == first);
  CHECK(everything().size() == 1);
}

TEST_CASE_METHOD(DetailVariantsTest, "without the option, nearness alone decides", "[duplicates]") {
  options.duplicates.keep_detail_variants = false;
  note(kPeanuts);
  CHECK(status(kShellfish) == "duplicate");
  CHECK(status(kNot) == "duplicate");
}

TEST_CASE_METHOD(DetailVariantsTest, "a duplicate is one of those that do not differ",
                 "[duplicates]") {
  const MemoryId peanuts = note(kPeanuts);
  const MemoryId shellfish = note(kShellfish);
  const MemoryId negated = note(kNot);
  CHECK(near_ids(add(kNot, {.on_duplicate = OnDuplicate::store})).size() == 3);
  const AddResult result = add(kAgain);  // both others are nearer than what it repeats
  CHECK(name_of(result.status) == "duplicate");
  REQUIRE(result.duplicate_of.has_value());
  CHECK(result.duplicate_of->id == peanuts);
  CHECK(peanuts != shellfish);
  CHECK(must(store().get(negated)).content == kNot);
}

TEST_CASE_METHOD(DetailVariantsTest, "sentences are compared one by one", "[duplicates]") {
  const std::string both = std::string(kPeanuts) + " " + kTea;
  const MemoryId first = note(both);
  CHECK(add(kTea).duplicate_of->id == first);
  CHECK(add("Tea at 9! " + std::string(kAgain)).duplicate_of->id == first);
  const AddResult later = add(std::string(kPeanuts) + " " + kLateTea);
  CHECK(name_of(later.status) == "stored");
  CHECK(near_ids(later) == std::vector<MemoryId>{first});
}

TEST_CASE_METHOD(DetailVariantsTest, "a sentence may repeat any sentence close to it",
                 "[duplicates]") {
  note(std::string(kNot) + " " + kPeanuts);
  CHECK(status(kPeanuts) == "duplicate");
  CHECK(status(kNot) == "duplicate");
  CHECK(status(kShellfish) == "stored");
}

TEST_CASE_METHOD(DetailVariantsTest, "variants within a batch are kept, repetitions are not",
                 "[duplicates]") {
  const std::vector<NewMemory> batch = {
      {kPeanuts, {}}, {kShellfish, {}}, {kAgain, {}}, {kNot, {}}, {kNot, {}}};
  const std::vector<AddResult> results = must(store().add_batch(batch));
  CHECK(statuses(results) ==
        std::vector<std::string>{"stored", "stored", "duplicate", "stored", "duplicate"});
  CHECK(results[2].duplicate_of->id == *results[0].id);
  CHECK(results[4].duplicate_of->id == *results[3].id);
  CHECK(sorted(near_ids(results[3])) == std::vector<MemoryId>{*results[0].id, *results[1].id});
}

TEST_CASE_METHOD(DetailVariantsTest, "one call may store what differs in nothing", "[duplicates]") {
  const MemoryId first = note(kPeanuts);
  const AddResult result = add(kAgain, {.on_duplicate = OnDuplicate::store});
  CHECK(name_of(result.status) == "stored");
  CHECK(near_ids(result) == std::vector<MemoryId>{first});
}

TEST_CASE_METHOD(DetailVariantsTest, "in the speaker's scope others are not compared",
                 "[duplicates]") {
  options.duplicates.scope = DuplicateScope::speaker;
  meet({"Ann", "Bob"});
  const MemoryId first = remember("Bob", kPeanuts);
  CHECK(add(kAgain, {.speaker = "Ann"}).near.empty());
  CHECK(status(kAgain, {.speaker = "Bob"}) == "duplicate");
  CHECK(near_ids(add(kNot, {.speaker = "Bob"})) == std::vector<MemoryId>{first});
}

TEST_CASE_METHOD(DetailVariantsTest, "a new version is compared in the same way", "[duplicates]") {
  const MemoryId peanuts = note(kPeanuts);
  const MemoryId tea = note(kTea);
  const SupersedeResult repeats = must(store().supersede(tea, kAgain));
  CHECK(name_of(repeats.status) == "duplicate");
  REQUIRE(repeats.duplicate_of.has_value());
  CHECK(repeats.duplicate_of->id == peanuts);
  CHECK(name_of(must(store().supersede(tea, kNot)).status) == "stored");
  CHECK(everything() == std::vector<std::string>{kNot, kPeanuts});
}

TEST_CASE_METHOD(DetailVariantsTest, "a repeated request lists the same near memories",
                 "[duplicates]") {
  const MemoryId first = note(kPeanuts);
  const AddResult stored = add(kNot, {.idempotency_key = "once"});
  reopen();
  const AddResult replayed = add(kNot, {.idempotency_key = "once"});
  CHECK(replayed.replayed);
  CHECK(replayed.id == stored.id);
  CHECK(near_ids(replayed) == std::vector<MemoryId>{first});
}

TEST_CASE_METHOD(DetailVariantsTest, "at the highest threshold the same text is a duplicate",
                 "[duplicates]") {
  options.duplicates.threshold = 1.0;
  options.embedder = scattered(48);
  for (int i = 0; i < 50; ++i) {
    const std::string text = "text " + std::to_string(i);
    CAPTURE(text);
    CHECK(status(text) == "stored");
    CHECK(status(text) == "duplicate");
  }
}

TEST_CASE_METHOD(DetailVariantsTest, "what is kept is kept in every language", "[duplicates]") {
  const std::vector<std::vector<std::string>> variants = {
      {"Ann loves walnuts", "Ann hates walnuts", "Ann hated two walnuts", "ann loves walnuts!"},
      {"Ich fahre heute nach Köln", "Ich fahre morgen nach Köln", "Ich fahre heute nicht nach Köln",
       "ich fahre heute nach Köln…"},
      {"Il arrive à midi", "Il arrive à minuit", "Il n'arrive pas à midi", "il arrive à midi !"},
      {"Tengo dos gatos", "Tengo tres gatos", "No tengo dos gatos", "tengo dos gatos."},
      {"私は肉を食べます", "私は肉を食べません", "私は魚を食べます", "私は肉を食べます。"},
      {"나는 고기를 먹어요", "나는 고기를 안 먹어요", "나는 생선을 먹어요", "나는 고기를 먹어요!"},
  };
  options.embedder =
      from_function("equal", 2, 0.9, [](std::span<const std::string_view> texts, Purpose) {
        return Result<std::vector<Vector>>(std::vector<Vector>(texts.size(), Vector{1, 0}));
      });
  for (const std::vector<std::string>& texts : variants) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      CAPTURE(texts[i]);
      CHECK(status(texts[i]) == (i + 1 < texts.size() ? "stored" : "duplicate"));
    }
  }
}

}  // namespace
}  // namespace whosaid::test
