// Filters choose what is searched, not what survives.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

class SearchFiltersTest : public StoreTest {
 protected:
  // The contents found, in alphabetical order.
  std::vector<std::string> found(const SearchOptions& how) {
    return sorted(contents(search("query", how)));
  }
  std::string refusal(const SearchOptions& how) { return error_of(store().search("query", how)); }
};

using Texts = std::vector<std::string>;

TEST_CASE_METHOD(SearchFiltersTest, "categories: any of them, compared exactly", "[filters]") {
  note("w", {.category = "work"});
  note("h", {.category = "home"});
  note("W", {.category = "Work"});
  note("wo", {.category = "wo"});
  note("none");
  CHECK(found({.categories = {"work"}}) == Texts{"w"});
  CHECK(found({.categories = {"work", "home"}}) == Texts{"h", "w"});
  CHECK(found({.categories = {"work", "work", "unknown"}}) == Texts{"w"});
  CHECK(found({.categories = {"unknown"}}).empty());
  CHECK(found({.categories = {}}).size() == 5);
}

TEST_CASE_METHOD(SearchFiltersTest, "conversation_id: that conversation alone", "[filters]") {
  note("one", {.conversation_id = "c1"});
  note("two", {.conversation_id = "c2"});
  note("ten", {.conversation_id = "c10"});
  note("none");
  CHECK(found({.conversation_id = "c1"}) == Texts{"one"});
  CHECK(found({.conversation_id = "c"}).empty());
  CHECK(found({}).size() == 4);
}

TEST_CASE_METHOD(SearchFiltersTest, "metadata: every entry must match", "[filters]") {
  note("both", {.metadata = {{"a", "1"}, {"b", "2"}}});
  note("one", {.metadata = {{"a", "1"}}});
  note("other value", {.metadata = {{"a", "12"}, {"b", "2"}}});
  note("swapped", {.metadata = {{"a", "2"}, {"b", "1"}}});
  note("none");
  CHECK(found({.metadata = {{"a", "1"}}}) == Texts{"both", "one"});
  CHECK(found({.metadata = {{"a", "1"}, {"b", "2"}}}) == Texts{"both"});
  CHECK(found({.metadata = {{"a", "1"}, {"c", "3"}}}).empty());
  CHECK(found({.metadata = {{"1", "a"}}}).empty());
}

TEST_CASE_METHOD(SearchFiltersTest, "a key and its value are not mixed up", "[filters]") {
  note("first", {.metadata = {{"ab", "c"}}});
  note("second", {.metadata = {{"a", "bc"}}});
  note("category", {.category = "c1"});
  note("conversation", {.conversation_id = "c1"});
  CHECK(found({.metadata = {{"ab", "c"}}}) == Texts{"first"});
  CHECK(found({.metadata = {{"a", "bc"}}}) == Texts{"second"});
  CHECK(found({.categories = {"c1"}}) == Texts{"category"});
  CHECK(found({.conversation_id = "c1"}) == Texts{"conversation"});
}

TEST_CASE_METHOD(SearchFiltersTest, "event ranges: from <= t < to, events only", "[filters]") {
  note("at 1", {.event_at = second(1), .created_at = second(100)});
  note("at 2", {.event_at = second(2), .created_at = second(100)});
  note("at 3", {.event_at = second(3), .created_at = second(100)});
  note("no event", {.created_at = second(2)});
  CHECK(found({.event_from = second(2)}) == Texts{"at 2", "at 3"});
  CHECK(found({.event_to = second(2)}) == Texts{"at 1"});
  CHECK(found({.event_from = second(1), .event_to = second(3)}) == Texts{"at 1", "at 2"});
  CHECK(found({.event_from = second(4)}).empty());
  CHECK(found({.event_from = Timestamp::min()}) == Texts{"at 1", "at 2", "at 3"});
}

TEST_CASE_METHOD(SearchFiltersTest, "creation ranges: from <= t < to", "[filters]") {
  note("at 1", {.event_at = second(100), .created_at = second(1)});
  note("at 2", {.created_at = second(2)});
  note("at 2 too", {.created_at = second(2)});
  note("at 3", {.created_at = second(3)});
  CHECK(found({.created_from = second(2)}) == Texts{"at 2", "at 2 too", "at 3"});
  CHECK(found({.created_to = second(2)}) == Texts{"at 1"});
  CHECK(found({.created_from = second(2), .created_to = second(3)}) == Texts{"at 2", "at 2 too"});
  const Timestamp just_after = second(2) + std::chrono::microseconds{1};
  CHECK(found({.created_from = just_after}) == Texts{"at 3"});
  CHECK(found({.created_to = just_after}) == Texts{"at 1", "at 2", "at 2 too"});
}

TEST_CASE_METHOD(SearchFiltersTest, "a range that ends before it begins is refused", "[filters]") {
  CHECK(refusal({.event_from = second(2), .event_to = second(1)}) ==
        "invalid_request field=event_to");
  CHECK(refusal({.created_from = second(2), .created_to = second(1)}) ==
        "invalid_request field=created_to");
}

TEST_CASE_METHOD(SearchFiltersTest, "filters hold together", "[filters]") {
  meet({"Ann", "Bob"});
  const AddOptions all{.event_at = second(1),
                       .created_at = second(2),
                       .category = "work",
                       .conversation_id = "c",
                       .metadata = {{"k", "v"}}};
  const auto but = [&](auto change) {
    AddOptions other = all;
    change(other);
    return other;
  };
  remember("Bob", "match", all);
  remember("Ann", "speaker", all);
  remember("Bob", "event", but([](AddOptions& o) { o.event_at.reset(); }));
  remember("Bob", "created", but([](AddOptions& o) { o.created_at = second(3); }));
  remember("Bob", "category", but([](AddOptions& o) { o.category = "home"; }));
  remember("Bob", "conversation", but([](AddOptions& o) { o.conversation_id = "d"; }));
  remember("Bob", "metadata", but([](AddOptions& o) { o.metadata["k"] = "w"; }));
  const SearchOptions how{.speaker = "Bob",
                          .categories = {"work"},
                          .conversation_id = "c",
                          .metadata = {{"k", "v"}},
                          .event_from = second(1),
                          .created_to = second(3)};
  CHECK(found(how) == Texts{"match"});
  reopen();
  CHECK(found(how) == Texts{"match"});
}

TEST_CASE_METHOD(SearchFiltersTest, "min_similarity keeps the hits at least so close",
                 "[filters]") {
  options.embedder =
      circle({{"at 0", 0}, {"at 40", 40}, {"at 80", 80}, {"at 180", 180}, {"query", 0}});
  for (const char* text : {"at 0", "at 40", "at 80", "at 180"}) note(text);
  CHECK(found({.min_similarity = 0.9}) == Texts{"at 0"});
  CHECK(found({.min_similarity = 0.7}) == Texts{"at 0", "at 40"});
  CHECK(found({.min_similarity = -0.5}) == Texts{"at 0", "at 40", "at 80"});
  CHECK(found({.min_similarity = -1.0}).size() == 4);
  CHECK(search("query", {.limit = 1, .min_similarity = 0.7}).hits.size() == 1);
}

TEST_CASE_METHOD(SearchFiltersTest, "min_similarity is compared exactly", "[filters]") {
  options.embedder = scattered(32);
  for (int i = 0; i < 150; ++i) note("x" + std::to_string(i));
  const SearchResult all = search("query", {.limit = 1000});
  for (std::size_t i = 0; i < all.hits.size(); i += 10) {
    const double least = all.hits[i].similarity;
    const auto close = std::count_if(all.hits.begin(), all.hits.end(),
                                     [&](const Hit& hit) { return hit.similarity >= least; });
    CAPTURE(least);
    CHECK(found({.limit = 1000, .min_similarity = least}).size() ==
          static_cast<std::size_t>(close));
  }
}

TEST_CASE_METHOD(SearchFiltersTest, "words don't lift a memory over min_similarity", "[filters]") {
  options.embedder = circle({{"the query itself", 90}, {"else", 10}, {"query", 0}});
  note("the query itself");
  note("else");
  CHECK(found({.min_similarity = 0.5}) == Texts{"else"});
}

TEST_CASE_METHOD(SearchFiltersTest, "min_similarity lies in [-1, 1]", "[filters]") {
  note("Something");
  for (const double bad :
       {1.0001, -1.0001, 2.0, std::nan(""), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    CAPTURE(bad);
    CHECK(refusal({.min_similarity = bad}) == "invalid_request field=min_similarity");
  }
  CHECK(refusal({.min_similarity = 1.0}) == "ok");
  CHECK(refusal({.min_similarity = -1.0}) == "ok");
}

TEST_CASE_METHOD(SearchFiltersTest, "blank filters are refused, never ignored", "[filters]") {
  note("Something");
  for (const std::string& blank : {std::string(), std::string("  "), std::string("\u3000")}) {
    CAPTURE(escaped(blank));
    CHECK(refusal({.speaker = blank}) == "invalid_request field=speaker");
    CHECK(refusal({.categories = {blank}}) == "invalid_request field=categories");
    CHECK(refusal({.categories = {"work", blank}}) == "invalid_request field=categories");
    CHECK(refusal({.conversation_id = blank}) == "invalid_request field=conversation_id");
    CHECK(refusal({.metadata = {{blank, "v"}}}) == "invalid_request field=metadata");
  }
}

TEST_CASE_METHOD(SearchFiltersTest, "filters that are not UTF-8 are refused", "[filters]") {
  for (const std::string& bad : invalid_utf8()) {
    CAPTURE(escaped(bad));
    CHECK(refusal({.categories = {bad}}) == "invalid_request field=categories");
    CHECK(refusal({.conversation_id = bad}) == "invalid_request field=conversation_id");
    CHECK(refusal({.metadata = {{bad, "v"}}}) == "invalid_request field=metadata");
    CHECK(refusal({.metadata = {{"k", bad}}}) == "invalid_request field=metadata");
  }
}

TEST_CASE_METHOD(SearchFiltersTest, "a removed or forgotten memory passes no filter", "[filters]") {
  meet({"Bob"});
  const MemoryId gone = remember("Bob", "gone", {.category = "work"});
  remember("Bob", "stays", {.category = "work"});
  must(store().forget(gone));
  CHECK(found({.speaker = "Bob", .categories = {"work"}}) == Texts{"stays"});
  must(store().remove_speaker("Bob"));
  CHECK(found({.categories = {"work"}}) == Texts{"stays"});
}

// Seven weak matches among ten thousand strong ones, singled out in every way there is.
class NeedlesTest : public SearchFiltersTest {
 protected:
  // Who is the one that says all the weak ones; Ann says the strong ones.
  void fill(const std::string& who = "Bob") {
    who_ = who;
    meet({"Ann", "Bob"});
    std::vector<NewMemory> batch;
    for (int i = 0; i < 10'000; ++i) {
      batch.push_back({.content = "query query query " + std::to_string(i),
                       .options = {.speaker = "Ann",
                                   .event_at = second(5),
                                   .created_at = second(5),
                                   .category = "hay",
                                   .conversation_id = "hay",
                                   .metadata = {{"kind", "hay"}}}});
      if (i % 1429 == 700) {
        batch.push_back({.content = "weak " + std::to_string(weak_.size()),
                         .options = {.speaker = who,
                                     .event_at = second(50),
                                     .created_at = second(50),
                                     .category = "needle",
                                     .conversation_id = "needle",
                                     .metadata = {{"kind", "needle"}}}});
        weak_.push_back(batch.back().content);
      }
      if (batch.size() >= 1000) must(store().add_batch(std::exchange(batch, {})));
    }
    must(store().add_batch(batch));
    REQUIRE(weak_.size() == 7);
  }

  void all_seven_are_found() {
    const Texts seven = sorted(weak_);
    for (SearchOptions filter :
         std::vector<SearchOptions>{{.categories = {"needle"}},
                                    {.conversation_id = "needle"},
                                    {.metadata = {{"kind", "needle"}}},
                                    {.event_from = second(6)},
                                    {.event_from = second(50), .event_to = second(51)},
                                    {.created_from = second(6)},
                                    {.created_from = second(50), .created_to = second(51)}}) {
      CHECK(found(filter) == seven);
      filter.speaker = who_;
      CHECK(found(filter) == seven);
      filter.speaker = who_ == "Ann" ? "Bob" : "Ann";
      CHECK(found(filter).empty());
    }
    if (who_ == "Bob") CHECK(found({.speaker = "Bob"}) == seven);
    CHECK(found({.limit = 7, .categories = {"needle"}}) == seven);
    const SearchOptions five = {.speaker = who_, .limit = 5, .categories = {"needle"}};
    CHECK(search("query", five).hits.size() == 5);
    CHECK(search("query", {.limit = 10, .categories = {"hay"}}).hits.size() == 10);
  }

 private:
  Texts weak_;
  std::string who_;
};

TEST_CASE_METHOD(NeedlesTest, "seven weak matches among ten thousand strong ones are all found",
                 "[filters]") {
  options.embedder = from_function(
      "strong and weak", 2, 0.9,
      [](std::span<const std::string_view> texts, Purpose) -> Result<std::vector<Vector>> {
        std::vector<Vector> result;
        for (const std::string_view text : texts) {
          result.push_back(at_degrees(contains(text, "weak") ? 170 : 0));
        }
        return result;
      });
  const bool graph = GENERATE(false, true);
  CAPTURE(graph);
  options.graph_threshold = graph ? 100 * 2 : 100'000 * 2;
  fill();
  all_seven_are_found();
  reopen();
  all_seven_are_found();
}

TEST_CASE_METHOD(NeedlesTest, "all seven are found wherever their vectors lie", "[filters]") {
  options.embedder = scattered(8);
  options.graph_threshold = 100 * 8;
  // Among ten thousand of their own, too.
  fill(GENERATE(as<std::string>{}, "Bob", "Ann"));
  all_seven_are_found();
}

}  // namespace
}  // namespace whosaid::test
