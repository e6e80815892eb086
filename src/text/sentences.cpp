#include "text/sentences.h"

#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/utext.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "text/icu.h"
#include "text/sentence_rules.h"
#include "text/unicode.h"

namespace whosaid::text {
namespace {

enum class Kind { sentence, word, character };

// The iterator that all others are cloned from; null where ICU's data is missing.
const icu::BreakIterator* prototype(Kind kind) {
  static const auto make = [](auto* create) {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<icu::BreakIterator> made(create(icu::Locale::getRoot(), status));
    if (U_FAILURE(status)) made.reset();
    return made;
  };
  static const auto sentence = make(&icu::BreakIterator::createSentenceInstance);
  static const auto word = make(&icu::BreakIterator::createWordInstance);
  static const auto character = make(&icu::BreakIterator::createCharacterInstance);
  switch (kind) {
    case Kind::sentence:
      return sentence.get();
    case Kind::word:
      return word.get();
    case Kind::character:
      break;
  }
  return character.get();
}

// Boundaries of a text, as byte offsets, front to back.
class Boundaries {
 public:
  explicit Boundaries(Kind kind) {
    if (const icu::BreakIterator* const original = prototype(kind))
      iterator_.reset(original->clone());
  }

  // `text` must live until the next call, and be shorter than 2 GiB.
  void set_text(std::string_view text) {
    size_ = text.size();
    last_ = 0;
    UErrorCode status = U_ZERO_ERROR;
    utext_openUTF8(&utext_, text.data(), static_cast<std::int64_t>(text.size()), &status);
    if (iterator_ != nullptr) iterator_->setText(&utext_, status);
    usable_ = iterator_ != nullptr && U_SUCCESS(status);
  }

  ~Boundaries() { utext_close(&utext_); }
  Boundaries(const Boundaries&) = delete;
  Boundaries& operator=(const Boundaries&) = delete;

  // The next boundary after the start; none after the end of the text.
  std::optional<std::size_t> next() {
    if (last_ == size_) return std::nullopt;
    const std::int32_t found = usable_ ? iterator_->next() : icu::BreakIterator::DONE;
    last_ = found == icu::BreakIterator::DONE ? size_ : static_cast<std::size_t>(found);
    return last_;
  }

 private:
  std::unique_ptr<icu::BreakIterator> iterator_;
  UText utext_ = UTEXT_INITIALIZER;
  std::size_t size_ = 0;
  std::size_t last_ = 0;
  bool usable_ = false;
};

Span span(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

std::string_view piece(std::string_view text, Span s) {
  return text.substr(s.begin, s.end - s.begin);
}

// Whether a space before the code point is part of its grapheme cluster.
bool extends_space(char32_t c) {
  switch (u_getIntPropertyValue(to_icu(c), UCHAR_GRAPHEME_CLUSTER_BREAK)) {
    case U_GCB_EXTEND:
    case U_GCB_SPACING_MARK:
    case U_GCB_ZWJ:
      return true;
    default:
      return false;
  }
}

bool is_space(char32_t c) { return (category_mask(c) & U_GC_ZS_MASK) != 0; }

Span trimmed(std::string_view text, Span s) {
  std::size_t begin = s.end;
  std::size_t end = s.begin;
  std::size_t space = s.end;  // right before `here`, if there is one
  for (std::size_t at = s.begin; at < s.end;) {
    const std::size_t here = at;
    const char32_t c = next_code_point(text, at);
    if (is_white_space(c)) {
      space = is_space(c) ? here : s.end;
      continue;
    }
    if (begin == s.end) begin = space != s.end && extends_space(c) ? space : here;
    space = s.end;
    end = at;
  }
  return begin < end ? span(begin, end) : span(s.begin, s.begin);
}

bool has_letter_or_digit(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if ((category_mask(next_code_point(text, at)) & (U_GC_L_MASK | U_GC_N_MASK)) != 0) return true;
  }
  return false;
}

bool has_line_break(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if ((c >= 0x0A && c <= 0x0D) || c == 0x85 || c == 0x2028 || c == 0x2029) return true;
  }
  return false;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// ICU may end a sentence between a sign that a grapheme cluster begins with (U+0600, "؀") and the
// rest of the cluster.
bool splits_cluster(std::string_view text, std::size_t boundary) {
  std::size_t before = boundary - 1;
  while (before > 0 && boundary - before < 4 && is_continuation(text[before])) --before;
  if (static_cast<unsigned char>(text[before]) < 0x80 || boundary == text.size()) return false;
  const char32_t c = next_code_point(text, before);
  return u_getIntPropertyValue(to_icu(c), UCHAR_GRAPHEME_CLUSTER_BREAK) == U_GCB_PREPEND &&
         !is_white_space(next_code_point(text, boundary));
}

// The sentences before long ones are cut.
class Joiner {
 public:
  explicit Joiner(std::string_view text) : text_(text) {}

  void add(Span found) {
    if (found.begin == found.end || is_blank(piece(text_, found))) return;
    const bool wordy = has_letter_or_digit(piece(text_, found));
    if (!spans_.empty() && (!wordy || !wordy_ || goes_on(found))) {
      spans_.back().end = found.end;
      wordy_ = wordy_ || wordy;
    } else {
      spans_.push_back(found);
      wordy_ = wordy;
    }
  }

  std::vector<Span> take() { return std::move(spans_); }

 private:
  bool goes_on(Span next) const {
    constexpr std::uint32_t kEnough = 40;  // bytes that sentence_goes_on() looks at
    const Span last = spans_.back();
    const Span tail = {last.end - last.begin > kEnough ? last.end - kEnough : last.begin, last.end};
    const Span head = {next.begin, std::min(next.end, next.begin + kEnough)};
    if (has_line_break(text_.substr(last.end, next.begin - last.end))) return false;
    return sentence_goes_on(piece(text_, tail), piece(text_, head));
  }

  std::string_view text_;
  std::vector<Span> spans_;
  bool wordy_ = false;  // whether the last span holds a letter or digit
};

// Cuts one long sentence.
class Cutter {
 public:
  Cutter(std::string_view text, std::vector<Span>& out)
      : text_(text), words_(Kind::word), characters_(Kind::character), out_(out) {}

  void cut(Span whole) {
    std::size_t begin = whole.begin;
    while (whole.end - begin > kMaxSentenceBytes) {
      const std::size_t end = begin + piece_length(text_.substr(begin, whole.end - begin));
      push(span(begin, end));
      begin = end;
    }
    push(span(begin, whole.end));
  }

 private:
  void push(Span found) {
    found = trimmed(text_, found);
    if (found.begin != found.end && !is_blank(piece(text_, found))) out_.push_back(found);
  }

  // Pieces of about the same length: of 1,100 bytes not 1,000 and 100.
  static std::size_t window_length(std::size_t rest) {
    const std::size_t pieces = (rest + kMaxSentenceBytes - 1) / kMaxSentenceBytes;
    return std::min(kMaxSentenceBytes, rest / pieces + kMaxSentenceBytes / 10);
  }

  // Where the first piece of `rest`, longer than kMaxSentenceBytes, ends.
  std::size_t piece_length(std::string_view rest) {
    const std::string_view window = cut_utf8(rest, window_length(rest.size()));
    clusters_.clear();
    characters_.set_text(rest);
    std::optional<std::size_t> end;
    while ((end = characters_.next()) && *end <= window.size()) clusters_.push_back(*end);
    if (clusters_.empty()) return end.value_or(rest.size());
    const std::size_t half = window.size() / 2;
    if (const std::size_t space = last_space(rest); space > half) return space;
    if (const std::size_t word = last_word_end(window); word > half) return word;
    return clusters_.back();
  }

  std::size_t last_space(std::string_view rest) const {
    std::size_t best = 0;
    std::size_t begin = 0;
    for (const std::size_t end : clusters_) {
      if (is_white_space(next_code_point(rest, begin))) best = end;
      begin = end;
    }
    return best;
  }

  // The last word of the window may be cut short: the boundary before it.
  std::size_t last_word_end(std::string_view window) {
    std::size_t best = 0;
    words_.set_text(window);
    while (const std::optional<std::size_t> end = words_.next()) {
      if (*end < window.size() && std::binary_search(clusters_.begin(), clusters_.end(), *end)) {
        best = *end;
      }
    }
    return best;
  }

  std::string_view text_;
  Boundaries words_;
  Boundaries characters_;
  std::vector<std::size_t> clusters_;  // ends of the window's grapheme clusters
  std::vector<Span>& out_;
};

// Two neighbours are together longer than `bytes`, so that there are fewer pieces than the text has
// halves of it, and one.
std::vector<Span> join_short(const std::vector<Span>& spans, std::size_t bytes) {
  std::vector<Span> out;
  for (const Span next : spans) {
    if (!out.empty() && next.end - out.back().begin <= bytes) {
      out.back().end = next.end;
    } else {
      out.push_back(next);
    }
  }
  return out;
}

std::vector<Span> cut_long(std::string_view text, std::vector<Span> sentences) {
  const auto is_long = [](Span s) { return s.end - s.begin > kMaxSentenceBytes; };
  if (std::none_of(sentences.begin(), sentences.end(), is_long)) return sentences;
  std::vector<Span> out;
  Cutter cutter(text, out);
  for (const Span sentence : sentences) cutter.cut(sentence);
  return out;
}

}  // namespace

std::vector<Span> split_sentences(std::string_view text) {
  text = cut_utf8(text, INT32_MAX);
  Boundaries sentences(Kind::sentence);
  sentences.set_text(text);
  Joiner joiner(text);
  std::size_t begin = 0;
  while (const std::optional<std::size_t> end = sentences.next()) {
    if (splits_cluster(text, *end)) continue;
    joiner.add(trimmed(text, span(begin, *end)));
    begin = *end;
  }
  std::vector<Span> spans = cut_long(text, joiner.take());
  if (spans.size() <= kMaxSentences) return spans;
  return join_short(spans, std::min(kMaxSentenceBytes, 2 * text.size() / kMaxSentences + 1));
}

}  // namespace whosaid::text
