#include "support/model/world.h"

#include <sstream>
#include <utility>
#include <variant>

#include "support/fixture.h"
#include "support/model/generator.h"
#include "support/model/texts.h"

namespace whosaid::test::model {
namespace {

// A few of them on one database make RocksDB compact its tables.
constexpr std::size_t kBetweenReopenings = 8;

template <class... Ts>
struct Cases : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Cases(Ts...) -> Cases<Ts...>;

bool is_on_store(const Call& call) { return call.index() < Call(CreateStore{}).index(); }

template <typename T>
Answer answer_of(const Result<T>& result) {
  Answer answer;
  if (!result) answer.error = result.error().code;
  return answer;
}

std::vector<Near> near_of(const AddResult& result) { return result.near; }
std::vector<Near> near_of(const SupersedeResult&) { return {}; }

template <typename R>
Choice choice_of(const R& result) {
  Choice choice{.id = result.id, .near = near_of(result)};
  if (result.duplicate_of) choice.duplicate_of = result.duplicate_of->id;
  return choice;
}

template <typename R>
Answer one_choice(const Result<R>& result) {
  Answer answer = answer_of(result);
  if (result) answer.choices.push_back(choice_of(*result));
  return answer;
}

Timestamp latest_registration(const MemoryStore& store) {
  const auto list = store.list_speakers();
  return list && !list->speakers.empty() ? list->speakers.back().created_at : Timestamp{};
}

// None: the call is left out.
std::optional<Call> write_of(const Call& call, std::size_t place, const Opening& opening) {
  const Timestamp time = second(static_cast<std::int64_t>(place));
  const auto timed = [&](auto changed) -> std::optional<Call> {
    if (!changed.options.created_at) changed.options.created_at = time;
    return changed;
  };
  return std::visit(
      Cases{[&](const Add& add) { return timed(add); },
            [&](const AddTurn& turn) { return timed(turn); },
            [&](const Supersede& supersede) { return timed(supersede); },
            [&](AddBatch batch) -> std::optional<Call> {
              for (NewMemory& memory : batch.memories) {
                if (!memory.options.created_at) memory.options.created_at = time;
              }
              return batch;
            },
            [&](Reembed reembed) -> std::optional<Call> {
              reembed.cancel = false;
              return reembed;
            },
            [&](const OpenWithAnotherEmbedder&) -> std::optional<Call> { return Reopen{opening}; },
            [](const Export&) -> std::optional<Call> { return Move{}; },
            [](const Import&) -> std::optional<Call> { return Move{}; },
            [](const Search&) -> std::optional<Call> { return std::nullopt; },
            [](const Remember&) -> std::optional<Call> { return std::nullopt; },
            [](const RunEngram&) -> std::optional<Call> { return std::nullopt; },
            [](const ReadPage&) -> std::optional<Call> { return std::nullopt; },
            [](const ReadMemory&) -> std::optional<Call> { return std::nullopt; },
            [](const AskDeleted&) -> std::optional<Call> { return std::nullopt; },
            [](const auto& other) -> std::optional<Call> { return other; }},
      call);
}

std::uint64_t number(MemoryId id) { return static_cast<std::uint64_t>(id); }

}  // namespace

Sequence random_writes(std::uint64_t seed, std::size_t operations) {
  Generator generator(seed);
  Sequence sequence{{}, {}};
  // Less than half of what a life is made of writes.
  const Sequence life = generator.sequence(3 * operations);
  sequence.opening = life.opening;
  for (const Operation& operation : life.operations) {
    const std::size_t place = sequence.operations.size();
    if (place == operations) break;
    if (place % kBetweenReopenings == kBetweenReopenings - 1) {
      sequence.operations.push_back({operation.store, Reopen{life.opening}});
    }
    const auto call = write_of(operation.call, place, life.opening);
    if (call) sequence.operations.push_back({operation.store, *call});
  }
  return sequence;
}

std::string to_line(const Answer& answer) {
  std::string line = std::to_string(answer.registered_at.time_since_epoch().count());
  for (const Choice& choice : answer.choices) {
    line += " " + std::to_string(number(choice.id.value_or(MemoryId{0})));
    line += " " + std::to_string(number(choice.duplicate_of.value_or(MemoryId{0})));
    line += " " + std::to_string(choice.near.size());
    for (const Near& near : choice.near) line += " " + std::to_string(number(near.id));
  }
  return line;
}

Answer from_line(const std::string& line) {
  std::istringstream words(line);
  const auto next_id = [&]() -> std::optional<MemoryId> {
    std::uint64_t id = 0;
    words >> id;
    if (id == 0) return std::nullopt;
    return MemoryId{id};
  };
  Answer answer;
  std::int64_t time = 0;
  words >> time;
  answer.registered_at = Timestamp{std::chrono::microseconds{time}};
  while (words >> std::ws && !words.eof()) {
    Choice choice;
    choice.id = next_id();
    choice.duplicate_of = next_id();
    std::size_t near = 0;
    words >> near;
    for (; near > 0; --near) choice.near.push_back({.id = next_id().value_or(MemoryId{0})});
    answer.choices.push_back(std::move(choice));
  }
  return answer;
}

MemoryId World::pick(const std::string& store, std::size_t memory) const {
  const std::vector<MemoryId>& ids = stores.at(store).ids();
  if (ids.empty() || memory % 16 == 0) return MemoryId{1'000'000};  // never given
  return ids[memory / 16 % ids.size()];
}

void World::follow(const Operation& operation, const Answer& answer) {
  const std::string& id = operation.store;
  if (breaks_store_rule(id) || (is_on_store(operation.call) && !stores.contains(id))) return;
  const Rules& rules = opening.rules;
  const Choice choice = answer.choices.empty() ? Choice{} : answer.choices.front();
  const auto ignore = [](const auto&) {};
  std::visit(
      Cases{[&](const AddSpeaker& call) {
              ignore(stores.at(id).add_speaker(rules, call.name, answer.registered_at));
            },
            [&](const RemoveSpeaker& call) { ignore(stores.at(id).remove_speaker(call.name)); },
            [&](const Add& call) {
              ignore(stores.at(id).add(rules, call.content, call.options, choice));
            },
            [&](const AddBatch& call) {
              ignore(stores.at(id).add_batch(rules, call.memories, answer.choices));
            },
            [&](const AddTurn& call) {
              ignore(stores.at(id).add_turn(rules, call.user, call.agent, call.options, choice));
            },
            [&](const Supersede& call) {
              ignore(stores.at(id).supersede(rules, pick(id, call.memory), call.content,
                                             call.options, choice));
            },
            [&](const ForgetMemory& call) { ignore(stores.at(id).forget(pick(id, call.memory))); },
            [&](const ForgetSpeaker& call) {
              ignore(stores.at(id).forget_speaker(call.name, Forget::commit));
            },
            [&](const CreateStore&) { stores.try_emplace(id); },
            [&](const DeleteStore&) { stores.erase(id); },
            [&](const Reopen& call) {
              const int embedder = rules.embedder;
              opening = call.opening;
              opening.rules.embedder = embedder;
            },
            [&](const Reembed& call) { opening.rules.embedder = call.embedder; },
            [](const auto&) {}},
      operation.call);
}

Answer answer_found(Database& database, const Operation& operation) {
  Answer answer;
  if (!std::holds_alternative<AddSpeaker>(operation.call)) return answer;
  const auto store = database.store(operation.store);
  if (store) answer.registered_at = latest_registration(*store);
  return answer;
}

Result<void> Writer::open(const Opening& opening) {
  database_.reset();
  auto opened = open_(opening);
  if (!opened) return tl::unexpected(opened.error());
  database_ = *std::move(opened);
  return {};
}

Answer Writer::make(const Operation& operation, const World& world) {
  const std::string& id = operation.store;
  std::optional<MemoryStore> store;
  if (is_on_store(operation.call)) {
    if (!world.stores.contains(id)) return {};
    auto found = database_->store(id);
    if (!found) return answer_of(found);
    store = *std::move(found);
  }
  return std::visit(
      Cases{[&](const AddSpeaker& call) {
              const auto result = store->add_speaker(call.name);
              Answer answer = answer_of(result);
              if (result) answer.registered_at = latest_registration(*store);
              return answer;
            },
            [&](const RemoveSpeaker& call) { return answer_of(store->remove_speaker(call.name)); },
            [&](const Add& call) { return one_choice(store->add(call.content, call.options)); },
            [&](const AddBatch& call) {
              const auto result = store->add_batch(call.memories);
              Answer answer = answer_of(result);
              for (std::size_t i = 0; result && i < result->size(); ++i) {
                answer.choices.push_back(choice_of((*result)[i]));
              }
              return answer;
            },
            [&](const AddTurn& call) {
              return one_choice(store->add_turn(call.user, call.agent, call.options));
            },
            [&](const Supersede& call) {
              return one_choice(
                  store->supersede(world.pick(id, call.memory), call.content, call.options));
            },
            [&](const ForgetMemory& call) {
              return answer_of(store->forget(world.pick(id, call.memory)));
            },
            [&](const ForgetSpeaker& call) {
              return answer_of(store->forget_speaker(call.name, Forget::commit));
            },
            [&](const CreateStore&) { return answer_of(database_->create_store(id)); },
            [&](const DeleteStore&) { return answer_of(database_->delete_store(id)); },
            [&](const Reopen& call) {
              Opening opening = call.opening;
              opening.rules.embedder = world.opening.rules.embedder;
              return answer_of(open(opening));
            },
            [&](const Reembed& call) {
              return answer_of(database_->reembed(embedder(call.embedder)));
            },
            [&](const Move&) {
              const auto copied = database_->backup(workshop_ / "copy");
              std::filesystem::remove_all(workshop_ / "copy");
              return answer_of(copied);
            },
            [](const auto&) { return Answer{}; }},
      operation.call);
}

}  // namespace whosaid::test::model
