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

namespace whosaid {

// A handle on an open database: cheap to copy, safe to use from several threads. The database is
// closed when its last handle is gone, Database or MemoryStore; then any process may open it.
//
// A store id is 1 to 256 bytes of UTF-8, not blank and without control characters. Ids are compared
// byte for byte: "a.b" and "a-b" are two stores. An id that breaks this is invalid_request, field
// `store`.
class WHOSAID_API Database {
 public:
  // Opens or creates the database in this directory; a new one is readable by its owner alone.
  // Errors: invalid_request (`path`: empty, or not a directory; `embedder`;
  // `duplicates.threshold`); not_found (nothing there and create_if_missing is false); busy (open
  // in this or another process); embedder_mismatch (written with another embedder, both named);
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
  // old one until the end. Cut short by an error, the progress callback or a crash, the work is
  // taken up where it ended by the next call with the same embedder. The embedder in use: nothing
  // to do. Errors: invalid_request (`embedder`); embedder_failed; conflict (another call is at it;
  // field "progress" when the callback stopped it).
  [[nodiscard]] Result<void> reembed(std::shared_ptr<Embedder> embedder, Progress progress = {});

 private:
  friend class MemoryStore;
  explicit Database(std::shared_ptr<store::DatabaseCore> core);

  std::shared_ptr<store::DatabaseCore> core_;
};

}  // namespace whosaid

#endif  // WHOSAID_DATABASE_H_
