#include "storage/session.h"

#include <rocksdb/listener.h>

#include <chrono>
#include <cstddef>
#include <utility>

#include "storage/checksum.h"
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

// RocksDB gave a raw pointer until 11.0 and gives a unique_ptr from 9.11.
template <typename Database>
rocksdb::Status open_any(const rocksdb::DBOptions& options, const std::string& path,
                         std::vector<rocksdb::ColumnFamilyHandle*>* handles,
                         std::unique_ptr<Database>* database) {
  if constexpr (requires { Database::Open(options, path, families(), handles, database); }) {
    return Database::Open(options, path, families(), handles, database);
  } else {
    Database* raw = nullptr;
    const rocksdb::Status status = Database::Open(options, path, families(), handles, &raw);
    database->reset(raw);
    return status;
  }
}

}  // namespace

Result<std::shared_ptr<Session>> Session::open(const std::filesystem::path& path,
                                               std::shared_ptr<WalGuard> files,
                                               std::shared_ptr<DirectoryClaim> claim) {
  const std::shared_ptr<Session> session(new Session);
  session->claim_ = std::move(claim);
  session->files_ = std::move(files);
  session->env_ = rocksdb::NewCompositeEnv(session->files_);
  // A torn end of the write-ahead log is normal after a crash. Anything else wrong with it is
  // damage: then what lies before is kept, and the loss is noted.
  rocksdb::Status status = session->open_database(
      path.string(), rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords);
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

rocksdb::Status Session::open_database(const std::string& path, rocksdb::WALRecoveryMode recovery) {
  rocksdb::DBOptions options = database_options(env_.get());
  options.wal_recovery_mode = recovery;
  options.listeners.push_back(std::make_shared<FailureListener>(broken_));
  return open_any(options, path, &families_, &db_);
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
  for (rocksdb::ColumnFamilyHandle* handle : families_) {
    // Nothing useful can be done about a failure, and the status wants to be looked at.
    db_->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
  }
  db_->Close().PermitUncheckedError();
}

}  // namespace whosaid::storage
