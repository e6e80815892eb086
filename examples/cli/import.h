// Stores the turns of a conversation, each under the person who said it.

#ifndef WHOSAID_EXAMPLES_CLI_IMPORT_H_
#define WHOSAID_EXAMPLES_CLI_IMPORT_H_

#include <whosaid/memory_store.h>
#include <whosaid/result.h>

#include <string>
#include <vector>

#include "printer.h"
#include "turns.h"

namespace cli {

// Registers whoever speaks in the turns and is not registered yet, and stores every turn with its
// time as created_at and event_at. A record keeps what was said twice, so the check for duplicates
// is off; but a turn that an earlier import has stored is not stored again.
//
// Errors: when a speaker can't be registered, nothing was changed. When a turn is refused, the
// error names its line, and says how many turns before it were stored. Interrupted between two
// commits, the error says the same.
whosaid::Result<ImportReport> import_turns(whosaid::MemoryStore& store, const std::string& file,
                                           const std::vector<Turn>& turns);

}  // namespace cli

#endif  // WHOSAID_EXAMPLES_CLI_IMPORT_H_
