#include "store/filter.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace whosaid::store {
namespace {

bool within(Timestamp time, std::optional<Timestamp> from, std::optional<Timestamp> to) {
  return (!from || time >= *from) && (!to || time < *to);
}

// A way to enumerate candidates, and how many it would give.
struct Source {
  std::size_t size;
  std::function<void(const std::function<void(Slot)>&)> each;
};

Source of_partition(const Catalog::Partition& partition, bool superseded) {
  const Catalog::Order& current = partition.current.order;
  const Catalog::Order& old = partition.superseded.order;
  return {current.size() + (superseded ? old.size() : 0),
          [&current, &old, superseded](const auto& visit) {
            for (const OrderKey& key : current) visit(key.slot);
            if (!superseded) return;
            for (const OrderKey& key : old) visit(key.slot);
          }};
}

Source of_tags(const Catalog& catalog, const std::vector<Tag>& tags) {
  std::size_t size = 0;
  for (const Tag tag : tags) size += catalog.tagged(tag).size();
  return {size, [&catalog, &tags](const auto& visit) {
            for (const Tag tag : tags) {
              for (const Slot slot : catalog.tagged(tag)) visit(slot);
            }
          }};
}

// The length of a range of time is not known without walking it, so it is used only where nothing
// else narrows the search.
void each_created(const Catalog::Order& order, const Filter& filter,
                  const std::function<void(Slot)>& visit) {
  // Newest first: the range begins behind everything at or after created_to.
  const auto begin = filter.created_to
                         ? order.upper_bound({*filter.created_to, MemoryId{0}, kNoSlot})
                         : order.begin();
  for (auto it = begin; it != order.end(); ++it) {
    if (filter.created_from && it->created_at < *filter.created_from) break;
    visit(it->slot);
  }
}

void each_event(const Catalog& catalog, const Filter& filter,
                const std::function<void(Slot)>& visit) {
  const Catalog::Moments& events = catalog.events();
  const auto begin = filter.event_from
                         ? events.lower_bound({*filter.event_from, MemoryId{0}, kNoSlot})
                         : events.begin();
  for (auto it = begin; it != events.end(); ++it) {
    if (filter.event_to && it->happened >= *filter.event_to) break;
    visit(it->slot);
  }
}

}  // namespace

bool Filter::selects() const {
  return impossible || !categories.empty() || conversation != kNoTag || !metadata.empty() ||
         event_from || event_to || created_from || created_to;
}

bool Filter::passes(const CatalogEntry& entry) const {
  const auto has = [](const std::vector<Tag>& tags, Tag tag) {
    return std::find(tags.begin(), tags.end(), tag) != tags.end();
  };
  if (impossible || (!entry.current && !superseded)) return false;
  if (speaker && entry.speaker != *speaker) return false;
  if (!categories.empty() && !has(categories, entry.category)) return false;
  if (conversation != kNoTag && entry.conversation != conversation) return false;
  for (const Tag tag : metadata) {
    if (!has(entry.metadata, tag)) return false;
  }
  if ((event_from || event_to) && !entry.event_at) return false;
  if (entry.event_at && !within(*entry.event_at, event_from, event_to)) return false;
  return within(entry.created_at, created_from, created_to);
}

Filter make_filter(const Catalog& catalog, std::optional<detail::SpeakerId> speaker,
                   const SearchOptions& options) {
  Filter filter{.speaker = speaker,
                .event_from = options.event_from,
                .event_to = options.event_to,
                .created_from = options.created_from,
                .created_to = options.created_to,
                .superseded = options.include_superseded};
  for (const std::string& category : options.categories) {
    const Tag tag = catalog.lookup(kCategoryKind, category);
    if (tag != kNoTag) filter.categories.push_back(tag);
  }
  // Named twice, a category still counts once.
  std::sort(filter.categories.begin(), filter.categories.end());
  filter.categories.erase(std::unique(filter.categories.begin(), filter.categories.end()),
                          filter.categories.end());
  filter.impossible = !options.categories.empty() && filter.categories.empty();
  if (options.conversation_id) {
    filter.conversation = catalog.lookup(kConversationKind, *options.conversation_id);
    filter.impossible |= filter.conversation == kNoTag;
  }
  for (const auto& [key, value] : options.metadata) {
    filter.metadata.push_back(catalog.lookup(metadata_kind(key), value));
    filter.impossible |= filter.metadata.back() == kNoTag;
  }
  return filter;
}

std::vector<Slot> matching(const Catalog& catalog, const Filter& filter) {
  std::vector<Slot> slots;
  if (filter.impossible) return slots;
  const std::function<void(Slot)> collect = [&](Slot slot) {
    if (filter.passes(catalog.at(slot))) slots.push_back(slot);
  };
  std::vector<Source> sources;
  if (filter.speaker) {
    sources.push_back(of_partition(catalog.partition(*filter.speaker), filter.superseded));
  }
  if (!filter.categories.empty()) sources.push_back(of_tags(catalog, filter.categories));
  const std::vector<Tag> conversation = {filter.conversation};
  if (filter.conversation != kNoTag) sources.push_back(of_tags(catalog, conversation));
  std::vector<std::vector<Tag>> metadata;
  for (const Tag tag : filter.metadata) metadata.push_back({tag});
  for (const auto& tag : metadata) sources.push_back(of_tags(catalog, tag));
  if (!sources.empty()) {
    std::min_element(sources.begin(), sources.end(), [](const Source& a, const Source& b) {
      return a.size < b.size;
    })->each(collect);
  } else if (filter.event_from || filter.event_to) {
    each_event(catalog, filter, collect);
  } else {
    each_created(catalog.all().current.order, filter, collect);
    if (filter.superseded) each_created(catalog.all().superseded.order, filter, collect);
  }
  return slots;
}

std::size_t most_matching(const Catalog& catalog, const Filter& filter) {
  const Catalog::Partition& said =
      filter.speaker ? catalog.partition(*filter.speaker) : catalog.all();
  std::size_t most =
      said.current.order.size() + (filter.superseded ? said.superseded.order.size() : 0);
  const auto narrow = [&](const std::vector<Tag>& tags) {
    most = std::min(most, of_tags(catalog, tags).size);
  };
  if (!filter.categories.empty()) narrow(filter.categories);
  if (filter.conversation != kNoTag) narrow({filter.conversation});
  for (const Tag tag : filter.metadata) narrow({tag});
  if (filter.event_from || filter.event_to) most = std::min(most, catalog.events().size());
  return filter.impossible ? 0 : most;
}

double share_that_passes(const Catalog& catalog, const Filter& filter) {
  constexpr std::size_t kSamples = 128;
  Filter selection = filter;
  selection.speaker.reset();
  std::size_t seen = 0;
  std::size_t passed = 0;
  const std::size_t step = std::max<std::size_t>(1, catalog.slots() / kSamples);
  for (std::size_t i = step / 2; i < catalog.slots(); i += step) {
    const auto slot = static_cast<Slot>(i);
    if (catalog.current_speaker(slot) == Catalog::kNobody) continue;
    ++seen;
    if (selection.passes(catalog.at(slot))) ++passed;
  }
  return seen == 0 ? 0.0 : static_cast<double>(passed) / static_cast<double>(seen);
}

}  // namespace whosaid::store
