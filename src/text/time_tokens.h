// The words of a folded text with a few of those before and behind.

#ifndef WHOSAID_SRC_TEXT_TIME_TOKENS_H_
#define WHOSAID_SRC_TEXT_TIME_TOKENS_H_

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "text/segment.h"

namespace whosaid::text {

struct TimeToken {
  TokenKind kind = TokenKind::punctuation;
  std::string word = {};         // apostrophes resolved
  std::string_view source = {};  // what it was read from; empty: there is none
  std::size_t begin = 0;         // of `source` in the text

  [[nodiscard]] bool is(std::string_view text) const { return source == text || word == text; }
  [[nodiscard]] std::size_t end() const { return begin + source.size(); }
};

class TimeTokens {
 public:
  static constexpr std::size_t kAhead = 14;

  explicit TimeTokens(std::string_view folded) : folded_(folded), segmenter_(folded) {
    for (std::size_t i = 0; i < kAhead; ++i) read();
  }

  // 0: the current one; -1: the one before; at most kAhead - 1.
  [[nodiscard]] const TimeToken& operator[](std::ptrdiff_t offset) const {
    return ring_[(current_ + static_cast<std::size_t>(offset)) % kRing];
  }
  [[nodiscard]] bool at_end() const { return (*this)[0].source.empty(); }
  void advance() {
    ++current_;
    read();
  }

 private:
  static constexpr std::size_t kRing = 16;
  static_assert(kAhead + 1 < kRing);

  void read() {
    TimeToken& slot = ring_[read_++ % kRing];
    Token token{};
    if (!segmenter_.next(token)) {
      slot.kind = TokenKind::punctuation;
      slot.word.clear();
      slot.source = {};
      slot.begin = folded_.size();
      return;
    }
    slot.kind = token.kind;
    slot.source = segmenter_.source();
    slot.begin = static_cast<std::size_t>(slot.source.data() - folded_.data());
    if (token.kind == TokenKind::run) {
      slot.word.clear();  // may be long, and needs no resolving
    } else {
      slot.word.assign(token.text);
    }
  }

  std::string_view folded_;
  Segmenter segmenter_;
  std::array<TimeToken, kRing> ring_{};
  std::size_t current_ = kRing;  // so that those before the first lie in the ring
  std::size_t read_ = 0;
};

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_TIME_TOKENS_H_
