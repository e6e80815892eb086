// The library's own rules differ from Unicode's where sentences.h and words.h say so; elsewhere the
// suites of breaks hold.

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/unicode_data.h"
#include "text/code_points.h"
#include "text/folding.h"
#include "text/icu.h"
#include "text/segment.h"
#include "text/sentence_rules.h"
#include "text/sentences.h"
#include "text/unicode.h"

namespace whosaid::text {
namespace {

using test::Breaks;

bool all_assigned(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (u_charType(to_icu(next_code_point(text, at))) == U_UNASSIGNED) return false;
  }
  return true;
}

// The suite's lines, but for those with code points that an older ICU doesn't know.
std::vector<Breaks> lines_of(const std::string& file) {
  std::vector<Breaks> all = test::unicode_breaks(file);
  const std::size_t before = all.size();
  std::erase_if(all, [](const Breaks& line) { return !all_assigned(line.text); });
  if (const std::size_t skipped = before - all.size(); skipped > 0) {
    WARN(skipped << " lines left out: ICU " U_ICU_VERSION " doesn't know their code points");
  }
  REQUIRE(all.size() > before / 2);
  return all;
}

bool has(std::string_view text, std::uint32_t categories) {
  for (std::size_t at = 0; at < text.size();) {
    if ((category_mask(next_code_point(text, at)) & categories) != 0) return true;
  }
  return false;
}
bool is_wordy(std::string_view text) { return has(text, U_GC_L_MASK | U_GC_N_MASK); }

std::string_view trimmed(std::string_view text) {
  std::size_t begin = text.size();
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t here = at;
    if (is_white_space(next_code_point(text, at))) continue;
    begin = std::min(begin, here);
    end = at;
  }
  return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

bool breaks_within(const Breaks& line, std::size_t first, std::size_t last) {
  return std::any_of(line.at.begin(), line.at.end(),
                     [&](std::size_t at) { return first <= at && at <= last; });
}

TEST_CASE("sentences break only where Unicode's suite breaks, and hold all of its texts",
          "[sentences]") {
  for (const Breaks& line : lines_of("SentenceBreakTest.txt")) {
    CAPTURE(line.line);
    std::size_t end = 0;
    bool first = true;
    for (const Span span : split_sentences(line.text)) {
      REQUIRE(end <= span.begin);
      CHECK(is_blank(line.text.substr(end, span.begin - end)));
      if (!first) CHECK(breaks_within(line, end, span.begin));
      first = false;
      end = span.end;
    }
    CHECK(is_blank(line.text.substr(end)));
  }
}

TEST_CASE("sentences break wherever Unicode's suite does between words, if they don't go on",
          "[sentences]") {
  std::size_t broken = 0;
  for (const Breaks& line : lines_of("SentenceBreakTest.txt")) {
    CAPTURE(line.line);
    const std::string_view text = line.text;
    const std::vector<Span> spans = split_sentences(text);
    for (std::size_t i = 0; i + 1 < line.at.size(); ++i) {
      const std::size_t from = i == 0 ? 0 : line.at[i - 1];
      const std::string_view before = trimmed(text.substr(from, line.at[i] - from));
      const std::string_view after = trimmed(text.substr(line.at[i], line.at[i + 1] - line.at[i]));
      if (!is_wordy(before) || !is_wordy(after) || sentence_goes_on(before, after)) continue;
      const auto crosses = [&](Span s) { return s.begin < line.at[i] && line.at[i] < s.end; };
      CHECK(std::none_of(spans.begin(), spans.end(), crosses));
      ++broken;
    }
  }
  CHECK(broken > 10);
}

// A token's place in the folded text.
struct Place {
  TokenKind kind;
  std::size_t begin, end;
};

std::vector<Place> tokens_of(std::string_view folded) {
  std::vector<Place> out;
  Segmenter segmenter(folded);
  for (Token token{}; segmenter.next(token);) {
    const auto begin = static_cast<std::size_t>(segmenter.source().data() - folded.data());
    out.push_back({token.kind, begin, begin + segmenter.source().size()});
  }
  return out;
}

// The lines that folding leaves as they are but for case, so that the suite's places are ours.
std::vector<Breaks> word_lines() {
  std::vector<Breaks> lines = lines_of("WordBreakTest.txt");
  const std::size_t before = lines.size();
  std::erase_if(lines, [](Breaks& line) {
    const std::string folded = fold(line.text);
    std::string lower = line.text;
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    line.text = lower;
    return folded != lower;
  });
  CHECK(lines.size() > before / 3);
  return lines;
}

// Spaces, control and format characters, and skin tones.
bool says_nothing(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    const bool skin_tone = c >= 0x1F3FB && c <= 0x1F3FF;
    if (!skin_tone && (category_mask(c) & (U_GC_Z_MASK | U_GC_C_MASK)) == 0) return false;
  }
  return true;
}

TEST_CASE("tokens of Unicode's suite lie in order, and hold all that says something", "[words]") {
  for (const Breaks& line : word_lines()) {
    CAPTURE(line.line);
    std::size_t end = 0;
    const std::string_view text = line.text;
    for (const Place& token : tokens_of(text)) {
      REQUIRE(end <= token.begin);
      CHECK(token.begin < token.end);
      CHECK(says_nothing(text.substr(end, token.begin - end)));
      end = token.end;
    }
    CHECK(says_nothing(text.substr(end)));
  }
}

// A mark on a symbol belongs to the word after it, as if it stood alone.
bool begins_with_mark(std::string_view text, std::size_t at) {
  return (category_mask(next_code_point(text, at)) & U_GC_M_MASK) != 0;
}

TEST_CASE("no word goes across a break of Unicode's suite, but for an apostrophe", "[words]") {
  std::size_t words = 0;
  for (const Breaks& line : word_lines()) {
    CAPTURE(line.line);
    // Kana's vertical repeat mark has no script, and counts as any letter.
    if (line.text.find("\u3031") != std::string::npos) continue;
    for (const Place& token : tokens_of(line.text)) {
      if (token.kind != TokenKind::word && token.kind != TokenKind::number) continue;
      if (begins_with_mark(line.text, token.begin)) continue;
      for (const std::size_t at : line.at) {
        if (line.text[at - 1] == '\'' || line.text[at] == '\'') continue;  // "1'a" is one word
        CHECK_FALSE((token.begin < at && at < token.end));
      }
      ++words;
    }
  }
  CHECK(words > 500);
}

// Letters of scripts written without spaces, and of Hangul, never share a word with others.
bool in_run(std::string_view text, std::size_t at) {
  std::vector<Place> tokens = tokens_of(text);
  return std::any_of(tokens.begin(), tokens.end(), [at](const Place& token) {
    return token.kind == TokenKind::run && token.begin <= at && at <= token.end;
  });
}

TEST_CASE("letters and digits that Unicode's suite keeps together are one word", "[words]") {
  constexpr std::uint32_t kWord = U_GC_L_MASK | U_GC_ND_MASK;
  std::size_t kept = 0;
  for (const Breaks& line : word_lines()) {
    CAPTURE(line.line);
    const std::vector<Place> tokens = tokens_of(line.text);
    for (const std::size_t place : line.never) {
      std::size_t before = place - 1;
      while ((static_cast<unsigned char>(line.text[before]) & 0xC0) == 0x80) --before;
      std::size_t after = place;
      if ((category_mask(next_code_point(line.text, before)) & kWord) == 0) continue;
      if (place == line.text.size()) continue;
      if ((category_mask(next_code_point(line.text, after)) & kWord) == 0) continue;
      if (in_run(line.text, place)) continue;
      CHECK(std::any_of(tokens.begin(), tokens.end(), [place](const Place& token) {
        return token.begin < place && place < token.end;
      }));
      ++kept;
    }
  }
  CHECK(kept > 20);
}

}  // namespace
}  // namespace whosaid::text
