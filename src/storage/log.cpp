#include "storage/log.h"

namespace whosaid::storage {

std::string_view table_name(Table table) {
  switch (table) {
    case Table::manifest:
      return "manifest";
    case Table::stores:
      return "stores";
    case Table::speakers:
      return "speakers";
    case Table::memories:
      return "memories";
    case Table::locations:
      return "locations";
    case Table::vectors:
      return "vectors";
    case Table::requests:
      return "requests";
  }
  return "unknown";
}

Cursor::~Cursor() = default;

Reader::~Reader() = default;

std::vector<Result<std::optional<std::string>>> Reader::get_many(
    Table table, std::span<const std::string> keys) const {
  std::vector<Result<std::optional<std::string>>> results;
  results.reserve(keys.size());
  for (const std::string& key : keys) results.push_back(get(table, key));
  return results;
}

}  // namespace whosaid::storage
