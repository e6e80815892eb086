#include "text/hashing_features.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "text/code_points.h"
#include "text/folding.h"
#include "text/language.h"
#include "text/segment.h"
#include "text/stop_words.h"

namespace whosaid::text {
namespace {

// Everything in this file is part of what HashingEmbedder's id() names.

// Seeds of the hash: features of different kinds never meet.
enum class Seed : std::uint64_t { word = 1, pair, gram, run, jamo, symbol, punctuation };

// Tuned by retrieval on conversations; round on purpose.
#ifndef WEIGHTS
struct Weights {
  static constexpr std::int32_t word = 20, number = 20, pair = 4;
  static constexpr std::int32_t symbol = 8, punctuation = 1;
  static constexpr std::array<std::int32_t, 3> gram = {6, 6, 6};     // of 3, 4, 5 code points
  static constexpr std::array<std::int32_t, 3> run = {4, 12, 12};    // of 1, 2, 3 code points
  static constexpr std::array<std::int32_t, 4> jamo = {4, 6, 6, 6};  // of 3 to 6 letters
  static constexpr std::int32_t stop_word_share = 8;                 // one part in so many
};
#else
WEIGHTS
#endif

// 16 times the square root of a count.
constexpr std::array<std::int32_t, 17> kRoots = {0,  16, 23, 28, 32, 36, 39, 42, 45,
                                                 48, 51, 53, 55, 58, 60, 62, 64};

class FeatureList {
 public:
  void add(Seed seed, std::string_view bytes, std::int32_t weight) {
    const auto hash =
        XXH3_64bits_withSeed(bytes.data(), bytes.size(), static_cast<XXH64_hash_t>(seed));
    features_.push_back({hash, weight});
  }

  // Adds the subsequences of `first` code points, first + 1, and so on, one length for each weight.
  // `starts` holds where the code points of `text` begin, and its size.
  template <std::size_t N>
  void add_grams(Seed seed, std::string_view text, std::size_t first,
                 const std::array<std::int32_t, N>& weights, std::int32_t divisor) {
    find_starts(text);
    for (std::size_t i = 0; i + first < starts_.size(); ++i) {
      for (std::size_t n = 0; n < N && i + first + n < starts_.size(); ++n) {
        const std::size_t begin = starts_[i];
        const std::size_t end = starts_[i + first + n];
        add(seed, text.substr(begin, end - begin), std::max(1, weights[n] / divisor));
      }
    }
  }

  std::vector<Feature> take() {
    std::sort(features_.begin(), features_.end(), [](const Feature& a, const Feature& b) {
      return a.hash != b.hash ? a.hash < b.hash : a.weight > b.weight;
    });
    std::size_t out = 0;
    for (std::size_t i = 0; i < features_.size();) {
      std::size_t end = i;
      while (end < features_.size() && features_[end].hash == features_[i].hash) ++end;
      const std::size_t count = std::min(end - i, kRoots.size() - 1);
      features_[out++] = {features_[i].hash, features_[i].weight * kRoots[count]};
      i = end;
    }
    features_.resize(out);
    return std::move(features_);
  }

 private:
  void find_starts(std::string_view text) {
    starts_.clear();
    for (std::size_t at = 0; at < text.size(); ++at) {
      if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) starts_.push_back(at);
    }
    starts_.push_back(text.size());
  }

  std::vector<Feature> features_;
  std::vector<std::size_t> starts_;
};

constexpr char32_t kFirstSyllable = 0xAC00;
constexpr char32_t kLastSyllable = 0xD7A3;

bool is_hangul(char32_t c) {
  return (c >= kFirstSyllable && c <= kLastSyllable) || (c >= 0x1100 && c < 0x1200);
}

void append_jamo(std::string& out, char32_t c) {
  if (c < kFirstSyllable) return append_utf8(out, c);
  const char32_t index = c - kFirstSyllable;
  append_utf8(out, 0x1100 + index / 588);
  append_utf8(out, 0x1161 + index % 588 / 28);
  if (index % 28 != 0) append_utf8(out, 0x11A7 + index % 28);
}

struct Piece {
  TokenKind kind;
  std::string_view text;
  LanguageSet stop_word_of;
  Family family;
};

class Reader {
 public:
  // `folded` must outlive the reader.
  explicit Reader(std::string_view folded) {
    words_.reserve(folded.size());  // words only shrink: their views stay
    Segmenter segmenter(folded);
    Token token{};
    while (segmenter.next(token)) keep(token);
  }

  std::vector<Feature> features() {
    const Piece* before = nullptr;
    for (const Piece& piece : pieces_) {
      if (piece.kind == TokenKind::word || piece.kind == TokenKind::number) {
        if (before != nullptr) add_pair(*before, piece);
        before = &piece;
      }
      add(piece);
    }
    return list_.take();
  }

 private:
  void keep(const Token& token) {
    Piece piece{token.kind, token.text, 0, Family::other};
    if (token.kind == TokenKind::word || token.kind == TokenKind::number) {
      const std::size_t begin = words_.size();
      words_.append(token.text);
      piece.text = std::string_view(words_).substr(begin);
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

  void add(const Piece& piece) {
    switch (piece.kind) {
      case TokenKind::word:
        return add_word(piece);
      case TokenKind::number:
        return list_.add(Seed::word, piece.text, Weights::number);
      case TokenKind::run:
        return add_run(piece.text);
      case TokenKind::symbol:
        return list_.add(Seed::symbol, piece.text, Weights::symbol);
      case TokenKind::punctuation:
        return list_.add(Seed::punctuation, piece.text, Weights::punctuation);
    }
  }

  void add_word(const Piece& piece) {
    const std::int32_t divisor = is_stop_word(piece) ? Weights::stop_word_share : 1;
    list_.add(Seed::word, piece.text, std::max(1, Weights::word / divisor));
    scratch_.assign("<").append(piece.text).append(">");
    list_.add_grams(Seed::gram, scratch_, 3, Weights::gram, divisor);
  }

  void add_pair(const Piece& first, const Piece& second) {
    if (is_stop_word(first) && is_stop_word(second)) return;
    scratch_.assign(first.text).append(" ").append(second.text);
    list_.add(Seed::pair, scratch_, Weights::pair);
  }

  void add_run(std::string_view run) {
    for (std::size_t at = 0; at < run.size();) {
      const std::size_t begin = at;
      const bool hangul = is_hangul(next_code_point(run, at));
      std::size_t end = at;
      while (at < run.size() && is_hangul(next_code_point(run, at)) == hangul) end = at;
      at = end;
      const std::string_view part = run.substr(begin, end - begin);
      hangul ? add_hangul(part) : list_.add_grams(Seed::run, part, 1, Weights::run, 1);
    }
  }

  // By letters, so that inflections, which change the last syllable from within, meet.
  void add_hangul(std::string_view part) {
    scratch_.assign("<");
    for (std::size_t at = 0; at < part.size();) append_jamo(scratch_, next_code_point(part, at));
    scratch_.push_back('>');
    list_.add_grams(Seed::jamo, scratch_, 3, Weights::jamo, 1);
  }

  std::string words_;
  std::string scratch_;
  std::vector<Piece> pieces_;
  LanguageTally tally_;
  FeatureList list_;
};

}  // namespace

std::vector<Feature> hashing_features(std::string_view text) {
  const std::string folded = fold(text);
  return Reader(folded).features();
}

}  // namespace whosaid::text
