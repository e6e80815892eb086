// The storage port: what the store needs of a log, and nothing of how it is kept.
//
// A log is a handful of ordered tables of bytes and, for each store, a version. Reads see committed
// batches only. What the keys and values mean is FORMAT.md and whosaid/detail/{keys,records}.h.

#ifndef WHOSAID_STORAGE_LOG_H_
#define WHOSAID_STORAGE_LOG_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "whosaid/result.h"

namespace whosaid::storage {

enum class Table : std::uint8_t {
  manifest,
  stores,
  speakers,
  memories,
  locations,
  vectors,
  requests
};
inline constexpr std::size_t kTables = 7;

// The table's name in messages and on disk.
[[nodiscard]] std::string_view table_name(Table table);

// 0 is the database's own directory of stores; stores count from 1 and numbers are never reused.
using StoreNumber = std::uint64_t;
inline constexpr StoreNumber kDirectory = 0;

// Keys in the manifest table, added when an open found the newest part of the log unreadable and
// went on without it; the value says why. The rest of the key is the time, in microseconds.
inline constexpr std::string_view kLostTailPrefix = "lost-tail.";

// Changes that are committed together, applied in the order in which they were added.
class Batch {
 public:
  enum class Kind : std::uint8_t { put, erase, erase_prefix };
  struct Change {
    Kind kind;
    Table table;
    std::string key;  // the prefix for erase_prefix
    std::string value;
  };

  void put(Table table, std::string key, std::string value) {
    changes_.push_back({Kind::put, table, std::move(key), std::move(value)});
  }
  void erase(Table table, std::string key) {
    changes_.push_back({Kind::erase, table, std::move(key), {}});
  }
  // For whole stores. A few keys are better erased one by one: a range costs later reads more.
  void erase_prefix(Table table, std::string prefix) {
    changes_.push_back({Kind::erase_prefix, table, std::move(prefix), {}});
  }

  [[nodiscard]] const std::vector<Change>& changes() const { return changes_; }
  [[nodiscard]] bool empty() const { return changes_.empty(); }

 private:
  std::vector<Change> changes_;
};

// One key and its value. The views live until the visitor returns or the cursor moves.
struct Entry {
  std::string_view key;
  std::string_view value;
  // The value failed its checksum and is empty. With an empty key: a stretch of entries between the
  // key before and the key after could not be read at all.
  bool damaged = false;
};

enum class Visit { go_on, stop };

// A position in a table, over the snapshot taken when the cursor was made. Used by one thread at a
// time. It may outlive the Log; while it lives the database stays open.
class Cursor {
 public:
  Cursor() = default;
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;
  virtual ~Cursor();

  virtual void seek(std::string_view target) = 0;  // to the first key >= target within the bounds
  virtual void next() = 0;                         // requires valid()
  [[nodiscard]] virtual bool valid() const = 0;    // false: not sought yet, at the end, or failed
  [[nodiscard]] virtual Entry entry() const = 0;   // requires valid()
  [[nodiscard]] virtual Result<void> status() const = 0;  // why it is not valid; success at the end
};

// What can be read of the tables. Thread-safe. Errors of every call: io_error, and corruption for
// bytes that are not what was written.
class Reader {
 public:
  Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  virtual ~Reader();

  [[nodiscard]] virtual Result<std::optional<std::string>> get(Table table,
                                                               std::string_view key) const = 0;

  // One result for each key, in the same order; cheaper than as many calls of get().
  [[nodiscard]] virtual std::vector<Result<std::optional<std::string>>> get_many(
      Table table, std::span<const std::string> keys) const;

  // Visits begin <= key < end in ascending order over one snapshot; an empty `end` is the end of
  // the table. Damage is shown to the visitor and the scan goes on behind it.
  [[nodiscard]] virtual Result<void> scan(
      Table table, std::string_view begin, std::string_view end,
      const std::function<Visit(const Entry&)>& visit) const = 0;

  // Bounds as in scan(). Never null: a failure shows in status(). A cursor stops at a stretch that
  // cannot be read, and is of no use after that.
  [[nodiscard]] virtual std::unique_ptr<Cursor> cursor(Table table, std::string_view begin,
                                                       std::string_view end) const = 0;
};

// All tables as they were when it was taken. It may outlive the Log, but not its own cursors; while
// it lives the database stays open.
class Snapshot : public Reader {};

// The tables as they are now.
class Log : public Reader {
 public:
  [[nodiscard]] virtual Result<std::unique_ptr<Snapshot>> snapshot() const = 0;

  // Makes a copy of one moment that opens as a database of its own, while others write. `path` must
  // not exist; an error leaves nothing there.
  [[nodiscard]] virtual Result<void> copy_to(const std::filesystem::path& path) const = 0;

  // Where files of derived data may lie, readable by the owner alone; empty: nowhere. It needn't
  // exist yet, and copy_to() leaves it out.
  [[nodiscard]] virtual std::filesystem::path derived_directory() const { return {}; }

  // How many batches have been applied to the store: 0 for one never written.
  [[nodiscard]] virtual Result<std::uint64_t> version(StoreNumber store) const = 0;

  // Commits the whole batch and makes the version expected + 1, if the version still is `expected`;
  // otherwise changes nothing and returns false. An error leaves nothing behind either.
  // A batch for kDirectory excludes all others, so it may delete a store with its version: after it
  // no apply() that was prepared against the deleted store succeeds.
  [[nodiscard]] virtual Result<bool> apply(StoreNumber store, std::uint64_t expected,
                                           const Batch& batch) = 0;
};

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_LOG_H_
