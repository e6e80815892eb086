#include "text/segment.h"

#include <unicode/uscript.h>

#include <algorithm>
#include <array>

#include "text/icu.h"

namespace whosaid::text {
namespace {

enum class Class : unsigned char { space, letter, digit, run, symbol, punctuation };

bool is_unspaced(char32_t c) {
  if (c < 0xE00) return false;
  if (u_getIntPropertyValue(to_icu(c), UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT) return true;
  if (c == 0x3099 || c == 0x309A || c == 0x30FC) return true;  // kana's marks, of no script
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(to_icu(c), &status)) {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_HANGUL:
    case USCRIPT_BOPOMOFO:
    case USCRIPT_YI:
      return true;
    default:
      return false;
  }
}

Class classify_ascii(char32_t c) {
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return Class::letter;
  if (c >= '0' && c <= '9') return Class::digit;
  if (c == '$') return Class::symbol;
  return c <= ' ' || c == 0x7F ? Class::space : Class::punctuation;
}

Class classify_other(char32_t c) {
  const std::uint32_t category = category_mask(c);
  if ((category & (U_GC_L_MASK | U_GC_M_MASK | U_GC_NL_MASK | U_GC_NO_MASK)) != 0) {
    return is_unspaced(c) ? Class::run : Class::letter;
  }
  if (c == kReplacement || (category & U_GC_P_MASK) != 0) return Class::punctuation;
  if (c >= 0x1F3FB && c <= 0x1F3FF) return Class::space;  // skin tones
  if ((category & (U_GC_S_MASK | U_GC_CO_MASK | U_GC_CN_MASK)) != 0) return Class::symbol;
  return Class::space;
}

Class classify(char32_t c) { return c < 0x80 ? classify_ascii(c) : classify_other(c); }

bool in_word(Class c) { return c == Class::letter || c == Class::digit; }

// What may stand within a word between letters and says nothing: apostrophe, the Hebrew geresh and
// gershayim (often typed as a quote), the Catalan middle dot.
bool is_inner_mark(char32_t c, char32_t before) {
  if (c == '\'' || c == 0xB7 || c == 0x5F3 || c == 0x5F4) return true;
  return c == '"' && before >= 0x5D0 && before <= 0x5F4;
}

bool is_regional_indicator(char32_t c) { return c >= 0x1F1E6 && c <= 0x1F1FF; }

constexpr std::array<std::string_view, 6> kEnglishClitics = {"s", "ll", "re", "ve", "d", "m"};
constexpr std::array<std::string_view, 22> kElisions = {
    "l",      "d",      "j",  "m",    "t",   "s",    "n",    "c",    "qu",    "jusqu", "lorsqu",
    "puisqu", "quoiqu", "un", "dell", "all", "nell", "sull", "dall", "quest", "quell", "gl"};

template <typename List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Resolves the apostrophes of a word as words.h says.
void resolve_apostrophes(std::string& word) {
  const std::size_t last = word.rfind('\'');
  if (last == std::string::npos) return;
  if (contains(kEnglishClitics, std::string_view(word).substr(last + 1))) word.resize(last);
  const std::size_t first = word.find('\'');
  if (first != std::string::npos && contains(kElisions, std::string_view(word).substr(0, first))) {
    word.erase(0, first + 1);
  }
  word.erase(std::remove(word.begin(), word.end(), '\''), word.end());
}

bool is_number(std::string_view word) {
  return word.find_first_not_of("0123456789.") == std::string_view::npos;
}

// Whether exactly three digits begin at `at`.
bool groups_thousands(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9' && end - at < 4) ++end;
  return end - at == 3;
}

}  // namespace

bool Segmenter::next(Token& token) {
  while (at_ < text_.size()) {
    const std::size_t begin = begin_ = at_;
    const char32_t c = next_code_point(text_, at_);
    switch (classify(c)) {
      case Class::space:
        break;
      case Class::run:
        token = read_run(begin);
        return true;
      case Class::symbol:
        token = read_symbol(begin, c);
        return true;
      case Class::punctuation:
        token = {TokenKind::punctuation, text_.substr(begin, at_ - begin)};
        return true;
      case Class::letter:
      case Class::digit:
        token = read_word(begin);
        return true;
    }
  }
  return false;
}

Token Segmenter::read_run(std::size_t begin) {
  std::size_t end = at_;
  while (at_ < text_.size() && classify(next_code_point(text_, at_)) == Class::run) end = at_;
  at_ = end;
  return {TokenKind::run, text_.substr(begin, end - begin)};
}

Token Segmenter::read_symbol(std::size_t begin, char32_t first) {
  if (is_regional_indicator(first) && at_ < text_.size()) {
    std::size_t after = at_;
    if (is_regional_indicator(next_code_point(text_, after))) at_ = after;
  }
  return {TokenKind::symbol, text_.substr(begin, at_ - begin)};
}

Token Segmenter::read_word(std::size_t begin) {
  word_.clear();
  letters_ = 0;
  acronym_ = true;
  at_ = begin;
  while (at_ < text_.size()) {
    const std::size_t here = at_;
    const Class kind = classify(next_code_point(text_, at_));
    if (in_word(kind)) {
      word_.append(text_.substr(here, at_ - here));
      ++letters_;
      continue;
    }
    at_ = here;
    if (!read_joint()) break;
  }
  resolve_apostrophes(word_);
  return {is_number(word_) ? TokenKind::number : TokenKind::word, word_};
}

// Reads a mark at `at_` that doesn't end the word; false where the word ends there.
bool Segmenter::read_joint() {
  std::size_t after = at_;
  const char32_t mark = next_code_point(text_, after);
  if (after >= text_.size()) return false;
  std::size_t beyond = after;
  const Class next = classify(next_code_point(text_, beyond));
  if (!in_word(next)) return false;
  const bool before_digit = word_.back() >= '0' && word_.back() <= '9';
  const bool digits = before_digit && next == Class::digit;
  if (mark == '.') {
    if (digits) {
      word_.push_back('.');
      acronym_ = false;
    } else {
      const bool single =
          beyond == text_.size() || !in_word(classify(next_code_point(text_, beyond)));
      if (before_digit || next == Class::digit || !acronym_ || letters_ != 1 || !single)
        return false;
    }
    letters_ = 0;
  } else if (mark == ',') {
    if (!digits || !groups_thousands(text_, after)) return false;
  } else {
    std::size_t last = word_.size() - 1;
    while (last > 0 && (static_cast<unsigned char>(word_[last]) & 0xC0) == 0x80) --last;
    if (!is_inner_mark(mark, next_code_point(word_, last))) return false;
    if (mark == '\'') word_.push_back('\'');
  }
  at_ = after;
  return true;
}

}  // namespace whosaid::text
