#include "support/portrait.h"

#include <cmath>
#include <optional>
#include <sstream>
#include <string_view>

#include "support/fixture.h"

namespace whosaid::test {

using namespace std::string_view_literals;
using Texts = std::vector<std::string>;

namespace {

std::string show(const std::optional<Timestamp>& time) {
  return time ? std::to_string(time->time_since_epoch().count()) : "-";
}
std::string show(const std::optional<MemoryId>& id, std::uint64_t offset) {
  return id ? std::to_string(static_cast<std::uint64_t>(*id) - offset) : "-";
}

}  // namespace

std::string likeness(const Memory& memory, std::uint64_t offset) {
  std::ostringstream out;
  out << show(std::optional(memory.id), offset) << ' ' << label(memory) << ' ' << memory.content
      << ' ' << show(memory.created_at) << ' ' << show(memory.event_at) << ' ' << memory.category
      << ' ' << memory.conversation_id << ' ' << memory.chunks << ' ' << memory.current << ' '
      << show(memory.supersedes, offset) << ' ' << show(memory.superseded_by, offset);
  for (const auto& [key, value] : memory.metadata) out << ' ' << key << '=' << value;
  return out.str();
}

Texts portrait(const MemoryStore& store, std::uint64_t offset) {
  Texts lines;
  const auto all = walk([&](const std::optional<PageCursor>& after) {
    return store.list({.limit = 3, .after = after, .include_superseded = true});
  });
  for (const Memory& memory : all) {
    lines.push_back(likeness(memory, offset));
    for (const Memory& version : must(store.lineage(memory.id))) {
      lines.push_back("  " + likeness(version, offset));
    }
  }
  for (const SpeakerInfo& person : must(store.list_speakers()).speakers) {
    lines.push_back(person.name + ' ' + std::to_string(person.memories) + ' ' +
                    std::to_string(person.chunks) + ' ' + show(person.created_at));
    for (const std::string& text : said_by(store, person.name)) lines.push_back("  " + text);
  }
  for (const Turn& turn : must(store.recall("anything")).short_term) {
    lines.push_back(turn.user + '|' + turn.agent + ' ' + show(turn.created_at));
  }
  for (const char* const query : {"the deadline", "what did I say about note 17?"}) {
    lines.push_back(query);
    const auto found = must(store.search(query, {.limit = 20, .include_superseded = true}));
    for (const Hit& hit : found.hits) {
      // Sums of floats may differ in their last bits.
      lines.push_back("  " + show(std::optional(hit.memory.id), offset) + ' ' +
                      std::to_string(std::lround(hit.similarity * 1e4)));
    }
  }
  const Stats stats = must(store.stats());
  for (const std::size_t count : {stats.memories, stats.chunks, stats.superseded, stats.speakers,
                                  stats.exchanges, stats.damaged, stats.unembedded}) {
    lines.push_back(std::to_string(count));
  }
  return lines;
}

void furnish(MemoryStore store) {
  test::meet(store, {"Ann", "Bob", "Zo\u00eb \U0001f642", "Leaving"});
  const MemoryId deadline = test::remember(store, "Bob", "The deadline is on Monday. Really!",
                                           {.event_at = second(-5),
                                            .created_at = second(1),
                                            .category = "plan",
                                            .conversation_id = "c 1",
                                            .metadata = {{"room", "2\n3"}}});
  const MemoryId tuesday = replace(store, deadline, "The deadline is on Tuesday");
  replace(store, tuesday, "The deadline is on Wednesday", {.created_at = second(9)});
  const MemoryId gone =
      test::remember(store, "Ann", "The cake is a lie", {.created_at = second(2)});
  must(store.forget(replace(store, gone, "The cake is real")));
  test::remember(store, "Leaving", "I was here", {.created_at = second(2)});
  must(store.remove_speaker("Leaving"));
  test::remember(store, "me", "I will send the slides", {.created_at = second(2)});
  must(store.add("Nobody said this", {.created_at = second(2)}));
  must(store.add("A NUL \0 and \x01, \"quotes\" \\ \u2028 \U0010ffff \u0378"sv));
  must(store.add_turn("What time is it?\n", "\nNoon.", {.created_at = second(3)}));
  must(store.add_turn("And now?", "Later.", {.conversation_id = "c 1"}));
  test::remember(store, "Zo\u00eb \U0001f642", "Before the epoch",
                 {.created_at = Timestamp{std::chrono::microseconds{-1}}});
}

}  // namespace whosaid::test
