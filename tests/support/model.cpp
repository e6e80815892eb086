#include "support/model.h"

#include <algorithm>
#include <utility>

namespace whosaid::test {
namespace {

bool within(const std::optional<Timestamp>& from, const std::optional<Timestamp>& to,
            const std::optional<Timestamp>& moment) {
  if (!from && !to) return true;
  if (!moment) return false;
  return (!from || *from <= *moment) && (!to || *moment < *to);
}

}  // namespace

Model::Model(std::size_t speaker_limit, DuplicatePolicy duplicates, double threshold, Cosine cosine)
    : speaker_limit_(speaker_limit),
      duplicates_(duplicates),
      threshold_(threshold),
      cosine_(std::move(cosine)) {}

std::optional<std::size_t> Model::find(const std::string& name) const {
  for (std::size_t i = 0; i < people_.size(); ++i) {
    if (people_[i].registered && people_[i].name == name) return i;
  }
  return std::nullopt;
}

std::string Model::add_speaker(const std::string& name) {
  if (find(name)) return "exists";
  const auto registered = std::count_if(people_.begin(), people_.end(),
                                        [](const Person& person) { return person.registered; });
  if (static_cast<std::size_t>(registered) >= speaker_limit_) return "full";
  people_.push_back({name});
  return "registered";
}

bool Model::remove_speaker(const std::string& name) {
  const auto person = find(name);
  if (person) people_[*person].registered = false;
  return person.has_value();
}

bool Model::knows(const std::string& name) const { return name == kAgent || find(name); }

Model::Entry* Model::entry_of(MemoryId id) {
  for (Entry& entry : entries_) {
    if (entry.memory.id == id) return &entry;
  }
  return nullptr;
}

std::optional<std::string> Model::label_of(const Entry& entry) const {
  if (entry.agent) return kAgent;
  if (entry.person && people_[*entry.person].registered) return people_[*entry.person].name;
  return std::nullopt;
}

std::optional<std::string> Model::label_of(MemoryId id) const {
  for (const Entry& entry : entries_) {
    if (entry.memory.id == id) return label_of(entry);
  }
  return std::nullopt;
}

std::optional<Model::Match> Model::duplicate(const std::vector<std::string>& sentences,
                                             const AddOptions& options,
                                             std::optional<MemoryId> replaces) const {
  if (!duplicates_.enabled || options.on_duplicate == OnDuplicate::store) return std::nullopt;
  Match match;
  for (const Entry& entry : entries_) {
    if (!entry.memory.current || entry.memory.id == replaces) continue;
    if (duplicates_.scope == DuplicateScope::speaker && label_of(entry) != options.speaker) {
      continue;
    }
    double worst = 2;
    for (const std::string& sentence : sentences) {
      double best = -2;
      for (const std::string& other : entry.sentences) {
        best = std::max(best, cosine_(sentence, other));
      }
      worst = std::min(worst, best);
    }
    if (worst < threshold_) continue;
    if (worst > match.similarity + 1e-6) match = {worst, {}};
    if (worst > match.similarity - 1e-6) match.ids.push_back(entry.memory.id);
  }
  if (match.ids.empty()) return std::nullopt;
  return match;
}

void Model::add(const Memory& stored, const std::vector<std::string>& sentences,
                const AddOptions& options) {
  Entry entry{.memory = stored, .sentences = sentences};
  if (options.speaker == kAgent) {
    entry.agent = true;
  } else if (options.speaker) {
    entry.person = find(*options.speaker);
  }
  entries_.push_back(std::move(entry));
}

void Model::add_turn(const Memory& stored, const Turn& turn,
                     const std::vector<std::string>& sentences) {
  entries_.push_back({.memory = stored, .sentences = sentences, .turn = turn});
}

void Model::supersede(MemoryId old, const Memory& stored,
                      const std::vector<std::string>& sentences) {
  Entry* replaced = entry_of(old);
  Entry entry{.memory = stored, .sentences = sentences};
  if (label_of(*replaced)) {
    entry.person = replaced->person;
    entry.agent = replaced->agent;
  }
  entry.memory.current = true;
  entry.memory.supersedes = old;
  replaced->memory.current = false;
  replaced->memory.superseded_by = stored.id;
  entries_.push_back(std::move(entry));
}

bool Model::forget(MemoryId id) {
  const Entry* found = entry_of(id);
  if (found == nullptr) return false;
  const Memory gone = found->memory;
  // A chain stays linked around what is gone.
  for (Entry& entry : entries_) {
    Memory& memory = entry.memory;
    if (memory.superseded_by == id) memory.superseded_by = gone.superseded_by;
    if (memory.supersedes == id) memory.supersedes = gone.supersedes;
  }
  std::erase_if(entries_, [&](const Entry& entry) { return entry.memory.id == id; });
  return true;
}

ForgetResult Model::forget_speaker(const std::string& name, Forget forget) {
  ForgetResult result;
  for (const Memory& memory : by_speaker(name, true)) {
    ++result.memories;
    result.chunks += memory.chunks;
    if (forget == Forget::commit) this->forget(memory.id);
  }
  return result;
}

std::vector<Memory> Model::list(bool include_superseded) const {
  std::vector<Memory> all;
  for (const Entry& entry : entries_) {
    if (!entry.memory.current && !include_superseded) continue;
    all.push_back(entry.memory);
    all.back().speaker = label_of(entry);
  }
  std::sort(all.begin(), all.end(), [](const Memory& a, const Memory& b) {
    return a.created_at != b.created_at ? a.created_at > b.created_at : a.id > b.id;
  });
  return all;
}

std::vector<Memory> Model::by_speaker(const std::string& name, bool include_superseded) const {
  std::vector<Memory> theirs = list(include_superseded);
  std::erase_if(theirs, [&](const Memory& memory) { return memory.speaker != name; });
  return theirs;
}

std::optional<Memory> Model::get(MemoryId id) const {
  for (const Memory& memory : list(true)) {
    if (memory.id == id) return memory;
  }
  return std::nullopt;
}

std::vector<Memory> Model::lineage(MemoryId id) const {
  std::vector<Memory> chain = {*get(id)};
  while (chain.front().supersedes) chain.insert(chain.begin(), *get(*chain.front().supersedes));
  while (chain.back().superseded_by) chain.push_back(*get(*chain.back().superseded_by));
  return chain;
}

std::vector<Turn> Model::turns() const {
  std::vector<Turn> all;
  for (const Memory& memory : list()) {
    for (const Entry& entry : entries_) {
      if (entry.memory.id == memory.id && entry.turn) all.push_back(*entry.turn);
    }
  }
  std::reverse(all.begin(), all.end());
  return all;
}

Stats Model::stats() const {
  Stats stats;
  for (const Memory& memory : list(true)) {
    if (!memory.current) {
      ++stats.superseded;
      continue;
    }
    ++stats.memories;
    stats.chunks += memory.chunks;
  }
  for (const Person& person : people_) stats.speakers += person.registered ? 1 : 0;
  stats.exchanges = turns().size();
  return stats;
}

std::string Model::roll() const {
  std::string text;
  for (const Person& person : people_) {
    if (!person.registered) continue;
    std::size_t chunks = 0;
    const std::vector<Memory> theirs = by_speaker(person.name);
    for (const Memory& memory : theirs) chunks += memory.chunks;
    if (!text.empty()) text += ", ";
    text += person.name;
    text += " " + std::to_string(theirs.size()) + "/" + std::to_string(chunks);
  }
  return text;
}

bool Model::passes(const Entry& entry, const SearchOptions& filters) const {
  const Memory& memory = entry.memory;
  if (!memory.current && !filters.include_superseded) return false;
  if (filters.speaker && label_of(entry) != filters.speaker) return false;
  if (!filters.categories.empty() && std::find(filters.categories.begin(), filters.categories.end(),
                                               memory.category) == filters.categories.end()) {
    return false;
  }
  if (filters.conversation_id && memory.conversation_id != *filters.conversation_id) return false;
  for (const auto& [key, value] : filters.metadata) {
    const auto found = memory.metadata.find(key);
    if (found == memory.metadata.end() || found->second != value) return false;
  }
  return within(filters.event_from, filters.event_to, memory.event_at) &&
         within(filters.created_from, filters.created_to, memory.created_at);
}

std::vector<MemoryId> Model::passing(const SearchOptions& filters) const {
  std::vector<MemoryId> ids;
  for (const Entry& entry : entries_) {
    if (passes(entry, filters)) ids.push_back(entry.memory.id);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace whosaid::test
