// Sentences: the chunks of a memory.

#ifndef WHOSAID_SRC_TEXT_SENTENCES_H_
#define WHOSAID_SRC_TEXT_SENTENCES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace whosaid::text {

// Byte offsets into the text; `end` is one past the last byte.
struct Span {
  std::uint32_t begin;
  std::uint32_t end;
  friend bool operator==(const Span&, const Span&) = default;
};

// Longer sentences are cut. About 170 English words: what embedding models read at once.
inline constexpr std::size_t kMaxSentenceBytes = 1'000;

// Texts of more sentences have short neighbours joined, so that a mebibyte of short lines does not
// become half a million vectors. Up to here each sentence stands for itself.
inline constexpr std::size_t kMaxSentences = 4'096;

// The sentences of a text, in order, without overlap, trimmed of white space at both ends (but for
// a space that carries a mark). Together they hold every byte that is not white space, except in
// pieces that are blank (unicode.h), which are dropped. At least one span for a text that is not
// blank.
//
// ICU's sentence rules, with these changes:
// - no break after an abbreviation that goes on ("Dr. Smith", "z. B. Bob"), after a single capital
//   ("John F. Kennedy"; not after "I"), in a German date ("3. Mai"), or after a list number ("1.");
// - a piece without a letter or digit ("...", an emoji) belongs to the sentence before it; where
//   there is none, to the one after it;
// - a sentence of more than kMaxSentenceBytes (Thai has no sentence ends) is cut into pieces of at
//   most that length: after white space, else between words, else between grapheme clusters. Never
//   inside one: a longer cluster stays whole;
// - a text of more than kMaxSentences has neighbours joined, line breaks between them included, to
//   pieces of up to two parts in kMaxSentences of the text. At most kMaxSentences are left, but of
//   texts of more than 2 MB: no piece grows past kMaxSentenceBytes.
// A line break ends a sentence. Takes linear time. Text past 2 GiB is left out.
[[nodiscard]] std::vector<Span> split_sentences(std::string_view text);

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_SENTENCES_H_
