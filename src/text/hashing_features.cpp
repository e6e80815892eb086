#include "text/hashing_features.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <string>

#include "text/code_points.h"
#include "text/folding.h"
#include "text/language.h"
#include "text/segment.h"
#include "text/stop_words.h"

namespace whosaid::text {
namespace {

// Seeds of the hash: features of different kinds never meet.
enum class Seed : std::uint64_t { word = 1, gram, run, jamo, symbol, punctuation };

// Found by retrieval in conversations and by pairs that are or are not duplicates, and round.
constexpr std::int32_t kWord = 6;
constexpr std::int32_t kNumber = 20;
constexpr std::int32_t kStopWord = 8;
constexpr std::int32_t kNegation = 20;
constexpr std::int32_t kPair = 8;
constexpr std::int32_t kSymbol = 8;
constexpr std::int32_t kPunctuation = 1;
constexpr std::size_t kFirstGram = 3;
constexpr std::array<std::int32_t, 3> kGrams = {6, 6, 6};   // of 3, 4, 5 code points
constexpr std::array<std::int32_t, 3> kRuns = {4, 12, 12};  // of 1, 2, 3 code points
constexpr std::size_t kFirstJamo = 3;
constexpr std::array<std::int32_t, 4> kJamo = {4, 6, 6, 6};  // of 3 to 6 letters

// 16 times the square root of a count: what a repeated word weighs, parts included.
constexpr std::array<std::int32_t, 17> kRoots = {0,  16, 23, 28, 32, 36, 39, 42, 45,
                                                 48, 51, 53, 55, 58, 60, 62, 64};
constexpr std::int32_t kOnce = kRoots[1];

// What turns a sentence around, as fold() and the segmenter leave it. Stop words, most of them.
constexpr std::array<std::string_view, 62> kNegations = {
    "no",       "not",     "never", "dont",   "doesnt", "didnt",  "cant",  "cannot", "couldnt",
    "wont",     "wouldnt", "isnt",  "arent",  "wasnt",  "werent", "hasnt", "havent", "hadnt",
    "shouldnt", "without", "nicht", "kein",   "keine",  "keinen", "nie",   "ohne",   "pas",
    "jamais",   "sans",    "non",   "mai",    "senza",  "nunca",  "sin",   "nao",    "sem",
    "niet",     "geen",    "inte",  "aldrig", "ikke",   "aldri",  "ei",    "en",     "nem",
    "nu",       "degil",   "tidak", "не",     "нет",    "без",    "δεν",   "χωρισ",  "لا",
    "لم",       "ليس",     "לא",    "אין",    "नहीं",    "मत",     "안",    "못"};

std::uint64_t hash(Seed seed, std::string_view bytes) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), static_cast<XXH64_hash_t>(seed));
}

// Arithmetic, because the bytes of two numbers depend on the machine. The order counts.
std::uint64_t pair_hash(std::uint64_t first, std::uint64_t second) {
  std::uint64_t mixed = first * 0x9E3779B97F4A7C15U + second;
  mixed ^= mixed >> 32;
  return mixed * 0xD6E8FEB86659FD93U;
}

constexpr char32_t kFirstSyllable = 0xAC00;
constexpr char32_t kLastSyllable = 0xD7A3;

bool is_hangul(char32_t c) {
  return (c >= kFirstSyllable && c <= kLastSyllable) || (c >= 0x1100 && c < 0x1200);
}

// Normalization's arithmetic: a syllable is a leading consonant, a vowel, perhaps a last consonant.
void append_jamo(std::string& out, char32_t c) {
  if (c < kFirstSyllable) return append_utf8(out, c);
  const char32_t index = c - kFirstSyllable;
  append_utf8(out, 0x1100 + index / 588);
  append_utf8(out, 0x1161 + index % 588 / 28);
  if (index % 28 != 0) append_utf8(out, 0x11A7 + index % 28);
}

struct Piece {
  TokenKind kind;
  Family family;
  LanguageSet stop_word_of;
  std::string_view text;
  std::uint64_t hash;  // of words and numbers
};

bool is_negation(std::string_view word) {
  return std::find(kNegations.begin(), kNegations.end(), word) != kNegations.end();
}

bool is_wordy(TokenKind kind) { return kind == TokenKind::word || kind == TokenKind::number; }

class Reader {
 public:
  // `folded` must outlive the reader.
  Reader(std::string_view folded, HashedSums& sums) : sums_(sums) {
    words_.reserve(folded.size());  // words only shrink, so that views into it stay
    pieces_.reserve(folded.size() / 4 + 1);
    Segmenter segmenter(folded);
    Token token{};
    while (segmenter.next(token)) keep(token);
  }

  void add_features() {
    for (const Piece& piece : pieces_) {
      switch (piece.kind) {
        case TokenKind::word:
        case TokenKind::number:
          break;  // counted first
        case TokenKind::run:
          add_run(piece.text);
          break;
        case TokenKind::symbol:
          add(Seed::symbol, piece.text, kSymbol);
          break;
        case TokenKind::punctuation:
          add(Seed::punctuation, piece.text, kPunctuation);
          break;
      }
    }
    add_pairs();
    add_words();
  }

 private:
  void keep(const Token& token) {
    Piece piece{token.kind, Family::other, 0, token.text, 0};
    if (is_wordy(token.kind)) {
      const std::size_t begin = words_.size();
      words_.append(token.text);
      piece.text = std::string_view(words_).substr(begin);
      piece.hash = hash(Seed::word, piece.text);
    }
    if (token.kind == TokenKind::word) {
      piece.family = family_of(piece.text);
      piece.stop_word_of = stop_word_languages(piece.text);
      tally_.add(piece.family, piece.stop_word_of);
    }
    pieces_.push_back(piece);
  }

  bool is_stop_word(const Piece& piece) const {
    if (piece.stop_word_of == 0) return false;
    return (piece.stop_word_of & bit(tally_.best(piece.family))) != 0;
  }

  void add(Seed seed, std::string_view bytes, std::int32_t weight) {
    sums_.add(hash(seed, bytes), weight * kOnce);
  }

  // Adds the parts of `text` that are `first` code points long, first + 1, and so on, one length
  // for each weight.
  template <std::size_t N>
  void add_grams(Seed seed, std::string_view text, std::size_t first,
                 const std::array<std::int32_t, N>& weights, std::int32_t root) {
    starts_.clear();
    for (std::size_t at = 0; at < text.size(); ++at) {
      if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) starts_.push_back(at);
    }
    starts_.push_back(text.size());
    for (std::size_t i = 0; i + first < starts_.size(); ++i) {
      for (std::size_t n = 0; n < N && i + first + n < starts_.size(); ++n) {
        const std::size_t length = starts_[i + first + n] - starts_[i];
        sums_.add(hash(seed, text.substr(starts_[i], length)), weights[n] * root);
      }
    }
  }

  // Neighbouring words, which tell "Ann owes Bob" from "Bob owes Ann".
  void add_pairs() {
    const Piece* before = nullptr;
    for (const Piece& piece : pieces_) {
      if (!is_wordy(piece.kind)) continue;
      if (before != nullptr && !(is_stop_word(*before) && is_stop_word(piece))) {
        sums_.add(pair_hash(before->hash, piece.hash), kPair * kOnce);
      }
      before = &piece;
    }
  }

  // Words that are equal come together, once, with their count.
  void add_words() {
    const auto end = std::partition(pieces_.begin(), pieces_.end(),
                                    [](const Piece& piece) { return is_wordy(piece.kind); });
    std::sort(pieces_.begin(), end, [](const Piece& a, const Piece& b) { return a.hash < b.hash; });
    for (auto first = pieces_.begin(); first != end;) {
      const auto last = std::find_if(
          first, end, [first](const Piece& piece) { return piece.hash != first->hash; });
      const auto count = std::min(static_cast<std::size_t>(last - first), kRoots.size() - 1);
      add_word(*first, kRoots[count]);
      first = last;
    }
  }

  void add_word(const Piece& piece, std::int32_t root) {
    if (piece.kind == TokenKind::number) return sums_.add(piece.hash, kNumber * root);
    if (is_negation(piece.text)) return sums_.add(piece.hash, kNegation * root);
    if (is_stop_word(piece)) return sums_.add(piece.hash, kStopWord * root);
    sums_.add(piece.hash, kWord * root);
    scratch_.assign("<").append(piece.text).push_back('>');
    add_grams(Seed::gram, scratch_, kFirstGram, kGrams, root);
  }

  void add_run(std::string_view run) {
    for (std::size_t at = 0; at < run.size();) {
      const std::size_t begin = at;
      const bool hangul = is_hangul(next_code_point(run, at));
      std::size_t end = at;
      while (at < run.size() && is_hangul(next_code_point(run, at)) == hangul) end = at;
      at = end;
      const std::string_view part = run.substr(begin, end - begin);
      if (hangul) {
        add_hangul(part);
      } else {
        add_grams(Seed::run, part, 1, kRuns, kOnce);
      }
    }
  }

  // By letters, so that inflections, which change the last syllable from within, meet.
  void add_hangul(std::string_view part) {
    add(Seed::word, part, is_negation(part) ? kNegation : kWord);
    scratch_.assign("<");
    for (std::size_t at = 0; at < part.size();) append_jamo(scratch_, next_code_point(part, at));
    scratch_.push_back('>');
    add_grams(Seed::jamo, scratch_, kFirstJamo, kJamo, kOnce);
  }

  HashedSums& sums_;
  std::string words_;
  std::string scratch_;
  std::vector<std::size_t> starts_;
  std::vector<Piece> pieces_;
  LanguageTally tally_;
};

}  // namespace

void HashedSums::clear() { std::fill(places_.begin(), places_.end(), 0); }

void add_hashing_features(std::string_view text, HashedSums& sums) {
  const std::string folded = fold(text);
  Reader(folded, sums).add_features();
}

}  // namespace whosaid::text
