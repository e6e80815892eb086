// Words, and what else is read from a text: tokens in order, terms that a query finds again, times.

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "fuzz/property.h"
#include "text/details.h"
#include "text/folding.h"
#include "text/icu.h"
#include "text/segment.h"
#include "text/time_expression.h"
#include "text/unicode.h"
#include "text/words.h"

namespace {

using whosaid::Timestamp;
using whosaid::fuzz::hold;
using namespace whosaid::text;

void segments(std::string_view text) {
  const std::string folded = fold(text);
  hold(is_valid_utf8(folded), "folded text is UTF-8");
  const char* end = folded.data();
  Segmenter segmenter(folded);
  for (Token token{}; segmenter.next(token);) {
    const std::string_view source = segmenter.source();
    hold(end <= source.data() && !source.empty(), "tokens in order");
    hold(is_valid_utf8(token.text), "a token is UTF-8");
    end = source.data() + source.size();
  }
  hold(end <= folded.data() + folded.size(), "the last token ends within the text");
}

// What finds a text by itself.
void terms(std::string_view text) {
  const IndexTerms index = index_terms(text);
  const std::set<std::string> known(index.terms.begin(), index.terms.end());
  for (const std::string& term : known) {
    hold(term.size() <= kMaxTermBytes && is_valid_utf8(term), "a term's bytes");
  }
  const std::vector<QueryTerm> query = query_terms(text);
  hold(query.empty() == index.terms.empty(), "a query has terms where a document has");
  for (const QueryTerm& term : query) {
    const auto& ways = term.alternatives;
    hold(!ways.empty(), "a query's term has a form");
    hold(std::set(ways.begin(), ways.end()).size() == ways.size(), "alternatives are distinct");
    const auto found = [&](const std::string& way) { return known.count(way) != 0; };
    hold(std::any_of(ways.begin(), ways.end(), found), "a text finds itself by each of its words");
  }
}

void times(std::string_view text, Timestamp now) {
  const auto found = time_expression(text, now);
  if (!found) return;
  hold(found->month <= 12 && found->day <= 31, "a month and its day");
  hold(found->range.has_value() || found->month != 0, "a time says something");
  if (found->range) hold(found->range->from < found->range->to, "a range has a length");
  (void)found->holds(now);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text = whosaid::fuzz::text_of(data + 2, size - 2);
  segments(text);
  if (!is_valid_utf8(text)) return 0;
  terms(text);
  times(text, Timestamp(std::chrono::hours(24) * (data[0] * 256 + data[1])));  // to the year 2149
  const std::string_view half = cut_utf8(text, text.size() / 2);
  hold(differ_in_detail(half, text) == differ_in_detail(text, half), "a difference is mutual");
  hold(!differ_in_detail(text, text), "a text doesn't differ from itself");
  return 0;
}
