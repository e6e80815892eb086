#include "openai/secrets.h"

#include <algorithm>
#include <cstddef>

#include "whosaid/detail/json_text.h"

namespace whosaid::openai {
namespace {

constexpr std::size_t kTelling = 8;
constexpr std::size_t kExcerptBytes = 200;
// More than an excerpt needs, however much of it is taken out, and little to search.
constexpr std::size_t kReadBytes = 16'384;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

// One line of UTF-8: runs of white space and control characters become a space.
std::string one_line(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = detail::utf8_sequence_length(text);
    const auto byte = static_cast<unsigned char>(text.front());
    // U+0080 to U+009F are control characters of two bytes.
    const bool control =
        length == 1 ? byte <= 0x20 || byte == 0x7F
                    : length == 2 && byte == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
    if (control) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else if (length == 0) {
      out += '?';
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

void cut(std::string& line) {
  if (line.size() <= kExcerptBytes) return;
  std::size_t end = kExcerptBytes;
  while ((static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
  line.resize(end);
  line += "...";
}

}  // namespace

void Secrets::add(std::string_view secret) {
  if (!secret.empty()) secrets_.push_back(lower(secret));
}

std::string Secrets::excerpt(std::string_view text) const {
  std::string line = redact(one_line(text.substr(0, kReadBytes)));
  cut(line);
  return line;
}

std::string Secrets::redact(std::string_view line) const {
  const std::string folded = lower(line);
  std::string out;
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t length = secret_prefix(std::string_view(folded).substr(i));
    if (length == 0) {
      out += line[i++];
    } else {
      out += "[secret]";
      i += length;
    }
  }
  return out;
}

std::size_t Secrets::secret_prefix(std::string_view text) const {
  std::size_t longest = 0;
  for (const std::string& secret : secrets_) {
    const std::size_t telling = std::min(kTelling, secret.size());
    if (text.size() < telling) continue;
    std::size_t at = secret.find(text.substr(0, telling));
    while (at != std::string::npos) {
      std::size_t length = telling;
      while (length < text.size() && at + length < secret.size() &&
             text[length] == secret[at + length]) {
        ++length;
      }
      longest = std::max(longest, length);
      at = secret.find(text.substr(0, telling), at + 1);
    }
  }
  return longest;
}

}  // namespace whosaid::openai
