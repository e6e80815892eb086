// RocksDB's own files, before RocksDB reads them: any bytes are read, and records that were written
// come back.

#include <fuzzer/FuzzedDataProvider.h>

#include <string>
#include <vector>

#include "fuzz/property.h"
#include "storage/log_records.h"
#include "storage/manifest_facts.h"

namespace {

using whosaid::fuzz::hold;
using whosaid::storage::LogRecords;

// As RocksDB writes it, checksums aside.
void add_fragment(std::string& file, char type, const std::string& text) {
  const std::size_t left = 32'768 - file.size() % 32'768;
  if (left < 7) file.append(left, '\0');
  file += "crc.";
  file += static_cast<char>(text.size() & 0xff);
  file += static_cast<char>(text.size() >> 8);
  file += type;
  file += text;
}

void written(FuzzedDataProvider& in) {
  std::string file;
  std::vector<std::string> records;
  while (in.remaining_bytes() > 0 && records.size() < 50) {
    std::string record = in.ConsumeRandomLengthString(200);
    if (in.ConsumeBool()) {
      add_fragment(file, 1, record);
    } else {
      const std::string more = in.ConsumeRandomLengthString(200);
      add_fragment(file, 2, record);
      add_fragment(file, 4, more);
      record += more;
    }
    records.push_back(record);
  }
  LogRecords reader(file);
  for (const std::string& record : records) hold(reader.next() == record, "a record comes back");
  hold(!reader.next() && !reader.ends_in_damage(), "a whole file has nothing behind its records");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = whosaid::fuzz::text_of(data, size);
  LogRecords records(bytes);
  std::size_t total = 0;
  while (const auto record = records.next()) total += record->size();
  hold(total <= size, "records lie in the file");
  (void)records.ends_in_damage();
  (void)whosaid::storage::manifest_facts(bytes);
  FuzzedDataProvider in(data, size);
  written(in);
  return 0;
}
