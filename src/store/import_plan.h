// What an export holds, found out by reading it once: whether every line may be stored, and what
// has to be known before the first of them is.

#ifndef WHOSAID_STORE_IMPORT_PLAN_H_
#define WHOSAID_STORE_IMPORT_PLAN_H_

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/files.h"
#include "store/jsonl.h"
#include "store/registry.h"
#include "store/upkeep.h"
#include "whosaid/result.h"

namespace whosaid::store {

struct StorePlan {
  struct Known {
    std::size_t line = 0;
    std::uint64_t supersedes = 0;  // 0: nothing
    std::uint64_t superseded_by = 0;
  };

  std::string id;
  std::vector<Registry::Speaker> speakers;             // names normalized
  absl::flat_hash_map<std::uint64_t, Known> memories;  // by the file's ids
  std::uint64_t last = 0;                              // the greatest of these

  [[nodiscard]] bool knows(const std::string& name) const;
};

struct ImportPlan {
  std::vector<StorePlan> stores;
  std::size_t memories = 0;

  [[nodiscard]] StorePlan* find(const std::string& store);

 private:
  friend class PlanMaker;
  absl::flat_hash_map<std::string, std::size_t> places_;
};

// The error of a line: invalid_request, field "line 12".
[[nodiscard]] Error line_error(std::size_t line, const std::string& problem);

// The next line, decoded; nothing at the end of the file. Errors: of a line; io_error.
[[nodiscard]] Result<std::optional<ExportLine>> read_line(InputFile& file, std::size_t line);

// Errors: of a line; conflict, field "progress"; io_error.
[[nodiscard]] Result<ImportPlan> plan_import(InputFile& file, Steps& steps);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_IMPORT_PLAN_H_
