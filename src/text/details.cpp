#include "text/details.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/code_points.h"

namespace whosaid::text {
namespace {

using Items = std::vector<Item>;
using Kind = Item::Kind;

bool has_genders(Language language) {
  constexpr LanguageSet kRomance = bit(Language::spanish) | bit(Language::italian) |
                                   bit(Language::portuguese) | bit(Language::catalan);
  return language != Language::unknown && (kRomance & bit(language)) != 0;
}

// "hermano" and "hermana" have one stem and are two people.
bool differ_in_gender(const Item& a, const Item& b) {
  if (!has_genders(a.language) || a.key.size() != b.key.size()) return false;
  const auto at = std::mismatch(a.key.begin(), a.key.end(), b.key.begin());
  if (at.first == a.key.end() || !std::equal(at.first + 1, a.key.end(), at.second + 1))
    return false;
  return (*at.first == 'o' && *at.second == 'a') || (*at.first == 'a' && *at.second == 'o');
}

bool is_same(const Item& a, const Item& b) {
  if (a.kind != b.kind) return false;
  if (a.key == b.key) return true;
  if (a.kind != Kind::word || a.stem != b.stem) return false;
  // Mary and Marie have one stem; a German noun has inflections.
  if (a.name && b.name && a.language != Language::german) return false;
  return !differ_in_gender(a, b);
}

// "allerg(ic)" and "allergi(es)", German "kündigte" and "gekündigt": what the stemmer left.
bool is_derived(const Item& a, const Item& b) {
  constexpr std::size_t kShortest = 5;
  if (a.kind != Kind::word || b.kind != Kind::word || (a.name && b.name)) return false;
  const std::string_view shorter = a.stem.size() < b.stem.size() ? a.stem : b.stem;
  const std::string_view longer = a.stem.size() < b.stem.size() ? b.stem : a.stem;
  if (shorter.size() < kShortest) return false;
  if (a.language == Language::german && longer == "ge" + std::string(shorter)) return true;
  if (longer.substr(0, shorter.size()) != shorter) return false;
  std::size_t at = shorter.size();
  if (at < longer.size()) (void)next_code_point(longer, at);
  return at == longer.size() && !differ_in_gender(a, b);
}

// What a sequence says of one kind, in order of value.
std::vector<std::string_view> keys_of(const Items& items, Kind kind) {
  std::vector<std::string_view> keys;
  for (const Item& item : items) {
    if (item.kind == kind) keys.push_back(item.key);
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::vector<std::string_view> dates_of(const Items& items) {
  std::vector<std::string_view> dates = keys_of(items, Kind::date);
  dates.erase(std::unique(dates.begin(), dates.end()), dates.end());
  return dates;
}

// "never" may repeat a "not" ("no ... nunca") and counts with it as one.
std::size_t negations(const Items& items) {
  std::size_t nots = 0;
  std::size_t nevers = 0;
  std::size_t others = 0;
  for (const std::string_view key : keys_of(items, Kind::negation)) {
    ++(key == "not" ? nots : key == "never" ? nevers : others);
  }
  return std::max(nots, nevers) + others;
}

std::set<std::string_view> choices_of(const Items& items) {
  std::set<std::string_view> choices;
  for (const Item& item : items) {
    if (!item.choice.empty()) choices.insert(item.choice);
  }
  return choices;
}

// Whether each has a member of some group that the other has not.
bool choose_otherwise(const Items& a, const Items& b) {
  const auto group = [](std::string_view choice) { return choice.substr(0, choice.find('.')); };
  const std::set<std::string_view> first = choices_of(a);
  const std::set<std::string_view> second = choices_of(b);
  for (const std::string_view mine : first) {
    if (second.count(mine) != 0) continue;
    for (const std::string_view theirs : second) {
      if (group(mine) == group(theirs) && first.count(theirs) == 0) return true;
    }
  }
  return false;
}

bool symbols_differ(const Items& a, const Items& b) {
  const auto first = keys_of(a, Kind::symbol);
  const auto second = keys_of(b, Kind::symbol);
  return !std::includes(first.begin(), first.end(), second.begin(), second.end()) &&
         !std::includes(second.begin(), second.end(), first.begin(), first.end());
}

// Whether a katakana word is part of one of the others, or others together are the word.
bool is_part_or_compound(const Item& item, const Items& others) {
  if (!item.name || item.language != Language::unknown) return false;
  std::string_view rest = item.key;
  for (const Item& other : others) {
    if (!other.name || other.language != Language::unknown) continue;
    if (other.key.find(item.key) != std::string::npos) return true;
    if (rest.substr(0, other.key.size()) == other.key) rest.remove_prefix(other.key.size());
  }
  return rest.empty();
}

// The words of `items` that `others` has in no form, each once, by their places.
std::vector<std::size_t> own_words(const Items& items, const Items& others) {
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].kind != Kind::word) continue;
    const bool shared = std::any_of(others.begin(), others.end(), [&](const Item& other) {
      return is_same(items[i], other) || is_derived(items[i], other);
    });
    const bool repeated = std::any_of(own.begin(), own.end(),
                                      [&](std::size_t j) { return is_same(items[i], items[j]); });
    if (!shared && !repeated && !is_part_or_compound(items[i], others)) own.push_back(i);
  }
  return own;
}

bool has_name(const Items& items, const std::vector<std::size_t>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::size_t i) { return items[i].name; });
}

bool has_german_noun(const Items& items, const std::vector<std::size_t>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::size_t i) {
    return items[i].name && items[i].language == Language::german;
  });
}

bool names_differ(const Items& a, const std::vector<std::size_t>& own_a, const Items& b,
                  const std::vector<std::size_t>& own_b) {
  const bool first = has_name(a, own_a);
  const bool second = has_name(b, own_b);
  if (first && second) return true;
  return (first && !has_german_noun(a, own_a)) || (second && !has_german_noun(b, own_b));
}

// Whether one of the words stands beside "and" or "or".
bool is_listed(const Items& items, const std::vector<std::size_t>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::size_t i) {
    return (i > 0 && items[i - 1].kind == Kind::joint) ||
           (i + 1 < items.size() && items[i + 1].kind == Kind::joint);
  });
}

// Whether the texts have a word, a number or a date in common.
bool share_something(const Items& a, const Items& b) {
  const auto counts = [](const Item& item) {
    return item.kind == Kind::word || item.kind == Kind::number || item.kind == Kind::date;
  };
  return std::any_of(a.begin(), a.end(), [&](const Item& x) {
    return counts(x) && std::any_of(b.begin(), b.end(), [&](const Item& y) {
             return is_same(x, y) || is_derived(x, y);
           });
  });
}

// How many items the sequences share in one order.
std::size_t shared_in_order(const Items& a, const Items& b) {
  std::vector<std::size_t> row(b.size() + 1, 0);
  for (const Item& item : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = is_same(item, b[j]) ? diagonal + 1 : std::max(above, row[j]);
      diagonal = above;
    }
  }
  return row.back();
}

// Whether the texts are equal word for word, but for words that stand in place of each other.
bool same_frame(const Items& a, const Items& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Item& x, const Item& y) {
    return is_same(x, y) || (x.kind == Kind::word && y.kind == Kind::word);
  });
}

// Whether two words, numbers or dates have changed places and all else is equal: "Ann owes Bob",
// "Bob owes Ann". Not where a mere "and" stands between them.
bool change_places(const Items& a, const Items& b) {
  if (a.size() != b.size()) return false;
  std::vector<std::size_t> moved;
  for (std::size_t i = 0; i < a.size() && moved.size() < 3; ++i) {
    if (!is_same(a[i], b[i])) moved.push_back(i);
  }
  if (moved.size() != 2) return false;
  const std::size_t first = moved[0];
  const std::size_t second = moved[1];
  const bool counts =
      a[first].kind == Kind::word || a[first].kind == Kind::number || a[first].kind == Kind::date;
  if (!counts || a[first].kind != a[second].kind) return false;
  if (!is_same(a[first], b[second]) || !is_same(a[second], b[first])) return false;
  const auto keeps_role = [&](std::size_t from, std::size_t to) {
    return a[from].role != 0 && a[from].role == b[to].role;
  };
  if (keeps_role(first, second) || keeps_role(second, first)) return false;
  return second == first + 1 || !std::all_of(a.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                                             a.begin() + static_cast<std::ptrdiff_t>(second),
                                             [](const Item& x) { return x.kind == Kind::joint; });
}

bool words_differ(const Items& a, const Items& b) {
  const std::vector<std::size_t> own_a = own_words(a, b);
  const std::vector<std::size_t> own_b = own_words(b, a);
  if (own_a.empty() && own_b.empty()) return change_places(a, b);
  if (names_differ(a, own_a, b, own_b)) return true;
  if (own_a.size() == 1 && own_b.size() == 1) return true;
  if (is_listed(a, own_a) || is_listed(b, own_b)) return true;
  if (!own_a.empty() && !own_b.empty() && !share_something(a, b)) return true;
  return 2 * shared_in_order(a, b) >= std::max(a.size(), b.size()) || same_frame(a, b);
}

bool read_alike(const DetailTokens& a, const DetailTokens& b) {
  return a.minus_signs == b.minus_signs &&
         std::equal(a.tokens.begin(), a.tokens.end(), b.tokens.begin(), b.tokens.end(),
                    [](const DetailToken& x, const DetailToken& y) { return x.text == y.text; });
}

}  // namespace

bool differ_in_detail(const Details& a, const Details& b) {
  if (read_alike(a.tokens_, b.tokens_)) return false;
  if (a.tokens_.minus_signs != b.tokens_.minus_signs) return true;
  Tongues tongues;
  tongues.add(a.tokens_);
  tongues.add(b.tokens_);
  const Items first = detail_items(a.tokens_, tongues);
  const Items second = detail_items(b.tokens_, tongues);
  return keys_of(first, Kind::number) != keys_of(second, Kind::number) ||
         dates_of(first) != dates_of(second) || negations(first) != negations(second) ||
         choose_otherwise(first, second) || symbols_differ(first, second) ||
         words_differ(first, second);
}

}  // namespace whosaid::text
