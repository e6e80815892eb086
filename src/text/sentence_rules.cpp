#include "text/sentence_rules.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "text/folding.h"
#include "text/icu.h"
#include "text/stop_words.h"

namespace whosaid::text {
namespace {

// Abbreviations that stand before a name or within a phrase, so that what follows belongs to them.
// Not those that often end a sentence ("etc.", "p.m.", "Inc.", "usw."), nor any that is a word or a
// name in some language ("sen", "Al", "Ed"). In lower case.
constexpr std::array<std::string_view, 54> kOpening = {
    "approx", "avv",  "bijv", "bl.a", "blz",  "bzw",   "ca",   "capt", "cf",   "cmdr", "cpl",
    "d.h",    "dhr",  "dott", "dr",   "dra",  "drs",   "e.g",  "esp",  "evtl", "exmo", "frl",
    "ggf",    "gov",  "i.e",  "insp", "lic",  "mevr",  "mgr",  "mlle", "mme",  "mr",   "mrs",
    "ms",     "msgr", "mw",   "p.ex", "prof", "profa", "sgt",  "sr",   "sra",  "srta", "t.ex",
    "u.a",    "uds",  "ul",   "vs",   "z.b",  "им",    "проф", "см",   "т.е",  "ул"};

// Those that are words when written small.
constexpr std::array<std::string_view, 21> kCapitalTitles = {
    "Adm", "Av",   "Brig", "Col", "Dipl", "Fr",  "Gen", "Hr", "Ing", "Lt", "Maj",
    "Mt",  "Pres", "Rep",  "Rev", "Sen",  "Sig", "Sn",  "St", "Sta", "Ud"};

// Those that go on only with a number.
constexpr std::array<std::string_view, 28> kBeforeNumber = {
    "abs", "apr", "art", "aug", "bd",  "ch",   "dec", "feb", "fig", "jan",
    "jul", "jun", "kap", "mar", "n",   "nov",  "nr",  "nro", "num", "oct",
    "p",   "pag", "pp",  "sec", "sep", "sept", "vol", "стр"};

constexpr std::array<std::string_view, 13> kGermanMonths = {
    "Januar", "Jänner", "Februar",   "März",    "April",    "Mai",     "Juni",
    "Juli",   "August", "September", "Oktober", "November", "Dezember"};

template <typename List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr std::size_t kMaxAbbreviation = 16;

bool is_letter_or_digit(std::string_view text, std::size_t at) {
  return (category_mask(next_code_point(text, at)) & (U_GC_L_MASK | U_GC_N_MASK)) != 0;
}

// The last word of the text, dots within it included ("z.B"), brackets and quotes before it left
// out; empty if it is too long to matter.
std::string_view last_word(std::string_view text) {
  const std::size_t space = text.find_last_of(" \t");
  std::string_view word = space == std::string_view::npos ? text : text.substr(space + 1);
  for (std::size_t at = 0; at < word.size() && !is_letter_or_digit(word, at);) {
    (void)next_code_point(word, at);
    word.remove_prefix(at);
    at = 0;
  }
  return word.size() > kMaxAbbreviation ? std::string_view() : word;
}

std::string_view trim_spaces(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t");
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t\n,.'"));
}

std::string lower(std::string_view word) {
  std::string out;
  for (std::size_t at = 0; at < word.size();) {
    const UChar32 c = u_tolower(to_icu(next_code_point(word, at)));
    append_utf8(out, static_cast<char32_t>(c));
  }
  return out;
}

bool is_digits(std::string_view word, std::size_t most) {
  return !word.empty() && word.size() <= most &&
         word.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_initial(std::string_view word) {
  std::size_t at = 0;
  const char32_t c = next_code_point(word, at);
  return at == word.size() && c != U'I' && (category_mask(c) & U_GC_LU_MASK) != 0;
}

bool begins_with_upper(std::string_view text) {
  if (text.empty()) return false;
  std::size_t at = 0;
  return (category_mask(next_code_point(text, at)) & U_GC_LU_MASK) != 0;
}

bool begins_with_digit(std::string_view text) {
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

bool begins_with_letter(std::string_view text) {
  if (text.empty()) return false;
  std::size_t at = 0;
  return (category_mask(next_code_point(text, at)) & U_GC_L_MASK) != 0;
}

bool begins_with_month(std::string_view text) {
  return std::any_of(kGermanMonths.begin(), kGermanMonths.end(), [text](std::string_view month) {
    return text.substr(0, month.size()) == month && !begins_with_letter(text.substr(month.size()));
  });
}

// "John F." goes on with "Kennedy", and so does "by J." with "Smith"; "got an A." doesn't with
// "Bob", nor "plan B." with "It".
bool initial_goes_on(std::string_view before_initial, std::string_view after) {
  if (!begins_with_letter(after)) return false;
  const std::string_view previous = last_word(trim_spaces(before_initial));
  if (previous.empty() || begins_with_upper(previous)) return true;
  return previous != "a" && previous != "an" && stop_word_languages(fold(first_word(after))) == 0;
}

// "z. B.", "d. h.", "т. е.": written with a space, each letter says little alone.
bool is_spaced_abbreviation(std::string_view first, std::string_view second) {
  constexpr std::array<std::string_view, 5> kSpaced = {"z. b", "d. h", "u. a", "i. e", "т. е"};
  return contains(kSpaced, lower(std::string(first) + ". " + std::string(second)));
}

// Whether the text ends within or behind such an abbreviation; `last` is its last word.
bool ends_in_spaced_abbreviation(std::string_view rest, std::string_view last,
                                 std::string_view after) {
  std::string_view previous = last_word(trim_spaces(rest));
  if (!previous.empty() && previous.back() == '.') {
    previous.remove_suffix(1);
    if (is_spaced_abbreviation(previous, last)) return true;
  }
  const std::string_view next = first_word(after);
  return after.substr(next.size(), 1) == "." && is_spaced_abbreviation(last, next);
}

}  // namespace

bool sentence_goes_on(std::string_view before, std::string_view after) {
  if (before.size() < 2 || (before.back() != '.' && before.back() != ')')) return false;
  const bool bracket = before.back() == ')';
  before.remove_suffix(1);
  if (is_digits(before, 3)) return true;  // "1." or "1)" alone: a list's number
  const std::string_view word = last_word(before);
  if (bracket || word.empty()) return false;
  if (is_digits(word, 2)) return begins_with_month(after);
  const std::string_view rest = before.substr(0, before.size() - word.size());
  if (ends_in_spaced_abbreviation(rest, word, after)) return true;
  if (is_initial(word)) return initial_goes_on(rest, after);
  const std::string known = lower(word);
  if (contains(kOpening, known) || contains(kCapitalTitles, word)) return true;
  return begins_with_digit(after) && (word == "No" || contains(kBeforeNumber, known));
}

}  // namespace whosaid::text
