#include "text/folding.h"

#include <unicode/uscript.h>

#include <array>
#include <cstddef>

#include "text/icu.h"
#include "text/unicode.h"

namespace whosaid::text {
namespace {

std::string fold_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return out;
}

// NFKC_Casefold drops the zero-width space, which separates words in Thai and Khmer, and makes
// letters of the trade marks, which then stick to the word before them.
bool separates(char32_t c) { return c == 0x200B || c == 0x2122 || c == 0x2120; }

std::string casefold(std::string_view text) {
  std::string separated;
  separated.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    append_utf8(separated, separates(c) ? U' ' : c);
  }
  return normalize(separated, Form::nfkc_casefold);
}

// Letters that don't decompose into a base and a mark.
std::string_view stroked_letter(char32_t c) {
  switch (c) {
    case U'ø':
      return "o";
    case U'ł':
      return "l";
    case U'đ':
    case U'ð':
      return "d";
    case U'ħ':
      return "h";
    case U'ı':
      return "i";
    case U'ŧ':
      return "t";
    case U'æ':
      return "ae";
    case U'œ':
      return "oe";
    case U'þ':
      return "th";
    case U'ŋ':
      return "n";
    default:
      return {};
  }
}

bool is_apostrophe(char32_t c) {
  return c == 0x2018 || c == 0x2019 || c == 0x201B || c == 0x2BB || c == 0x2BC || c == 0x2BD;
}

char32_t fold_cyrillic_or_arabic(char32_t c) {
  switch (c) {
    case U'ё':
      return U'е';
    case 0x6CC:  // Farsi yeh
    case 0x649:  // alef maksura, as Persian keyboards and Egyptian spelling use it
      return 0x64A;
    case 0x6A9:
      return 0x643;  // keheh
    default:
      return c;
  }
}

// Where letters with marks lie that may decompose to a Latin or Greek base.
constexpr bool may_be_marked(char32_t c) {
  return (c >= 0xC0 && c < 0x250) || (c >= 0x370 && c < 0x400) || (c >= 0x1E00 && c < 0x2000);
}

// The first code point of the canonical decomposition.
char32_t base_letter(char32_t c) {
  static const icu::Normalizer2* const nfd = normalizer(Form::nfd);
  icu::UnicodeString parts;
  if (nfd == nullptr || nfd->getDecomposition(to_icu(c), parts) == 0) return c;
  return static_cast<char32_t>(parts.char32At(0));
}

enum class Marks { drop, keep };

// What becomes of the nonspacing marks after this code point.
Marks marks_after(char32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(to_icu(c), &status)) {
    case USCRIPT_LATIN:
    case USCRIPT_GREEK:
    case USCRIPT_CYRILLIC:
    case USCRIPT_ARABIC:
    case USCRIPT_HEBREW:
      return Marks::drop;
    default:
      return Marks::keep;
  }
}

class Folder {
 public:
  explicit Folder(std::string_view text) { out_.reserve(text.size()); }

  void add(char32_t c) {
    if (c < 0x80) {
      out_.push_back(static_cast<char>(c));
      marks_ = Marks::drop;  // what is left after composition is decoration: "x̄", a keycap's frame
    } else if ((category_mask(c) & (U_GC_MN_MASK | U_GC_ME_MASK)) != 0) {
      if (marks_ == Marks::keep) append_utf8(out_, c);
    } else {
      add_other(c);
    }
  }

  std::string take() { return std::move(out_); }

 private:
  void add_other(char32_t c) {
    marks_ = marks_after(c);
    if (is_apostrophe(c)) {
      out_.push_back('\'');
    } else if (may_be_marked(c)) {
      const char32_t base = base_letter(c);
      const std::string_view plain = stroked_letter(base);
      plain.empty() ? append_utf8(out_, base) : void(out_.append(plain));
    } else if ((category_mask(c) & U_GC_ND_MASK) != 0) {
      out_.push_back(static_cast<char>('0' + u_charDigitValue(to_icu(c))));
    } else if (c != 0x640) {  // tatweel
      append_utf8(out_, fold_cyrillic_or_arabic(c));
    }
  }

  std::string out_;
  Marks marks_ = Marks::keep;
};

}  // namespace

std::string fold(std::string_view text) {
  if (is_ascii(text)) return fold_ascii(text);
  const std::string folded = casefold(text);
  Folder folder(folded);
  for (std::size_t at = 0; at < folded.size();) folder.add(next_code_point(folded, at));
  return folder.take();
}

}  // namespace whosaid::text
