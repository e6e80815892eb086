#include "text/language.h"

#include <unicode/uscript.h>

#include <algorithm>
#include <bit>

#include "text/icu.h"

namespace whosaid::text {
namespace {

constexpr std::size_t index(Language language) { return static_cast<std::size_t>(language); }
constexpr std::size_t index(Family family) { return static_cast<std::size_t>(family); }

}  // namespace

LanguageSet languages_of(Family family) {
  switch (family) {
    case Family::latin:
      return range(Language::english, Language::basque);
    case Family::cyrillic:
      return bit(Language::russian);
    case Family::greek:
      return bit(Language::greek);
    case Family::arabic:
      return range(Language::arabic, Language::persian);
    case Family::hebrew:
      return range(Language::hebrew, Language::yiddish);
    case Family::devanagari:
      return range(Language::hindi, Language::nepali);
    case Family::armenian:
      return bit(Language::armenian);
    case Family::tamil:
      return bit(Language::tamil);
    case Family::other:
      break;
  }
  return 0;
}

Language default_language(Family family) {
  const LanguageSet set = languages_of(family);
  return set == 0 ? Language::unknown : static_cast<Language>(std::countr_zero(set));
}

Family family_of(std::string_view word) {
  std::size_t at = 0;
  while (at < word.size() && word[at] >= '0' && word[at] <= '9') ++at;
  if (at == word.size()) return Family::other;
  const char32_t c = next_code_point(word, at);
  if (c < 0x80) return Family::latin;
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(to_icu(c), &status)) {
    case USCRIPT_LATIN:
      return Family::latin;
    case USCRIPT_CYRILLIC:
      return Family::cyrillic;
    case USCRIPT_GREEK:
      return Family::greek;
    case USCRIPT_ARABIC:
      return Family::arabic;
    case USCRIPT_HEBREW:
      return Family::hebrew;
    case USCRIPT_DEVANAGARI:
      return Family::devanagari;
    case USCRIPT_ARMENIAN:
      return Family::armenian;
    case USCRIPT_TAMIL:
      return Family::tamil;
    default:
      return Family::other;
  }
}

void LanguageTally::add(Family family, LanguageSet stop_word_of) {
  if (family == Family::other) return;
  ++words_[index(family)];
  LanguageSet left = stop_word_of & languages_of(family);
  const auto weight = 60U / static_cast<std::uint32_t>(std::max(1, std::popcount(left)));
  for (; left != 0; left &= left - 1) {
    const auto language = static_cast<std::size_t>(std::countr_zero(left));
    evidence_[language] += weight;
    ++stop_words_[language];
  }
}

Language LanguageTally::strongest(Family family) const {
  Language best = default_language(family);
  for (LanguageSet left = languages_of(family); left != 0; left &= left - 1) {
    const auto language = static_cast<Language>(std::countr_zero(left));
    if (evidence_[index(language)] > evidence_[index(best)]) best = language;
  }
  return best;
}

Language LanguageTally::best(Family family) const {
  const Language found = strongest(family);
  if (found == Language::unknown) return found;
  const std::uint32_t hits = stop_words_[index(found)];
  return hits >= 2 || 3 * hits >= words_[index(family)] ? found : default_language(family);
}

bool LanguageTally::certain(Family family) const {
  const LanguageSet all = languages_of(family);
  if (std::popcount(all) <= 1) return true;
  const Language found = strongest(family);
  if (stop_words_[index(found)] < 2) return false;
  for (LanguageSet left = all & ~bit(found); left != 0; left &= left - 1) {
    const auto other = static_cast<std::size_t>(std::countr_zero(left));
    if (2 * evidence_[index(found)] < 3 * evidence_[other]) return false;
  }
  return true;
}

}  // namespace whosaid::text
