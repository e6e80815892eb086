#include "store/verify.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/graph_store.h"
#include "store/upkeep.h"
#include "store/vector_index.h"
#include "store/verify_store.h"
#include "text/unicode.h"
#include "whosaid/detail/keys.h"
#include "whosaid/detail/records.h"

namespace whosaid::store {
namespace {

using storage::Entry;
using storage::Table;
using storage::Visit;

constexpr Table kStoreTables[] = {Table::speakers, Table::memories, Table::locations,
                                  Table::vectors, Table::requests};

// A graph's file that is longer than one of so many rows isn't read.
constexpr std::size_t kMostRows = 10'000'000;

class Verifier {
 public:
  Verifier(const storage::Log& whole, const storage::Snapshot& log, const Progress& progress)
      : whole_(whole), log_(log), steps_(progress), counts_(progress != nullptr) {}

  Result<VerifyReport> run() {
    auto done = count();
    if (done && !steps_.report()) done = tl::unexpected(stopped_by_progress());
    if (done) done = look_at_manifest();
    if (done) done = look_at_stores();
    if (done) done = look_into_stores();
    if (done) done = look_for_strangers();
    if (done && !steps_.report()) done = tl::unexpected(stopped_by_progress());
    if (!done) return tl::unexpected(std::move(done.error()));
    return std::move(report_);
  }

 private:
  void problem(std::string what) {
    report_.problems.push_back({std::move(what), std::nullopt, std::nullopt});
  }

  Result<void> count() {
    if (!counts_) return {};
    std::size_t memories = 0;
    auto counted = log_.scan(Table::locations, {}, {}, [&](const Entry&) {
      ++memories;
      return Visit::go_on;
    });
    steps_.expect(2 * memories);
    return counted;
  }

  Result<void> look_at_manifest() {
    auto done = log_.scan(Table::manifest, {}, {}, [&](const Entry& entry) {
      const auto record = entry.damaged ? std::nullopt : detail::decode_manifest(entry.value);
      if (entry.key == detail::manifest_key()) {
        manifest_ = record;
        if (!record) problem("the database's manifest is damaged.");
      } else if (entry.key == detail::reembed_key()) {
        if (!record) problem("the marker of a re-embedding is damaged.");
      } else if (entry.key.starts_with(storage::kLostTailPrefix)) {
        problem("the newest part of the log was lost when the database was opened: " +
                text::clean_for_message(entry.value));
      } else {
        problem("the manifest's table holds something unknown.");
      }
      return Visit::go_on;
    });
    return done;
  }

  Result<void> look_at_stores() {
    auto done = log_.scan(Table::stores, {}, {}, [&](const Entry& entry) {
      if (const auto id = detail::decode_store_name_key(entry.key)) {
        const auto record = entry.damaged ? std::nullopt : detail::decode_store(entry.value);
        if (record) {
          add_store(*id, record->number);
        } else {
          report_.problems.push_back(
              {"the record of the store is damaged.", std::string(*id), std::nullopt});
        }
      } else if (entry.key == detail::next_store_key()) {
        const auto value = entry.damaged ? std::nullopt : detail::decode_counter(entry.value);
        next_store_ = value;
        if (!value) problem("the number of the next store is damaged.");
      } else {
        look_at_number(entry);
      }
      return Visit::go_on;
    });
    return done;
  }

  void add_store(std::string_view id, storage::StoreNumber number) {
    const auto [place, fresh] = stores_.try_emplace(number);
    if (fresh) {
      place->second.id = id;
      place->second.number = number;
      return;
    }
    report_.problems.push_back({"the store has the number of the store '" + place->second.id + "'.",
                                std::string(id), std::nullopt});
  }

  // A head or a version.
  void look_at_number(const Entry& entry) {
    detail::Reader in(entry.key.empty() ? entry.key : entry.key.substr(1));
    const storage::StoreNumber number = in.u64_be();
    if (entry.damaged && entry.key.empty()) {
      problem("a stretch of the table of stores cannot be read.");
    } else if (in.done() && entry.key.front() == 'h') {
      heads_[number] = entry.damaged ? std::nullopt : detail::decode_store_head(entry.value);
    } else if (in.done() && entry.key.front() == 'v') {
      const auto version = entry.damaged ? std::nullopt : detail::decode_counter(entry.value);
      if (!version) problem("the version of store " + std::to_string(number) + " is damaged.");
      versions_[number] = version.value_or(~std::uint64_t{0});
    } else {
      problem("the table of stores holds something unknown.");
    }
  }

  Result<void> look_into_stores() {
    std::vector<const StoreFacts*> in_order;
    for (auto& [number, facts] : stores_) {
      const auto head = heads_.find(number);
      if (head != heads_.end()) facts.head = head->second;
      const auto version = versions_.find(number);
      if (version != versions_.end()) facts.version = version->second;
      // A store that was never written has none.
      if (head == heads_.end() && facts.version == 0) facts.head = detail::StoreHead();
      if (number == storage::kDirectory || (next_store_ && number >= *next_store_)) {
        report_.problems.push_back(
            {"its number is none that the database has given.", facts.id, std::nullopt});
      }
      in_order.push_back(&facts);
    }
    std::sort(in_order.begin(), in_order.end(),
              [](const StoreFacts* a, const StoreFacts* b) { return a->id < b->id; });
    for (const StoreFacts* facts : in_order) {
      ++report_.stores;
      StoreVerifier verifier(log_, *facts, manifest_, report_, steps_);
      if (auto done = verifier.run(); !done) return done;
      look_at_graph(*facts);
    }
    for (const auto& numbers : {keys_of(heads_), keys_of(versions_)}) {
      for (const storage::StoreNumber number : numbers) {
        if (number == storage::kDirectory || stores_.contains(number)) continue;
        problem("the table of stores holds facts of store " + std::to_string(number) +
                ", which has no name.");
      }
    }
    return {};
  }

  // Derived data: what is wrong with it costs time alone, but disks that do this do worse.
  void look_at_graph(const StoreFacts& facts) {
    const auto directory = whole_.derived_directory();
    if (directory.empty() || !manifest_) return;
    // Again, when it may have been written between two looks, for a newer version of the log.
    for (int attempt = 1;; ++attempt) {
      const auto version = whole_.version(facts.number);
      if (!version) return;
      const auto image =
          read_graph_file(directory, {facts.number, manifest_->generation, *version},
                          VectorIndex::graph_shape(manifest_->dimensions), kMostRows);
      if (image || image.error().code == ErrorCode::not_found) return;
      if (attempt < 3) continue;
      report_.problems.push_back({"the file of its graph cannot be used, and is written anew: " +
                                      image.error().message + ".",
                                  facts.id, std::nullopt});
      return;
    }
  }

  template <class Map>
  static std::vector<storage::StoreNumber> keys_of(const Map& map) {
    std::vector<storage::StoreNumber> keys;
    keys.reserve(map.size());
    for (const auto& [key, value] : map) keys.push_back(key);
    return keys;
  }

  // What lies between the stores belongs to none.
  Result<void> look_for_strangers() {
    for (const Table table : kStoreTables) {
      std::size_t strangers = 0;
      std::string begin;
      const auto look = [&](const std::string& end) {
        return log_.scan(table, begin, end, [&](const Entry&) {
          ++strangers;
          return Visit::go_on;
        });
      };
      for (const auto& [number, facts] : stores_) {
        const std::string prefix = detail::store_prefix(number);
        // An empty end would be the end of the table.
        if (begin < prefix) {
          if (auto done = look(prefix); !done) return done;
        }
        begin = detail::prefix_end(prefix);
      }
      if (auto done = look({}); !done) return done;
      if (strangers == 0) continue;
      problem("the table " + std::string(table_name(table)) + " holds " +
              std::to_string(strangers) + " entries of stores that do not exist.");
    }
    return {};
  }

  const storage::Log& whole_;
  const storage::Snapshot& log_;
  Steps steps_;
  const bool counts_;
  VerifyReport report_;
  std::optional<detail::ManifestRecord> manifest_;
  std::optional<std::uint64_t> next_store_;
  std::map<storage::StoreNumber, StoreFacts> stores_;
  std::map<storage::StoreNumber, std::optional<detail::StoreHead>> heads_;
  std::map<storage::StoreNumber, std::uint64_t> versions_;
};

}  // namespace

Result<VerifyReport> verify(const storage::Log& log, const Progress& progress) {
  const auto snapshot = log.snapshot();
  if (!snapshot) return tl::unexpected(snapshot.error());
  return Verifier(log, **snapshot, progress).run();
}

}  // namespace whosaid::store
