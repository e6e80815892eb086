#include "storage/wal_check.h"

#include <rocksdb/write_batch.h>

namespace whosaid::storage {
namespace {

using rocksdb::Slice;
using rocksdb::Status;

// Whose record it is, which stands before everything else in it.
class Owner : public rocksdb::WriteBatch::Handler {
 public:
  void LogData(const Slice& blob) override { id_ = blob.ToString(); }
  Status PutCF(std::uint32_t, const Slice&, const Slice&) override { return other(); }
  Status DeleteCF(std::uint32_t, const Slice&) override { return other(); }
  Status SingleDeleteCF(std::uint32_t, const Slice&) override { return other(); }
  Status DeleteRangeCF(std::uint32_t, const Slice&, const Slice&) override { return other(); }
  Status MergeCF(std::uint32_t, const Slice&, const Slice&) override { return other(); }
  bool Continue() override { return !seen_ && id_.empty(); }

  [[nodiscard]] const std::string& id() const { return id_; }

 private:
  Status other() {
    seen_ = true;
    return Status::OK();
  }

  std::string id_;
  bool seen_ = false;
};

std::uint64_t little_endian(const std::string& bytes, std::size_t at, std::size_t length) {
  std::uint64_t value = 0;
  for (std::size_t i = length; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

}  // namespace

rocksdb::WalFilter::WalProcessingOption WalCheck::LogRecordFound(unsigned long long,
                                                                 const std::string& file,
                                                                 const rocksdb::WriteBatch& batch,
                                                                 rocksdb::WriteBatch*, bool*) {
  constexpr std::size_t kHeader = 12;  // the sequence number of the first change, and their count
  const std::string& bytes = batch.Data();
  if (bytes.size() < kHeader) return WalProcessingOption::kCorruptedRecord;
  const std::uint64_t sequence = little_endian(bytes, 0, 8);
  if (sequence < next_sequence_) return WalProcessingOption::kCorruptedRecord;
  next_sequence_ = sequence + little_endian(bytes, 8, 4);

  Owner owner;
  batch.Iterate(&owner).PermitUncheckedError();  // what is malformed is found by the replay
  if (owner.id().empty() || database_id_.empty() || owner.id() == database_id_) {
    return WalProcessingOption::kContinueProcessing;
  }
  foreign_file_ = file;
  return WalProcessingOption::kCorruptedRecord;
}

}  // namespace whosaid::storage
