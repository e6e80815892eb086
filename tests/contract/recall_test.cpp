// recall: the latest exchanges, what search finds, and what was said around the best hit.

#include <algorithm>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class RecallTest : public StoreTest {
 protected:
  Recall recall(std::string_view query, const RecallOptions& how = {}) {
    return must(store().recall(query, how));
  }
  std::string refusal(std::string_view query, const RecallOptions& how = {}) {
    return error_of(store().recall(query, how));
  }

  // Remarks "r0", "r1", ... of one conversation, by Ann and Bob in turn; the fifth names a harbour.
  void converse(int count) {
    meet({"Ann", "Bob"});
    for (int i = 0; i < count; ++i) {
      remember(i % 2 == 0 ? "Ann" : "Bob", i == 5 ? "harbour" : "r" + std::to_string(i),
               {.created_at = second(i), .conversation_id = "c"});
    }
  }
};

TEST_CASE_METHOD(RecallTest, "what is out of range is refused and never adjusted", "[recall]") {
  CHECK(refusal("q", {.limit = 0}) == "invalid_request field=limit");
  CHECK(refusal("q", {.limit = 1001}) == "invalid_request field=limit");
  CHECK(refusal("q", {.context_limit = 101}) == "invalid_request field=context_limit");
  CHECK(refusal("q", {.context_limit = ~std::size_t{0}}) == "invalid_request field=context_limit");
  CHECK(refusal("q", {.turns = 101}) == "invalid_request field=turns");
  CHECK(refusal("q", {.turns = ~std::size_t{0}}) == "invalid_request field=turns");
  CHECK(refusal("q", {.limit = 1, .context_limit = 0, .turns = 0, .max_characters = 0}) == "ok");
  CHECK(refusal("q", {.limit = 100, .context_limit = 100, .turns = 100}) == "ok");
}

TEST_CASE_METHOD(RecallTest, "a blank or broken query is refused", "[recall]") {
  for (const char* query : {"", " \n", "\u200b", "\xff"}) {
    CAPTURE(escaped(query));
    CHECK(refusal(query) == "invalid_request field=query");
  }
}

TEST_CASE_METHOD(RecallTest, "recalling an unregistered speaker is not_found", "[recall]") {
  note("Words");
  const auto result = store().recall("words", {.speaker = "Bob"});
  CHECK(error_of(result) == "not_found speaker=Bob");
  CHECK(message_of(result) == "speaker 'Bob' is not registered in this store.");
  for (const char* bad : {"", "ME", "a\nb", "\xff"}) {
    CAPTURE(escaped(bad));
    CHECK(refusal("words", {.speaker = bad}) == "invalid_request field=speaker");
  }
}

TEST_CASE_METHOD(RecallTest, "an empty store recalls nothing", "[recall]") {
  const Recall nothing = recall("anything");
  CHECK(nothing.short_term.empty());
  CHECK(nothing.long_term.empty());
  CHECK(nothing.context.empty());
}

TEST_CASE_METHOD(RecallTest, "long_term is what search finds", "[recall]") {
  converse(9);
  remember("me", "the harbour, as I said");
  note("untagged harbour");
  exchange("Which harbour?", "The old one");
  for (const std::size_t limit : {1u, 3u, 100u}) {
    const SearchResult found = search("harbour", {.limit = limit});
    const Recall recalled = recall("harbour", {.limit = limit});
    CHECK(ids(recalled.long_term) == ids(found));
    CHECK(labels(recalled.long_term) == labels(found));
    for (std::size_t i = 0; i < found.hits.size(); ++i) {
      CHECK(recalled.long_term[i].score == found.hits[i].score);
      CHECK(recalled.long_term[i].similarity == found.hits[i].similarity);
    }
  }
}

TEST_CASE_METHOD(RecallTest, "each part holds ten unless told otherwise", "[recall]") {
  converse(30);
  for (int i = 0; i < 15; ++i) exchange("Question " + std::to_string(i), "Answer");
  const Recall recalled = recall("harbour");
  CHECK(recalled.short_term.size() == 10);
  CHECK(recalled.long_term.size() == 10);
  CHECK(recalled.context.size() == 10);
}

TEST_CASE_METHOD(RecallTest, "context is what was said around the best hit, in the order of time",
                 "[recall]") {
  options.embedder = no_vectors();
  converse(12);
  remember("Bob", "r3 elsewhere", {.created_at = second(5), .conversation_id = "other"});
  const auto around = [&](std::size_t limit) {
    return contents(recall("harbour", {.context_limit = limit}).context);
  };
  CHECK(around(4) == Texts{"r3", "r4", "r6", "r7"});
  CHECK(around(2) == Texts{"r4", "r6"});
  CHECK(around(0).empty());
  CHECK(around(100) == Texts{"r0", "r1", "r2", "r3", "r4", "r6", "r7", "r8", "r9", "r10", "r11"});
  const Recall recalled = recall("harbour", {.context_limit = 4});
  CHECK(labels(recalled.context) == Texts{"Bob", "Ann", "Ann", "Bob"});
  reopen();
  CHECK(around(4) == Texts{"r3", "r4", "r6", "r7"});
}

TEST_CASE_METHOD(RecallTest, "the order of a conversation is that of the events", "[recall]") {
  options.embedder = no_vectors();
  note("last", {.event_at = second(3), .created_at = second(1), .conversation_id = "c"});
  note("harbour", {.event_at = second(2), .created_at = second(2), .conversation_id = "c"});
  note("first", {.event_at = second(1), .created_at = second(3), .conversation_id = "c"});
  note("stored without", {.created_at = second(2), .conversation_id = "c"});
  const Texts context = contents(recall("harbour").context);
  CHECK(context == Texts{"first", "stored without", "last"});
}

TEST_CASE_METHOD(RecallTest, "without a conversation there is no context", "[recall]") {
  note("harbour");
  note("harbour view");
  const Recall recalled = recall("harbour");
  CHECK(recalled.long_term.size() == 2);
  CHECK(recalled.context.empty());
}

TEST_CASE_METHOD(RecallTest, "context has one moment's memories once each", "[recall]") {
  options.embedder = no_vectors();
  note("harbour", {.created_at = second(1), .conversation_id = "c"});
  std::vector<MemoryId> others;
  for (int i = 0; i < 9; ++i) {
    others.push_back(
        note("r" + std::to_string(i), {.created_at = second(1), .conversation_id = "c"}));
  }
  CHECK(ids(recall("harbour", {.context_limit = 100}).context) == others);
}

TEST_CASE_METHOD(RecallTest, "context leaves out what is forgotten or superseded", "[recall]") {
  options.embedder = no_vectors();
  converse(8);
  const std::vector<Memory> all = must(store().list()).memories;  // newest first: r7 at 0
  must(store().forget(all[1].id));                                // r6
  replace(all[3].id, "r4 anew", {.created_at = second(4)});
  const auto present = [&] {
    CHECK(contents(recall("harbour").context) == Texts{"r0", "r1", "r2", "r3", "r4 anew", "r7"});
    CHECK(contents(recall("harbour", {.context_limit = 2}).context) == Texts{"r4 anew", "r7"});
  };
  present();
  reopen();
  present();
}

TEST_CASE_METHOD(RecallTest, "with a speaker nobody else's words are recalled", "[recall]") {
  options.embedder = no_vectors();
  converse(12);
  remember("me", "harbour", {.created_at = second(20), .conversation_id = "c"});
  note("harbour", {.created_at = second(21), .conversation_id = "c"});
  exchange("Which harbour?", "The old one", {.conversation_id = "c"});
  const Recall bobs = recall("harbour", {.speaker = "Bob", .limit = 100, .context_limit = 100});
  CHECK(labels(bobs.long_term) == Texts(6, "Bob"));
  CHECK(contents(bobs.context) == Texts{"r1", "r3", "r7", "r9", "r11"});
  CHECK(labels(bobs.context) == Texts(5, "Bob"));
  CHECK(bobs.short_term.empty());
  CHECK(contents(recall("harbour", {.speaker = "Bob", .context_limit = 2}).context) ==
        Texts{"r3", "r7"});

  const Recall agents = recall("harbour", {.speaker = "me"});
  CHECK(labels(agents.long_term) == Texts{"me"});
  CHECK(agents.context.empty());
  CHECK(agents.short_term.empty());
}

TEST_CASE_METHOD(RecallTest, "a speaker's name is normalized", "[recall]") {
  meet({"Zo\u00e9"});
  remember("Zo\u00e9", "Words");
  CHECK(labels(recall("words", {.speaker = " Zoe\u0301"}).long_term) == Texts{"Zo\u00e9"});
}

TEST_CASE_METHOD(RecallTest, "a removed speaker's words are recalled unlabelled", "[recall]") {
  converse(6);
  must(store().remove_speaker("Ann"));
  must(store().remove_speaker("Bob"));
  meet({"Bob"});
  const Recall recalled = recall("harbour");
  CHECK(labels(recalled.long_term) == Texts(6, "(untagged)"));
  CHECK(labels(recalled.context) == Texts(5, "(untagged)"));
  CHECK(recall("harbour", {.speaker = "Bob"}).long_term.empty());
}

// --- max_characters ---

std::size_t code_points(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

std::size_t characters(const Recall& recall) {
  std::size_t sum = 0;
  for (const Turn& turn : recall.short_term) {
    sum += code_points(turn.user) + code_points(turn.agent);
  }
  for (const Hit& hit : recall.long_term) sum += code_points(hit.memory.content);
  for (const Memory& memory : recall.context) sum += code_points(memory.content);
  return sum;
}

TEST_CASE_METHOD(RecallTest, "a budget counts code points", "[recall]") {
  note("\u00e9\u00e9\u00e9\u00e9 \U0001F600 \u4e16\u754c");  // 9 code points, 20 bytes
  CHECK(recall("q", {.max_characters = 9}).long_term.size() == 1);
  CHECK(recall("q", {.max_characters = 8}).long_term.empty());
  CHECK(recall("q", {.max_characters = 0}).long_term.empty());
}

TEST_CASE_METHOD(RecallTest, "a budget keeps whole memories, best first", "[recall]") {
  options.embedder = no_vectors();
  note("harbour harbour");       // 15
  note("harbour and the sea");   // 19
  note("nothing of that kind");  // 20
  const Texts all = contents(recall("harbour").long_term);
  REQUIRE(all.size() == 3);
  const auto kept = [&](std::size_t budget) {
    return contents(recall("harbour", {.max_characters = budget}).long_term);
  };
  CHECK(kept(14).empty());
  CHECK(kept(all[0].size()) == Texts{all[0]});
  CHECK(kept(all[0].size() + all[1].size() - 1) == Texts{all[0]});
  CHECK(kept(all[0].size() + all[1].size()) == Texts{all[0], all[1]});
  CHECK(kept(1000) == all);
}

TEST_CASE_METHOD(RecallTest, "a budget is kept whatever it is, and a part is the beginning of all",
                 "[recall]") {
  options.embedder = no_vectors();
  converse(9);
  exchange("Wh\u00e9re?", "There", {.created_at = second(20)});
  exchange("And how?", "By boat", {.created_at = second(21)});
  const RecallOptions how{.limit = 3, .context_limit = 4};
  const Recall all = recall("harbour", how);
  const std::size_t total = characters(all);
  REQUIRE(all.long_term.size() == 3);
  REQUIRE(all.context.size() == 4);
  REQUIRE(all.short_term.size() == 2);
  std::size_t most = 0;
  for (std::size_t budget = 0; budget <= total + 1; ++budget) {
    CAPTURE(budget);
    RecallOptions within = how;
    within.max_characters = budget;
    const Recall part = recall("harbour", within);
    CHECK(characters(part) <= budget);
    CHECK(std::equal(part.long_term.begin(), part.long_term.end(), all.long_term.begin(),
                     [](const Hit& a, const Hit& b) { return a.memory.id == b.memory.id; }));
    // The latest turns, and the neighbours nearest to the hit: r4, r6, r3, r7.
    for (std::size_t i = 0; i < part.short_term.size(); ++i) {
      CHECK(part.short_term[i].user ==
            all.short_term[all.short_term.size() - part.short_term.size() + i].user);
    }
    const std::vector<Texts> nearest = {
        {}, {"r4"}, {"r4", "r6"}, {"r3", "r4", "r6"}, {"r3", "r4", "r6", "r7"}};
    CHECK(contents(part.context) == nearest.at(part.context.size()));
    most = std::max(most, characters(part));
  }
  CHECK(most == total);
}

}  // namespace
}  // namespace whosaid::test
