// The writing half of StoreModel.

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/model/checks.h"
#include "support/model/store_model.h"
#include "support/model/texts.h"

namespace whosaid::test::model {
namespace {

// How many close memories a result lists.
constexpr std::size_t kMostNear = 10;

// Cosines lie 15 degrees apart: what differs less is equal.
constexpr double kEqual = 1e-4;

AddOptions as_add(const TurnOptions& options) {
  AddOptions add;
  add.event_at = options.event_at;
  add.created_at = options.created_at;
  add.conversation_id = options.conversation_id;
  add.idempotency_key = options.idempotency_key;
  return add;
}

AddOptions as_add(const SupersedeOptions& options) {
  AddOptions add;
  add.idempotency_key = options.idempotency_key;
  return add;
}

}  // namespace

// The same key and the same request: the first result.
Result<std::optional<AddResult>> StoreModel::replay(const std::optional<std::string>& key,
                                                    const std::string& said) const {
  for (const Request& request : requests_) {
    if (request.key != key) continue;
    if (request.said != said) {
      return tl::unexpected(
          Error{.code = ErrorCode::conflict, .field = "idempotency_key", .memory = request.id});
    }
    AddResult result = result_of(request);
    result.replayed = true;
    return result;
  }
  return std::nullopt;
}

AddResult StoreModel::result_of(const Request& request) const {
  const auto near = [&](const Close& close) {
    return Near{close.id, close.similarity, label(close.who)};
  };
  AddResult result{.status = request.id ? AddStatus::stored : AddStatus::duplicate};
  result.id = request.id;
  if (request.duplicate_of) result.duplicate_of = near(*request.duplicate_of);
  for (const Close& close : request.near) result.near.push_back(near(close));
  return result;
}

bool StoreModel::compared(const Rules& rules, const Entry& entry, const Draft& draft) const {
  if (!entry.memory.current || entry.memory.id == draft.replaces) return false;
  return rules.duplicates.scope == DuplicateScope::store || label(entry.who) == label(draft.who);
}

std::vector<StoreModel::Close> StoreModel::close_to(const Rules& rules, const Draft& draft,
                                                    const Choice& choice) const {
  std::vector<Close> all;
  if (!rules.duplicates.enabled) return all;
  const std::vector<int> numbers = numbers_in(draft.memory.content);
  for (const Entry& entry : entries_) {
    if (!compared(rules, entry, draft)) continue;
    Close close{entry.memory.id, 2, entry.who};
    for (const int number : numbers) {
      double best = -2;
      bool repeated = false;
      for (const int other : numbers_in(entry.memory.content)) {
        const double near = cosine(rules.embedder, number, other).value_or(-2);
        best = std::max(best, near);
        repeated |= near >= rules.threshold() && number == other;
      }
      close.similarity = std::min(close.similarity, best);
      close.repeated &= repeated;
    }
    // Without the option, what differs in a detail is repeated all the same.
    close.repeated |= !rules.duplicates.keep_detail_variants;
    if (close.similarity >= rules.threshold()) all.push_back(close);
  }
  const auto chosen = [&](const Close& close) {
    return choice.duplicate_of == close.id ||
           std::any_of(choice.near.begin(), choice.near.end(),
                       [&](const Near& near) { return near.id == close.id; });
  };
  std::stable_sort(all.begin(), all.end(), [&](const Close& a, const Close& b) {
    if (std::abs(a.similarity - b.similarity) > kEqual) return a.similarity > b.similarity;
    return chosen(a) && !chosen(b);
  });
  return all;
}

Result<AddResult> StoreModel::decide(const Rules& rules, Draft draft, const Choice& choice) {
  if (breaks_embedder(draft.memory.content)) return tl::unexpected(broken_embedder());
  const std::vector<Close> close = close_to(rules, draft, choice);
  Request request{.key = draft.key.value_or(""), .said = draft.said};
  for (const Close& near : close) {
    if (draft.on_duplicate == OnDuplicate::store || !near.repeated) continue;
    request.duplicate_of = near;
    break;
  }
  if (!request.duplicate_of) {
    // Greater ids were stored later, and none is used again.
    const MemoryId last = ids_.empty() ? MemoryId{0} : ids_.back();
    const auto next = MemoryId{static_cast<std::uint64_t>(last) + 1};
    draft.memory.id = choice.id && *choice.id > last ? *choice.id : next;
    draft.memory.chunks = numbers_in(draft.memory.content).size();
    draft.memory.supersedes = draft.replaces;
    request.id = draft.memory.id;
    request.near.assign(close.begin(), close.begin() + static_cast<std::ptrdiff_t>(
                                                           std::min(close.size(), kMostNear)));
    if (draft.replaces) {
      Memory& old = entry(*draft.replaces)->memory;
      old.current = false;
      old.superseded_by = draft.memory.id;
    }
    ids_.push_back(draft.memory.id);
    entries_.push_back({std::move(draft.memory), draft.who, draft.first_half});
  }
  if (draft.key) requests_.push_back(request);
  return result_of(request);
}

Result<AddResult> StoreModel::add(const Rules& rules, const std::string& content,
                                  const AddOptions& options, const Choice& choice) {
  if (const auto error = check_add(content, options)) return tl::unexpected(*error);
  const std::string request = said(content, options);
  const auto replayed = replay(options.idempotency_key, request);
  if (!replayed) return tl::unexpected(replayed.error());
  if (*replayed) return **replayed;
  Draft draft{
      .on_duplicate = options.on_duplicate, .key = options.idempotency_key, .said = request};
  if (options.speaker) {
    const auto who = find(*normalized(*options.speaker));
    if (!who) return tl::unexpected(unregistered_writer(*normalized(*options.speaker)));
    draft.who = *who;
  }
  draft.memory.content = content;
  draft.memory.created_at = options.created_at.value_or(choice.created_at);
  draft.memory.event_at = options.event_at;
  draft.memory.category = options.category;
  draft.memory.conversation_id = options.conversation_id;
  draft.memory.metadata = options.metadata;
  return decide(rules, std::move(draft), choice);
}

Result<std::vector<AddResult>> StoreModel::add_batch(const Rules& rules,
                                                     const std::vector<NewMemory>& memories,
                                                     const std::vector<Choice>& choices) {
  const auto named = [](std::size_t i, Error error) {
    if (!error.field && error.speaker) error.field = "speaker";
    if (error.field) error.field = "memories[" + std::to_string(i) + "]." + *error.field;
    return tl::unexpected(std::move(error));
  };
  // What would be refused by itself comes before what is refused because of an entry before it.
  for (std::size_t i = 0; i < memories.size(); ++i) {
    if (auto error = check_add(memories[i].content, memories[i].options)) return named(i, *error);
  }
  bool broken = false;
  for (std::size_t i = 0; i < memories.size(); ++i) {
    StoreModel alone = *this;
    const auto added = alone.add(rules, memories[i].content, memories[i].options, {});
    if (added) continue;
    if (added.error().code != ErrorCode::embedder_failed) return named(i, added.error());
    broken = true;
  }
  if (broken) return tl::unexpected(broken_embedder());  // one call for all: it names none
  StoreModel all = *this;
  std::vector<AddResult> results;
  for (std::size_t i = 0; i < memories.size(); ++i) {
    const auto added = all.add(rules, memories[i].content, memories[i].options,
                               i < choices.size() ? choices[i] : Choice{});
    if (!added) return named(i, added.error());
    results.push_back(*added);
  }
  *this = std::move(all);
  return results;
}

Result<AddResult> StoreModel::add_turn(const Rules& rules, const std::string& user,
                                       const std::string& agent, const TurnOptions& options,
                                       const Choice& choice) {
  if (says_nothing(agent)) return tl::unexpected(refused("content"));
  if (const auto error = check_add(user, as_add(options))) return tl::unexpected(*error);
  const std::string request = said(user, agent, options);
  const auto replayed = replay(options.idempotency_key, request);
  if (!replayed) return tl::unexpected(replayed.error());
  if (*replayed) return **replayed;
  Draft draft{.first_half = user.size(), .key = options.idempotency_key, .said = request};
  draft.memory.content = user + "\n" + agent;
  draft.memory.created_at = options.created_at.value_or(choice.created_at);
  draft.memory.event_at = options.event_at;
  draft.memory.conversation_id = options.conversation_id;
  return decide(rules, std::move(draft), choice);
}

Result<SupersedeResult> StoreModel::supersede(const Rules& rules, MemoryId id,
                                              const std::string& content,
                                              const SupersedeOptions& options,
                                              const Choice& choice) {
  if (const auto error = check_add(content, as_add(options))) return tl::unexpected(*error);
  const std::string request = said(id, content, options);
  const auto as_supersede = [&](AddResult added) {
    return SupersedeResult{.status = added.status,
                           .id = added.id,
                           .superseded = id,
                           .duplicate_of = added.duplicate_of,
                           .replayed = added.replayed};
  };
  const auto replayed = replay(options.idempotency_key, request);
  if (!replayed) return tl::unexpected(replayed.error());
  if (*replayed) return as_supersede(**replayed);
  const Entry* const old = entry(id);
  if (old == nullptr) return tl::unexpected(no_memory(id));
  if (!old->memory.current) {
    Error error{.code = ErrorCode::conflict};
    const Memory& newest = entry(chain(id).back())->memory;
    if (newest.current) error.memory = newest.id;
    return tl::unexpected(error);
  }
  Draft draft{.memory = old->memory,
              .who = label(old->who) ? old->who : kNobody,
              .replaces = id,
              .on_duplicate = options.on_duplicate,
              .key = options.idempotency_key,
              .said = request};
  draft.memory.content = content;
  draft.memory.created_at = options.created_at.value_or(choice.created_at);
  draft.memory.event_at = options.event_at;
  return decide(rules, std::move(draft), choice).map(as_supersede);
}

void StoreModel::erase(MemoryId id) {
  const Memory gone = entry(id)->memory;
  // A chain stays linked around what is gone.
  for (Entry& entry : entries_) {
    Memory& memory = entry.memory;
    if (memory.superseded_by == id) memory.superseded_by = gone.superseded_by;
    if (memory.supersedes == id) memory.supersedes = gone.supersedes;
  }
  std::erase_if(entries_, [&](const Entry& entry) { return entry.memory.id == id; });
  std::erase_if(requests_, [&](const Request& request) {
    return request.id == id || (request.duplicate_of && request.duplicate_of->id == id);
  });
}

Result<ForgetResult> StoreModel::forget(MemoryId id) {
  const Entry* const found = entry(id);
  if (found == nullptr) return tl::unexpected(no_memory(id));
  const ForgetResult result{1, found->memory.chunks};
  erase(id);
  return result;
}

Result<ForgetResult> StoreModel::forget_speaker(const std::string& name, Forget forget) {
  const auto who = resolve(name);
  if (!who) return tl::unexpected(who.error());
  ForgetResult result;
  for (const Memory& memory : by_speaker(*label(*who), true)) {
    ++result.memories;
    result.chunks += memory.chunks;
    if (forget == Forget::commit) erase(memory.id);
  }
  return result;
}

void StoreModel::move() {
  requests_.clear();
  const MemoryId last = entries_.empty() ? MemoryId{0} : entries_.back().memory.id;
  std::erase_if(ids_, [&](MemoryId id) { return id > last; });
}

bool StoreModel::may_import(const Rules& rules, const StoreModel& other) const {
  std::size_t fresh = 0;
  const SpeakerList arriving = other.list_speakers(rules);
  for (const SpeakerInfo& info : arriving.speakers) {
    if (!find(info.name)) ++fresh;
  }
  return fresh == 0 || list_speakers(rules).count + fresh <= rules.speaker_limit;
}

void StoreModel::import(const StoreModel& other, const std::vector<MemoryId>& ids) {
  for (const Person& person : other.people_) {
    if (person.registered && !find(person.name)) people_.push_back(person);
  }
  const std::vector<Entry> arriving = other.entries_;
  const auto raised = [&](const std::optional<MemoryId>& id) -> std::optional<MemoryId> {
    for (std::size_t i = 0; id && i < arriving.size(); ++i) {
      if (arriving[i].memory.id == *id) return ids.at(i);
    }
    return std::nullopt;
  };
  for (std::size_t i = 0; i < arriving.size(); ++i) {
    Entry entry = arriving[i];
    const auto name = other.label(entry.who);
    entry.who = name ? *find(*name) : kNobody;
    entry.memory.id = ids.at(i);
    entry.memory.supersedes = raised(entry.memory.supersedes);
    entry.memory.superseded_by = raised(entry.memory.superseded_by);
    entries_.push_back(std::move(entry));
    ids_.push_back(ids.at(i));
  }
}

}  // namespace whosaid::test::model
