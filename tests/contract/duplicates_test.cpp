// A write whose meaning is already stored is dropped, and the answer says which memory it met.
//
// The texts lie on a circle, so that the cosine of two is that of the angle between them. The
// threshold is 0.9: 25 degrees apart is close enough, 30 degrees is not.

#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

class DuplicatesTest : public StoreTest {
 protected:
  DuplicatesTest() {
    options.duplicates.enabled = true;
    options.embedder = circle({{"at 0", 0},
                               {"at 5", 5},
                               {"at 10", 10},
                               {"at 20", 20},
                               {"at 12", 12},
                               {"at 30", 30},
                               {"at 60", 60},
                               {"at 90", 90},
                               {"at 180", 180},
                               {"Cat.", 0},
                               {"Dog.", 90},
                               {"Bird.", 180},
                               {"Feline.", 15},
                               {"Hound.", 95},
                               {"Fish.", 270},
                               {"Kitten.", 20},
                               {"Puppy.", 108},
                               {"query", 0}});
  }

  std::string status(std::string_view text, const AddOptions& how = {}) {
    return status_of(store().add(text, how));
  }
  AddResult add(std::string_view text, const AddOptions& how = {}) {
    return must(store().add(text, how));
  }
};

TEST_CASE_METHOD(DuplicatesTest, "a text close in meaning is dropped, whatever its words",
                 "[duplicates]") {
  meet({"Ann", "Bob"});
  const MemoryId first = remember("Bob", "at 0");
  const AddResult result = add("at 20", {.speaker = "Ann"});
  CHECK(name_of(result.status) == "duplicate");
  CHECK_FALSE(result.id.has_value());
  CHECK_FALSE(result.note.empty());
  CHECK_FALSE(result.replayed);
  REQUIRE(result.duplicate_of.has_value());
  CHECK(result.duplicate_of->id == first);
  CHECK(result.duplicate_of->speaker == "Bob");
  CHECK(result.duplicate_of->similarity == Approx(cosine_of_degrees(20)).margin(1e-4));
}

TEST_CASE_METHOD(DuplicatesTest, "a duplicate stores nothing and labels nothing", "[duplicates]") {
  meet({"Ann", "Bob"});
  note("at 0");
  CHECK(status("at 5", {.speaker = "Ann", .category = "work"}) == "duplicate");
  CHECK(status("at 5", {.speaker = "me"}) == "duplicate");
  const auto unchanged = [&] {
    CHECK(everything() == std::vector<std::string>{"at 0"});
    CHECK(labels(must(store().list())) == std::vector<std::string>{"(untagged)"});
    CHECK(must(store().list()).memories.at(0).category.empty());
    CHECK(roll() == "Ann 0/0, Bob 0/0");
    CHECK(said_by("me").empty());
  };
  unchanged();
  reopen();
  unchanged();
}

TEST_CASE_METHOD(DuplicatesTest, "a text beyond the threshold is stored", "[duplicates]") {
  CHECK(status("at 0") == "stored");
  CHECK(status("at 30") == "stored");
  CHECK(status("at 180") == "stored");
}

TEST_CASE_METHOD(DuplicatesTest, "the threshold belongs to the embedder", "[duplicates]") {
  options.embedder = circle({{"at 0", 0}, {"at 30", 30}, {"at 60", 60}}, 0.8);
  CHECK(status("at 0") == "stored");
  CHECK(status("at 30") == "duplicate");
  CHECK(status("at 60") == "stored");
}

TEST_CASE_METHOD(DuplicatesTest, "the options may set another threshold", "[duplicates]") {
  SECTION("a lower one") {
    options.duplicates.threshold = 0.4;
    CHECK(status("at 0") == "stored");
    CHECK(status("at 60") == "duplicate");
    CHECK(status("at 90") == "stored");
  }
  SECTION("a higher one") {
    options.duplicates.threshold = 0.99;
    CHECK(status("at 0") == "stored");
    CHECK(status("at 20") == "stored");
    CHECK(status("at 5") == "duplicate");
  }
  SECTION("the highest: the same vector alone") {
    options.duplicates.threshold = 1.0;
    options.embedder = scattered(48);
    for (int i = 0; i < 50; ++i) {
      const std::string text = "text " + std::to_string(i);
      CAPTURE(text);
      CHECK(status(text) == "stored");
      CHECK(status(text) == "duplicate");
    }
  }
  SECTION("the lowest: everything is one meaning") {
    options.duplicates.threshold = -1.0;
    CHECK(status("at 0") == "stored");
    CHECK(status("at 90") == "duplicate");
  }
}

TEST_CASE_METHOD(DuplicatesTest, "the default embedder sees a sentence said twice",
                 "[duplicates]") {
  options.embedder = nullptr;
  CHECK(status("The deadline moved to Tuesday") == "stored");
  const AddResult again = add("The deadline moved to Tuesday");
  CHECK(name_of(again.status) == "duplicate");
  REQUIRE(again.duplicate_of.has_value());
  CHECK(again.duplicate_of->similarity == Approx(1.0).margin(1e-4));
  CHECK(status("My sister keeps bees in Norway") == "stored");
}

TEST_CASE_METHOD(DuplicatesTest, "of several close memories the closest is named", "[duplicates]") {
  note("at 0");
  const MemoryId closest = note("at 10", {.on_duplicate = OnDuplicate::store});
  note("at 20", {.on_duplicate = OnDuplicate::store});
  const AddResult result = add("at 12");
  REQUIRE(result.duplicate_of.has_value());
  CHECK(result.duplicate_of->id == closest);
  CHECK(result.duplicate_of->similarity == Approx(cosine_of_degrees(2)).margin(1e-4));
}

TEST_CASE_METHOD(DuplicatesTest, "every sentence must be in one and the same memory",
                 "[duplicates]") {
  note("Cat.");
  note("Dog.");
  CHECK(status("Cat. Dog.") == "stored");
  CHECK(status("Dog. Cat.") == "duplicate");
}

TEST_CASE_METHOD(DuplicatesTest, "a part of a memory is a duplicate, a longer text is not",
                 "[duplicates]") {
  note("Cat. Dog. Bird.");
  CHECK(status("Feline.") == "duplicate");
  CHECK(status("Hound. Feline.") == "duplicate");
  CHECK(status("Cat. Dog. Fish.") == "stored");
}

TEST_CASE_METHOD(DuplicatesTest, "the similarity is that of the worst-matched sentence",
                 "[duplicates]") {
  const MemoryId first = note("Cat. Dog. Bird.");
  const AddResult result = add("Feline. Hound.");
  REQUIRE(result.duplicate_of.has_value());
  CHECK(result.duplicate_of->id == first);
  CHECK(result.duplicate_of->similarity == Approx(cosine_of_degrees(15)).margin(1e-4));

  const MemoryId second_one = note("Feline. Hound.", {.on_duplicate = OnDuplicate::store});
  const AddResult closer = add("Kitten. Puppy.");  // worst: 20 degrees to the first, 13 to this
  REQUIRE(closer.duplicate_of.has_value());
  CHECK(closer.duplicate_of->id == second_one);
  CHECK(closer.duplicate_of->similarity == Approx(cosine_of_degrees(13)).margin(1e-4));
}

TEST_CASE_METHOD(DuplicatesTest, "by default anybody's memory counts", "[duplicates]") {
  meet({"Ann", "Bob"});
  remember("Bob", "at 0");
  CHECK(status("at 5", {.speaker = "Ann"}) == "duplicate");
  CHECK(status("at 5", {.speaker = "me"}) == "duplicate");
  CHECK(status("at 5") == "duplicate");
}

TEST_CASE_METHOD(DuplicatesTest, "in the speaker's scope two people may say the same",
                 "[duplicates]") {
  options.duplicates.scope = DuplicateScope::speaker;
  meet({"Ann", "Bob"});
  for (const std::optional<std::string>& speaker :
       std::vector<std::optional<std::string>>{"Ann", "Bob", "me", std::nullopt}) {
    CAPTURE(speaker.value_or("(untagged)"));
    CHECK(status("at 0", {.speaker = speaker}) == "stored");
    const AddResult again = add("at 5", {.speaker = speaker});
    CHECK(name_of(again.status) == "duplicate");
    REQUIRE(again.duplicate_of.has_value());
    CHECK(again.duplicate_of->speaker == speaker);
  }
  CHECK(roll() == "Ann 1/1, Bob 1/1");
}

TEST_CASE_METHOD(DuplicatesTest, "the words of a removed speaker count as untagged",
                 "[duplicates]") {
  options.duplicates.scope = DuplicateScope::speaker;
  meet({"Bob"});
  const MemoryId old = remember("Bob", "at 0");
  must(store().remove_speaker("Bob"));
  const AddResult untagged = add("at 5");
  CHECK(name_of(untagged.status) == "duplicate");
  REQUIRE(untagged.duplicate_of.has_value());
  CHECK(untagged.duplicate_of->id == old);
  CHECK_FALSE(untagged.duplicate_of->speaker.has_value());
  meet({"Bob"});
  CHECK(status("at 5", {.speaker = "Bob"}) == "stored");
}

TEST_CASE_METHOD(DuplicatesTest, "a duplicate of a removed speaker's words names nobody",
                 "[duplicates]") {
  meet({"Bob"});
  remember("Bob", "at 0");
  must(store().remove_speaker("Bob"));
  meet({"Bob"});
  const AddResult result = add("at 5", {.speaker = "Bob"});
  REQUIRE(result.duplicate_of.has_value());
  CHECK_FALSE(result.duplicate_of->speaker.has_value());
}

TEST_CASE_METHOD(DuplicatesTest, "one call may store regardless", "[duplicates]") {
  meet({"Bob"});
  const MemoryId first = remember("Bob", "at 0");
  note("at 60");
  const AddResult result = add("at 5", {.on_duplicate = OnDuplicate::store});
  CHECK(name_of(result.status) == "stored");
  CHECK(result.id.has_value());
  CHECK_FALSE(result.duplicate_of.has_value());
  REQUIRE(result.near.size() == 1);
  CHECK(result.near[0].id == first);
  CHECK(result.near[0].speaker == "Bob");
  CHECK(result.near[0].similarity == Approx(cosine_of_degrees(5)).margin(1e-4));
  CHECK(everything() == std::vector<std::string>{"at 5", "at 60", "at 0"});
}

TEST_CASE_METHOD(DuplicatesTest, "the check can be switched off", "[duplicates]") {
  options.duplicates.enabled = false;
  CHECK(status("at 0") == "stored");
  CHECK(status("at 0") == "stored");
  CHECK(everything().size() == 2);
}

TEST_CASE_METHOD(DuplicatesTest, "a duplicate of a forgotten memory is stored", "[duplicates]") {
  const MemoryId first = note("at 0");
  must(store().forget(first));
  CHECK(status("at 5") == "stored");
  CHECK(status("at 0") == "duplicate");
}

TEST_CASE_METHOD(DuplicatesTest, "category, conversation and times make no difference",
                 "[duplicates]") {
  note("at 0", {.created_at = second(1), .category = "a", .conversation_id = "b"});
  CHECK(status("at 5", {.event_at = second(7),
                        .created_at = second(9),
                        .category = "x",
                        .conversation_id = "y",
                        .metadata = {{"k", "v"}}}) == "duplicate");
}

TEST_CASE_METHOD(DuplicatesTest, "a refused write is refused, duplicate or not", "[duplicates]") {
  note("at 0");
  CHECK(status("at 0", {.speaker = "Bob"}) == "invalid_request speaker=Bob");
  CHECK(status("at 0", {.category = " "}) == "invalid_request field=category");
}

TEST_CASE_METHOD(DuplicatesTest, "duplicates are known after reopening", "[duplicates]") {
  const MemoryId first = note("Cat. Dog.");
  reopen();
  const AddResult result = add("Feline.");
  REQUIRE(result.duplicate_of.has_value());
  CHECK(result.duplicate_of->id == first);
}

TEST_CASE_METHOD(DuplicatesTest, "the check finds a lone match among many, graph or not",
                 "[duplicates]") {
  options.embedder = scattered(16, 0.99);
  options.graph_threshold = 8 * 16;
  const MemoryId first = note("the needle");
  std::vector<NewMemory> hay;
  for (int i = 0; i < 500; ++i) hay.push_back({.content = "straw " + std::to_string(i)});
  for (const AddResult& added : must(store().add_batch(hay))) {
    REQUIRE(name_of(added.status) == "stored");
  }
  for (const auto& [text, id] :
       std::vector<std::pair<std::string, std::optional<MemoryId>>>{{"the needle", first},
                                                                    {"straw 0", std::nullopt},
                                                                    {"straw 250", std::nullopt},
                                                                    {"straw 499", std::nullopt}}) {
    CAPTURE(text);
    const AddResult result = add(text);
    CHECK(name_of(result.status) == "duplicate");
    REQUIRE(result.duplicate_of.has_value());
    CHECK(must(store().get(result.duplicate_of->id)).content == text);
    if (id) CHECK(result.duplicate_of->id == *id);
  }
}

TEST_CASE_METHOD(DatabaseTest, "nothing is a duplicate of another store's memory", "[duplicates]") {
  options.duplicates.enabled = true;
  CHECK(status_of(store("a").add("The deadline moved to Tuesday")) == "stored");
  CHECK(status_of(store("b").add("The deadline moved to Tuesday")) == "stored");
  CHECK(status_of(store("a").add("The deadline moved to Tuesday")) == "duplicate");
}

}  // namespace
}  // namespace whosaid::test
