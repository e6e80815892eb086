// Sentences: spans in order, whole code points, that hold all but what is blank.

#include <string>
#include <vector>

#include "fuzz/property.h"
#include "text/icu.h"
#include "text/sentences.h"
#include "text/unicode.h"

namespace {

using whosaid::fuzz::hold;
using namespace whosaid::text;

bool begins_code_point(std::string_view text, std::size_t at) {
  return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

void check_spans(std::string_view text, const std::vector<Span>& spans) {
  std::size_t end = 0;
  for (const Span span : spans) {
    hold(end <= span.begin && span.begin < span.end && span.end <= text.size(), "spans in order");
    hold(begins_code_point(text, span.begin) && begins_code_point(text, span.end), "code points");
    hold(is_blank(text.substr(end, span.begin - end)), "what lies between sentences is blank");
    hold(!is_blank(text.substr(span.begin, span.end - span.begin)), "a sentence is not blank");
    end = span.end;
  }
  hold(is_blank(text.substr(end)), "what follows the last sentence is blank");
  hold(spans.size() <= kMaxSentences, "the number of sentences");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = whosaid::fuzz::text_of(data, size);
  const std::vector<Span> spans = split_sentences(text);
  if (!is_valid_utf8(text)) return 0;
  check_spans(text, spans);
  // The same many times over: long sentences, and many of them.
  std::string longer;
  while (!text.empty() && longer.size() < 8 * kMaxSentenceBytes) longer += text;
  check_spans(longer, split_sentences(longer));
  return 0;
}
