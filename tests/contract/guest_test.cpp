// A guest's words never come back for the owner, nor the owner's for the guest, in any call that
// names a speaker.

#include <algorithm>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/ways.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

const std::string kGuests = "I'm allergic to walnuts";

class GuestTest : public StoreTest {
 protected:
  // The owner speaks of walnuts, too, in the same conversation and of the same moment.
  void dine() {
    meet({"Owner", "Guest"});
    const AddOptions how{.event_at = second(1),
                         .created_at = second(1),
                         .category = "health",
                         .conversation_id = "dinner",
                         .metadata = {{"speaker", "Owner"}, {"user", "Owner"}}};
    remember("Owner", "I bake with walnuts", how);
    guests_ = remember("Guest", kGuests, how);
    remember("Owner", "I am the owner", how);
    remember("me", "No walnuts for the guest then", how);
    note("Somebody said: I'm allergic to walnuts", how);
    exchange("Owner: I'm allergic to walnuts", "Noted: allergic to walnuts",
             {.conversation_id = "dinner"});
  }

  // All that a speaker's calls return for the question.
  std::vector<Memory> all_reads(const std::string& speaker, const std::string& question) {
    std::vector<Memory> all;
    const auto take = [&](const auto& items) {
      for (const auto& item : items) {
        if constexpr (requires { item.memory; }) {
          all.push_back(item.memory);
        } else {
          all.push_back(item);
        }
      }
    };
    for (const bool include : {false, true}) {
      for (const SearchOptions& how :
           std::vector<SearchOptions>{{},
                                      {.expand = true},
                                      {.categories = {"health"}},
                                      {.conversation_id = "dinner"},
                                      {.metadata = {{"speaker", "Owner"}}},
                                      {.event_from = second(0), .event_to = second(9)}}) {
        SearchOptions asked = how;
        asked.speaker = speaker;
        asked.include_superseded = include;
        asked.limit = 1000;
        const SearchResult result = search(question, asked);
        take(result.hits);
        for (const Passage& passage : result.passages) take(passage.parts);
      }
      take(must(store().by_speaker(speaker, {.include_superseded = include})).memories);
    }
    const Recall recall = must(store().recall(
        question, {.speaker = speaker, .limit = 1000, .context_limit = 100, .turns = 100}));
    take(recall.long_term);
    take(recall.context);
    CHECK(recall.short_term.empty());
    for (const std::string& name : list_engrams()) {
      take(must(store().engram(name, question, {.speaker = speaker, .limit = 1000})).hits);
    }
    return all;
  }

  void owner_hears_the_owner_alone() {
    for (const std::string& question :
         {kGuests, std::string("Is anybody allergic?"), std::string("walnuts"),
          std::string("What is the Owner allergic to?"), std::string("Guest"),
          std::string("\U0001F330")}) {
      CAPTURE(question);
      for (const std::string speaker : {"Owner", "Guest", "me"}) {
        CAPTURE(speaker);
        const std::vector<Memory> heard = all_reads(speaker, question);
        CHECK_FALSE(heard.empty());
        for (const Memory& memory : heard) {
          CHECK(memory.speaker == speaker);
          if (speaker == "Owner") CHECK_FALSE(contains(memory.content, "allergic"));
        }
      }
    }
  }

  MemoryId guests_{};
};

TEST_CASE_METHOD(GuestTest, "a guest's words never come back for the owner", "[leaks]") {
  const std::string way = GENERATE(from_range(all_ways()));
  CAPTURE(way);
  search_by(way, options);
  dine();
  owner_hears_the_owner_alone();
  reopen();
  owner_hears_the_owner_alone();
}

TEST_CASE_METHOD(GuestTest, "nor does a newer version of them", "[leaks]") {
  dine();
  replace(guests_, "The Owner said: I'm allergic to walnuts and peanuts");
  owner_hears_the_owner_alone();
  CHECK(roll() == "Owner 2/2, Guest 1/1");
}

TEST_CASE_METHOD(GuestTest, "nor after the guest has been removed, or was forgotten", "[leaks]") {
  dine();
  SECTION("removed, and another of the name registered") {
    must(store().remove_speaker("Guest"));
    meet({"Guest"});
    CHECK(all_reads("Guest", kGuests).empty());
  }
  SECTION("forgotten") {
    must(store().forget_speaker("Guest", Forget::commit));
    CHECK(all_reads("Guest", kGuests).empty());
    CHECK(error_of(store().get(guests_)) == "not_found" + naming(guests_));
  }
  for (const Memory& memory : all_reads("Owner", kGuests)) {
    CHECK(memory.speaker == "Owner");
    CHECK_FALSE(contains(memory.content, "allergic"));
  }
}

TEST_CASE_METHOD(GuestTest, "a duplicate of the guest's words makes them nobody else's",
                 "[leaks]") {
  options.duplicates.enabled = true;
  meet({"Owner", "Guest"});
  remember("Guest", kGuests);
  const AddResult again = must(store().add(kGuests, {.speaker = "Owner"}));
  REQUIRE(name_of(again.status) == "duplicate");
  CHECK(again.duplicate_of.value().speaker == "Guest");
  CHECK(all_reads("Owner", kGuests).empty());
  CHECK(roll() == "Owner 0/0, Guest 1/1");
}

}  // namespace
}  // namespace whosaid::test
