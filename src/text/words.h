// Words: the terms under which a memory is indexed and a query looks for it.
//
// - Folding: NFKC_Casefold (case, width, ligatures, ß = ss). Latin and Greek lose their marks
//   (é = e, ø = o, ł = l, æ = ae), Cyrillic its stress marks (ё = е; й stays), Arabic its harakat
//   and tatweel, Hebrew its points; marks of other scripts carry meaning and stay. Persian and
//   Arabic forms of kaf and yeh are one. Digits of every script are one.
// - Words: letters, digits and marks without a break. A point between digits stays ("1.5"), one
//   between single letters goes ("U.S.A." = "usa"), one between longer words separates
//   ("example.com"). A comma that groups thousands goes ("10,000" = "10000").
// - Apostrophes, straight or curly: English 's, 'll, 're, 've, 'd, 'm go with what follows them;
//   French and Italian elisions go with what precedes ("l'homme" = "homme"); others just go
//   ("don't" = "dont", "O'Brien" = "obrien"), and so do geresh and gershayim.
// - Scripts written without spaces, and Hangul, whose words inflect: Han, kana, Hangul, Bopomofo,
//   Yi, Thai, Lao, Khmer, Myanmar and their like become overlapping pairs of code points (Thai
//   vowels and tones are code points like others), and single ones; so that any part of a text
//   finds it.
// - Symbols and emoji are terms: one for each emoji of a sequence, skin tones left out, one for a
//   flag. Of ASCII's symbols only "$". Punctuation is no term.
// - Stems (Snowball, and the base of English irregular forms), after folding, so that two spellings
// that fold alike always meet. Script and
//   stop words tell the language; Latin script without any is English.
// - No term is longer than kMaxTermBytes: the rest of the word is cut off.

#ifndef WHOSAID_SRC_TEXT_WORDS_H_
#define WHOSAID_SRC_TEXT_WORDS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/language.h"

namespace whosaid::text {

inline constexpr std::size_t kMaxTermBytes = 64;

// The terms of a document in its order, repeated as often as they occur: one for each word and each
// symbol; for a run of n code points written without spaces n single ones and n - 1 pairs.
struct IndexTerms {
  std::vector<std::string> terms = {};
  LanguageSet languages = 0;  // in which words were stemmed
  std::size_t questions = 0;  // count_questions()
};
[[nodiscard]] IndexTerms index_terms(std::string_view text);

// A word of a query with all terms under which documents may hold it: at least one, distinct.
struct QueryTerm {
  std::vector<std::string> alternatives;
  std::string word;  // as the query has it, folded
  // Follows a word that means "about": the query asks for what was said of it, not by it.
  bool spoken_of = false;
  // An ideograph of a pair that is asked for, too: it may be a word of its own.
  bool part = false;
};

// The distinct words of a query, in order. A word's alternatives are its stem in the query's
// language, in English (what a document too short to tell was taken for) and the word itself; where
// the query's language can't be told, its stems in all languages of its script that are among
// `stored`, in which documents were stemmed. A run written without spaces gives its pairs and its
// ideographs, or its single code point. Stop words of the query's language are left out unless
// nothing else is there. Empty only for a query without letters, digits or symbols.
[[nodiscard]] std::vector<QueryTerm> query_terms(std::string_view query,
                                                 LanguageSet stored = kAllLanguages);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_WORDS_H_
