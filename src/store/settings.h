// Settings: what a database was opened with, checked and completed.

#ifndef WHOSAID_STORE_SETTINGS_H_
#define WHOSAID_STORE_SETTINGS_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "storage/log.h"
#include "whosaid/embedder.h"
#include "whosaid/options.h"

namespace whosaid::store {

struct Settings {
  std::shared_ptr<Embedder> embedder;
  std::size_t dimensions = 0;
  double duplicate_threshold = 1.0;
  std::uint32_t generation = 0;  // of the vectors in use
  OpenOptions options;
};

// What code about one store works with.
struct StoreContext {
  storage::Log& log;
  const Settings& settings;
  storage::StoreNumber number;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_SETTINGS_H_
