// The people and the reading half of StoreModel.

#include "support/model/store_model.h"

#include <algorithm>
#include <utility>

#include "support/model/checks.h"
#include "support/model/texts.h"

namespace whosaid::test::model {
namespace {

bool within(const std::optional<Timestamp>& from, const std::optional<Timestamp>& to,
            const std::optional<Timestamp>& moment) {
  if (!from && !to) return true;
  if (!moment) return false;
  return (!from || *from <= *moment) && (!to || *moment < *to);
}

bool newer(const Memory& a, const Memory& b) {
  return a.created_at != b.created_at ? a.created_at > b.created_at : a.id > b.id;
}

// That of the best chunk; 0 where there is no vector.
double similarity(const Rules& rules, const std::string& query, const std::string& content) {
  const std::vector<int> asked = numbers_in(query);
  std::optional<double> best;
  for (const int number : numbers_in(content)) {
    const auto near = asked.size() == 1 ? cosine(rules.embedder, asked[0], number) : std::nullopt;
    if (near) best = std::max(best.value_or(-1), *near);
  }
  return best.value_or(0);
}

}  // namespace

double Rules::threshold() const { return duplicates.threshold.value_or(threshold_of(embedder)); }

std::optional<StoreModel::Who> StoreModel::find(const std::string& normalized) const {
  if (normalized == kAgent) return kAgentItself;
  for (std::size_t i = 0; i < people_.size(); ++i) {
    if (people_[i].registered && people_[i].name == normalized) return i + 2;
  }
  return std::nullopt;
}

Result<StoreModel::Who> StoreModel::resolve(const std::string& name) const {
  const auto form = normalized(name);
  if (!form) return tl::unexpected(refused("speaker"));
  const auto who = find(*form);
  if (!who) return tl::unexpected(unregistered_reader(*form));
  return *who;
}

std::optional<std::string> StoreModel::label(Who who) const {
  if (who == kAgentItself) return kAgent;
  if (who == kNobody || !people_[who - 2].registered) return std::nullopt;
  return people_[who - 2].name;
}

Result<AddSpeakerResult> StoreModel::add_speaker(const Rules& rules, const std::string& name,
                                                 Timestamp created_at) {
  const auto form = normalized(name);
  if (!form || *form == kAgent) return tl::unexpected(refused("speaker"));
  AddSpeakerResult result{.name = *form};
  std::size_t count = 0;
  for (const Person& person : people_) {
    if (!person.registered) continue;
    ++count;
    if (person.name == *form) result.status = SpeakerStatus::exists;
    if (look_alike(person.name, *form)) result.confusable_with.push_back(person.name);
  }
  if (result.status == SpeakerStatus::exists) return result;
  if (count >= rules.speaker_limit) {
    return tl::unexpected(
        Error{.code = ErrorCode::invalid_request, .speaker_limit = rules.speaker_limit});
  }
  people_.push_back({*form, created_at});
  return result;
}

Result<void> StoreModel::remove_speaker(const std::string& name) {
  if (normalized(name) == kAgent) return tl::unexpected(refused("speaker"));
  const auto who = resolve(name);
  if (!who) return tl::unexpected(who.error());
  people_[*who - 2].registered = false;
  return {};
}

SpeakerList StoreModel::list_speakers(const Rules& rules) const {
  SpeakerList list;
  for (const Person& person : people_) {
    if (!person.registered) continue;
    SpeakerInfo info{.name = person.name, .created_at = person.created_at};
    for (const Memory& memory : by_speaker(person.name, false)) {
      ++info.memories;
      info.chunks += memory.chunks;
    }
    list.speakers.push_back(std::move(info));
  }
  list.count = list.speakers.size();
  list.limit = rules.speaker_limit;
  return list;
}

const StoreModel::Entry* StoreModel::entry(MemoryId id) const {
  for (const Entry& entry : entries_) {
    if (entry.memory.id == id) return &entry;
  }
  return nullptr;
}

StoreModel::Entry* StoreModel::entry(MemoryId id) {
  return const_cast<Entry*>(std::as_const(*this).entry(id));
}

Memory StoreModel::labelled(const Entry& entry) const {
  Memory memory = entry.memory;
  memory.speaker = label(entry.who);
  return memory;
}

std::vector<Memory> StoreModel::list(bool include_superseded) const {
  std::vector<Memory> all;
  for (const Entry& entry : entries_) {
    if (entry.memory.current || include_superseded) all.push_back(labelled(entry));
  }
  std::sort(all.begin(), all.end(), newer);
  return all;
}

std::vector<Memory> StoreModel::by_speaker(const std::string& normalized,
                                           bool include_superseded) const {
  std::vector<Memory> theirs = list(include_superseded);
  std::erase_if(theirs, [&](const Memory& memory) { return memory.speaker != normalized; });
  return theirs;
}

Result<Page> StoreModel::page(const std::optional<std::string>& name, const PageOptions& options,
                              const std::optional<Memory>& passed) const {
  if (const auto error = check_limit(options.limit)) return tl::unexpected(*error);
  std::vector<Memory> all;
  if (name) {
    const auto who = resolve(*name);
    if (!who) return tl::unexpected(who.error());
    all = by_speaker(*label(*who), options.include_superseded);
  } else {
    all = list(options.include_superseded);
  }
  if (passed) std::erase_if(all, [&](const Memory& memory) { return !newer(*passed, memory); });
  Page page;
  if (all.size() > options.limit) {
    all.resize(options.limit);
    page.next = PageCursor{all.back().created_at, {}};
  }
  for (const Memory& memory : all) page.chunks += memory.chunks;
  page.memories = std::move(all);
  return page;
}

Result<Memory> StoreModel::get(MemoryId id) const {
  const Entry* const found = entry(id);
  if (found == nullptr) return tl::unexpected(no_memory(id));
  return labelled(*found);
}

std::vector<MemoryId> StoreModel::chain(MemoryId id) const {
  while (entry(id)->memory.supersedes) id = *entry(id)->memory.supersedes;
  std::vector<MemoryId> all = {id};
  while (entry(id)->memory.superseded_by) all.push_back(id = *entry(id)->memory.superseded_by);
  return all;
}

Result<std::vector<Memory>> StoreModel::lineage(MemoryId id) const {
  if (entry(id) == nullptr) return tl::unexpected(no_memory(id));
  std::vector<Memory> all;
  for (const MemoryId version : chain(id)) all.push_back(labelled(*entry(version)));
  return all;
}

Stats StoreModel::stats(const Rules& rules) const {
  Stats stats;
  for (const Entry& entry : entries_) {
    if (!entry.memory.current) {
      ++stats.superseded;
      continue;
    }
    ++stats.memories;
    stats.chunks += entry.memory.chunks;
    if (entry.first_half) ++stats.exchanges;
    for (const int number : numbers_in(entry.memory.content)) {
      if (!cosine(rules.embedder, number, number)) ++stats.unembedded;
    }
  }
  stats.speakers = list_speakers(rules).count;
  return stats;
}

bool StoreModel::passes(const Entry& entry, const SearchOptions& options) const {
  const Memory& memory = entry.memory;
  if (!memory.current && !options.include_superseded) return false;
  if (options.speaker && label(entry.who) != normalized(*options.speaker)) return false;
  if (!options.categories.empty() && std::find(options.categories.begin(), options.categories.end(),
                                               memory.category) == options.categories.end()) {
    return false;
  }
  if (options.conversation_id && memory.conversation_id != *options.conversation_id) return false;
  for (const auto& [key, value] : options.metadata) {
    const auto found = memory.metadata.find(key);
    if (found == memory.metadata.end() || found->second != value) return false;
  }
  return within(options.event_from, options.event_to, memory.event_at) &&
         within(options.created_from, options.created_to, memory.created_at);
}

Result<std::vector<Hit>> StoreModel::passing(const Rules& rules, const std::string& query,
                                             const SearchOptions& options) const {
  if (const auto error = check_search(query, options)) return tl::unexpected(*error);
  if (options.speaker) {
    const auto who = resolve(*options.speaker);
    if (!who) return tl::unexpected(who.error());
  }
  if (breaks_embedder(query)) return tl::unexpected(broken_embedder());
  std::vector<Hit> hits;
  for (const Entry& entry : entries_) {
    if (!passes(entry, options)) continue;
    const double near = similarity(rules, query, entry.memory.content);
    if (options.min_similarity && near < *options.min_similarity) continue;
    hits.push_back({.memory = labelled(entry), .similarity = near});
  }
  return hits;
}

std::vector<Turn> StoreModel::turns() const {
  std::vector<Turn> all;
  for (const Memory& memory : list(false)) {
    const auto half = entry(memory.id)->first_half;
    if (!half) continue;
    all.push_back({memory.content.substr(0, *half), memory.content.substr(*half + 1),
                   memory.conversation_id, memory.created_at});
  }
  std::reverse(all.begin(), all.end());
  return all;
}

std::vector<Memory> StoreModel::conversation(const std::string& id) const {
  std::vector<Memory> all = list(false);
  std::erase_if(all, [&](const Memory& memory) { return memory.conversation_id != id; });
  const auto happened = [](const Memory& m) { return m.event_at.value_or(m.created_at); };
  std::sort(all.begin(), all.end(), [&](const Memory& a, const Memory& b) {
    return happened(a) != happened(b) ? happened(a) < happened(b) : a.id < b.id;
  });
  return all;
}

}  // namespace whosaid::test::model
