// Random lives of several stores, beside a model that keeps the same in the plainest way. Whatever
// happens, a result with a speaker holds that speaker's memories and nobody else's.

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/model.h"
#include "support/random_seed.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

// Sentences on a circle, 15 degrees apart: with the threshold at 20 degrees each is a duplicate of
// its neighbours.
constexpr int kSentences = 24;
const double kThreshold = cosine_of_degrees(20);

std::string sentence(int i) { return "This is number " + std::to_string(100 + i) + "."; }

double angle_of(const std::string& text) {
  return 15.0 * std::stoi(text.substr(text.find_first_of("0123456789")));
}

std::map<std::string, double, std::less<>> angles() {
  std::map<std::string, double, std::less<>> all;
  for (int i = 0; i < kSentences; ++i) all.emplace(sentence(i), angle_of(sentence(i)));
  return all;
}

const std::vector<std::string> kNames = {"Ann", "Bob", "ann", "Zo\u00e9", "\u674e", "me"};
const std::vector<std::string> kStores = {"a", "ab", "a/b"};

class NoLeakTest : public DatabaseTest {
 protected:
  // What one life is like.
  void begin(std::uint64_t seed) {
    random_.seed(seed);
    options.speaker_limit = 3;
    options.graph_threshold = pick(2) == 0 ? 6 : 100'000;
    options.duplicates.enabled = pick(3) > 0;
    options.duplicates.scope = pick(2) == 0 ? DuplicateScope::store : DuplicateScope::speaker;
    options.embedder = circle(angles(), kThreshold);
    for (const std::string& id : kStores) {
      models_.emplace(id, Model(options.speaker_limit, options.duplicates, kThreshold,
                                [](const std::string& a, const std::string& b) {
                                  return cosine_of_degrees(angle_of(a) - angle_of(b));
                                }));
    }
  }

  void live(int steps) {
    for (int i = 0; i < steps; ++i) {
      CAPTURE(i);
      id_ = any(kStores);
      CAPTURE(id_);
      step();
      if (i % 10 == 0) compare_all();
    }
    for (const std::string& id : kStores) {
      id_ = id;
      compare_all();
    }
  }

 private:
  int pick(int below) {
    return static_cast<int>(random_() % static_cast<std::mt19937_64::result_type>(below));
  }
  template <typename T>
  const T& any(const std::vector<T>& all) {
    return all[random_() % all.size()];
  }
  MemoryStore store() { return DatabaseTest::store(id_); }
  Model& model() { return models_.at(id_); }

  void step() {
    const int dice = pick(100);
    if (dice < 45) return add();
    if (dice < 55) return forget();
    if (dice < 67) return add_speaker();
    if (dice < 72) return remove_speaker();
    if (dice < 97) return search();
    close();  // opened again by the next step
    options.graph_threshold = pick(2) == 0 ? 6 : 100'000;
  }

  void add_speaker() {
    const std::string& name = any(kNames);
    if (name == kAgent) return;
    const std::string answer = status_of(store().add_speaker(name));
    const std::string expected = model().add_speaker(name);
    CHECK(answer == (expected == "full" ? "invalid_request speaker_limit=3" : expected));
  }

  void remove_speaker() {
    const std::string& name = any(kNames);
    if (name == kAgent) return;
    const std::string answer = error_of(store().remove_speaker(name));
    CHECK(answer == (model().remove_speaker(name) ? "ok" : "not_found speaker=" + name));
  }

  AddOptions any_options() {
    AddOptions how;
    if (pick(5) > 0) how.speaker = any(kNames);
    if (pick(2) == 0) how.event_at = second(pick(8));
    how.created_at = second(pick(8));
    if (pick(2) == 0) how.category = std::string(1, static_cast<char>('a' + pick(3)));
    if (pick(2) == 0) how.conversation_id = "c" + std::to_string(pick(3));
    if (pick(2) == 0) how.metadata["k"] = std::to_string(pick(2));
    if (pick(2) == 0) how.metadata["l"] = std::to_string(pick(2));
    if (pick(3) == 0) how.on_duplicate = OnDuplicate::store;
    return how;
  }

  void add() {
    std::vector<std::string> sentences;
    std::string text;
    for (int n = 1 + pick(3); n > 0; --n) {
      sentences.push_back(sentence(pick(kSentences)));
      text += (text.empty() ? "" : " ") + sentences.back();
    }
    const AddOptions how = any_options();
    const auto result = store().add(text, how);
    if (how.speaker && !model().knows(*how.speaker)) {
      CHECK(error_of(result) == "invalid_request speaker=" + *how.speaker);
      return;
    }
    const AddResult added = must(result);
    if (const auto match = model().duplicate(sentences, how)) {
      CHECK(name_of(added.status) == "duplicate");
      REQUIRE(added.duplicate_of.has_value());
      CHECK(added.duplicate_of->similarity == Approx(match->similarity).margin(1e-4));
      CHECK(std::count(match->ids.begin(), match->ids.end(), added.duplicate_of->id) == 1);
      CHECK(added.duplicate_of->speaker == model().label_of(added.duplicate_of->id));
      return;
    }
    REQUIRE(name_of(added.status) == "stored");
    const Memory stored = must(store().get(added.id.value()));
    CHECK(stored.content == text);
    CHECK(stored.speaker == how.speaker);
    CHECK(stored.chunks == sentences.size());
    CHECK(stored.created_at == how.created_at);
    CHECK(stored.event_at == how.event_at);
    CHECK(stored.category == how.category);
    CHECK(stored.conversation_id == how.conversation_id);
    CHECK(stored.metadata == how.metadata);
    model().add(stored, sentences, how);
  }

  void forget() {
    const std::vector<Memory> all = model().list();
    if (all.empty()) return;
    const Memory& memory = any(all);
    const ForgetResult result = must(store().forget(memory.id));
    CHECK(result.memories == 1);
    CHECK(result.chunks == memory.chunks);
    model().forget(memory.id);
  }

  SearchOptions any_filters() {
    SearchOptions how{.limit = 1000};
    if (pick(3) > 0) how.speaker = any(kNames);
    if (pick(4) == 0) how.categories = {"a", "c"};
    if (pick(4) == 0) how.conversation_id = "c" + std::to_string(pick(3));
    if (pick(4) == 0) how.metadata["k"] = std::to_string(pick(2));
    if (pick(6) == 0) how.metadata["l"] = std::to_string(pick(2));
    if (pick(4) == 0) how.event_from = second(pick(4));
    if (pick(4) == 0) how.event_to = second(4 + pick(4));
    if (pick(4) == 0) how.created_from = second(pick(4));
    if (pick(4) == 0) how.created_to = second(4 + pick(4));
    return how;
  }

  void search() {
    SearchOptions how = any_filters();
    const std::string query = sentence(pick(kSentences));
    const auto result = store().search(query, how);
    if (how.speaker && !model().knows(*how.speaker)) {
      CHECK(error_of(result) == "not_found speaker=" + *how.speaker);
      return;
    }
    const SearchResult all = must(result);
    CHECK(sorted(ids(all)) == model().passing(how));
    for (const Hit& hit : all.hits) {
      CHECK(hit.memory.speaker == model().label_of(hit.memory.id));
      if (how.speaker) CHECK(hit.memory.speaker == how.speaker);
    }
    how.limit = static_cast<std::size_t>(1 + pick(5));
    CHECK(must(store().search(query, how)).hits.size() == std::min(how.limit, all.hits.size()));
  }

  // Every memory in every member, and the labels.
  void compare(const std::vector<Memory>& found, const std::vector<Memory>& expected) {
    REQUIRE(ids(found) == ids(expected));
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(found[i].content == expected[i].content);
      CHECK(found[i].speaker == expected[i].speaker);
      CHECK(found[i].created_at == expected[i].created_at);
      CHECK(found[i].event_at == expected[i].event_at);
      CHECK(found[i].category == expected[i].category);
      CHECK(found[i].conversation_id == expected[i].conversation_id);
      CHECK(found[i].metadata == expected[i].metadata);
      CHECK(found[i].chunks == expected[i].chunks);
    }
  }

  void compare_all() {
    const auto limit = static_cast<std::size_t>(1 + pick(9));
    compare(walk([&](const std::optional<PageCursor>& after) {
              return store().list({.limit = limit, .after = after});
            }),
            model().list());
    for (const std::string& name : kNames) {
      CAPTURE(name);
      if (!model().knows(name)) {
        CHECK(error_of(store().by_speaker(name)) == "not_found speaker=" + name);
        continue;
      }
      compare(walk([&](const std::optional<PageCursor>& after) {
                return store().by_speaker(name, {.limit = limit, .after = after});
              }),
              model().by_speaker(name));
    }
    CHECK(roll(store()) == model().roll());
  }

  std::mt19937_64 random_;
  std::map<std::string, Model> models_;
  std::string id_;
};

TEST_CASE_METHOD(NoLeakTest, "a store says what the plain model says, and nobody's words leak",
                 "[leaks]") {
  const std::uint64_t seed = random_seed();
  CAPTURE(seed);
  begin(seed);
  live(1500);
}

TEST_CASE_METHOD(NoLeakTest, "another life of the stores", "[leaks]") {
  const std::uint64_t seed = random_seed() + 1;
  CAPTURE(seed);
  begin(seed);
  live(1500);
}

}  // namespace
}  // namespace whosaid::test
