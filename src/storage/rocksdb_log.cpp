#include "storage/rocksdb_log.h"

#include <rocksdb/db.h>
#include <rocksdb/utilities/checkpoint.h>

#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "storage/checksum.h"
#include "storage/directory.h"
#include "storage/rocksdb_cursor.h"
#include "storage/rocksdb_reads.h"
#include "storage/rocksdb_testing.h"
#include "storage/session.h"
#include "storage/status.h"
#include "storage/wal_guard.h"
#include "whosaid/detail/keys.h"
#include "whosaid/detail/mutex.h"
#include "whosaid/detail/records.h"

namespace whosaid::storage {
namespace {

namespace fs = std::filesystem;
using Value = std::optional<std::string>;

Result<std::uint64_t> read_version(const Session& session, StoreNumber store) {
  const std::string key = detail::store_version_key(store);
  const Result<Value> value = read_key(session, nullptr, Table::stores, key);
  if (!value) return tl::unexpected(value.error());
  if (!*value) return 0;
  const auto version = detail::decode_counter(**value);
  if (!version) return tl::unexpected(damaged_value(Table::stores, key));
  return *version;
}

rocksdb::Status add_changes(const Session& session, const Batch& batch,
                            rocksdb::WriteBatch& write) {
  for (const Batch::Change& change : batch.changes()) {
    rocksdb::ColumnFamilyHandle* const family = session.family(change.table);
    rocksdb::Status status;
    switch (change.kind) {
      case Batch::Kind::put: {
        const auto sum = checksum(change.table, change.key, change.value);
        const rocksdb::Slice key = change.key;
        const std::array<rocksdb::Slice, 2> value = {rocksdb::Slice(change.value),
                                                     rocksdb::Slice(sum.data(), sum.size())};
        status = write.Put(family, rocksdb::SliceParts(&key, 1),
                           rocksdb::SliceParts(value.data(), static_cast<int>(value.size())));
        break;
      }
      case Batch::Kind::erase:
        status = write.Delete(family, change.key);
        break;
      case Batch::Kind::erase_prefix: {
        std::string end = detail::prefix_end(change.key);
        if (end.empty()) end.assign(1024, '\xff');  // behind every key
        status = write.DeleteRange(family, change.key, end);
        break;
      }
    }
    if (!status.ok()) return status;
  }
  return rocksdb::Status::OK();
}

// Whether the file system takes writes again, so that giving up the open database is worth it.
rocksdb::IOStatus probe(rocksdb::FileSystem& files, const fs::path& path) {
  const std::string name = (path / "whosaid.probe").string();
  const rocksdb::IOOptions options;
  std::unique_ptr<rocksdb::FSWritableFile> file;
  rocksdb::IOStatus status = files.NewWritableFile(name, rocksdb::FileOptions(), &file, nullptr);
  if (!status.ok()) return status;
  status = file->Append(std::string(256 * 1024, '\0'), options, nullptr);
  if (status.ok()) status = file->Sync(options, nullptr);
  const rocksdb::IOStatus closed = file->Close(options, nullptr);
  const rocksdb::IOStatus deleted = files.DeleteFile(name, options, nullptr);
  if (status.ok()) status = closed;
  return status.ok() ? deleted : status;
}

class RocksDbLog final : public Log {
 public:
  RocksDbLog(fs::path path, Durability durability, std::shared_ptr<WalGuard> files,
             std::shared_ptr<DirectoryClaim> claim, std::shared_ptr<Session> session)
      : path_(std::move(path)),
        durability_(durability),
        files_(std::move(files)),
        claim_(std::move(claim)),
        session_(std::move(session)) {}

  ~RocksDbLog() override;

  Result<Value> get(Table table, std::string_view key) const override;
  std::vector<Result<Value>> get_many(Table table,
                                      std::span<const std::string> keys) const override;
  Result<void> scan(Table table, std::string_view begin, std::string_view end,
                    const std::function<Visit(const Entry&)>& visit) const override;
  std::unique_ptr<Cursor> cursor(Table table, std::string_view begin,
                                 std::string_view end) const override;
  Result<std::unique_ptr<Snapshot>> snapshot() const override;
  Result<void> copy_to(const fs::path& path) const override;
  fs::path derived_directory() const override { return path_ / "graphs"; }
  Result<std::uint64_t> version(StoreNumber store) const override;
  Result<bool> apply(StoreNumber store, std::uint64_t expected, const Batch& batch) override;

 private:
  // The open session; or none, when reopening failed.
  std::shared_ptr<Session> session() const WHOSAID_EXCLUDES(session_mutex_);
  // The same, reopened if there is none: for calls that hold no lock.
  Result<std::shared_ptr<Session>> readable() const WHOSAID_EXCLUDES(writes_, session_mutex_);
  Result<bool> commit(StoreNumber store, std::uint64_t expected, const Batch& batch)
      WHOSAID_REQUIRES_SHARED(writes_);
  bool broken() const WHOSAID_EXCLUDES(session_mutex_);
  Result<void> recover() const WHOSAID_EXCLUDES(writes_, session_mutex_);
  Result<void> reopen() const WHOSAID_REQUIRES(writes_) WHOSAID_EXCLUDES(session_mutex_);

  const fs::path path_;
  const Durability durability_;
  const std::shared_ptr<WalGuard> files_;
  const std::shared_ptr<DirectoryClaim> claim_;

  // Batches of different stores are committed side by side, sharing their fsync; one of the
  // directory, or a recovery, is alone.
  mutable detail::SharedMutex writes_;
  std::array<detail::Mutex, 64> store_mutexes_;  // between reading a version and changing it

  mutable detail::SharedMutex session_mutex_;
  mutable std::shared_ptr<Session> session_ WHOSAID_GUARDED_BY(session_mutex_);
};

// What is still to be cut off a log file had better wait until the file is closed.
RocksDbLog::~RocksDbLog() {
  {
    const detail::WriterLock lock(session_mutex_);
    session_.reset();
  }
  files_->repair().PermitUncheckedError();
}

std::shared_ptr<Session> RocksDbLog::session() const {
  const detail::ReaderLock lock(session_mutex_);
  return session_;
}

Result<std::shared_ptr<Session>> RocksDbLog::readable() const {
  if (auto open = session()) return open;
  if (auto recovered = recover(); !recovered) return tl::unexpected(recovered.error());
  if (auto open = session()) return open;
  return tl::unexpected(error(ErrorCode::io_error, "the database could not be reopened"));
}

bool RocksDbLog::broken() const {
  const detail::ReaderLock lock(session_mutex_);
  return !session_ || session_->broken();
}

Result<Value> RocksDbLog::get(Table table, std::string_view key) const {
  const auto session = readable();
  if (!session) return tl::unexpected(session.error());
  return read_key(**session, nullptr, table, key);
}

std::vector<Result<Value>> RocksDbLog::get_many(Table table,
                                                std::span<const std::string> keys) const {
  const auto session = readable();
  if (!session) {
    return std::vector<Result<Value>>(keys.size(), tl::unexpected(session.error()));
  }
  return read_keys(**session, nullptr, table, keys);
}

Result<void> RocksDbLog::scan(Table table, std::string_view begin, std::string_view end,
                              const std::function<Visit(const Entry&)>& visit) const {
  auto session = readable();
  if (!session) return tl::unexpected(session.error());
  return scan_table(*std::move(session), table, begin, end, visit);
}

std::unique_ptr<Cursor> RocksDbLog::cursor(Table table, std::string_view begin,
                                           std::string_view end) const {
  auto session = readable();
  if (!session) return make_failed_cursor(session.error());
  return make_cursor(*std::move(session), nullptr, table, begin, end);
}

// It would keep a broken session from being reopened.
Result<std::unique_ptr<Snapshot>> RocksDbLog::snapshot() const {
  if (broken()) static_cast<void>(recover());
  auto session = readable();
  if (!session) return tl::unexpected(session.error());
  return make_snapshot(*std::move(session));
}

Result<void> RocksDbLog::copy_to(const fs::path& path) const {
  // What is new is written into table files, which a broken session refuses.
  if (broken()) {
    if (auto recovered = recover(); !recovered) return recovered;
  }
  const auto session = readable();
  if (!session) return tl::unexpected(session.error());
  rocksdb::Checkpoint* made = nullptr;
  rocksdb::Status status = rocksdb::Checkpoint::Create(&(*session)->db(), &made);
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(made);
  // 0: what is still in the write-ahead log goes into table files first.
  if (status.ok()) status = checkpoint->CreateCheckpoint(path.string(), 0);
  if (status.ok()) return {};
  return tl::unexpected(to_error(status, "cannot copy the database to '" + path.string() + "'"));
}

Result<std::uint64_t> RocksDbLog::version(StoreNumber store) const {
  const auto session = readable();
  if (!session) return tl::unexpected(session.error());
  return read_version(**session, store);
}

Result<bool> RocksDbLog::apply(StoreNumber store, std::uint64_t expected, const Batch& batch) {
  if (broken()) {
    if (auto recovered = recover(); !recovered) return tl::unexpected(recovered.error());
  }
  if (store == kDirectory) {
    const detail::WriterLock alone(writes_);
    return commit(store, expected, batch);
  }
  const detail::ReaderLock with_others(writes_);
  const detail::MutexLock one(store_mutexes_[store % store_mutexes_.size()]);
  return commit(store, expected, batch);
}

Result<bool> RocksDbLog::commit(StoreNumber store, std::uint64_t expected, const Batch& batch) {
  const auto session = this->session();
  if (!session) {
    return tl::unexpected(error(ErrorCode::io_error, "the database could not be reopened"));
  }
  const Result<std::uint64_t> current = read_version(*session, store);
  if (!current) return tl::unexpected(current.error());
  if (*current != expected) return false;

  Batch version;
  version.put(Table::stores, detail::store_version_key(store),
              detail::encode_counter(expected + 1));
  rocksdb::WriteBatch write;
  rocksdb::Status status = write.PutLogData(session->database_id());
  if (status.ok()) status = add_changes(*session, batch, write);
  if (status.ok()) status = add_changes(*session, version, write);
  if (!status.ok()) return tl::unexpected(to_error(status, "cannot prepare the write"));

  rocksdb::WriteOptions options;
  options.sync = durability_ == Durability::sync;
  status = session->db().Write(options, &write);
  if (!status.ok()) {
    session->set_broken();
    return tl::unexpected(to_error(status, "cannot write to the database"));
  }
  return true;
}

Result<void> RocksDbLog::recover() const {
  const detail::WriterLock alone(writes_);
  if (!broken()) return {};  // another thread was faster
  rocksdb::IOStatus status = files_->repair();
  if (status.ok()) status = probe(*files_->target(), path_);
  if (!status.ok()) {
    return tl::unexpected(to_error(status, "the file system still fails after a failed write"));
  }
  return reopen();
}

Result<void> RocksDbLog::reopen() const {
  constexpr int kPatience = 200;  // milliseconds
  const detail::WriterLock lock(session_mutex_);
  const std::weak_ptr<Session> before = session_;
  for (int waited = 0; before.use_count() > 1; ++waited) {
    if (waited == kPatience) {
      return tl::unexpected(error(ErrorCode::io_error,
                                  "after a failed write the database has to be reopened, which "
                                  "waits for the reads in progress to end"));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  session_.reset();
  // What a failed write left is cut off before anything could replay it.
  if (const auto status = files_->repair(); !status.ok()) {
    return tl::unexpected(to_error(status, "cannot cut off what a failed write left"));
  }
  auto session = Session::open(path_, files_, claim_);
  if (!session) return tl::unexpected(session.error());
  session_ = *std::move(session);
  return {};
}

}  // namespace

Result<std::unique_ptr<Log>> open_rocksdb_log(const fs::path& path, const LogOptions& options) {
  auto directory = prepare_directory(path, options.create_if_missing);
  if (!directory) return tl::unexpected(directory.error());
  auto claim = DirectoryClaim::take(*directory);
  if (!claim) return tl::unexpected(claim.error());
  const auto base =
      options.file_system ? options.file_system->file_system : rocksdb::FileSystem::Default();
  const auto files = std::make_shared<WalGuard>(base, options.durability == Durability::sync);
  // Another process may come between the inspection and the opening: then look again, once.
  Result<std::shared_ptr<Session>> session;
  for (int attempt = 0; attempt < 2 && !(session && *session); ++attempt) {
    if (auto sound = inspect_directory(*directory, options.create_if_missing, files); !sound) {
      return tl::unexpected(sound.error());
    }
    session = Session::open(*directory, files, *claim);
  }
  if (!session) return tl::unexpected(session.error());
  return std::make_unique<RocksDbLog>(*std::move(directory), options.durability, files,
                                      *std::move(claim), *std::move(session));
}

}  // namespace whosaid::storage
