#include "store/verify_store.h"

#include <cmath>
#include <span>
#include <string_view>

#include "store/memories.h"
#include "store/prepared.h"
#include "text/speaker_name.h"
#include "text/unicode.h"
#include "whosaid/detail/vector_math.h"

namespace whosaid::store {
namespace {

using storage::Entry;
using storage::Table;
using storage::Visit;

// Rounding to floats leaves far less.
constexpr double kNormTolerance = 1e-3;

std::uint64_t number(MemoryId id) { return static_cast<std::uint64_t>(id); }

bool is_text(std::string_view text) { return text::is_valid_utf8(text) && !text::is_blank(text); }

bool is_content(const detail::MemoryRecord& record) {
  const std::string_view content = record.content;
  if (!record.first_half) return is_text(content);
  const std::size_t half = *record.first_half;
  return half + kBetweenHalves <= content.size() && content[half] == '\n' &&
         is_text(content.substr(0, half)) && is_text(content.substr(half + kBetweenHalves));
}

// A store's head bounds the ids in use: none is beyond the next one.
bool is_speaker(detail::SpeakerId id, const std::optional<detail::StoreHead>& head) {
  if (id == detail::kUntagged || id == detail::kAgentId) return true;
  return id >= detail::kFirstSpeaker && (!head || id < head->next_speaker_id);
}

}  // namespace

void StoreVerifier::problem(std::string what, std::optional<MemoryId> memory) {
  if (memory) what = "memory " + std::to_string(number(*memory)) + ": " + what;
  report_.problems.push_back({std::move(what), facts_.id, memory});
}

template <class Look>
Result<void> StoreVerifier::each(Table table, Look&& look) {
  const std::string prefix = detail::store_prefix(facts_.number);
  bool stopped = false;
  const auto scanned =
      log_.scan(table, prefix, detail::prefix_end(prefix), [&](const Entry& entry) {
        if (entry.damaged && entry.key.empty()) {
          problem("a stretch of the table " + std::string(table_name(table)) + " cannot be read.");
          return Visit::go_on;
        }
        look(entry);
        stopped = (table == Table::memories || table == Table::vectors) && !steps_.step();
        return stopped ? Visit::stop : Visit::go_on;
      });
  if (stopped) return tl::unexpected(stopped_by_progress());
  return scanned;
}

Result<void> StoreVerifier::run() {
  if (!facts_.head && facts_.version > 0) problem("the head of the store is missing or damaged.");
  const auto look = [this](Table table, void (StoreVerifier::*what)(const Entry&)) {
    return each(table, [this, what](const Entry& entry) { (this->*what)(entry); });
  };
  auto done = look(Table::speakers, &StoreVerifier::look_at_speaker);
  if (done) done = look(Table::memories, &StoreVerifier::look_at_memory);
  if (done) done = look(Table::locations, &StoreVerifier::look_at_location);
  if (done) done = look(Table::vectors, &StoreVerifier::look_at_vectors);
  if (done) done = look(Table::requests, &StoreVerifier::look_at_request);
  if (!done) return done;
  compare_memories();
  compare_requests();
  return {};
}

void StoreVerifier::look_at_speaker(const Entry& entry) {
  const auto id = detail::decode_speaker_key(entry.key);
  const auto record = entry.damaged ? std::nullopt : detail::decode_speaker(entry.value);
  if (!id || !record) {
    problem("the record of a speaker is damaged.");
    return;
  }
  const auto name = text::normalize_speaker_name(record->name);
  if (!name || *name != record->name || *name == kAgent) {
    problem("speaker " + std::to_string(*id) + " has a name that cannot be registered.");
  }
  if (!names_.insert(record->name).second) problem("a speaker's name is registered twice.");
  if (*id < detail::kFirstSpeaker || !is_speaker(*id, facts_.head)) {
    problem("speaker " + std::to_string(*id) + " is none that the store has given a number.");
  }
}

void StoreVerifier::look_at_memory(const Entry& entry) {
  const auto key = detail::decode_memory_key(entry.key);
  if (!key) {
    problem("a memory has a malformed key.");
    return;
  }
  const auto [place, fresh] = memories_.try_emplace(number(key->id));
  if (!fresh) {
    problem("there are two records of it.", key->id);
    return;
  }
  place->second.speaker = key->speaker;
  place->second.created_at = key->created_at;
  const auto record = entry.damaged ? std::nullopt : detail::decode_memory(entry.value);
  if (!record) {
    problem("its record is damaged.", key->id);
    return;
  }
  place->second.readable = true;
  place->second.chunks = record->chunks.size();
  place->second.supersedes = record->supersedes;
  place->second.superseded_by = record->superseded_by;
  ++report_.memories;
  report_.chunks += record->chunks.size();
  look_at_record(*key, *record);
}

void StoreVerifier::look_at_record(const detail::MemoryKey& key,
                                   const detail::MemoryRecord& record) {
  const std::uint64_t id = number(key.id);
  if (id == 0 || (facts_.head && id >= facts_.head->next_memory_id)) {
    problem("its id is none that the store has given.", key.id);
  }
  if (!is_speaker(key.speaker, facts_.head)) problem("its speaker never existed.", key.id);
  if (record.sequence == 0 || record.sequence > facts_.version) {
    problem("it was written by a version that the store has not reached.", key.id);
  }
  if (!is_content(record)) problem("its content is not a text.", key.id);
  if (record.first_half && key.speaker != detail::kUntagged) {
    problem("it is an exchange and has a speaker.", key.id);
  }
}

void StoreVerifier::look_at_location(const Entry& entry) {
  const auto id = detail::decode_location_key(entry.key);
  if (!id) {
    problem("a location has a malformed key.");
    return;
  }
  const auto location = entry.damaged ? std::nullopt : detail::decode_location(entry.value);
  const auto known = memories_.find(number(*id));
  if (known != memories_.end()) known->second.located = true;
  if (!location) {
    problem("its location is damaged.", *id);
  } else if (known == memories_.end()) {
    problem("it has a location and no record.", *id);
  } else if (location->speaker != known->second.speaker ||
             location->created_at != known->second.created_at) {
    problem("its location leads elsewhere.", *id);
  }
}

void StoreVerifier::look_at_vectors(const Entry& entry) {
  const auto key = detail::decode_vector_key(entry.key);
  if (!key) {
    problem("vectors have a malformed key.");
    return;
  }
  const bool in_use = manifest_ && key->generation == manifest_->generation;
  const auto known = memories_.find(number(key->id));
  if (in_use && known != memories_.end()) known->second.embedded = true;
  if (entry.damaged) {
    problem("its vectors are damaged.", key->id);
  } else if (in_use && known == memories_.end()) {
    problem("it has vectors and no record.", key->id);
  } else if (in_use && known->second.readable) {
    look_into_vectors(key->id, known->second, entry.value);
  }
}

void StoreVerifier::look_into_vectors(MemoryId id, Known& known, std::string_view bytes) {
  std::size_t chunks = 0;
  bool unit = true;
  const bool sound = detail::decode_vectors(
      bytes, manifest_->dimensions, [&](std::size_t, std::span<const float> vector) {
        ++chunks;
        // Written so that a norm that is no number counts as wrong.
        unit = unit && (vector.empty() || std::abs(detail::norm(vector) - 1.0) <= kNormTolerance);
      });
  if (!sound || chunks != known.chunks) {
    problem("its vectors are not one for each sentence.", id);
  } else if (!unit) {
    problem("a vector of it is not of length 1.", id);
  }
}

void StoreVerifier::look_at_request(const Entry& entry) {
  constexpr std::size_t kPrefix = 8;
  const std::string_view rest = entry.key.substr(kPrefix);
  if (rest.empty() || rest.front() > 1) {
    problem("an idempotency key's record has a malformed key.");
  } else if (rest.front() == 1) {
    look_at_owner(entry.key);
    if (entry.damaged || !entry.value.empty()) {
      problem("what ties an idempotency key to its memory is damaged.");
    }
  } else {
    const auto record = entry.damaged ? std::nullopt : detail::decode_request(entry.value);
    std::uint64_t owner = 0;
    if (record && record->id) {
      owner = number(*record->id);
    } else if (record && record->duplicate_of) {
      owner = number(record->duplicate_of->id);
    }
    if (owner == 0) problem("the record of an idempotency key is damaged.");
    requests_.emplace(rest.substr(1), owner);
  }
}

void StoreVerifier::look_at_owner(std::string_view key) {
  const auto request = detail::decode_request_owner_key(key);
  if (!request) {
    problem("what ties an idempotency key to its memory has a malformed key.");
    return;
  }
  constexpr std::size_t kBeforeId = 9;
  detail::Reader in(key.substr(kBeforeId));
  owners_.emplace(in.u64_be(), *request);
}

const StoreVerifier::Known* StoreVerifier::find(MemoryId id) const {
  const auto known = memories_.find(number(id));
  return known == memories_.end() ? nullptr : &known->second;
}

void StoreVerifier::compare_memories() {
  for (const auto& [value, known] : memories_) {
    const MemoryId id{value};
    if (!known.located) problem("it has no location: get() does not find it.", id);
    if (!known.readable) continue;
    if (manifest_ && !known.embedded) problem("it has no vectors.", id);
    compare_links(id, known);
  }
}

void StoreVerifier::compare_links(MemoryId id, const Known& known) {
  if (known.supersedes) {
    const Known* const older = *known.supersedes < id ? find(*known.supersedes) : nullptr;
    if (older == nullptr || (older->readable && older->superseded_by != id)) {
      problem("the version that it replaced does not name it.", id);
    }
  }
  if (known.superseded_by && *known.superseded_by != kForgotten) {
    const Known* const newer = *known.superseded_by > id ? find(*known.superseded_by) : nullptr;
    if (newer == nullptr || (newer->readable && newer->supersedes != id)) {
      problem("the version that replaced it does not name it.", id);
    }
  }
}

void StoreVerifier::compare_requests() {
  for (const auto& [key, owner] : requests_) {
    if (owner == 0) continue;
    if (!owners_.contains({owner, key})) {
      problem("it does not know an idempotency key that goes with it.", MemoryId{owner});
    }
  }
  for (const auto& [owner, key] : owners_) {
    const auto request = requests_.find(key);
    const bool meant =
        request != requests_.end() && (request->second == owner || request->second == 0);
    if (!meant) problem("an idempotency key that it names is not its own.", MemoryId{owner});
    if (!memories_.contains(owner)) {
      problem("an idempotency key goes with it, and it is not there.", MemoryId{owner});
    }
  }
}

}  // namespace whosaid::store
