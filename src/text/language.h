// Which language a text is in, as far as its stems and stop words need to know.

#ifndef WHOSAID_SRC_TEXT_LANGUAGE_H_
#define WHOSAID_SRC_TEXT_LANGUAGE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace whosaid::text {

// In the order in which one wins a tie.
enum class Language : std::uint8_t {
  english,
  german,
  french,
  spanish,
  italian,
  portuguese,
  dutch,
  swedish,
  danish,
  norwegian,
  finnish,
  polish,
  hungarian,
  romanian,
  turkish,
  catalan,
  indonesian,
  irish,
  lithuanian,
  basque,
  russian,
  greek,
  arabic,
  persian,
  hebrew,
  yiddish,
  hindi,
  nepali,
  armenian,
  tamil,
  unknown
};

inline constexpr std::size_t kLanguages = static_cast<std::size_t>(Language::unknown);

// A bit for each language.
using LanguageSet = std::uint32_t;
static_assert(kLanguages <= 32);
inline constexpr LanguageSet kAllLanguages = ~LanguageSet{0};

[[nodiscard]] constexpr LanguageSet bit(Language language) {
  return LanguageSet{1} << static_cast<unsigned>(language);
}

[[nodiscard]] constexpr LanguageSet range(Language first, Language last) {
  return (bit(last) << 1) - bit(first);
}

// Languages that share a script and have to be told apart by their words. The first is what a text
// is taken for without evidence.
enum class Family : std::uint8_t {
  latin,
  cyrillic,
  greek,
  arabic,
  hebrew,
  devanagari,
  armenian,
  tamil,
  other
};

inline constexpr std::size_t kFamilies = static_cast<std::size_t>(Family::other);

[[nodiscard]] LanguageSet languages_of(Family family);
[[nodiscard]] Language default_language(Family family);

// By the first letter of a folded word; `other` for numbers and scripts that are not listed.
[[nodiscard]] Family family_of(std::string_view word);

// Counts the stop words of a text.
class LanguageTally {
 public:
  // A folded word and its stop_word_languages().
  void add(Family family, LanguageSet stop_word_of);

  // The language of most evidence, a word counting more the fewer languages have it. Another than
  // the family's first has to show two stop words, or one in every three words.
  [[nodiscard]] Language best(Family family) const;

  // Whether at least two stop words speak for best(), and half as much again as for any other. A
  // family of one language is always certain.
  [[nodiscard]] bool certain(Family family) const;

 private:
  [[nodiscard]] Language strongest(Family family) const;

  std::array<std::uint32_t, kLanguages> evidence_{};
  std::array<std::uint32_t, kLanguages> stop_words_{};
  std::array<std::uint32_t, kFamilies> words_{};
};

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_LANGUAGE_H_
