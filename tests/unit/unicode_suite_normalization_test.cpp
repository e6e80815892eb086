#include <unicode/uchar.h>

#include <array>
#include <set>
#include <sstream>
#include <string>

#include "support/catch.h"
#include "support/outcome.h"
#include "support/unicode_data.h"
#include "text/code_points.h"
#include "text/icu.h"
#include "text/speaker_name.h"
#include "text/unicode.h"

namespace whosaid::text {
namespace {

using Columns = std::array<std::string, 5>;

Columns columns_of(const std::string& line) {
  Columns columns;
  std::istringstream in(line);
  std::string hex;
  for (std::string& column : columns) {
    std::getline(in, hex, ';');
    column = test::from_hex(hex);
  }
  return columns;
}

// The library's ICU may be older than the files.
bool all_assigned(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (u_charType(to_icu(next_code_point(text, at))) == U_UNASSIGNED) return false;
  }
  return true;
}

// White space at the ends of a name goes.
bool holds_white_space(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (is_white_space(next_code_point(text, at))) return true;
  }
  return false;
}

// A digit composes with nothing and is neither trimmed nor refused.
std::string within(std::string_view text) { return "1" + std::string(text) + "1"; }

TEST_CASE("Unicode's normalization suite holds for speaker names", "[speaker_name]") {
  std::size_t skipped = 0;
  std::size_t alone = 0;
  const std::vector<std::string> lines = test::unicode_lines("NormalizationTest.txt");
  for (const std::string& line : lines) {
    const Columns columns = columns_of(line);
    if (!all_assigned(columns[0] + columns[4])) {
      ++skipped;
      continue;
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
      CAPTURE(line, i);
      const std::string& expected = columns[i < 3 ? 1 : 3];
      if (normalize_speaker_name(within(columns[i])) != within(expected))
        FAIL_CHECK("within a name");
      const Result<std::string> name = normalize_speaker_name(columns[i]);
      if (name && !holds_white_space(expected) && *name != expected) FAIL_CHECK("as a name");
      if (name) ++alone;
    }
  }
  if (skipped > 0) WARN(skipped << " lines left out: ICU " U_ICU_VERSION " doesn't know them");
  CHECK(skipped < lines.size() / 10);
  CHECK(alone > 4 * (lines.size() - skipped));  // most are names by themselves
}

TEST_CASE("what Unicode's normalization suite doesn't list is left alone in speaker names",
          "[speaker_name]") {
  std::set<std::string> listed;
  for (const std::string& line : test::unicode_lines("NormalizationTest.txt")) {
    listed.insert(columns_of(line)[0]);
  }
  std::size_t passed = 0;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    const auto kind = u_charType(to_icu(c));
    if (kind == U_UNASSIGNED || kind == U_SURROGATE || kind == U_PRIVATE_USE_CHAR) continue;
    std::string text;
    append_utf8(text, c);
    if (listed.contains(text)) continue;
    const Result<std::string> name = normalize_speaker_name(within(text));
    if (!name) {
      const bool control =
          kind == U_CONTROL_CHAR || kind == U_LINE_SEPARATOR || kind == U_PARAGRAPH_SEPARATOR;
      const bool bidi = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
      CAPTURE(static_cast<std::uint32_t>(c));
      CHECK((control || bidi));
    } else if (*name != within(text)) {
      CAPTURE(static_cast<std::uint32_t>(c));
      FAIL_CHECK("changed");
    } else {
      ++passed;
    }
  }
  CHECK(passed > 100'000);
}

}  // namespace
}  // namespace whosaid::text
