#include "support/unicode_data.h"

#include <cstdint>
#include <fstream>
#include <sstream>

#include "support/catch.h"
#include "support/text.h"

namespace whosaid::test {
namespace {

std::ifstream opened(const std::string& file) {
  std::ifstream in(std::string(WHOSAID_UNICODE_DATA) + "/" + file);
  INFO(WHOSAID_UNICODE_DATA << "/" << file);
  REQUIRE(in.good());
  return in;
}

void put(std::string& out, std::uint32_t c) {
  const auto byte = [&out](std::uint32_t bits) { out += static_cast<char>(bits); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xC0 | (c >> 6));
  } else {
    byte(c < 0x10000 ? 0xE0 | (c >> 12) : 0xF0 | (c >> 18));
    if (c >= 0x10000) byte(0x80 | ((c >> 12) & 0x3F));
    byte(0x80 | ((c >> 6) & 0x3F));
  }
  byte(0x80 | (c & 0x3F));
}

std::string trimmed(std::string text) {
  text.erase(text.find_last_not_of(" \t\r") + 1);
  return text.erase(0, text.find_first_not_of(" \t"));
}

}  // namespace

std::vector<std::string> unicode_lines(const std::string& file) {
  std::ifstream in = opened(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    line = trimmed(line.substr(0, line.find('#')));
    if (!line.empty() && line.front() != '@') lines.push_back(line);
  }
  REQUIRE(lines.size() > 100);
  return lines;
}

std::string from_hex(std::string_view code_points) {
  std::istringstream in{std::string(code_points)};
  std::string text;
  for (std::string hex; in >> hex;) {
    put(text, static_cast<std::uint32_t>(std::stoul(hex, nullptr, 16)));
  }
  return text;
}

std::vector<Breaks> unicode_breaks(const std::string& file) {
  std::vector<Breaks> out;
  for (const std::string& line : unicode_lines(file)) {
    Breaks breaks{.line = line, .text = {}, .at = {}, .never = {}};
    std::istringstream in(line);
    for (std::string piece; in >> piece;) {
      if (piece != "÷" && piece != "×") {
        breaks.text += from_hex(piece);
      } else if (!breaks.text.empty()) {
        (piece == "÷" ? breaks.at : breaks.never).push_back(breaks.text.size());
      }
    }
    out.push_back(std::move(breaks));
  }
  return out;
}

// "1F600 ; fully-qualified # 😀 E1.0 grinning face"
std::vector<Emoji> unicode_emoji() {
  std::ifstream in = opened("emoji-test.txt");
  std::vector<Emoji> out;
  std::string group;
  for (std::string line; std::getline(in, line);) {
    if (starts_with(line, "# group: ")) group = line.substr(9);
    const std::size_t semicolon = line.find(';');
    const std::size_t comment = line.find('#');
    if (semicolon == std::string::npos || comment < semicolon || line.front() == '#') continue;
    const std::size_t name = line.find(' ', line.find(" E", comment) + 1) + 1;
    out.push_back({from_hex(line.substr(0, semicolon)), trimmed(line.substr(name)), group});
  }
  REQUIRE(out.size() > 3'000);
  return out;
}

}  // namespace whosaid::test
