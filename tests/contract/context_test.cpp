// What moves ranks besides a memory's own words: its conversation, whether it asks, its speaker,
// its time. And what never moves: whose a memory is.

#include <string>
#include <string_view>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

class ContextTest : public StoreTest {
 protected:
  ContextTest() { options.embedder = no_vectors(); }

  // Says one thing after the other in one conversation.
  void talk(std::string_view conversation,
            const std::vector<std::pair<std::string, std::string>>& remarks) {
    for (const auto& [speaker, text] : remarks) {
      remember(speaker, text,
               {.created_at = second(++time_), .conversation_id = std::string(conversation)});
    }
  }
  // The texts in the order of a search, those of `ignored` left out.
  Texts order(std::string_view query, const SearchOptions& how = {}) {
    return contents(search(query, how));
  }
  std::string first(std::string_view query, const SearchOptions& how = {}) {
    return order(query, how).at(0);
  }

 private:
  int time_ = 0;
};

TEST_CASE_METHOD(ContextTest, "an answer is found by the words of the question before it",
                 "[context]") {
  meet({"Ann", "Bob"});
  talk("pets", {{"Ann", "How long have you had your turtles?"}, {"Bob", "Three years, I think."}});
  talk("work", {{"Ann", "The turtles are on the cover."}, {"Bob", "Four years, I guess."}});
  CHECK(first("turtles", {.speaker = "Bob"}) == "Three years, I think.");
}

TEST_CASE_METHOD(ContextTest, "a memory that tells comes before one that only asks", "[context]") {
  note("Is the harbour open on Sunday?", {.created_at = second(2)});
  note("The harbour is open on Sunday.", {.created_at = second(1)});
  CHECK(first("harbour Sunday") == "The harbour is open on Sunday.");
}

TEST_CASE_METHOD(ContextTest, "a memory that asks and tells is lowered less", "[context]") {
  note("Is the harbour open?", {.created_at = second(2)});
  note("The harbour smells today. Is it the tide?", {.created_at = second(1)});
  CHECK(first("harbour") == "The harbour smells today. Is it the tide?");
}

TEST_CASE_METHOD(ContextTest, "two of the words say more than one of them twice", "[context]") {
  note("Lisbon, Lisbon, Lisbon in the spring", {.created_at = second(2)});
  note("We will meet in Lisbon in the harbour", {.created_at = second(1)});
  CHECK(first("Lisbon harbour") == "We will meet in Lisbon in the harbour");
}

TEST_CASE_METHOD(ContextTest, "the conversation's best lend to what stands near them",
                 "[context]") {
  meet({"Ann", "Bob"});
  talk("one", {{"Ann", "The sailing was wild"}, {"Bob", "Tell me more"}});
  talk("two", {{"Ann", "The sailing was wild"},
               {"Bob", "Tell me more"},
               {"Ann", "We tied knots"},
               {"Bob", "Knots are fun"},
               {"Ann", "Then more sailing"},
               {"Bob", "And the sailing trophy"}});
  const SearchResult result = search("sailing");
  std::vector<double> scores;
  for (const Hit& hit : result.hits) {
    if (hit.memory.content == "The sailing was wild") scores.push_back(hit.score);
  }
  REQUIRE(scores.size() == 2);
  CHECK(scores[0] > scores[1]);
}

TEST_CASE_METHOD(ContextTest,
                 "context moves ranks, not labels: a filter returns the speaker's alone",
                 "[context]") {
  meet({"Ann", "Bob"});
  talk("trip",
       {{"Ann", "When does the ferry leave?"}, {"Bob", "At nine."}, {"Ann", "The ferry it is"}});
  const SearchResult result = search("ferry", {.speaker = "Bob"});
  CHECK(contents(result) == Texts{"At nine."});
  CHECK(result.hits.at(0).memory.speaker == "Bob");
}

TEST_CASE_METHOD(ContextTest, "without conversations only own words count", "[context]") {
  meet({"Ann"});
  remember("Ann", "The ferry leaves at nine", {.created_at = second(1)});
  remember("Ann", "Bring a coat", {.created_at = second(2)});
  for (const Hit& hit : search("ferry", {.explain = true}).hits) {
    CHECK(hit.explanation.value().context == 0.0);
  }
}

TEST_CASE_METHOD(ContextTest, "a superseded memory lends nothing", "[context]") {
  meet({"Ann", "Bob"});
  talk("trip", {{"Bob", "Fine by me"}});
  const MemoryId old = remember("Ann", "The ferry leaves at nine",
                                {.created_at = second(99), .conversation_id = "trip"});
  CHECK(search("ferry", {.speaker = "Bob", .explain = true}).hits.at(0).score > 0);
  replace(old, "The train leaves at ten");
  CHECK(search("ferry", {.speaker = "Bob", .explain = true}).hits.at(0).score == 0);
}

TEST_CASE_METHOD(ContextTest, "a query that names a speaker raises that speaker's memories",
                 "[context]") {
  meet({"Ann", "Bob"});
  remember("Bob", "The deadline is on Tuesday", {.created_at = second(1)});
  remember("Ann", "The deadline is on Friday", {.created_at = second(2)});
  CHECK(first("deadline") == "The deadline is on Friday");  // the newer
  for (const char* query : {"What did Bob say about the deadline?", "Bob's deadline",
                            "deadline, according to BOB", "deadline bob"}) {
    CAPTURE(query);
    CHECK(first(query) == "The deadline is on Tuesday");
  }
}

TEST_CASE_METHOD(ContextTest, "naming raises without filtering", "[context]") {
  meet({"Ann", "Bob"});
  remember("Bob", "I like tea");
  remember("Ann", "The deadline is on Friday");
  CHECK(first("What did Bob say about the deadline?") == "The deadline is on Friday");
  CHECK(search("What did Bob say about the deadline?").hits.size() == 2);
}

TEST_CASE_METHOD(ContextTest,
                 "a question about somebody else's words doesn't raise whom it is about",
                 "[context]") {
  meet({"Ann", "Bob", "Cid"});
  remember("Ann", "Bob promised a cake", {.created_at = second(1)});
  remember("Bob", "I promised a cake", {.created_at = second(2)});
  CHECK(first("What did Ann say about Bob and the cake?") == "Bob promised a cake");
  CHECK(first("promised a cake, about Bob") == "Bob promised a cake");
}

TEST_CASE_METHOD(ContextTest, "a query of nothing but a name brings that speaker's memories first",
                 "[context]") {
  meet({"Ann", "Bob"});
  remember("Bob", "The boat is blue", {.created_at = second(1)});
  remember("Ann", "The bike is red", {.created_at = second(2)});
  CHECK(order("Bob") == Texts{"The boat is blue", "The bike is red"});
  CHECK(order("What did Bob say?") == Texts{"The boat is blue", "The bike is red"});
}

TEST_CASE_METHOD(ContextTest, "names are told apart by all their words", "[context]") {
  meet({"Ann Lee", "Ann Roe"});
  remember("Ann Lee", "The deadline is on Tuesday", {.created_at = second(1)});
  remember("Ann Roe", "The deadline is on Friday", {.created_at = second(2)});
  CHECK(first("Ann Lee deadline") == "The deadline is on Tuesday");
  CHECK(first("Ann Roe deadline") == "The deadline is on Friday");
  CHECK(first("Lee deadline") == "The deadline is on Tuesday");
}

TEST_CASE_METHOD(ContextTest, "a name without spaces is named as a whole", "[context]") {
  meet({"\u7530\u4e2d\u592a\u90ce", "\u7530\u4e2d\u82b1\u5b50"});
  remember("\u7530\u4e2d\u592a\u90ce", "deadline Tuesday", {.created_at = second(1)});
  remember("\u7530\u4e2d\u82b1\u5b50", "deadline Friday", {.created_at = second(2)});
  CHECK(first("\u7530\u4e2d\u592a\u90ce deadline") == "deadline Tuesday");
  CHECK(first("\u7530\u4e2d\u82b1\u5b50 deadline") == "deadline Friday");
}

TEST_CASE_METHOD(ContextTest, "a removed speaker's name is a word like others", "[context]") {
  meet({"Ann", "Bob"});
  remember("Bob", "The deadline is on Tuesday", {.created_at = second(1)});
  remember("Ann", "The deadline is on Friday", {.created_at = second(2)});
  must(store().remove_speaker("Bob"));
  CHECK(first("Bob deadline") == "The deadline is on Friday");
}

TEST_CASE_METHOD(ContextTest, "a query that names a time raises what happened then", "[context]") {
  note("The choir sang", {.event_at = second(0)});              // 2023-01-01
  note("The choir sang", {.event_at = second(40 * 86'400)});    // 2023-02-10
  note("The choir sang", {.created_at = second(60 * 86'400)});  // 2023-03-02
  const auto month = [&](std::string_view query) {
    const Memory memory = search(query).hits.at(0).memory;
    const auto day =
        std::chrono::floor<std::chrono::days>(memory.event_at.value_or(memory.created_at));
    return static_cast<unsigned>(std::chrono::year_month_day(day).month());
  };
  CHECK(month("What did the choir sing in January 2023?") == 1);
  CHECK(month("the choir on 10 February 2023") == 2);
  CHECK(month("choir 2023-03-02") == 3);
}

TEST_CASE_METHOD(ContextTest, "a query of nothing but a time brings that time's memories first",
                 "[context]") {
  note("The choir sang", {.event_at = second(0)});
  note("The boat sank", {.event_at = second(40 * 86'400)});
  CHECK(first("What happened in January 2023?") == "The choir sang");
  CHECK(first("What happened in February 2023?") == "The boat sank");
}

TEST_CASE_METHOD(ContextTest, "yesterday is reckoned from the call", "[context]") {
  const auto now = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
  // Far from midnight, so that a day ends in no test.
  const Timestamp noon = utc_day(now).from + std::chrono::hours(12);
  note("The choir sang", {.event_at = noon - std::chrono::days(1)});
  note("The boat sank", {.event_at = noon - std::chrono::days(3)});
  CHECK(first("What happened yesterday?") == "The choir sang");
}

TEST_CASE_METHOD(ContextTest, "an irregular form is found by its base, and the other way round",
                 "[context]") {
  note("We went to the lake", {.created_at = second(1)});
  note("Children bought tickets", {.created_at = second(2)});
  note("Nothing else happened", {.created_at = second(3)});
  CHECK(first("When did they go?") == "We went to the lake");
  CHECK(first("child") == "Children bought tickets");
  CHECK(first("Who buys?") == "Children bought tickets");
}

TEST_CASE_METHOD(ContextTest, "a word of one ideograph is found inside a sentence", "[context]") {
  note("\u6211\u53eb\u5979\u559d\u8336", {.created_at = second(1)});              // tea
  note("\u6211\u4eec\u517b\u4e86\u4e00\u53ea\u732b", {.created_at = second(2)});  // a cat
  note("\u4eca\u5929\u4e0b\u96e8", {.created_at = second(3)});
  CHECK(first("\u732b\u5403\u4ec0\u4e48") == "\u6211\u4eec\u517b\u4e86\u4e00\u53ea\u732b");
}

TEST_CASE_METHOD(ContextTest, "explain says why: parts that add up to the score", "[context]") {
  options.embedder = scattered();
  meet({"Ann", "Bob"});
  talk("pets", {{"Ann", "How old are your turtles?"},
                {"Bob", "The turtles are three."},
                {"Ann", "Lovely."}});
  const SearchResult result = search("What did Bob say of old Turtles?", {.explain = true});
  REQUIRE(result.hits.size() == 3);
  for (const Hit& hit : result.hits) {
    const Explanation& why = hit.explanation.value();
    CAPTURE(hit.memory.content);
    CHECK(why.words + why.context + why.meaning == Approx(hit.score).margin(1e-9));
    CHECK(why.speaker_named == (hit.memory.speaker == "Bob"));
    CHECK_FALSE(why.time_named);
    if (hit.memory.content == "How old are your turtles?") {
      CHECK(why.matched_words == Texts{"old", "turtles"});
      CHECK(why.words > 0);
    }
    if (hit.memory.content == "Lovely.") {
      CHECK(why.matched_words.empty());
      CHECK(why.words == 0);
      CHECK(why.context > 0);
    }
  }
}

TEST_CASE_METHOD(ContextTest, "without explain a hit explains nothing", "[context]") {
  note("The boat is blue");
  CHECK_FALSE(search("boat").hits.at(0).explanation.has_value());
}

}  // namespace
}  // namespace whosaid::test
