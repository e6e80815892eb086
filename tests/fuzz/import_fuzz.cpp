// Imports: what is refused changes nothing; what is imported comes out and goes in again the same.
// The input is the lines between a header and an end.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "fuzz/property.h"
#include "fuzz/temp_database.h"
#include "whosaid/whosaid.h"

namespace {

using whosaid::fuzz::hold;
using whosaid::fuzz::TempDatabase;

std::string exported(TempDatabase& temp) {
  const std::filesystem::path file = temp.directory() / "out.jsonl";
  hold(temp.database().export_jsonl(file).has_value(), "an export");
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

whosaid::Result<void> import(TempDatabase& temp, std::string_view lines) {
  const std::filesystem::path file = temp.directory() / "in.jsonl";
  std::ofstream(file, std::ios::binary | std::ios::trunc) << lines;
  return temp.database().import_jsonl(file);
}

void clear(TempDatabase& temp) {
  const auto stores = temp.database().list_stores();
  hold(stores.has_value(), "the stores are listed");
  for (const std::string& store : *stores) {
    hold(temp.database().delete_store(store).has_value(), "a store can be deleted");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static TempDatabase temp;
  static const std::string empty = exported(temp);
  const std::string lines = "{\"whosaid\":1}\n" + std::string(whosaid::fuzz::text_of(data, size)) +
                            "\n{\"type\":\"end\"}\n";
  if (const auto done = import(temp, lines); !done) {
    hold(done.error().code == whosaid::ErrorCode::invalid_request, "the error's code");
    hold(exported(temp) == empty, "what is refused changes nothing");
    return 0;
  }
  const std::string once = exported(temp);
  clear(temp);
  hold(import(temp, once).has_value(), "an export can be imported");
  hold(exported(temp) == once, "an import is exported the same");
  clear(temp);
  return 0;
}
