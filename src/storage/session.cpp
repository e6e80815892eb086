#include "storage/session.h"

#include <rocksdb/listener.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

#include "storage/checksum.h"
#include "storage/log_records.h"
#include "storage/manifest_facts.h"
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
  const std::string missing = session->missing_part_of_log(path.string());
  rocksdb::Status status;
  for (int look = 0; look < 2 && (look == 0 || status.IsCorruption()); ++look) {
    status = session->open_database(path.string(),
                                    rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords);
  }
  if (status.IsCorruption() && session->check_->foreign_file().empty()) {
    const std::string reason = status.ToString();
    status = session->open_database(path.string(), rocksdb::WALRecoveryMode::kPointInTimeRecovery);
    if (status.ok()) status = session->note_lost_tail(reason);
  } else if (status.ok() && !missing.empty()) {
    status = session->note_lost_tail(missing);
  }
  if (const std::string& foreign = session->check_->foreign_file(); !foreign.empty()) {
    return tl::unexpected(error(ErrorCode::corruption,
                                "'" + foreign + "' is the write-ahead log of another database"));
  }
  if (!status.ok()) {
    return tl::unexpected(to_error(status, "cannot open the database '" + path.string() + "'"));
  }
  return session;
}

// What RocksDB takes for a log that ends, and isn't; empty: nothing. A database that was opened
// before has at least an empty log. A copy that was never opened may have none.
std::string Session::missing_part_of_log(const std::string& path) const {
  std::vector<std::string> files;
  if (!env_->GetChildren(path, &files).ok()) return {};
  bool any = false;
  for (const std::string& name : files) {
    if (!name.ends_with(".log")) continue;
    any = true;
    std::string bytes;
    if (!rocksdb::ReadFileToString(env_.get(), std::filesystem::path(path) / name, &bytes).ok())
      continue;
    LogRecords records(bytes);
    while (records.next()) continue;
    if (records.ends_in_damage()) return name + " is damaged before its end";
  }
  const auto has = [&](std::string_view name) {
    return std::find(files.begin(), files.end(), name) != files.end();
  };
  if (any || !has("CURRENT") || !has("LOCK")) return {};
  // Our families are made when there is a log already: before, its making was cut short.
  std::vector<std::string> present;
  const bool listed =
      rocksdb::DB::ListColumnFamilies(database_options(env_.get()), path, &present).ok();
  return listed && present.size() > 1 ? "there was no write-ahead log" : "";
}

// The families of a new database are made together after opening: left to DB::Open, each costs
// several more flushes to the disk.
rocksdb::Status Session::open_database(const std::string& path, rocksdb::WALRecoveryMode recovery) {
  rocksdb::DBOptions options = database_options(env_.get());
  options.wal_recovery_mode = recovery;
  check_ = std::make_unique<WalCheck>(manifest_facts(*env_, path).database_id);
  options.wal_filter = check_.get();
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
  if (status.ok()) status = db_->GetDbIdentity(database_id_);
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
