// Files of LevelDB's log form, as RocksDB's manifest and write-ahead logs are: blocks of fragments,
// each with a checksum, a length and a type.

#ifndef WHOSAID_STORAGE_LOG_RECORDS_H_
#define WHOSAID_STORAGE_LOG_RECORDS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace whosaid::storage {

// Reads record after record. Checksums are RocksDB's affair and not looked at.
class LogRecords {
 public:
  explicit LogRecords(std::string_view bytes) : bytes_(bytes) {}

  // Nothing from the first thing on that is no fragment.
  [[nodiscard]] std::optional<std::string> next();

  // When next() gave nothing: whether the rest is none that a crash leaves, though RocksDB takes it
  // for one: zeros and then something else, or a fragment longer than a block.
  [[nodiscard]] bool ends_in_damage() const;

 private:
  [[nodiscard]] unsigned byte(std::size_t offset) const {
    return static_cast<unsigned char>(bytes_[at_ + offset]);
  }

  const std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_LOG_RECORDS_H_
