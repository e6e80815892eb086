// SentencePiece's precompiled character map, which many multilingual tokenizers normalize with.

#ifndef WHOSAID_STATIC_TABLE_PRECOMPILED_H_
#define WHOSAID_STATIC_TABLE_PRECOMPILED_H_

#include <unicode/brkiter.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whosaid::static_table {

// Its bytes are the length of a trie in bytes, the trie (32-bit units of a double array, little-
// endian), and the replacements, each ended by a zero byte. The trie's values are places in these.
class Precompiled {
 public:
  // Nothing: the bytes are no such map.
  [[nodiscard]] static std::optional<Precompiled> read(std::string_view bytes);

  // Replaces what the map knows, in the way that the tokenizers package does it, which models are
  // made with: a user-perceived character of fewer than six bytes is replaced as a whole if the map
  // knows it or its beginning; in others, each code point by itself.
  void apply(std::string& text) const;

 private:
  Precompiled() = default;

  [[nodiscard]] std::optional<std::string_view> replacement(std::string_view chunk) const;
  [[nodiscard]] std::optional<std::string_view> replacement_at(std::size_t place) const;
  void append(std::string_view character, std::string& out) const;

  std::vector<std::uint32_t> units_;
  std::string replacements_;
  std::shared_ptr<const icu::BreakIterator> characters_;  // cloned by each who walks
};

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_PRECOMPILED_H_
