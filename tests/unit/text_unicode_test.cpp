#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/catch.h"
#include "text/icu.h"
#include "text/unicode.h"

namespace whosaid::text {
namespace {

std::string utf8(char32_t code_point) {
  std::string out;
  append_utf8(out, code_point);
  return out;
}

TEST_CASE("every code point but the surrogates is valid UTF-8", "[text]") {
  std::vector<std::uint32_t> wrong;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    const bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    if (is_valid_utf8(utf8(c)) == surrogate) wrong.push_back(c);
  }
  CHECK(wrong.empty());
}

TEST_CASE("broken UTF-8 is not valid", "[text]") {
  for (const char* broken :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "abc\xC3", "\xE2\x82", "\xE2\x28\xA1"}) {
    CAPTURE(broken);
    CHECK_FALSE(is_valid_utf8(broken));
    CHECK_FALSE(is_blank(broken));
  }
}

TEST_CASE("a validity check agrees with ICU's on random bytes", "[text]") {
  std::mt19937 random(7);
  const std::string alphabet = "a\x80\xBF\xC3\xA9\xE2\x82\xAC\xED\xA0\xF0\x9F\x98\xF4\x8F";
  for (int round = 0; round < 100'000; ++round) {
    std::string bytes;
    for (auto length = random() % 6; length > 0; --length) {
      bytes.push_back(alphabet[random() % alphabet.size()]);
    }
    const auto* const data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    const auto size = static_cast<std::int32_t>(bytes.size());
    bool expected = true;
    for (std::int32_t at = 0; at < size;) {
      UChar32 c = 0;
      U8_NEXT(data, at, size, c);
      expected = expected && c >= 0;
    }
    CAPTURE(bytes);
    REQUIRE(is_valid_utf8(bytes) == expected);
  }
}

TEST_CASE("white space and invisible characters alone are blank", "[text]") {
  for (const char* blank :
       {"", " ", "\t\r\n", "\u00A0", "\u2003\u3000", "\u200B", "\u200D", "\uFEFF", "\u00AD",
        "\uFE0F", "\U000E0100", "\u3164", "\u115F", "\u2060", "\u202E", "\U000E0041", "\u2028"}) {
    CAPTURE(blank);
    CHECK(is_blank(blank));
  }
}

TEST_CASE("what can be seen is not blank", "[text]") {
  for (const char* visible : {"a", " . ", "\u0301", "🎉", "\uFFFD", "\u0600", "\u200Bx\u200B"}) {
    CAPTURE(visible);
    CHECK_FALSE(is_blank(visible));
  }
}

TEST_CASE("controls and separators are control characters", "[text]") {
  CHECK(has_control_characters(std::string("a\0b", 3)));
  for (const char* bad : {"a\tb", "a\nb", "\x7F", "\u0085", "\u009F", "\u2028", "\u2029"}) {
    CHECK(has_control_characters(bad));
  }
  for (const char* good : {"", "Bob", "\u00A0", "\u200D", "é", "日本"}) {
    CHECK_FALSE(has_control_characters(good));
  }
}

TEST_CASE("a text in a message is short and on one line", "[text]") {
  CHECK(clean_for_message("Bob\nAnn\xFF") == "Bob Ann\uFFFD");
  CHECK(clean_for_message(std::string(80, 'x')) == std::string(80, 'x'));
  CHECK(clean_for_message(std::string(81, 'x')) == std::string(80, 'x') + "...");
}

}  // namespace
}  // namespace whosaid::text
