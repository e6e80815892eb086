// State: what a loaded store keeps in memory. All of it is derived from the log.

#ifndef WHOSAID_STORE_STATE_H_
#define WHOSAID_STORE_STATE_H_

#include <absl/container/flat_hash_map.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "store/catalog.h"
#include "store/record_cache.h"
#include "store/registry.h"
#include "store/settings.h"
#include "store/vector_index.h"
#include "text/words.h"
#include "whosaid/detail/bm25_index.h"
#include "whosaid/detail/memory_record.h"
#include "whosaid/detail/records.h"

namespace whosaid::store {

// How many memories have words in each language.
class LanguageCounts {
 public:
  void add(text::LanguageSet languages) { change(languages, 1); }
  void remove(text::LanguageSet languages) { change(languages, -1); }
  [[nodiscard]] text::LanguageSet present() const {
    text::LanguageSet set = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] > 0) set |= text::LanguageSet{1} << i;
    }
    return set;
  }

 private:
  void change(text::LanguageSet languages, std::int64_t by) {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if ((languages >> i & 1U) != 0) counts_[i] += by;
    }
  }

  std::array<std::int64_t, text::kLanguages> counts_{};
};

struct State {
  explicit State(StoreContext where);
  State(const State&) = delete;  // its vector index refers to it
  State& operator=(const State&) = delete;

  // Enters a memory, of which the log holds `record`, by its words; its vectors follow.
  Slot insert(CatalogEntry entry, std::string record, text::IndexTerms terms);
  // The same in two steps, for loading: first all but the words, then what the words tell of it.
  Slot insert(CatalogEntry entry, std::string record);
  void note_words(Slot slot, text::LanguageSet spoken, std::size_t questions);
  // An empty vector is not indexed: there was nothing to embed.
  void index_chunk(Slot slot, std::size_t chunk, std::span<const float> vector);
  void index_chunks(Slot slot, std::span<const std::vector<float>> chunks);
  // A newer version has taken the memory's place; `record` is what the log now holds.
  void retire(Slot slot, MemoryId newer, std::string record);
  // The links of a memory to other versions have changed; the log now holds `record`.
  void relink(Slot slot, const detail::MemoryRecord& record);
  // Takes a memory out of the catalog and all indexes.
  void drop(Slot slot);

  // All of it, about: what counts against OpenOptions::index_memory_budget.
  [[nodiscard]] std::size_t memory_bytes() const;

  StoreContext context;  // with the embedding that made the vectors
  Registry registry;
  Catalog catalog;
  RecordCache records;
  detail::Bm25Index words;
  LanguageCounts languages;
  VectorIndex vectors;
  detail::StoreHead head;
  std::uint64_t version = 0;
  // Memories whose record cannot be read, by id: all that is known of them is their key.
  absl::flat_hash_map<std::uint64_t, CatalogEntry> damaged;
  std::size_t term_count = 0;            // of all documents of `words`, about
  std::atomic<bool> graph_file = false;  // one is there, of whatever use
  std::vector<Slot> unembedded;          // their vectors are missing or damaged in the log
};

// Links what the graph's file still tells truly; the rest waits to be linked (graph_files.cpp).
void load_graph(State& state);

// Rebuilds a store's state from the log. A memory whose record is damaged is left out and noted;
// one whose vectors are missing or damaged is noted too: it is found by its words alone.
// Errors: io_error; corruption of the registry or the store's head.
[[nodiscard]] Result<std::unique_ptr<State>> load_state(const StoreContext& context);

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_STATE_H_
