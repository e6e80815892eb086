#include "text/words.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "text/code_points.h"
#include "text/folding.h"
#include "text/icu.h"
#include "text/irregular_forms.h"
#include "text/language.h"
#include "text/questions.h"
#include "text/segment.h"
#include "text/stemmer.h"
#include "text/stop_words.h"

namespace whosaid::text {
namespace {

struct Word {
  TokenKind kind;
  std::string text;
  Family family = Family::other;
  LanguageSet stop_word_of = 0;
};

struct Words {
  std::vector<Word> words;
  LanguageTally tally;
};

Words read(std::string_view text) {
  const std::string folded = fold(text);
  Words out;
  Segmenter segmenter(folded);
  Token token{};
  while (segmenter.next(token)) {
    if (token.kind == TokenKind::punctuation) continue;
    const bool whole = token.kind == TokenKind::run;
    Word word{token.kind, std::string(whole ? token.text : cut_utf8(token.text, kMaxTermBytes))};
    if (word.kind == TokenKind::word) {
      word.family = family_of(word.text);
      word.stop_word_of = stop_word_languages(word.text);
      out.tally.add(word.family, word.stop_word_of);
    }
    out.words.push_back(std::move(word));
  }
  return out;
}

bool has_digit(std::string_view word) {
  return word.find_first_of("0123456789") != std::string_view::npos;
}

// A name with a number in it ("b12") has no inflections.
std::string term(const Word& word, Language language) {
  if (word.kind != TokenKind::word || has_digit(word.text)) return word.text;
  const bool english = language == Language::english;
  std::string stemmed = stem(english ? base_form(word.text) : word.text, language);
  stemmed.resize(cut_utf8(stemmed, kMaxTermBytes).size());
  return stemmed;
}

// Calls `take` with each single code point and each pair of a run.
template <typename Single, typename Pair>
void for_each_part(std::string_view run, Single single, Pair pair) {
  std::size_t before = 0;
  for (std::size_t at = 0; at < run.size();) {
    const std::size_t here = at;
    (void)next_code_point(run, at);
    if (here != 0) pair(run.substr(before, at - before));
    single(run.substr(here, at - here));
    before = here;
  }
}

void append_distinct(std::vector<std::string>& list, std::string item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(std::move(item));
}

std::vector<std::string> alternatives(const Word& word, const LanguageTally& tally,
                                      LanguageSet stored) {
  std::vector<std::string> out;
  out.push_back(term(word, tally.best(word.family)));
  append_distinct(out, term(word, default_language(word.family)));
  append_distinct(out, word.text);
  if (tally.certain(word.family)) return out;
  for (std::size_t i = 0; i < kLanguages; ++i) {
    const auto language = static_cast<Language>(i);
    if ((languages_of(word.family) & stored & bit(language)) != 0)
      append_distinct(out, term(word, language));
  }
  return out;
}

// Whether a word says nothing in the query's language: surely known, or the family's first.
bool is_stop_word(const Word& word, const LanguageTally& tally) {
  const Language language = tally.best(word.family);
  if (!tally.certain(word.family) && language != default_language(word.family)) return false;
  return language != Language::unknown && (word.stop_word_of & bit(language)) != 0;
}

bool means_about(std::string_view word) {
  static constexpr std::array<std::string_view, 11> kWords = {
      "about",    "regarding", "concerning", "uber", "sobre", "sur",
      "riguardo", "over",      "om",         "про",  "об"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

// Collects the terms of a query; words with the same stem are one.
class QueryTerms {
 public:
  // Whether the word has not been asked for before.
  bool is_new(const std::string& word) { return words_.insert(word).second; }

  void add(std::vector<std::string> alternatives, std::string_view word, bool spoken_of = false) {
    const auto [found, fresh] = places_.try_emplace(alternatives.front(), terms_.size());
    if (fresh) {
      terms_.push_back({std::move(alternatives), std::string(word), spoken_of});
      return;
    }
    for (std::string& alternative : alternatives) {
      append_distinct(terms_[found->second].alternatives, std::move(alternative));
    }
  }

  void add_ideograph(std::string_view single) {
    std::size_t at = 0;
    if (!has_property(next_code_point(single, at), UCHAR_IDEOGRAPHIC)) return;
    if (places_.contains(std::string(single))) return;
    add({std::string(single)}, single);
    terms_.back().part = true;
  }

  std::vector<QueryTerm> take() { return std::move(terms_); }

 private:
  std::vector<QueryTerm> terms_;
  std::unordered_map<std::string, std::size_t> places_;  // by the first alternative
  std::unordered_set<std::string> words_;
};

}  // namespace

IndexTerms index_terms(std::string_view text) {
  const Words read_words = read(text);
  IndexTerms out;
  out.terms.reserve(read_words.words.size());
  const auto add = [&out](std::string_view part) { out.terms.emplace_back(part); };
  // Of the family of the word before, which most words share.
  Family family = Family::other;
  Language language = read_words.tally.best(family);
  for (const Word& word : read_words.words) {
    if (word.kind == TokenKind::run) {
      for_each_part(word.text, add, add);
      continue;
    }
    if (word.family != family) {
      family = word.family;
      language = read_words.tally.best(family);
    }
    out.terms.push_back(term(word, language));
    if (language != Language::unknown) out.languages |= bit(language);
  }
  out.questions = count_questions(text);
  return out;
}

std::vector<QueryTerm> query_terms(std::string_view query, LanguageSet stored) {
  const Words read_words = read(query);
  const auto stops = [&](const Word& word) { return is_stop_word(word, read_words.tally); };
  const bool only_stop_words = std::all_of(read_words.words.begin(), read_words.words.end(), stops);
  QueryTerms out;
  bool spoken_of = false;  // holds for a name of several words
  for (const Word& word : read_words.words) {
    if (word.kind == TokenKind::run) {
      std::size_t first = 0;
      (void)next_code_point(word.text, first);
      if (first == word.text.size()) {
        out.add({word.text}, word.text);
      } else {
        for_each_part(
            word.text, [](std::string_view) {},
            [&out](std::string_view pair) { out.add({std::string(pair)}, pair); });
        for_each_part(
            word.text, [&out](std::string_view single) { out.add_ideograph(single); },
            [](std::string_view) {});
      }
    } else if ((only_stop_words || !stops(word)) && out.is_new(word.text)) {
      out.add(alternatives(word, read_words.tally, stored), word.text, spoken_of);
    }
    if (means_about(word.text)) {
      spoken_of = true;
    } else if (stops(word)) {
      spoken_of = false;
    }
  }
  return out.take();
}

}  // namespace whosaid::text
