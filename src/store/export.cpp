#include "store/export.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "storage/log.h"
#include "store/files.h"
#include "store/jsonl.h"
#include "store/memories.h"
#include "store/prepared.h"
#include "store/upkeep.h"
#include "whosaid/detail/keys.h"
#include "whosaid/detail/memory_record.h"
#include "whosaid/detail/records.h"

namespace whosaid::store {
namespace {

using storage::Entry;
using storage::Table;
using storage::Visit;

Error unreadable(const std::string& what) {
  return {.code = ErrorCode::corruption,
          .message = what + " cannot be read; verify() reports all that is damaged."};
}

Error unreadable_memory(const std::string& store, MemoryId id) {
  Error error = unreadable("memory " + std::to_string(static_cast<std::uint64_t>(id)) +
                           " of the store '" + store + "'");
  error.message += " forget() takes a memory out of the way.";
  error.memory = id;
  return error;
}

// One export, from one snapshot.
class Exporter {
 public:
  Exporter(const storage::Snapshot& log, OutputFile& file, const Progress& progress)
      : log_(log), file_(file), steps_(progress), counts_(progress != nullptr) {}

  Result<void> run() {
    if (auto counted = count(); !counted) return counted;
    if (!steps_.report()) return tl::unexpected(stopped_by_progress());
    if (auto written = write(HeaderLine()); !written) return written;
    const std::string prefix(1, detail::kStoreNamePrefix);
    auto done = scan(Table::stores, prefix, [&](const Entry& entry) -> Result<void> {
      const auto id = detail::decode_store_name_key(entry.key);
      const auto record = entry.damaged ? std::nullopt : detail::decode_store(entry.value);
      if (!id || !record) return tl::unexpected(unreadable("the directory of stores"));
      return write_store(std::string(*id), record->number);
    });
    if (!done) return done;
    if (auto written = write(EndLine{stores_, speakers_, memories_}); !written) return written;
    if (!steps_.report()) return tl::unexpected(stopped_by_progress());
    return {};
  }

 private:
  using Names = std::map<detail::SpeakerId, std::string>;

  template <class Each>
  Result<void> scan(Table table, const std::string& prefix, Each&& each) {
    Result<void> result;
    const auto scanned =
        log_.scan(table, prefix, detail::prefix_end(prefix), [&](const Entry& entry) {
          result = each(entry);
          return result ? Visit::go_on : Visit::stop;
        });
    return result ? scanned : result;
  }

  Result<void> count() {
    if (!counts_) return {};
    std::size_t total = 0;
    auto counted = log_.scan(Table::locations, {}, {}, [&](const Entry&) {
      ++total;
      return Visit::go_on;
    });
    steps_.expect(total);
    return counted;
  }

  Result<void> write(const ExportLine& line) {
    const auto bytes = encode_line(line);
    if (!bytes) return tl::unexpected(unreadable("a text that is not UTF-8"));
    return file_.write(*bytes);
  }

  Result<void> write_store(const std::string& store, storage::StoreNumber number) {
    ++stores_;
    if (auto written = write(StoreLine{store}); !written) return written;
    const std::string prefix = detail::store_prefix(number);
    Names names = {{detail::kAgentId, kAgent}};
    auto done = scan(Table::speakers, prefix, [&](const Entry& entry) -> Result<void> {
      const auto id = detail::decode_speaker_key(entry.key);
      auto record = entry.damaged ? std::nullopt : detail::decode_speaker(entry.value);
      if (!id || !record) {
        return tl::unexpected(unreadable("a speaker of the store '" + store + "'"));
      }
      ++speakers_;
      names[*id] = record->name;
      return write(SpeakerLine{store, std::move(record->name), record->created_at});
    });
    if (!done) return done;
    return scan(Table::memories, prefix,
                [&](const Entry& entry) { return write_memory(store, names, entry); });
  }

  Result<void> write_memory(const std::string& store, const Names& names, const Entry& entry) {
    const auto key = detail::decode_memory_key(entry.key);
    if (!key) return tl::unexpected(unreadable("a stretch of memories of '" + store + "'"));
    auto record = entry.damaged ? std::nullopt : detail::decode_memory(entry.value);
    if (!record ||
        (record->first_half && *record->first_half + kBetweenHalves > record->content.size())) {
      return tl::unexpected(unreadable_memory(store, key->id));
    }
    MemoryLine line;
    line.store = store;
    line.id = key->id;
    line.content = std::move(record->content);
    line.first_half = record->first_half;
    const auto name = names.find(key->speaker);
    if (name != names.end()) line.options.speaker = name->second;
    line.options.created_at = key->created_at;
    line.options.event_at = record->event_at;
    line.options.category = std::move(record->category);
    line.options.conversation_id = std::move(record->conversation_id);
    line.options.metadata = std::move(record->metadata);
    if (record->supersedes != kForgotten) line.supersedes = record->supersedes;
    line.current = !record->superseded_by;
    if (record->superseded_by != kForgotten) line.superseded_by = record->superseded_by;
    const auto bytes = encode_line(line);
    if (!bytes) return tl::unexpected(unreadable_memory(store, key->id));
    ++memories_;
    if (!steps_.step()) return tl::unexpected(stopped_by_progress());
    return file_.write(*bytes);
  }

  const storage::Snapshot& log_;
  OutputFile& file_;
  Steps steps_;
  const bool counts_;
  std::size_t stores_ = 0;
  std::size_t speakers_ = 0;
  std::size_t memories_ = 0;
};

}  // namespace

Result<void> export_jsonl(const storage::Log& log, const std::filesystem::path& path,
                          const Progress& progress) {
  auto file = OutputFile::create(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  const auto snapshot = log.snapshot();
  if (!snapshot) return tl::unexpected(snapshot.error());
  if (auto done = Exporter(**snapshot, **file, progress).run(); !done) return done;
  return (*file)->finish();
}

}  // namespace whosaid::store
