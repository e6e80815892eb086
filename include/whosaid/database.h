// Database: many stores, one for each user, in one directory. Nothing crosses from one to another.

#ifndef WHOSAID_DATABASE_H_
#define WHOSAID_DATABASE_H_

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "whosaid/embedder.h"
#include "whosaid/export.h"
#include "whosaid/memory_store.h"
#include "whosaid/options.h"
#include "whosaid/progress.h"
#include "whosaid/result.h"
#include "whosaid/types.h"
#include "whosaid/version.h"

namespace whosaid {
inline namespace WHOSAID_ABI {

// A handle on an open database: cheap to copy, safe to use from several threads. The database is
// closed when its last handle is gone, Database or MemoryStore; then any process may open it.
//
// A store id is 1 to 256 bytes of UTF-8, not blank and without control characters. Ids are compared
// byte for byte: "a.b" and "a-b" are two stores. An id that breaks this is invalid_request, field
// `store`.
class WHOSAID_API Database {
 public:
  // Opens or creates the database in this directory; a new one is readable by its owner alone.
  // Errors: invalid_request (`path`: empty, with a NUL, or not a directory; `embedder`;
  // `duplicates.threshold`); embedder_failed (it threw when asked what it is); not_found (nothing
  // there and create_if_missing is false); busy (open in this or another process);
  // embedder_mismatch (written with another embedder, both named);
  // corruption (damaged, not a whosaid database, or of a newer format; left untouched); io_error.
  [[nodiscard]] static Result<Database> open(const std::filesystem::path& directory,
                                             OpenOptions options = {});

  // The store of this id, created if it does not exist.
  [[nodiscard]] Result<MemoryStore> create_store(std::string_view id);

  // The store of this id. Errors: not_found.
  [[nodiscard]] Result<MemoryStore> store(std::string_view id);

  // All ids, in byte order.
  [[nodiscard]] Result<std::vector<std::string>> list_stores() const;

  // Removes a store and everything in it; its handles answer not_found from then on.
  // Errors: not_found.
  [[nodiscard]] Result<void> delete_store(std::string_view id);

  // Computes all vectors anew with another embedder (null: the built-in one), and goes on with it;
  // whoever opens the database later must bring it too. Reads and writes go on meanwhile, with the
  // old one until the end. The embedder is given up to 64 memories and 1,024 chunks with a call, or
  // one memory of more chunks, and what it returns is committed. Cut short by an error, the
  // progress callback or a crash, the work is taken up where it ended by the next call with the
  // same embedder. The embedder in use: nothing to do.
  // Errors: invalid_request (`embedder`); embedder_failed; conflict (another call is at it; field
  // "progress" when the callback stopped it).
  [[nodiscard]] Result<void> reembed(std::shared_ptr<Embedder> embedder,
                                     const Progress& progress = {});

  // Writes all stores into a file of JSON Lines (UTF-8, times in microseconds), as they are at one
  // moment, while others write: speakers and memories with their ids, labels, times, versions and
  // exchanges. Vectors and idempotency keys are not in it. The file appears under its name when it
  // is complete, readable by its owner alone, in the place of one that was there; a failed or
  // cancelled export leaves everything as it was. Progress counts memories.
  // Errors: invalid_request (`path`: empty, or something other than a file is there); corruption
  // with `memory` for a record that cannot be read, since a copy without it would not be one:
  // verify() tells all of them, and forget() takes them out of the way; conflict (`progress`);
  // io_error.
  [[nodiscard]] Result<void> export_jsonl(const std::filesystem::path& file,
                                          const Progress& progress = {}) const;

  // Adds what an export holds to this database: stores, and in each of them speakers and memories.
  // A name that is registered already is the same person. A store that never held a memory gets
  // the ids of the file; in others they are raised behind those in use. Nothing is compared for
  // duplicates; all is embedded anew, up to 256 memories and 1,024 chunks with a call, or one
  // memory of more chunks, each time followed by a commit, so that reads see parts of it before the
  // end. Other writers may go on. Progress counts memories; its total grows while the file is
  // checked first.
  // An error or a cancellation takes back what the import stored; a crash leaves what had been
  // committed, which another import does not know: delete the stores that it made, then import
  // again.
  // Errors: not_found (`path`); invalid_request (`path`: not a file; `line 7`, counted from one:
  // not an export, of a newer format, incomplete, or with a line that breaks a rule, which the
  // message names; with `speaker_limit` when a store has no place for all speakers): then nothing
  // was stored; embedder_failed; conflict (`progress`); io_error.
  [[nodiscard]] Result<void> import_jsonl(const std::filesystem::path& file,
                                          const Progress& progress = {});

  // Makes a copy of the whole database, as it is at one moment, while others write. It opens as a
  // database, with the same embedder; only the owner can read it. A failed or cancelled backup
  // leaves nothing. Files that do not change are shared where the file system allows it.
  // Errors: invalid_request (`path`: empty, or something other than an empty directory is there);
  // conflict (`progress`); io_error.
  [[nodiscard]] Result<void> backup(const std::filesystem::path& directory,
                                    const Progress& progress = {}) const;

  // Reads everything, as it is at one moment, and reports all that is damaged or contradicts
  // itself; changes nothing. Progress counts memories and, once more, their vectors.
  // Errors: conflict (`progress`); io_error. Damage is no error: it is in the report.
  [[nodiscard]] Result<VerifyReport> verify(const Progress& progress = {}) const;

 private:
  friend class MemoryStore;
  friend class DatabaseOverCore;
  explicit Database(std::shared_ptr<store::DatabaseCore> core);

  std::shared_ptr<store::DatabaseCore> core_;
};

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_DATABASE_H_
