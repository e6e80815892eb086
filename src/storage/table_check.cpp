#include "storage/table_check.h"

#include <array>
#include <cstdint>

namespace whosaid::storage {

rocksdb::IOStatus check_table(rocksdb::FileSystem& files, const std::string& name,
                              rocksdb::FSRandomAccessFile& file) {
  constexpr std::size_t kFooter = 53;  // the kind of checksum is its first byte
  const rocksdb::IOOptions options;
  std::uint64_t size = 0;
  rocksdb::IOStatus status = files.GetFileSize(name, options, &size, nullptr);
  if (!status.ok()) return status;
  if (size < kFooter) return rocksdb::IOStatus::OK();
  std::array<char, kFooter> space{};
  rocksdb::Slice footer;
  status = file.Read(size - kFooter, kFooter, options, &footer, space.data(), nullptr);
  if (!status.ok() || footer.size() < kFooter || footer[0] != 0) return status;
  return rocksdb::IOStatus::Corruption("the footer of the table is damaged", name);
}

}  // namespace whosaid::storage
