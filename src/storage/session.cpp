#include "storage/session.h"

#include <rocksdb/listener.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

#include "storage/checksum.h"
#include "storage/open_database.h"
#include "storage/rocksdb_options.h"
#include "storage/status.h"

namespace whosaid::storage {
namespace {

// Learns of failures in flushes and compactions, after which RocksDB refuses to write.
class FailureListener : public rocksdb::EventListener {
 public:
  explicit FailureListener(std::shared_ptr<std::atomic<bool>> broken)
      : broken_(std::move(broken)) {}

  void OnBackgroundError(rocksdb::BackgroundErrorReason, rocksdb::Status*) override {
    broken_->store(true);
  }

 private:
  const std::shared_ptr<std::atomic<bool>> broken_;
};

}  // namespace

Result<std::shared_ptr<Session>> Session::open(const std::filesystem::path& path,
                                               std::shared_ptr<WalGuard> files,
                                               std::shared_ptr<DirectoryClaim> claim) {
  const std::shared_ptr<Session> session(new Session);
  session->claim_ = std::move(claim);
  session->files_ = std::move(files);
  session->env_ = rocksdb::NewCompositeEnv(session->files_);
  // A torn end of the write-ahead log is normal after a crash. Anything else wrong with it is
  // damage: then what lies before is kept, and the loss is noted. Not so if the disk only once gave
  // other bytes than it holds, which a second look tells.
  rocksdb::Status status;
  for (int look = 0; look < 2 && (look == 0 || status.IsCorruption()); ++look) {
    status = session->open_database(path.string(),
                                    rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords);
  }
  if (status.IsCorruption()) {
    const std::string reason = status.ToString();
    status = session->open_database(path.string(), rocksdb::WALRecoveryMode::kPointInTimeRecovery);
    if (status.ok()) status = session->note_lost_tail(reason);
  }
  if (!status.ok()) {
    return tl::unexpected(to_error(status, "cannot open the database '" + path.string() + "'"));
  }
  return session;
}

// The families of a new database are made together after opening: left to DB::Open, each costs
// several more flushes to the disk.
rocksdb::Status Session::open_database(const std::string& path, rocksdb::WALRecoveryMode recovery) {
  rocksdb::DBOptions options = database_options(env_.get());
  options.wal_recovery_mode = recovery;
  options.listeners.push_back(std::make_shared<FailureListener>(broken_));
  std::vector<std::string> present;
  if (!rocksdb::DB::ListColumnFamilies(options, path, &present).ok()) present.clear();  // new

  const std::vector<rocksdb::ColumnFamilyDescriptor> all = families();
  std::vector<rocksdb::ColumnFamilyDescriptor> existing = {all.front()};
  std::vector<rocksdb::ColumnFamilyDescriptor> missing;
  for (auto family = all.begin() + 1; family != all.end(); ++family) {
    const bool is_there = std::find(present.begin(), present.end(), family->name) != present.end();
    (is_there ? existing : missing).push_back(*family);
  }
  rocksdb::Status status = open_database_at(path, options, existing, &handles_, &db_);
  if (status.ok() && !missing.empty()) {
    std::vector<rocksdb::ColumnFamilyHandle*> made;
    status = db_->CreateColumnFamilies(missing, &made);
    handles_.insert(handles_.end(), made.begin(), made.end());
  }
  for (rocksdb::ColumnFamilyHandle* handle : handles_) {
    for (std::size_t i = 0; i < kTables; ++i) {
      if (handle->GetName() == family_name(static_cast<Table>(i))) families_[i] = handle;
    }
  }
  return status;
}

rocksdb::Status Session::note_lost_tail(const std::string& reason) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const std::string key =
      std::string(kLostTailPrefix) +
      std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
  const auto sum = checksum(Table::manifest, key, reason);
  rocksdb::WriteOptions options;
  options.sync = true;
  return db_->Put(options, family(Table::manifest), key,
                  reason + std::string(sum.data(), sum.size()));
}

Session::~Session() {
  if (!db_) return;
  for (rocksdb::ColumnFamilyHandle* handle : handles_) {
    // Nothing useful can be done about a failure, and the status wants to be looked at.
    db_->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
  }
  db_->Close().PermitUncheckedError();
}

}  // namespace whosaid::storage
