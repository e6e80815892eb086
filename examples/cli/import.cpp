#include "import.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "interrupt.h"
#include "progress.h"
#include "timestamp.h"

namespace cli {
namespace {

using whosaid::Error;
using whosaid::ErrorCode;
using whosaid::Result;

constexpr std::size_t kBatch = 200;  // turns in one commit

// FNV-1a: the same on every machine, today and tomorrow.
std::uint64_t hash(std::uint64_t seed, std::string_view text) {
  for (const char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return (seed ^ 0xFF) * 0x100000001B3;  // 0xFF is in no UTF-8: it ends a field
}

// The same for the same turn in any file, at any place.
std::string key_of(const Turn& turn) {
  std::string key = "turn";
  for (const std::uint64_t seed : {0xCBF29CE484222325u, 0x84222325CBF29CE4u}) {
    std::uint64_t sum = hash(seed, turn.speaker ? '+' + *turn.speaker : "-");
    sum = hash(sum, turn.text);
    sum = hash(sum, turn.time ? format_timestamp(*turn.time) : "");
    sum = hash(sum, turn.conversation);
    char digits[24];
    std::snprintf(digits, sizeof digits, "-%016llx", static_cast<unsigned long long>(sum));
    key += digits;
  }
  return key;
}

whosaid::NewMemory memory_of(const Turn& turn) {
  return {.content = turn.text,
          .options = {.speaker = turn.speaker,
                      .event_at = turn.time,
                      .created_at = turn.time,
                      .conversation_id = turn.conversation,
                      .idempotency_key = key_of(turn),
                      .on_duplicate = whosaid::OnDuplicate::store}};
}

// Takes back what an import that can't go on has registered.
void unregister_all(whosaid::MemoryStore& store, const std::vector<std::string>& names) {
  for (const std::string& name : names) (void)store.remove_speaker(name);
}

// Registers who is new, and returns the new names.
Result<std::vector<std::string>> register_speakers(whosaid::MemoryStore& store,
                                                   const std::string& file,
                                                   const std::vector<Turn>& turns) {
  std::vector<std::string> registered;
  std::set<std::string_view> seen = {whosaid::kAgent};
  for (const Turn& turn : turns) {
    if (!turn.speaker || !seen.insert(*turn.speaker).second) continue;
    auto added = store.add_speaker(*turn.speaker);
    if (!added) {
      unregister_all(store, registered);
      Error error = std::move(added.error());
      error.message = bad_line(file, turn.line, error.message).message + " (nothing was imported)";
      return tl::make_unexpected(std::move(error));
    }
    if (added->status == whosaid::SpeakerStatus::registered) {
      registered.push_back(std::move(added->name));
    }
  }
  return registered;
}

// Which entry of a batch an error is about: "memories[2].content" is 2.
std::optional<std::size_t> entry_at_fault(const Error& error) {
  constexpr std::string_view kStart = "memories[";
  if (!error.field || !error.field->starts_with(kStart)) return std::nullopt;
  std::size_t entry = 0;
  const char* digits = error.field->data() + kStart.size();
  const auto [end, fault] =
      std::from_chars(digits, error.field->data() + error.field->size(), entry);
  return fault == std::errc() && *end == ']' ? std::optional(entry) : std::nullopt;
}

// How far an import came that went no further than before this turn.
std::string before(const Turn& turn, const ImportReport& report) {
  const std::size_t stored = report.stored + report.already_there;
  if (stored == 0) return "nothing was imported";
  return "the " + std::to_string(stored) + " turns before line " + std::to_string(turn.line) +
         " are stored";
}

// The library's error, with the line of the turn that it is about and how far the import came.
Error refused(Error error, const std::string& file, std::span<const Turn> batch,
              const ImportReport& report) {
  const auto entry = entry_at_fault(error);
  if (entry && *entry < batch.size()) {
    error.message = bad_line(file, batch[*entry].line, error.message).message;
  }
  error.message += " (" + before(batch.front(), report) + ')';
  return error;
}

}  // namespace

Result<ImportReport> import_turns(whosaid::MemoryStore& store, const std::string& file,
                                  const std::vector<Turn>& turns) {
  ImportReport report{.file = file, .turns = turns.size()};
  auto registered = register_speakers(store, file, turns);
  if (!registered) return tl::make_unexpected(registered.error());
  report.registered = *std::move(registered);

  Progress progress(turns.size(), "turns");
  std::span<const Turn> rest(turns);
  while (!rest.empty()) {
    if (was_interrupted()) {
      if (rest.size() == turns.size()) unregister_all(store, report.registered);
      return tl::make_unexpected(interrupted(before(rest.front(), report)));
    }
    const auto batch = rest.first(std::min(kBatch, rest.size()));
    std::vector<whosaid::NewMemory> memories;
    std::transform(batch.begin(), batch.end(), std::back_inserter(memories), memory_of);
    const auto results = store.add_batch(memories);
    if (!results) {
      if (rest.size() == turns.size()) unregister_all(store, report.registered);
      return tl::make_unexpected(refused(results.error(), file, batch, report));
    }
    for (const auto& result : *results) ++(result.replayed ? report.already_there : report.stored);
    rest = rest.subspan(batch.size());
    progress.show(turns.size() - rest.size());
  }
  return report;
}

}  // namespace cli
