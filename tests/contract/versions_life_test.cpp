// Random lives of a store whose memories change and go, beside a model that keeps the same in the
// plainest way. Whatever happens, the counts are those of a walk, chains are whole, and a name has
// nobody else's words.

#include <algorithm>
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

const std::vector<std::string> kNames = {"Ann", "Bob", "Zo\u00e9", "me"};

class VersionsLifeTest : public StoreTest {
 protected:
  void begin(std::uint64_t seed) {
    random_.seed(seed);
    options.speaker_limit = 3;
    options.graph_threshold = pick(2) == 0 ? 6 : 100'000;
    options.duplicates.enabled = pick(2) == 0;
    options.duplicates.scope = pick(2) == 0 ? DuplicateScope::store : DuplicateScope::speaker;
    options.embedder = circle(angles(), kThreshold);
    model_.emplace(options.speaker_limit, options.duplicates, kThreshold,
                   [](const std::string& a, const std::string& b) {
                     return cosine_of_degrees(angle_of(a) - angle_of(b));
                   });
  }

  void live(int steps) {
    for (int i = 0; i < steps; ++i) {
      CAPTURE(i);
      step();
      compare_counts();
      if (i % 10 == 0) compare_all();
    }
    compare_all();
    reopen();
    compare_counts();
    compare_all();
  }

 private:
  struct Text {
    std::vector<std::string> sentences;
    std::string content;
  };

  int pick(int below) {
    return static_cast<int>(random_() % static_cast<std::mt19937_64::result_type>(below));
  }
  template <typename T>
  const T& any(const std::vector<T>& all) {
    return all[random_() % all.size()];
  }
  Model& model() { return *model_; }

  void step() {
    const int dice = pick(100);
    if (dice < 30) return add();
    if (dice < 36) return add_turn();
    if (dice < 62) return supersede();
    if (dice < 80) return forget();
    if (dice < 90) return change_speakers();
    if (dice < 94) return forget_speaker();
    if (dice < 98) return search();
    close();  // opened again by the next step
    options.graph_threshold = pick(2) == 0 ? 6 : 100'000;
  }

  Text any_text() {
    Text text;
    for (int n = 1 + pick(3); n > 0; --n) {
      text.sentences.push_back(sentence(pick(kSentences)));
      text.content += (text.content.empty() ? "" : " ") + text.sentences.back();
    }
    return text;
  }
  OnDuplicate any_policy() { return pick(2) == 0 ? OnDuplicate::store : OnDuplicate::drop; }

  void check_dropped(AddStatus status, const std::optional<Near>& met, const Model::Match& match) {
    CHECK(name_of(status) == "duplicate");
    REQUIRE(met.has_value());
    CHECK(met->similarity == Approx(match.similarity).margin(1e-4));
    CHECK(std::count(match.ids.begin(), match.ids.end(), met->id) == 1);
    CHECK(met->speaker == model().label_of(met->id));
  }

  void add() {
    const Text text = any_text();
    AddOptions how{.created_at = second(pick(8)), .on_duplicate = any_policy()};
    if (pick(5) > 0) how.speaker = any(kNames);
    if (pick(3) == 0) how.event_at = second(pick(8));
    if (pick(2) == 0) how.conversation_id = "c" + std::to_string(pick(2));
    const auto result = store().add(text.content, how);
    if (how.speaker && !model().knows(*how.speaker)) {
      CHECK(error_of(result) == "invalid_request speaker=" + *how.speaker);
      return;
    }
    const AddResult added = must(result);
    if (const auto match = model().duplicate(text.sentences, how)) {
      return check_dropped(added.status, added.duplicate_of, *match);
    }
    REQUIRE(name_of(added.status) == "stored");
    model().add(must(store().get(added.id.value())), text.sentences, how);
  }

  void add_turn() {
    const Text user = any_text();
    const Text agent = any_text();
    const TurnOptions how{.created_at = second(pick(8)), .conversation_id = "c1"};
    std::vector<std::string> sentences = user.sentences;
    sentences.insert(sentences.end(), agent.sentences.begin(), agent.sentences.end());
    const AddResult added = must(store().add_turn(user.content, agent.content, how));
    if (const auto match = model().duplicate(sentences, {})) {
      return check_dropped(added.status, added.duplicate_of, *match);
    }
    REQUIRE(name_of(added.status) == "stored");
    model().add_turn(must(store().get(added.id.value())),
                     {user.content, agent.content, how.conversation_id, *how.created_at},
                     sentences);
  }

  void supersede() {
    const std::vector<Memory> all = model().list(true);
    if (all.empty()) return;
    const Memory& old = any(all);
    const Text text = any_text();
    SupersedeOptions how{.created_at = second(pick(8)), .on_duplicate = any_policy()};
    if (pick(3) == 0) how.event_at = second(pick(8));
    const auto result = store().supersede(old.id, text.content, how);
    if (!old.current) {
      const Memory newest = model().lineage(old.id).back();
      CHECK(status_of(result) == "conflict" + (newest.current ? naming(newest.id) : ""));
      return;
    }
    const SupersedeResult done = must(result);
    CHECK(done.superseded == old.id);
    const AddOptions as{.speaker = old.speaker, .on_duplicate = how.on_duplicate};
    if (const auto match = model().duplicate(text.sentences, as, old.id)) {
      return check_dropped(done.status, done.duplicate_of, *match);
    }
    REQUIRE(name_of(done.status) == "stored");
    const Memory stored = must(store().get(done.id.value()));
    CHECK(stored.content == text.content);
    CHECK(stored.speaker == old.speaker);
    CHECK(stored.conversation_id == old.conversation_id);
    CHECK(stored.event_at == how.event_at);
    CHECK(stored.created_at == how.created_at);
    model().supersede(old.id, stored, text.sentences);
  }

  void forget() {
    const std::vector<Memory> all = model().list(true);
    if (all.empty()) return;
    const Memory& memory = any(all);
    const ForgetResult result = must(store().forget(memory.id));
    CHECK(result.memories == 1);
    CHECK(result.chunks == memory.chunks);
    model().forget(memory.id);
  }

  void change_speakers() {
    const std::string& name = any(kNames);
    if (name == kAgent) return;
    if (pick(3) > 0) {
      CHECK(status_of(store().add_speaker(name)) == model().add_speaker(name));
    } else {
      CHECK(error_of(store().remove_speaker(name)) ==
            (model().remove_speaker(name) ? "ok" : "not_found speaker=" + name));
    }
  }

  void forget_speaker() {
    const std::string& name = any(kNames);
    if (!model().knows(name)) {
      CHECK(error_of(store().forget_speaker(name)) == "not_found speaker=" + name);
      return;
    }
    for (const Forget how : {Forget::preview, Forget::commit}) {
      const ForgetResult result = must(store().forget_speaker(name, how));
      const ForgetResult expected = model().forget_speaker(name, how);
      CHECK(result.memories == expected.memories);
      CHECK(result.chunks == expected.chunks);
      if (how == Forget::preview) compare_counts();
    }
  }

  void search() {
    SearchOptions how{.limit = 1000, .include_superseded = pick(2) == 0};
    if (pick(2) == 0) how.speaker = any(kNames);
    if (pick(3) == 0) how.conversation_id = "c" + std::to_string(pick(2));
    if (pick(3) == 0) how.event_from = second(pick(8));
    const auto result = store().search(sentence(pick(kSentences)), how);
    if (how.speaker && !model().knows(*how.speaker)) {
      CHECK(error_of(result) == "not_found speaker=" + *how.speaker);
      return;
    }
    CHECK(sorted(ids(must(result))) == model().passing(how));
  }

  void compare_counts() {
    CHECK(roll() == model().roll());
    const Stats stats = must(store().stats());
    const Stats expected = model().stats();
    CHECK(stats.memories == expected.memories);
    CHECK(stats.chunks == expected.chunks);
    CHECK(stats.superseded == expected.superseded);
    CHECK(stats.speakers == expected.speakers);
    CHECK(stats.exchanges == expected.exchanges);
    CHECK(stats.damaged == 0);
    CHECK(stats.unembedded == 0);
  }

  void compare(const std::vector<Memory>& found, const std::vector<Memory>& expected) {
    REQUIRE(ids(found) == ids(expected));
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(found[i].content == expected[i].content);
      CHECK(found[i].speaker == expected[i].speaker);
      CHECK(found[i].created_at == expected[i].created_at);
      CHECK(found[i].event_at == expected[i].event_at);
      CHECK(found[i].conversation_id == expected[i].conversation_id);
      CHECK(found[i].chunks == expected[i].chunks);
      CHECK(found[i].current == expected[i].current);
      CHECK(found[i].supersedes == expected[i].supersedes);
      CHECK(found[i].superseded_by == expected[i].superseded_by);
    }
  }

  void compare_all() {
    const auto limit = static_cast<std::size_t>(1 + pick(9));
    for (const bool include : {false, true}) {
      CAPTURE(include);
      compare(
          walk([&](const std::optional<PageCursor>& after) {
            return store().list({.limit = limit, .after = after, .include_superseded = include});
          }),
          model().list(include));
      for (const std::string& name : kNames) {
        CAPTURE(name);
        if (!model().knows(name)) continue;
        compare(walk([&](const std::optional<PageCursor>& after) {
                  return store().by_speaker(
                      name, {.limit = limit, .after = after, .include_superseded = include});
                }),
                model().by_speaker(name, include));
      }
    }
    const std::vector<Memory> all = model().list(true);
    for (int i = 0; i < 5 && !all.empty(); ++i) {
      const Memory& memory = any(all);
      compare({must(store().get(memory.id))}, {memory});
      compare(must(store().lineage(memory.id)), model().lineage(memory.id));
    }
    const std::vector<Turn> turns =
        must(store().recall(sentence(0), {.limit = 1, .turns = 100})).short_term;
    std::vector<Turn> expected = model().turns();
    if (expected.size() > 100) expected.erase(expected.begin(), expected.end() - 100);
    REQUIRE(turns.size() == expected.size());
    for (std::size_t i = 0; i < turns.size(); ++i) {
      CHECK(turns[i].user == expected[i].user);
      CHECK(turns[i].agent == expected[i].agent);
    }
  }

  std::mt19937_64 random_;
  std::optional<Model> model_;
};

TEST_CASE_METHOD(VersionsLifeTest, "whatever is done, the counts are those of a walk", "[stats]") {
  const std::uint64_t seed = random_seed();
  CAPTURE(seed);
  begin(seed);
  live(800);
}

TEST_CASE_METHOD(VersionsLifeTest, "whatever is done in another life", "[stats]") {
  const std::uint64_t seed = random_seed() + 1;
  CAPTURE(seed);
  begin(seed);
  live(800);
}

TEST_CASE_METHOD(VersionsLifeTest, "whatever is done in a third life", "[stats]") {
  const std::uint64_t seed = random_seed() + 2;
  CAPTURE(seed);
  begin(seed);
  live(800);
}

}  // namespace
}  // namespace whosaid::test
