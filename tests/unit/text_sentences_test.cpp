#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/utext.h>

#include <chrono>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/catch.h"
#include "text/icu.h"
#include "text/sentences.h"
#include "text/unicode.h"

namespace whosaid::text {
namespace {

using Texts = std::vector<std::string>;

Texts split(std::string_view text) {
  Texts out;
  for (const Span s : split_sentences(text))
    out.emplace_back(text.substr(s.begin, s.end - s.begin));
  return out;
}

std::string repeated(std::string_view part, std::size_t bytes) {
  std::string out;
  while (out.size() + part.size() <= bytes) out += part;
  return out;
}

TEST_CASE("a sentence is a span, trimmed", "[sentences]") {
  CHECK(split("Hello there. How are you?  Fine!") ==
        Texts{"Hello there.", "How are you?", "Fine!"});
  CHECK(split_sentences("  Hi.\n") == std::vector<Span>{{2, 5}});
  CHECK(split("他来了。她走了！本当？") == Texts{"他来了。", "她走了！", "本当？"});
  CHECK(split("यह है। वह था।") == Texts{"यह है।", "वह था।"});
}

TEST_CASE("a line break ends a sentence", "[sentences]") {
  CHECK(split("first line\nsecond line\r\n\r\nthird") ==
        Texts{"first line", "second line", "third"});
}

TEST_CASE("blank pieces are dropped, and a blank text has no sentence", "[sentences]") {
  CHECK(split("").empty());
  CHECK(split(" \n\t\n").empty());
  CHECK(split("\u200B\n\uFEFF").empty());
  CHECK(split("a.\n\u200B\nb.") == Texts{"a.", "b."});
}

TEST_CASE("an abbreviation does not end a sentence", "[sentences]") {
  for (const char* whole :
       {"Dr. Smith met Mr. Jones and Mrs. Ito.", "The book, e.g. Emma, is here.",
        "Ask Prof. Lee (Dr. Kim is away).", "We saw John F. Kennedy and J. R. R. Tolkien.",
        "It was written by J. Smith.", "Am 3. Mai kam z. B. Bob.", "Das ist, d.h. Anna weiß es.",
        "El Sr. López llegó.", "M. Dupont et Mme. Petit sont là.", "Живёт на ул. Ленина.",
        "Это проф. Иванов.", "See No. 5 and pp. 3 to 9.", "Come on Jan. 5 at noon."}) {
    CAPTURE(whole);
    CHECK(split(whole) == Texts{whole});
  }
}

TEST_CASE("what looks like an abbreviation and ends a sentence does", "[sentences]") {
  CHECK(split("So do I. He left.") == Texts{"So do I.", "He left."});
  CHECK(split("I got an A. Bob got a B.") == Texts{"I got an A.", "Bob got a B."});
  CHECK(split("We took plan b. It worked.") == Texts{"We took plan b.", "It worked."});
  CHECK(split("He is 5. She is 6.") == Texts{"He is 5.", "She is 6."});
  CHECK(split("Call me. Then go.") == Texts{"Call me.", "Then go."});
  CHECK(split("Ask the Dr.\nSmith knows.") == Texts{"Ask the Dr.", "Smith knows."});
}

TEST_CASE("a piece without words belongs to the sentence before it", "[sentences]") {
  CHECK(split("Great news! 🎉") == Texts{"Great news! 🎉"});
  CHECK(split("Wait. ...") == Texts{"Wait. ..."});
  CHECK(split("Hello\n---\nBye") == Texts{"Hello\n---", "Bye"});
  CHECK(split("🎉\nParty at nine.") == Texts{"🎉\nParty at nine."});
  CHECK(split("...") == Texts{"..."});
}

TEST_CASE("a list's number stays with its line", "[sentences]") {
  CHECK(split("1. Buy milk\n2. Go home") == Texts{"1. Buy milk", "2. Go home"});
}

TEST_CASE("a long sentence is cut after a space", "[sentences]") {
  const Texts pieces = split(repeated("word ", 2'500));
  REQUIRE(pieces.size() == 3);
  for (const std::string& piece : pieces) {
    CHECK(piece.size() <= kMaxSentenceBytes);
    CHECK(piece.size() > kMaxSentenceBytes / 2);
    CHECK(piece.substr(0, 4) == "word");
    CHECK(piece.substr(piece.size() - 4) == "word");
  }
}

TEST_CASE("Thai without spaces is cut between words", "[sentences]") {
  const std::string word = "สวัสดี";
  for (const std::string& piece : split(repeated(word, 3'000))) {
    CHECK(piece.size() <= kMaxSentenceBytes);
    CHECK(piece.size() % word.size() == 0);
  }
}

TEST_CASE("a text of many sentences has neighbours joined, one of fewer has not", "[sentences]") {
  const std::string most = repeated("A b.\n", 5 * kMaxSentences);
  CHECK(split(most).size() == kMaxSentences);
  const Texts joined = split(most + "The end.");
  CHECK(joined.size() <= kMaxSentences);
  CHECK(joined.size() > kMaxSentences / 4);
  CHECK(joined.front() == "A b.\nA b.");
  CHECK(joined.back() == "The end.");
}

TEST_CASE("a mebibyte of any sentences makes few pieces, none longer than a sentence may be",
          "[sentences]") {
  for (const char* part : {"a\n", "A b. ", "- milk, eggs and bread\n", "漢字。", "Is it so? "}) {
    CAPTURE(part);
    const Texts pieces = split(repeated(part, 1 << 20));
    CHECK(pieces.size() <= kMaxSentences);
    for (const std::string& piece : pieces) REQUIRE(piece.size() <= kMaxSentenceBytes);
  }
}

TEST_CASE("a grapheme cluster is never cut", "[sentences]") {
  const std::string family = "👩\u200D👩\u200D👧";
  for (const std::string& piece : split(repeated(family, 5'000))) {
    CHECK(piece.size() % family.size() == 0);
  }
  const std::string marks = "a" + repeated("\u0301", 4'000);
  CHECK(split("b" + marks + "c").at(1) == marks);
}

std::string random_text(std::mt19937& random, std::size_t parts) {
  static const std::vector<std::string> alphabet = {
      "a",    "B",       "I",      "Dr",     "z",      ".", ". ", "? ", "!",    " ",
      "\n",   "\r\n",    "\t",     "\u2029", "\u3000", "1", "23", ")",  "\"",   "’",
      "é",    "e\u0301", "\u0301", "\u200D", "\uFE0F", "👩", "🇩",  "🇪",  "日本", "。",
      "สวัสดี", "ก",       "한국",   "क्ष",     "\u0600", "ש", "م",  ",",  "..."};
  std::string out;
  while (parts-- > 0) out += alphabet[random() % alphabet.size()];
  return out;
}

std::set<std::size_t> cluster_boundaries(const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::BreakIterator> iterator(
      icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
  UText utext = UTEXT_INITIALIZER;
  utext_openUTF8(&utext, text.data(), static_cast<std::int64_t>(text.size()), &status);
  iterator->setText(&utext, status);
  std::set<std::size_t> out;
  for (auto at = iterator->first(); at >= 0; at = iterator->next()) {
    out.insert(static_cast<std::size_t>(at));
  }
  utext_close(&utext);
  return out;
}

// Every code point that is not white space lies in a span or in a line that shows nothing.
void check_spans(const std::string& text) {
  CAPTURE(text);
  std::size_t end = 0;
  for (const Span s : split_sentences(text)) {
    REQUIRE(s.begin >= end);
    REQUIRE(s.begin < s.end);
    REQUIRE(s.end <= text.size());
    REQUIRE(is_blank(text.substr(end, s.begin - end)));
    const std::string piece = text.substr(s.begin, s.end - s.begin);
    REQUIRE_FALSE(is_blank(piece));
    end = s.end;
  }
  REQUIRE(is_blank(text.substr(end)));
}

TEST_CASE("spans hold all that is visible, in order", "[sentences]") {
  std::mt19937 random(11);
  for (int round = 0; round < 2'000; ++round) check_spans(random_text(random, random() % 60));
  for (int round = 0; round < 50; ++round) check_spans(random_text(random, 2'000));
}

TEST_CASE("long sentences are cut at the boundaries of grapheme clusters", "[sentences]") {
  std::mt19937 random(13);
  for (int round = 0; round < 20; ++round) {
    std::string text;
    for (const char c : random_text(random, 3'000)) {
      if (c != '.' && c != '\n' && c != '\r' && c != '?' && c != '!' && c != ' ') text += c;
    }
    const std::set<std::size_t> clusters = cluster_boundaries(text);
    for (const Span s : split_sentences(text)) {
      CAPTURE(text.substr(s.begin < 20 ? 0 : s.begin - 20, 40), s.begin);
      REQUIRE(clusters.count(s.begin) == 1);
      // Trimming may take a cluster's white space off its end only before a mark.
      if (s.end - s.begin > kMaxSentenceBytes) {
        REQUIRE(clusters.upper_bound(s.begin) != clusters.end());
      }
    }
  }
}

TEST_CASE("random bytes are split without harm", "[sentences]") {
  std::mt19937 random(17);
  for (int round = 0; round < 2'000; ++round) {
    std::string bytes(random() % 300, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    std::size_t end = 0;
    for (const Span s : split_sentences(bytes)) {
      REQUIRE(s.begin >= end);
      REQUIRE(s.begin < s.end);
      end = s.end;
    }
    REQUIRE(end <= bytes.size());
  }
}

TEST_CASE("a mebibyte of anything is split in linear time", "[sentences]") {
  for (const char* part :
       {"a", "\u0301", "\n", ".", ". ", "A. ", "1. ", "👩\u200D", "👩\u200D👩\u200D👧 ", "สวัสดี", "漢字",
        "?(", "Dr. ", "\u200D", "🎉\n", "Hello there, Dr. Smith. "}) {
    CAPTURE(part);
    const std::string text = repeated(part, 1 << 20);
    const auto begin = std::chrono::steady_clock::now();
    (void)split_sentences(text);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    CHECK(seconds.count() < 20);  // quadratic would be minutes; 0.02 to 0.2 where it was written
  }
}

}  // namespace
}  // namespace whosaid::text
