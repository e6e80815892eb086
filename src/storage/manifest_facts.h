// What RocksDB's manifest says that has to be known before RocksDB may read it.

#ifndef WHOSAID_STORAGE_MANIFEST_FACTS_H_
#define WHOSAID_STORAGE_MANIFEST_FACTS_H_

#include <rocksdb/env.h>

#include <string>
#include <string_view>

namespace whosaid::storage {

struct ManifestFacts {
  std::string database_id;  // empty: not written, or not readable
  // A later edit has a lower sequence number, as where a part of the file stands in it twice. A
  // RocksDB that is built with assertions ends the process over it.
  bool goes_back = false;
};

// Of the manifest that CURRENT names; nothing where there is none, or as far as it can be read.
// Damage that RocksDB reports by itself is left to it.
[[nodiscard]] ManifestFacts manifest_facts(rocksdb::Env& env, const std::string& directory);

// Of a manifest's bytes.
[[nodiscard]] ManifestFacts manifest_facts(std::string_view bytes);

}  // namespace whosaid::storage

#endif  // WHOSAID_STORAGE_MANIFEST_FACTS_H_
