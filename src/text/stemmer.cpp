#include "text/stemmer.h"

#include <libstemmer.h>

#include <array>
#include <cstddef>
#include <memory>

namespace whosaid::text {
namespace {

const char* algorithm(Language language) {
  switch (language) {
    case Language::english:
      return "english";
    case Language::german:
      return "german";
    case Language::french:
      return "french";
    case Language::spanish:
      return "spanish";
    case Language::italian:
      return "italian";
    case Language::portuguese:
      return "portuguese";
    case Language::dutch:
      return "dutch";
    case Language::swedish:
      return "swedish";
    case Language::danish:
      return "danish";
    case Language::norwegian:
      return "norwegian";
    case Language::finnish:
      return "finnish";
    case Language::hungarian:
      return "hungarian";
    case Language::romanian:
      return "romanian";
    case Language::turkish:
      return "turkish";
    case Language::catalan:
      return "catalan";
    case Language::indonesian:
      return "indonesian";
    case Language::irish:
      return "irish";
    case Language::lithuanian:
      return "lithuanian";
    case Language::basque:
      return "basque";
    case Language::russian:
      return "russian";
    case Language::greek:
      return "greek";
    case Language::arabic:
      return "arabic";
    case Language::yiddish:
      return "yiddish";
    case Language::hindi:
      return "hindi";
    case Language::nepali:
      return "nepali";
    case Language::armenian:
      return "armenian";
    case Language::tamil:
      return "tamil";
    case Language::polish:
    case Language::persian:
    case Language::hebrew:
    case Language::unknown:
      break;
  }
  return nullptr;
}

struct Delete {
  void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};
using Stemmer = std::unique_ptr<sb_stemmer, Delete>;

// A stemmer is not thread-safe, so each thread has its own. Null where there is none.
sb_stemmer* stemmer_of(Language language) {
  thread_local std::array<Stemmer, kLanguages> stemmers;
  const char* const name = algorithm(language);
  if (name == nullptr) return nullptr;
  Stemmer& stemmer = stemmers[static_cast<std::size_t>(language)];
  if (stemmer == nullptr) stemmer.reset(sb_stemmer_new(name, "UTF_8"));
  return stemmer.get();
}

}  // namespace

bool has_stemmer(Language language) { return algorithm(language) != nullptr; }

std::string stem(std::string_view word, Language language) {
  sb_stemmer* const stemmer = stemmer_of(language);
  if (stemmer == nullptr) return std::string(word);
  const auto* const letters = reinterpret_cast<const sb_symbol*>(word.data());
  const sb_symbol* const found = sb_stemmer_stem(stemmer, letters, static_cast<int>(word.size()));
  if (found == nullptr) return std::string(word);
  const int length = sb_stemmer_length(stemmer);
  if (length <= 0) return std::string(word);
  return std::string(reinterpret_cast<const char*>(found), static_cast<std::size_t>(length));
}

}  // namespace whosaid::text
