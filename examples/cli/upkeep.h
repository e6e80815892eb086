// Exports of the library, apart from the files that people write.

#ifndef WHOSAID_EXAMPLES_CLI_UPKEEP_H_
#define WHOSAID_EXAMPLES_CLI_UPKEEP_H_

#include <whosaid/result.h>

#include <string>

#include "commands.h"
#include "terminal.h"

namespace cli {

// Whether the file begins as an export does. Standard input ("-") is never one.
bool is_export(const std::string& file);

// Adds what an export holds, all its stores, to the database.
whosaid::Result<void> import_export(const Arguments& arguments, Output& out);

}  // namespace cli

#endif  // WHOSAID_EXAMPLES_CLI_UPKEEP_H_
