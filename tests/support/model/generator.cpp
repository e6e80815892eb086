#include "support/model/generator.h"

#include <limits>
#include <utility>

#include "support/fixture.h"
#include "support/model/texts.h"

namespace whosaid::test::model {
namespace {

const std::vector<std::string> kStores = {"a", "ab", "a/\"\u00e9\\"};

}  // namespace

std::size_t Generator::below(std::size_t count) {
  return static_cast<std::size_t>(random_() % count);
}

Sequence Generator::sequence(std::size_t operations) {
  keyed_.clear();
  Sequence sequence{opening(), {}};
  for (const std::string& store : kStores) sequence.operations.push_back({store, CreateStore{}});
  for (int i = 0; i < 8; ++i) {
    sequence.operations.push_back({any(kStores), AddSpeaker{any(sound_names())}});
  }
  while (sequence.operations.size() < operations) append(sequence.operations);
  return sequence;
}

void Generator::append(std::vector<Operation>& operations) {
  const std::string& store = once_in(2) ? kStores.front() : any(kStores);
  if (once_in(100)) return operations.push_back({any(refused_stores()), CreateStore{}});
  if (!once_in(25)) return operations.push_back({store, store_call()});
  operations.push_back({store, database_call()});
  // A store that is gone seldom stays so.
  if (std::holds_alternative<DeleteStore>(operations.back().call)) {
    if (once_in(2)) operations.push_back({store, AskDeleted{}});
    if (!once_in(4)) operations.push_back({store, CreateStore{}});
    operations.push_back({store, AskDeleted{}});
  }
}

Opening Generator::opening() {
  Opening opening;
  opening.rules.speaker_limit = 3 + below(3);
  DuplicatePolicy& policy = opening.rules.duplicates;
  policy.enabled = !once_in(3);
  if (once_in(4)) policy.threshold = threshold_of(1);
  if (once_in(3)) policy.scope = DuplicateScope::speaker;
  policy.keep_detail_variants = once_in(4);
  opening.graph_threshold = once_in(2) ? 6 * 2 : 100'000 * 2;
  opening.index_memory_budget = once_in(3) ? 64 : std::size_t{1} << 20;
  return opening;
}

Call Generator::store_call() {
  const std::size_t dice = below(100);
  if (dice < 50) return write();
  if (dice < 59) return change_people();
  if (dice < 65) return ForgetMemory{below(1'000'000)};
  if (dice < 66) return ForgetSpeaker{name()};
  return read();
}

Call Generator::write() {
  if (!keyed_.empty() && once_in(8)) return write_again();
  const std::size_t dice = below(100);
  Call call;
  if (dice < 50) {
    Add add{text(), add_options()};
    spoil(add.content, add.options);
    if (add.options.idempotency_key) keyed_.emplace_back(add);
    call = add;
  } else if (dice < 62) {
    AddBatch batch;
    for (std::size_t n = below(5); n > 0; --n) {
      NewMemory memory{text(), add_options()};
      if (once_in(3)) spoil(memory.content, memory.options);
      batch.memories.push_back(std::move(memory));
    }
    if (once_in(3)) keyed_.emplace_back(batch);
    call = batch;
  } else if (dice < 76) {
    AddTurn turn{text(), text(), turn_options()};
    if (once_in(40)) turn.user = any(refused_texts());
    if (once_in(40)) turn.agent = any(refused_texts());
    if (turn.options.idempotency_key) keyed_.emplace_back(turn);
    call = turn;
  } else {
    Supersede supersede{below(1'000'000), text(), supersede_options()};
    if (once_in(40)) supersede.content = any(refused_texts());
    if (supersede.options.idempotency_key) keyed_.emplace_back(supersede);
    call = supersede;
  }
  return call;
}

Call Generator::write_again() {
  Call call = any(keyed_);
  if (!once_in(3)) return call;
  if (auto* const add = std::get_if<Add>(&call)) add->options.speaker = name();
  if (auto* const turn = std::get_if<AddTurn>(&call)) std::swap(turn->user, turn->agent);
  if (auto* const supersede = std::get_if<Supersede>(&call)) supersede->content = text();
  return call;
}

Call Generator::change_people() {
  if (once_in(4)) return RemoveSpeaker{name()};
  return AddSpeaker{name()};
}

Call Generator::read() {
  const std::size_t dice = below(100);
  if (dice < 40) {
    Search search{query(), search_options()};
    spoil(search.query, search.options);
    return search;
  }
  if (dice < 55) return Remember{query(), recall_options()};
  if (dice < 62) {
    EngramOptions options{.limit = limit()};
    if (once_in(2)) options.speaker = name();
    return RunEngram{engram(), query(), options};
  }
  if (dice < 85) {
    ReadPage page{.limit = once_in(30) ? limit() : 1 + below(4),
                  .include_superseded = once_in(3),
                  .walk = below(3),
                  .restart = once_in(6)};
    // Each walk is mostly about the same.
    if (page.walk == 1) page.name = once_in(5) ? name() : "Ann";
    if (page.walk == 2) page.name = kAgent;
    return page;
  }
  return ReadMemory{below(1'000'000)};
}

Call Generator::database_call() {
  const std::size_t dice = below(100);
  if (dice < 25) return Reopen{opening()};
  if (dice < 30) return OpenWithAnotherEmbedder{};
  if (dice < 45) return Reembed{static_cast<int>(below(kEmbedders)), once_in(2)};
  if (dice < 55) return Move{once_in(3)};
  if (dice < 67) return Export{};
  if (dice < 80) return Import{once_in(4)};
  if (dice < 85) return CreateStore{};
  return DeleteStore{};
}

std::string Generator::name() { return once_in(20) ? any(refused_names()) : any(sound_names()); }

std::string Generator::text() {
  std::string text = once_in(10) ? " \n" : "";
  for (std::size_t n = 1 + below(3); n > 0; --n) {
    const std::size_t place = below(kLast - kFirst + 1);
    int number = static_cast<int>(kFirst + place);
    if (once_in(15)) number = kUnembedded + static_cast<int>(below(3));
    if (once_in(80)) number = kBroken;
    text += sentence(number, static_cast<int>(below(2)));
    if (n > 1) text += once_in(5) ? "\n" : " ";
  }
  return text;
}

std::string Generator::query() {
  if (once_in(40)) return sentence(kBroken, 0);
  if (once_in(10)) return any(std::vector<std::string>{"number", "\u2728 !", "?"});
  return sentence(static_cast<int>(kFirst + below(kLast - kFirst + 1)), static_cast<int>(below(2)));
}

std::string Generator::engram() {
  if (once_in(15)) return "no such engram";
  return any(list_engrams());
}

std::optional<Timestamp> Generator::moment(std::size_t one_of) {
  if (!once_in(one_of)) return std::nullopt;
  return second(static_cast<std::int64_t>(below(8)));
}

std::optional<Timestamp> Generator::any_moment(std::size_t one_of) {
  using std::chrono::microseconds;
  if (!once_in(40)) return moment(one_of);
  return any(std::vector<Timestamp>{Timestamp{}, Timestamp{microseconds{-1}}, Timestamp::min(),
                                    Timestamp::max()});
}

std::string Generator::label() {
  static const std::vector<std::string> kOdd = {"\"\\\n\t", std::string("x\0y", 3), "\u00e9\u2028"};
  return once_in(10) ? any(kOdd) : any(std::vector<std::string>{"x", "xy", "c1"});
}

std::optional<std::string> Generator::key() {
  if (once_in(60)) return any(refused_keys());
  if (!once_in(4)) return std::nullopt;
  return "key " + std::to_string(below(12));
}

std::size_t Generator::limit() {
  if (once_in(20)) return once_in(2) ? 0 : 1001;
  if (once_in(5)) return 30;
  return once_in(2) ? 1000 : 1 + below(6);
}

OnDuplicate Generator::on_duplicate() {
  return once_in(3) ? OnDuplicate::store : OnDuplicate::drop;
}

AddOptions Generator::add_options() {
  AddOptions options;
  if (!once_in(4)) options.speaker = name();
  options.event_at = any_moment(2);
  if (!once_in(10)) options.created_at = any_moment(1);
  if (once_in(2)) options.category = label();
  if (once_in(2)) options.conversation_id = "c" + std::to_string(below(2));
  if (once_in(2)) options.metadata["k"] = std::to_string(below(2));
  if (once_in(3)) options.metadata["l"] = once_in(2) ? "0" : label();
  options.idempotency_key = key();
  options.on_duplicate = on_duplicate();
  return options;
}

// A request breaks one rule at most: which of several is told first is not said anywhere.
void Generator::spoil(std::string& content, AddOptions& options) {
  if (!once_in(20)) return;
  options.idempotency_key.reset();
  options.speaker.reset();
  const std::size_t dice = below(4);
  if (dice == 0) content = any(refused_texts());
  if (dice == 1) options.category = any(refused_labels());
  if (dice == 2) options.conversation_id = any(refused_labels());
  if (dice == 3) options.metadata[any(refused_labels())] = "v";
}

TurnOptions Generator::turn_options() {
  TurnOptions options{.event_at = any_moment(2), .idempotency_key = key()};
  if (!once_in(10)) options.created_at = any_moment(1);
  if (once_in(2)) options.conversation_id = "c" + std::to_string(below(2));
  return options;
}

SupersedeOptions Generator::supersede_options() {
  SupersedeOptions options{
      .event_at = any_moment(2), .idempotency_key = key(), .on_duplicate = on_duplicate()};
  if (!once_in(10)) options.created_at = any_moment(1);
  return options;
}

SearchOptions Generator::search_options() {
  SearchOptions options{.limit = limit()};
  if (once_in(2)) options.speaker = name();
  if (once_in(5))
    options.min_similarity = any(std::vector<double>{-0.6, -0.1, 0.1, 0.6, 0.9, 0.98});
  if (once_in(5)) options.categories = {"x", "c1", "unknown"};
  if (once_in(5)) options.conversation_id = "c" + std::to_string(below(3));
  if (once_in(5)) options.metadata["k"] = std::to_string(below(3));
  if (once_in(6)) options.metadata["l"] = std::to_string(below(2));
  options.event_from = moment(6);
  options.created_from = moment(6);
  if (once_in(6))
    options.event_to = options.event_from.value_or(second(3)) + std::chrono::seconds(below(5));
  if (once_in(6))
    options.created_to = options.created_from.value_or(second(3)) + std::chrono::seconds(below(5));
  options.include_superseded = once_in(3);
  options.expand = once_in(3);
  return options;
}

void Generator::spoil(std::string& query, SearchOptions& options) {
  if (!once_in(15)) return;
  const std::size_t dice = below(6);
  if (dice == 0) query = any(refused_texts());
  if (dice == 1)
    options.min_similarity =
        any(std::vector<double>{1.5, -1.5, std::numeric_limits<double>::quiet_NaN()});
  if (dice == 2) options.categories = {any(refused_labels())};
  if (dice == 3) options.conversation_id = any(refused_labels());
  if (dice == 4)
    options.event_to = (options.event_from = second(5)).value() - std::chrono::seconds(1);
  if (dice == 5)
    options.created_to = (options.created_from = second(5)).value() - std::chrono::seconds(1);
}

RecallOptions Generator::recall_options() {
  RecallOptions options{.limit = limit(), .context_limit = below(5), .turns = below(4)};
  if (once_in(3)) options.speaker = name();
  if (once_in(3)) options.max_characters = below(200);
  if (once_in(20)) options.turns = 101;
  if (once_in(20)) options.context_limit = 101;
  return options;
}

}  // namespace whosaid::test::model
