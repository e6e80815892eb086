#include "voice.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../clock.h"

namespace whosaid::bench {
namespace {

// So many the voice keeps; above, it forgets more than it says.
constexpr std::size_t kMost = 120;

constexpr std::array kWords = {"garden",  "deadline", "violin",   "passport", "harbour", "recipe",
                               "meeting", "invoice",  "mountain", "window",   "ticket",  "birthday",
                               "kitchen", "engine",   "letter",   "weather"};

}  // namespace

Voice::Voice(MemoryStore store, std::string name)
    : store_(std::move(store)), name_(std::move(name)) {
  must(store_->add_speaker(name_));
}

std::optional<std::string> Voice::told(const char* call, const Error& error) const {
  return name_ + ": " + call + ": " + error.message;
}

std::string Voice::sentence(std::mt19937_64& random) {
  std::string text = name_ + " said for the " + std::to_string(++spoken_) + "th time that the";
  for (int i = 0; i < 4; ++i) text += std::string(" ") + kWords[random() % kWords.size()];
  return text + " matters.";
}

std::optional<MemoryId> Voice::any(std::mt19937_64& random, bool current) const {
  if (said_.empty()) return std::nullopt;
  const auto start = std::next(said_.begin(), static_cast<std::ptrdiff_t>(random() % said_.size()));
  const auto fits = [&](const auto& entry) { return !current || entry.second.current; };
  auto found = std::find_if(start, said_.end(), fits);
  if (found == said_.end()) found = std::find_if(said_.begin(), start, fits);
  if (found == said_.end() || !fits(*found)) return std::nullopt;
  return found->first;
}

void Voice::note(const AddResult& added, const std::string& content) {
  if (added.status == AddStatus::stored) said_[*added.id] = {content, true};
}

std::optional<std::string> Voice::act(std::mt19937_64& random) {
  const bool full = said_.size() > kMost;
  switch (random() % 20) {
    case 0:
    case 1:
    case 2:
    case 3:
      return full ? forget_one(random) : say(random);
    case 4:
      return full ? forget_one(random) : say_several(random);
    case 5:
    case 6:
      return correct(random);
    case 7:
    case 8:
      return forget_one(random);
    case 9:
      return random() % 20 == 0 ? forget_all() : Problem();
    case 10:
    case 11:
    case 12:
      return look_up(random);
    case 13:
    case 14:
    case 15:
      return look_for(random);
    case 16:
      return look_at_people();
    case 17:
      return recall(random);
    case 18:
      return introduce_a_guest(random);
    default:
      return random() % 10 == 0 ? compare() : Problem();
  }
}

std::optional<std::string> Voice::say(std::mt19937_64& random) {
  const std::string text = sentence(random);
  AddOptions options{.speaker = name_, .conversation_id = "c" + std::to_string(spoken_ / 10)};
  if (spoken_ % 3 == 0) options.idempotency_key = name_ + std::to_string(spoken_);
  const auto added = store_->add(text, options);
  if (!added) return told("add", added.error());
  note(*added, text);
  if (!options.idempotency_key) return {};
  const auto again = store_->add(text, options);
  if (!again) return told("add, repeated", again.error());
  if (!again->replayed || again->id != added->id) return name_ + ": a repeated request stored anew";
  return {};
}

std::optional<std::string> Voice::say_several(std::mt19937_64& random) {
  std::vector<NewMemory> memories;
  for (int i = 0; i < 8; ++i) memories.push_back({sentence(random), {.speaker = name_}});
  const auto added = store_->add_batch(memories);
  if (!added) return told("add_batch", added.error());
  for (std::size_t i = 0; i < memories.size(); ++i) note((*added)[i], memories[i].content);
  return {};
}

std::optional<std::string> Voice::correct(std::mt19937_64& random) {
  const auto id = any(random, true);
  if (!id) return {};
  const std::string text = sentence(random);
  const auto result = store_->supersede(*id, text);
  if (!result) return told("supersede", result.error());
  if (result->status != AddStatus::stored) return {};
  said_[*id].current = false;
  said_[*result->id] = {text, true};
  const auto chain = store_->lineage(*id);
  if (!chain) return told("lineage", chain.error());
  if (chain->back().id != *result->id) return name_ + ": a lineage doesn't end in its newest";
  return {};
}

std::optional<std::string> Voice::forget_one(std::mt19937_64& random) {
  const auto id = any(random, false);
  if (!id) return {};
  const auto forgotten = store_->forget(*id);
  if (!forgotten) return told("forget", forgotten.error());
  said_.erase(*id);
  const auto gone = store_->get(*id);
  if (gone || gone.error().code != ErrorCode::not_found)
    return name_ + ": forgotten, and still there";
  return {};
}

std::optional<std::string> Voice::forget_all() {
  const auto forgotten = store_->forget_speaker(name_, Forget::commit);
  if (!forgotten) return told("forget_speaker", forgotten.error());
  if (forgotten->memories != said_.size()) return name_ + ": forget_speaker counts otherwise";
  said_.clear();
  return {};
}

std::optional<std::string> Voice::look_up(std::mt19937_64& random) const {
  const auto id = any(random, false);
  if (!id) return {};
  const auto memory = store_->get(*id);
  if (!memory) return told("get", memory.error());
  const Said& said = said_.at(*id);
  if (memory->content != said.content || memory->speaker != name_ ||
      memory->current != said.current) {
    return name_ + ": a memory is not what was stored";
  }
  return {};
}

std::optional<std::string> Voice::look_for(std::mt19937_64& random) const {
  const auto id = any(random, true);
  const std::string query = id ? said_.at(*id).content : kWords[random() % kWords.size()];
  const auto found = store_->search(query, {.speaker = name_});
  if (!found) return told("search", found.error());
  for (const Hit& hit : found->hits) {
    const auto said = said_.find(hit.memory.id);
    if (said == said_.end() || !said->second.current || hit.memory.speaker != name_) {
      return name_ + ": a search found what the speaker didn't say";
    }
  }
  if (id && (found->hits.empty() || found->hits.front().memory.id != *id)) {
    return name_ + ": a search for a memory's own words finds another first";
  }
  const auto anybody = store_->search(query, {.limit = 5});
  if (!anybody) return told("search over everybody", anybody.error());
  return {};
}

std::optional<std::string> Voice::look_at_people() const {
  const auto people = store_->list_speakers();
  if (!people) return told("list_speakers", people.error());
  const auto counted = static_cast<std::size_t>(std::count_if(
      said_.begin(), said_.end(), [](const auto& entry) { return entry.second.current; }));
  for (const SpeakerInfo& speaker : people->speakers) {
    if (speaker.name == name_ && speaker.memories == counted) return {};
  }
  return name_ + ": list_speakers counts otherwise";
}

std::optional<std::string> Voice::recall(std::mt19937_64& random) const {
  const auto recalled = store_->recall(kWords[random() % kWords.size()], {.speaker = name_});
  if (!recalled) return told("recall", recalled.error());
  for (const Hit& hit : recalled->long_term) {
    if (!said_.contains(hit.memory.id)) return name_ + ": recall found what the speaker didn't say";
  }
  if (to_prompt(*recalled).empty() && !recalled->long_term.empty())
    return name_ + ": an empty prompt";
  return {};
}

// Somebody who says something, goes, and is forgotten.
std::optional<std::string> Voice::introduce_a_guest(std::mt19937_64& random) {
  const std::string guest = "Guest of " + name_;
  if (const auto added = store_->add_speaker(guest); !added)
    return told("add_speaker", added.error());
  const auto added =
      store_->add(sentence(random), {.speaker = guest, .on_duplicate = OnDuplicate::store});
  if (!added) return told("add for a guest", added.error());
  if (const auto left = store_->remove_speaker(guest); !left)
    return told("remove_speaker", left.error());
  const auto memory = store_->get(*added->id);
  if (!memory) return told("get of a guest's", memory.error());
  if (memory->speaker) return name_ + ": a removed guest's memory has a label";
  if (const auto gone = store_->forget(*added->id); !gone) return told("forget", gone.error());
  return {};
}

std::optional<std::string> Voice::compare() const {
  std::map<MemoryId, Said> found;
  PageOptions page{.limit = 50, .include_superseded = true};
  do {
    const auto read = store_->by_speaker(name_, page);
    if (!read) return told("by_speaker", read.error());
    for (const Memory& memory : read->memories) found[memory.id] = {memory.content, memory.current};
    page.after = read->next;
  } while (page.after);
  const auto same = [](const auto& a, const auto& b) {
    return a.first == b.first && a.second.content == b.second.content &&
           a.second.current == b.second.current;
  };
  if (std::equal(found.begin(), found.end(), said_.begin(), said_.end(), same)) return {};
  return name_ + ": by_speaker lists " + std::to_string(found.size()) +
         " memories, the record has " + std::to_string(said_.size());
}

}  // namespace whosaid::bench
