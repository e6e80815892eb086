// Numbers put together from digits and words.

#ifndef WHOSAID_SRC_TEXT_DETAIL_NUMBERS_H_
#define WHOSAID_SRC_TEXT_DETAIL_NUMBERS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace whosaid::text {

// A number that words may still add to: "two hundred" + "five".
class NumberWords {
 public:
  // Starts with a value or a scale (100, 1000, ...).
  explicit NumberWords(std::int64_t value) : current_(value) {}

  // Adds what follows; false where it is a number of its own.
  [[nodiscard]] bool add(std::int64_t value);
  [[nodiscard]] bool multiply(std::int64_t scale);

  [[nodiscard]] std::int64_t value() const { return total_ + current_; }

 private:
  std::int64_t total_ = 0;    // closed by a scale of 1000 or more
  std::int64_t current_ = 0;  // below
};

// Digits, perhaps with points, in one form: no leading or trailing zeros, no points that group.
[[nodiscard]] std::string plain_number(std::string_view digits);

[[nodiscard]] std::optional<std::int64_t> to_integer(std::string_view digits);

// "fünfundzwanzig", "zweihundert", folded.
[[nodiscard]] std::optional<std::int64_t> german_number(std::string_view word);

// Numerals of Chinese and Japanese ("二十三", "二〇二四"), or of Korean in Chinese fashion, at the
// begin of `text`; with their bytes.
struct Numeral {
  std::int64_t value;
  std::size_t bytes;
};
[[nodiscard]] std::optional<Numeral> leading_numeral(std::string_view text);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_DETAIL_NUMBERS_H_
