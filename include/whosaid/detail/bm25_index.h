// An inverted index that scores documents by BM25.
//
// score(d) = sum over query terms t of idf(t) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * |d| / avg))
// idf(t) = ln(1 + (N - df + 0.5) / (df + 0.5))
// Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009); idf as
// in Lucene, never negative.
//
// Not thread-safe: many readers or one writer.

#ifndef WHOSAID_DETAIL_BM25_INDEX_H_
#define WHOSAID_DETAIL_BM25_INDEX_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace whosaid::detail {

struct Bm25Parameters {
  // Remarks are short: a repeated word says little more, and length says little about focus.
  float k1 = 0.9F;
  float b = 0.4F;
};

class Bm25Index {
 public:
  using Document = std::uint32_t;

  explicit Bm25Index(Bm25Parameters parameters = {}) : parameters_(parameters) {}

  // `document` must be greater than any added before, so that postings stay sorted by appending.
  void add(Document document, std::vector<std::string> terms);

  // The postings of a removed document are skipped at once and purged when they are the majority of
  // their list, so that a removal costs its own terms and not the store's size.
  void remove(Document document);

  // Calls visit(document, score, idf) once for each document that has one of a query term's
  // alternatives, which are scored as one word: their document frequencies are added, and a
  // document's best alternative counts. Returns the idf, 0 for a term that no document has.
  template <class Alternatives, class Visit>
  float score_term(const Alternatives& alternatives, Visit&& visit) const;

  // Calls visit(document, score) once for each of several terms and each of its documents.
  template <class QueryTerms, class Visit>
  void score(const QueryTerms& query, Visit&& visit) const {
    for (const auto& term : query) {
      score_term(term.alternatives, [&](Document d, float score, float) { visit(d, score); });
    }
  }

  [[nodiscard]] std::size_t documents() const { return live_; }
  [[nodiscard]] std::size_t terms() const { return lists_.size(); }
  [[nodiscard]] bool contains(Document document) const {
    return document < lengths_.size() && lengths_[document] != kDead;
  }

 private:
  struct Posting {
    Document document;
    std::uint32_t frequency;
  };
  struct List {
    std::vector<Posting> postings;
    std::uint32_t dead = 0;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  // Node based: an entry's address outlives rehashing, so documents can point to their terms.
  using Lists = std::unordered_map<std::string, List, Hash, std::equal_to<>>;
  static constexpr std::uint32_t kDead = ~std::uint32_t{0};

  // What one query term needs to weigh a posting.
  struct Weigher {
    const std::vector<std::uint32_t>& lengths;
    float idf, gain, base, slope;  // gain: idf * (k1 + 1); k1 * (1 - b); k1 * b / average length
    float operator()(const Posting& posting) const {
      const float frequency = static_cast<float>(posting.frequency);
      const float length = static_cast<float>(lengths[posting.document]);
      return gain * frequency / (frequency + base + slope * length);
    }
  };

  [[nodiscard]] Weigher weigher(std::span<const List* const> lists) const;
  template <class Visit>
  void score_best(std::span<const List* const> lists, const Weigher& weigh, Visit& visit) const;
  void purge(List& list) const;

  Bm25Parameters parameters_;
  Lists lists_;
  // By document. Lengths lie apart from the rest: scoring reads one for each posting.
  std::vector<std::uint32_t> lengths_;
  std::vector<std::vector<Lists::value_type*>> terms_;
  std::size_t live_ = 0;
  std::uint64_t total_length_ = 0;
};

inline void Bm25Index::add(Document document, std::vector<std::string> terms) {
  if (document >= lengths_.size()) {
    lengths_.resize(std::size_t{document} + 1, kDead);
    terms_.resize(std::size_t{document} + 1);
  }
  lengths_[document] = static_cast<std::uint32_t>(terms.size());
  ++live_;
  total_length_ += terms.size();
  std::sort(terms.begin(), terms.end());
  for (auto first = terms.begin(); first != terms.end();) {
    const auto last = std::find_if(first, terms.end(), [&](const auto& t) { return t != *first; });
    auto& term = *lists_.try_emplace(std::move(*first)).first;
    term.second.postings.push_back({document, static_cast<std::uint32_t>(last - first)});
    terms_[document].push_back(&term);
    first = last;
  }
}

inline void Bm25Index::remove(Document document) {
  if (!contains(document)) return;
  --live_;
  total_length_ -= std::exchange(lengths_[document], kDead);
  for (Lists::value_type* term : std::exchange(terms_[document], {})) {
    List& list = term->second;
    ++list.dead;
    if (list.dead == list.postings.size()) {
      lists_.erase(lists_.find(term->first));
    } else if (list.dead > list.postings.size() / 2) {
      purge(list);
    }
  }
}

inline void Bm25Index::purge(List& list) const {
  std::erase_if(list.postings, [&](const Posting& p) { return !contains(p.document); });
  list.postings.shrink_to_fit();
  list.dead = 0;
}

inline Bm25Index::Weigher Bm25Index::weigher(std::span<const List* const> lists) const {
  std::size_t found = 0;
  for (const List* list : lists) found += list->postings.size() - list->dead;
  const double all = static_cast<double>(live_);
  const double df = static_cast<double>(std::min(found, live_));
  const double average = std::max(1.0, static_cast<double>(total_length_) / all);
  const double idf = std::log1p((all - df + 0.5) / (df + 0.5));
  const auto [k1, b] = parameters_;
  return {lengths_, static_cast<float>(idf), static_cast<float>(idf * (k1 + 1.0)), k1 * (1 - b),
          static_cast<float>(k1 * b / average)};
}

// Merges the sorted lists, so that a document in several of them is weighed once.
template <class Visit>
void Bm25Index::score_best(std::span<const List* const> lists, const Weigher& weigh,
                           Visit& visit) const {
  constexpr Document kEnd = std::numeric_limits<Document>::max();
  std::vector<std::size_t> at(lists.size(), 0);
  for (;;) {
    Document next = kEnd;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const auto& postings = lists[i]->postings;
      if (at[i] < postings.size()) next = std::min(next, postings[at[i]].document);
    }
    if (next == kEnd) return;
    float best = 0;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const auto& postings = lists[i]->postings;
      if (at[i] == postings.size() || postings[at[i]].document != next) continue;
      best = std::max(best, weigh(postings[at[i]]));
      ++at[i];
    }
    if (contains(next)) visit(next, best, weigh.idf);
  }
}

template <class Alternatives, class Visit>
float Bm25Index::score_term(const Alternatives& alternatives, Visit&& visit) const {
  std::vector<const List*> lists;
  for (const auto& alternative : alternatives) {
    const auto it = lists_.find(std::string_view(alternative));
    if (it != lists_.end()) lists.push_back(&it->second);
  }
  if (lists.empty()) return 0;
  const Weigher weigh = weigher(lists);
  if (lists.size() > 1) {
    score_best(lists, weigh, visit);
    return weigh.idf;
  }
  for (const Posting& posting : lists.front()->postings) {
    if (contains(posting.document)) visit(posting.document, weigh(posting), weigh.idf);
  }
  return weigh.idf;
}

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_BM25_INDEX_H_
