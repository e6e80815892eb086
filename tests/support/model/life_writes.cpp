// The writing calls of Life.

#include <algorithm>
#include <chrono>
#include <utility>

#include "support/model/code.h"
#include "support/model/life.h"

namespace whosaid::test::model {
namespace {

Timestamp now() {
  return std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
}

std::vector<Near> near_of(const AddResult& result) { return result.near; }
std::vector<Near> near_of(const SupersedeResult&) { return {}; }

}  // namespace

MemoryId Life::pick(std::size_t memory) const {
  const std::vector<MemoryId>& ids = expected().ids();
  if (ids.empty() || memory % 16 == 0) return MemoryId{1'000'000};  // never given
  return ids[memory / 16 % ids.size()];
}

template <typename R>
Choice Life::choice_of(const Result<R>& result, bool created_now, Timestamp began) {
  Choice choice;
  if (!result) return choice;
  choice.id = result->id;
  choice.near = near_of(*result);
  if (result->duplicate_of) choice.duplicate_of = result->duplicate_of->id;
  if (result->status == AddStatus::duplicate && result->note.empty()) {
    fail("the note of a duplicate", "none", "one");
  }
  if (!result->id || !created_now || result->replayed) return choice;
  const auto stored = store().get(*result->id);
  if (!stored) {
    fail("get of what was stored", error_of(stored), "ok");
    return choice;
  }
  choice.created_at = stored->created_at;
  if (choice.created_at < began || choice.created_at > now()) {
    fail("created_at", show(choice.created_at), "now");
  }
  return choice;
}

void Life::call(const AddSpeaker& call) {
  write_store_call("add_speaker(" + code(call.name) + ")");
  const Timestamp began = now();
  const auto found = store().add_speaker(call.name);
  Timestamp created_at{};
  if (found && found->status == SpeakerStatus::registered) {
    const auto list = store().list_speakers();
    if (!list || list->speakers.empty()) return fail("list_speakers", error_of(list), "somebody");
    created_at = list->speakers.back().created_at;
    if (created_at < began || created_at > now()) fail("created_at", show(created_at), "now");
  }
  compare("add_speaker", found, expected().add_speaker(rules(), call.name, created_at));
}

void Life::call(const RemoveSpeaker& call) {
  write_store_call("remove_speaker(" + code(call.name) + ")");
  compare("remove_speaker", store().remove_speaker(call.name),
          expected().remove_speaker(call.name));
}

void Life::call(const Add& call) {
  write_store_call("add(" + code(call.content) + ", " + code(call.options) + ")");
  const Timestamp began = now();
  const auto found = store().add(call.content, call.options);
  const Choice choice = choice_of(found, !call.options.created_at, began);
  compare("add", found, expected().add(rules(), call.content, call.options, choice));
}

void Life::call(const AddBatch& call) {
  std::string entries;
  for (const NewMemory& memory : call.memories) {
    entries += (entries.empty() ? "" : ", ") + code(memory);
  }
  write_store_call("add_batch(std::vector<NewMemory>{" + entries + "})");
  const Timestamp began = now();
  const auto found = store().add_batch(call.memories);
  std::vector<Choice> choices;
  if (found && found->size() != call.memories.size()) {
    return fail("add_batch", std::to_string(found->size()) + " results",
                std::to_string(call.memories.size()));
  }
  for (std::size_t i = 0; found && i < found->size(); ++i) {
    const Result<AddResult> one = (*found)[i];
    choices.push_back(choice_of(one, !call.memories[i].options.created_at, began));
  }
  compare("add_batch", found, expected().add_batch(rules(), call.memories, choices));
}

void Life::call(const AddTurn& call) {
  write_store_call("add_turn(" + code(call.user) + ", " + code(call.agent) + ", " +
                   code(call.options) + ")");
  const Timestamp began = now();
  const auto found = store().add_turn(call.user, call.agent, call.options);
  const Choice choice = choice_of(found, !call.options.created_at, began);
  compare("add_turn", found,
          expected().add_turn(rules(), call.user, call.agent, call.options, choice));
}

void Life::call(const Supersede& call) {
  const MemoryId id = pick(call.memory);
  write_store_call("supersede(" + code(id) + ", " + code(call.content) + ", " + code(call.options) +
                   ")");
  const Timestamp began = now();
  const auto found = store().supersede(id, call.content, call.options);
  const Choice choice = choice_of(found, !call.options.created_at, began);
  compare("supersede", found,
          expected().supersede(rules(), id, call.content, call.options, choice));
}

void Life::call(const ForgetMemory& call) {
  const MemoryId id = pick(call.memory);
  write_store_call("forget(" + code(id) + ")");
  compare("forget", store().forget(id), expected().forget(id));
}

void Life::call(const ForgetSpeaker& call) {
  for (const Forget how : {Forget::preview, Forget::commit}) {
    const bool preview = how == Forget::preview;
    write_store_call("forget_speaker(" + code(call.name) +
                     (preview ? ", Forget::preview)" : ", Forget::commit)"));
    compare("forget_speaker", store().forget_speaker(call.name, how),
            expected().forget_speaker(call.name, how));
    if (preview && !failure_) compare_counts();
  }
}

}  // namespace whosaid::test::model
