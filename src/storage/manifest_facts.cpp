#include "storage/manifest_facts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include "storage/log_records.h"

namespace whosaid::storage {
namespace {

class Edit {
 public:
  explicit Edit(std::string_view bytes) : bytes_(bytes) {}

  std::optional<std::uint64_t> number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) return value;
    }
    return std::nullopt;
  }
  std::optional<std::string_view> text() {
    const auto length = number();
    if (!length || *length > bytes_.size()) return std::nullopt;
    const std::string_view value = bytes_.substr(0, *length);
    bytes_.remove_prefix(*length);
    return value;
  }

 private:
  std::string_view bytes_;
};

// An edit begins with its numbers; what comes behind the sequence is not looked at.
std::optional<std::uint64_t> last_sequence(std::string_view bytes, ManifestFacts& facts) {
  constexpr std::uint64_t kComparator = 1, kLastSequence = 4, kDatabaseId = (1U << 13) + 1;
  constexpr std::uint64_t kNumbers[] = {2, 3, 9, 10, 203};  // of logs, files and families
  Edit edit(bytes);
  while (const auto tag = edit.number()) {
    if (*tag == kLastSequence) return edit.number();
    if (*tag == kDatabaseId || *tag == kComparator) {
      const auto text = edit.text();
      if (!text) return std::nullopt;
      if (*tag == kDatabaseId) facts.database_id = *text;
    } else if (std::find(std::begin(kNumbers), std::end(kNumbers), *tag) == std::end(kNumbers) ||
               !edit.number()) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace

ManifestFacts manifest_facts(std::string_view bytes) {
  ManifestFacts facts;
  std::uint64_t before = 0;
  LogRecords records(bytes);
  while (const auto record = records.next()) {
    const auto sequence = last_sequence(*record, facts);
    if (!sequence) continue;
    facts.goes_back = facts.goes_back || *sequence < before;
    before = *sequence;
  }
  return facts;
}

ManifestFacts manifest_facts(rocksdb::Env& env, const std::string& directory) {
  std::string name;
  if (!rocksdb::ReadFileToString(&env, directory + "/CURRENT", &name).ok()) return {};
  if (name.empty() || name.back() != '\n') return {};
  name.pop_back();
  std::string bytes;
  if (!rocksdb::ReadFileToString(&env, directory + '/' + name, &bytes).ok()) return {};
  return manifest_facts(bytes);
}

}  // namespace whosaid::storage
