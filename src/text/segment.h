// Segmentation of folded text into words, runs, symbols and punctuation.
//
// Not ICU's word iterator: its rules and dictionaries change between versions, which would change
// stored vectors, and its Chinese, Japanese and Thai words are not what is indexed.

#ifndef WHOSAID_SRC_TEXT_SEGMENT_H_
#define WHOSAID_SRC_TEXT_SEGMENT_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace whosaid::text {

enum class TokenKind {
  word,         // letters, perhaps with digits and marks; apostrophes resolved (words.h)
  number,       // digits, perhaps with points
  run,          // code points of scripts written without spaces, and Hangul
  symbol,       // one symbol, emoji, flag, private or unassigned code point
  punctuation,  // one punctuation mark, or one of ASCII's symbols but "$"
};

struct Token {
  TokenKind kind;
  std::string_view text;  // until the next call of next()
};

class Segmenter {
 public:
  // `folded` is what fold() returned, and must outlive the segmenter.
  explicit Segmenter(std::string_view folded) : text_(folded) {}

  // False at the end.
  [[nodiscard]] bool next(Token& token);
  // What the last token was read from: with the apostrophes and grouping commas that it left out.
  [[nodiscard]] std::string_view source() const { return text_.substr(begin_, at_ - begin_); }

 private:
  Token read_run(std::size_t begin);
  Token read_symbol(std::size_t begin, char32_t first);
  Token read_word(std::size_t begin);
  bool read_joint();

  std::string_view text_;
  std::size_t begin_ = 0;  // of the last token
  std::size_t at_ = 0;
  std::string word_;         // the word being read, joints resolved
  std::size_t letters_ = 0;  // of the word, since its last point
  bool acronym_ = true;      // so far, single letters between points
};

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_SEGMENT_H_
