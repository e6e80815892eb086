// Catalog: what a store keeps in memory about each of its memories, contents aside, and the orders
// and sets by which reads find them. Derived from the log.
//
// Not thread-safe: many readers or one writer.

#ifndef WHOSAID_STORE_CATALOG_H_
#define WHOSAID_STORE_CATALOG_H_

#include <absl/container/btree_set.h>
#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "whosaid/detail/keys.h"
#include "whosaid/detail/row.h"
#include "whosaid/types.h"

namespace whosaid::store {

using detail::kAgentId;
using detail::kUntagged;
using detail::SpeakerId;

// A memory's place in the catalog and in the indexes; never reused while the store is loaded.
using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = ~Slot{0};

// A category, a conversation or one entry of metadata, as a number.
using Tag = std::uint32_t;
inline constexpr Tag kNoTag = 0;

// Newest first: created_at descending, then id descending.
struct OrderKey {
  Timestamp created_at;
  MemoryId id;
  Slot slot = kNoSlot;
  friend bool operator<(const OrderKey& a, const OrderKey& b) {
    return a.created_at != b.created_at ? a.created_at > b.created_at : a.id > b.id;
  }
};

struct CatalogEntry {
  MemoryId id{};
  SpeakerId speaker = kUntagged;
  Timestamp created_at{};
  std::optional<Timestamp> event_at;
  Tag category = kNoTag;
  Tag conversation = kNoTag;
  std::vector<Tag> metadata;
  std::uint32_t chunks = 0;
  std::uint32_t languages = 0;  // text::LanguageSet
  bool current = true;
  bool exchange = false;
  float asking = 0;  // see Place
  std::optional<MemoryId> supersedes, superseded_by;
  std::vector<detail::Row> rows;  // of the chunks that have a vector

  [[nodiscard]] OrderKey key(Slot slot) const { return {created_at, id, slot}; }
  [[nodiscard]] Timestamp happened() const { return event_at.value_or(created_at); }
};

// What ranking reads of a memory: where it stands in its conversation, in the order of when things
// happened, and how much of it asks. A superseded memory stands in none.
struct Place {
  Slot before = kNoSlot, after = kNoSlot;
  Tag conversation = kNoTag;
  float asking = 0;  // the share of its sentences that are questions
};

class Catalog {
 public:
  using Order = absl::btree_set<OrderKey>;
  struct Moment {
    Timestamp happened;
    MemoryId id;
    Slot slot = kNoSlot;
    friend bool operator<(const Moment& a, const Moment& b) {
      return a.happened != b.happened ? a.happened < b.happened : a.id < b.id;
    }
  };
  using Moments = absl::btree_set<Moment>;

  // Memories that are listed together, and how many chunks they have.
  struct Group {
    Order order;
    std::size_t chunks = 0;

    void insert(const CatalogEntry& entry, Slot slot);
    void erase(const CatalogEntry& entry, Slot slot);
  };
  // A whole store's, or what one speaker id said.
  struct Partition {
    Group current;
    Group superseded;
  };

  Slot insert(CatalogEntry entry);
  void erase(Slot slot);
  // The memory stays, but no default read finds it any more.
  void retire(Slot slot, MemoryId superseded_by);

  void set_asking(Slot slot, float asking) {
    entries_[slot].asking = asking;
    places_[slot].asking = asking;
  }

  [[nodiscard]] Slot find(MemoryId id) const;
  [[nodiscard]] const CatalogEntry& at(Slot slot) const { return entries_[slot]; }
  [[nodiscard]] CatalogEntry& at(Slot slot) { return entries_[slot]; }
  [[nodiscard]] const Place& place(Slot slot) const { return places_[slot]; }
  // Of a current memory; kNobody for one that has been superseded or erased.
  static constexpr SpeakerId kNobody = ~SpeakerId{0};
  [[nodiscard]] SpeakerId current_speaker(Slot slot) const { return current_speakers_[slot]; }
  [[nodiscard]] std::size_t slots() const { return entries_.size(); }

  [[nodiscard]] const Partition& all() const { return all_; }
  [[nodiscard]] const Partition& partition(SpeakerId speaker) const;
  // Current ones.
  [[nodiscard]] const Order& exchanges() const { return exchanges_; }
  [[nodiscard]] const Moments& events() const { return events_; }

  // The number of a tag, made if it is new. `kind` keeps categories, conversations and metadata
  // keys apart.
  Tag intern(std::string_view kind, std::string_view value);
  // kNoTag when no memory ever had it: nothing matches.
  [[nodiscard]] Tag lookup(std::string_view kind, std::string_view value) const;
  // The memories that have a tag, superseded ones included.
  [[nodiscard]] const absl::btree_set<Slot>& tagged(Tag tag) const;
  // A conversation's current memories in the order of when things happened.
  [[nodiscard]] const Moments& conversation(Tag tag) const;
  [[nodiscard]] bool has_conversations() const { return !conversations_.empty(); }
  // One more than the greatest tag.
  [[nodiscard]] std::size_t tags() const { return tags_.size() + 1; }

 private:
  void link(Slot slot);
  void unlink(Slot slot);
  void enter_current(Slot slot);
  void leave_current(Slot slot);
  void enter_superseded(Slot slot);

  std::deque<CatalogEntry> entries_;
  // By slot. Apart from the entries, because a search reads many of them.
  std::vector<Place> places_;
  std::vector<SpeakerId> current_speakers_;
  absl::flat_hash_map<std::uint64_t, Slot> by_id_;
  Partition all_;
  Order exchanges_;
  absl::flat_hash_map<SpeakerId, Partition> partitions_;
  Moments events_;
  absl::flat_hash_map<std::string, Tag> tags_;
  absl::flat_hash_map<Tag, absl::btree_set<Slot>> tagged_;
  absl::flat_hash_map<Tag, Moments> conversations_;
};

// Calls visit(tag) for each tag that an entry carries.
template <class Visit>
void each_tag(const CatalogEntry& entry, Visit&& visit) {
  if (entry.category != kNoTag) visit(entry.category);
  if (entry.conversation != kNoTag) visit(entry.conversation);
  for (const Tag tag : entry.metadata) visit(tag);
}

// The kinds that Catalog::intern keeps apart.
inline constexpr std::string_view kCategoryKind = "category";
inline constexpr std::string_view kConversationKind = "conversation";
[[nodiscard]] inline std::string metadata_kind(std::string_view key) {
  return "metadata " + std::string(key);
}

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_CATALOG_H_
