// The reading calls of Life.

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "support/model/checks.h"
#include "support/model/code.h"
#include "support/model/life.h"
#include "support/model/texts.h"

namespace whosaid::test::model {
namespace {

// Neighbours on either side of a hit that its passage shows.
constexpr std::size_t kPassageReach = 2;

std::size_t place_of(const std::vector<Memory>& all, MemoryId id) {
  return static_cast<std::size_t>(std::distance(
      all.begin(),
      std::find_if(all.begin(), all.end(), [&](const Memory& m) { return m.id == id; })));
}

std::size_t code_points(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

// Drops the items from the first on that does not fit into what is left.
template <typename T, typename Size>
void fit(std::vector<T>& items, std::optional<std::size_t>& left, Size size) {
  for (std::size_t i = 0; left && i < items.size(); ++i) {
    if (size(items[i]) > *left) items.resize(i);
    if (i < items.size()) *left -= size(items[i]);
  }
}

std::vector<Memory> memories_of(const std::vector<Hit>& hits) {
  std::vector<Memory> all;
  for (const Hit& hit : hits) all.push_back(hit.memory);
  return all;
}

}  // namespace

void Life::compare_hits(const std::string& question, const std::vector<Hit>& found,
                        const std::vector<Hit>& passing, std::size_t limit) {
  std::set<MemoryId> seen;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Hit& hit = found[i];
    const auto match = std::find_if(passing.begin(), passing.end(), [&](const Hit& other) {
      return other.memory.id == hit.memory.id;
    });
    if (match == passing.end()) return fail(question, show(hit.memory), "only what passes");
    compare(question, show(hit.memory), show(match->memory));
    compare(question + ": similarity of " + show(hit.memory), show(hit.similarity),
            show(match->similarity));
    if (!seen.insert(hit.memory.id).second) fail(question, show(hit.memory) + " twice", "once");
    if (i > 0 && found[i - 1].score < hit.score) fail(question, "a rising score", "falling ones");
  }
  compare(question + ": hits", std::to_string(found.size()),
          std::to_string(std::min(limit, passing.size())));
}

std::vector<std::vector<Memory>> Life::passages_around(const std::vector<Hit>& hits) const {
  std::vector<std::set<std::size_t>> stretches;  // of places in their conversation
  std::vector<std::string> conversations;
  for (const Hit& hit : hits) {
    const std::string& id = hit.memory.conversation_id;
    if (id.empty() || !hit.memory.current) continue;
    const std::vector<Memory> all = expected().conversation(id);
    const std::size_t place = place_of(all, hit.memory.id);
    std::set<std::size_t> stretch;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i + kPassageReach >= place && i <= place + kPassageReach) stretch.insert(i);
    }
    // Joined with all that it touches, in the place of the first of them.
    std::optional<std::size_t> home;
    for (std::size_t k = 0; k < stretches.size(); ++k) {
      const bool touches = conversations[k] == id &&
                           std::any_of(stretch.begin(), stretch.end(),
                                       [&](std::size_t i) { return stretches[k].contains(i); });
      if (!touches) continue;
      stretch.merge(stretches[k]);
      stretches[k].clear();
      if (!home) home = k;
    }
    if (!home) {
      home = stretches.size();
      stretches.emplace_back();
      conversations.push_back(id);
    }
    stretches[*home] = std::move(stretch);
  }
  std::vector<std::vector<Memory>> passages;
  for (std::size_t k = 0; k < stretches.size(); ++k) {
    const std::vector<Memory> all = expected().conversation(conversations[k]);
    if (!stretches[k].empty()) passages.emplace_back();
    for (const std::size_t i : stretches[k]) passages.back().push_back(all[i]);
  }
  return passages;
}

void Life::call(const Search& call) {
  write_store_call("search(" + code(call.query) + ", " + code(call.options) + ")");
  const auto passing = expected().passing(rules(), call.query, call.options);
  const auto found = store().search(call.query, call.options);
  if (!found || !passing) {
    const Result<bool> answer = found.map([](const SearchResult&) { return true; });
    return compare("search", answer, passing.map([](const auto&) { return true; }));
  }
  compare_hits("search", found->hits, *passing, call.options.limit);
  std::vector<std::vector<Memory>> passages;
  if (call.options.expand && !call.options.speaker) passages = passages_around(found->hits);
  std::vector<std::vector<Memory>> shown;
  for (const Passage& passage : found->passages) shown.push_back(passage.parts);
  compare("passages", show(shown), show(passages));
}

// The nearest of a memory's conversation, one before, one after, and so on; in time order.
std::vector<Memory> Life::neighbours_of(const Memory& top, const RecallOptions& options) const {
  std::vector<Memory> found;
  if (top.conversation_id.empty()) return found;
  const std::vector<Memory> all = expected().conversation(top.conversation_id);
  const std::size_t place = place_of(all, top.id);
  const auto take = [&](std::size_t i) {
    const bool wanted = !options.speaker || all[i].speaker == top.speaker;
    if (wanted && found.size() < options.context_limit) found.push_back(all[i]);
  };
  for (std::size_t away = 1; away < all.size(); ++away) {
    if (away <= place) take(place - away);
    if (place + away < all.size()) take(place + away);
  }
  return found;
}

void Life::call(const Remember& call) {
  write_store_call("recall(" + code(call.query) + ", " + code(call.options) + ")");
  const RecallOptions& options = call.options;
  const auto found = store().recall(call.query, options);
  const SearchOptions same{.speaker = options.speaker, .limit = options.limit};
  const auto error = check_recall(call.query, options);
  const auto passing = expected().passing(rules(), call.query, same);
  if (!found || error || !passing) {
    const Result<bool> answer = found.map([](const Recall&) { return true; });
    const Result<bool> sound = passing.map([](const auto&) { return true; });
    return compare("recall", answer, error ? Result<bool>(tl::unexpected(*error)) : sound);
  }
  const auto searched = store().search(call.query, same);
  if (!searched) return fail("search", error_of(searched), "ok");
  std::vector<Hit> hits = searched->hits;
  compare_hits("recall: search", hits, *passing, options.limit);
  std::vector<Memory> context;
  if (!hits.empty()) context = neighbours_of(hits.front().memory, options);
  std::vector<Turn> turns;
  if (!options.speaker) turns = expected().turns();
  std::reverse(turns.begin(), turns.end());
  if (turns.size() > options.turns) turns.resize(options.turns);
  std::optional<std::size_t> left = options.max_characters;
  fit(hits, left, [](const Hit& hit) { return code_points(hit.memory.content); });
  fit(context, left, [](const Memory& memory) { return code_points(memory.content); });
  fit(turns, left, [](const Turn& turn) { return code_points(turn.user + turn.agent); });
  std::reverse(turns.begin(), turns.end());
  std::sort(context.begin(), context.end(), [&](const Memory& a, const Memory& b) {
    const std::vector<Memory> all = expected().conversation(a.conversation_id);
    return place_of(all, a.id) < place_of(all, b.id);
  });
  compare("long_term", show(memories_of(found->long_term)), show(memories_of(hits)));
  compare("context", show(found->context), show(context));
  compare("short_term", show(found->short_term), show(turns));
}

void Life::call(const RunEngram& call) {
  write_store_call("engram(" + code(call.name) + ", " + code(call.query) + ", " +
                   code(call.options) + ")");
  const SearchOptions same{.speaker = call.options.speaker, .limit = call.options.limit};
  const auto passing = expected().passing(rules(), call.query, same);
  const auto found = store().engram(call.name, call.query, call.options);
  const std::vector<std::string> known = list_engrams();
  const bool unknown = std::find(known.begin(), known.end(), call.name) == known.end();
  if (!found || unknown || !passing) {
    const Result<bool> answer = found.map([](const EngramResult&) { return true; });
    const Result<bool> sound = passing.map([](const auto&) { return true; });
    return compare("engram", answer,
                   unknown ? Result<bool>(tl::unexpected(refused("engram"))) : sound);
  }
  if (found->hits.size() > call.options.limit) fail("engram", "more hits", "at most limit");
  std::vector<std::string> allowed;
  for (const Memory& memory : memories_of(*passing)) allowed.push_back(show(memory));
  for (const Memory& memory : memories_of(found->hits)) {
    const auto match = std::find(allowed.begin(), allowed.end(), show(memory));
    if (match == allowed.end()) return fail("engram", show(memory), "each that passes, once");
    allowed.erase(match);
  }
  if (found->hits.empty() && !passing->empty()) fail("engram", "nothing", "something");
}

void Life::call(const ReadPage& call) {
  auto& walks = walks_[id_];
  const auto begun = walks.find(call.walk);
  const bool goes_on = !call.restart && begun != walks.end() && begun->second.name == call.name &&
                       begun->second.include_superseded == call.include_superseded;
  PageOptions options{.limit = call.limit, .include_superseded = call.include_superseded};
  std::optional<Memory> passed;
  if (goes_on) {
    options.after = begun->second.after;
    passed = begun->second.passed;
  }
  const std::string walk = "walk" + std::to_string(call.walk);
  write(walk + " = database.store(" + code(id_) + ")->" +
        (call.name ? "by_speaker(" + code(*call.name) + ", " : std::string("list(")) +
        "{.limit = " + std::to_string(call.limit) + (goes_on ? ", .after = " + walk : "") +
        (call.include_superseded ? ", .include_superseded = true" : "") + "})->next");
  const auto found = call.name ? store().by_speaker(*call.name, options) : store().list(options);
  compare("a page", found, expected().page(call.name, options, passed));
  if (found && found->next && !found->memories.empty()) {
    walks[call.walk] = {call.name, call.include_superseded, *found->next, found->memories.back()};
  } else {
    walks.erase(call.walk);
  }
}

void Life::call(const ReadMemory& call) {
  const MemoryId id = pick(call.memory);
  write_store_call("lineage(" + code(id) + ")");
  compare("get(" + code(id) + ")", store().get(id), expected().get(id));
  compare("lineage", store().lineage(id), expected().lineage(id));
}

std::vector<Memory> Life::walk(const std::optional<std::string>& name, std::size_t limit,
                               bool include_superseded) {
  std::vector<Memory> all;
  std::set<MemoryId> seen;
  PageOptions options{.limit = limit, .include_superseded = include_superseded};
  do {
    const auto page = name ? store().by_speaker(*name, options) : store().list(options);
    if (!page) {
      fail("a page of a walk", error_of(page), "ok");
      return all;
    }
    for (const Memory& memory : page->memories) {
      if (!seen.insert(memory.id).second) fail("a walk", show(memory) + " twice", "once");
    }
    all.insert(all.end(), page->memories.begin(), page->memories.end());
    options.after = page->next;
  } while (options.after && !failure_);
  return all;
}

void Life::compare_counts() {
  compare("stats", store().stats(), Result<Stats>(expected().stats(rules())));
  compare("list_speakers", store().list_speakers(),
          Result<SpeakerList>(expected().list_speakers(rules())));
}

void Life::compare_all_of_store() {
  compare_counts();
  const std::size_t limit = 1 + step_ / 8 % 5;
  for (const bool include : {false, true}) {
    compare("all of " + code(id_), show(walk(std::nullopt, limit, include)),
            show(expected().list(include)));
    std::set<std::string> names;
    for (const std::string& form : sound_names()) names.insert(*normalized(form));
    for (const std::string& name : names) {
      if (!expected().page(name, {}, std::nullopt)) {
        const auto found = store().by_speaker(name, {});
        compare("by_speaker of " + name, found,
                Result<Page>(tl::unexpected(unregistered_reader(name))));
        continue;
      }
      compare("all that " + name + " said", show(walk(name, limit, include)),
              show(expected().by_speaker(name, include)));
    }
  }
  const auto recalled = store().recall(sentence(kFirst, 0), {.limit = 1, .turns = 100});
  if (!recalled) return fail("recall", error_of(recalled), "ok");
  std::vector<Turn> turns = expected().turns();
  if (turns.size() > 100) turns.erase(turns.begin(), turns.end() - 100);
  compare("the latest turns", show(recalled->short_term), show(turns));
}

void Life::compare_searches() {
  for (const int number : {kFirst, (kFirst + kLast) / 2}) {
    call(Search{sentence(number, 0), {.limit = 1000, .include_superseded = true}});
    call(Search{sentence(number, 1), {.limit = 1000}});
    for (const SpeakerInfo& info : expected().list_speakers(rules()).speakers) {
      if (!failure_) call(Search{sentence(number, 0), {.speaker = info.name, .limit = 1000}});
    }
  }
}

}  // namespace whosaid::test::model
