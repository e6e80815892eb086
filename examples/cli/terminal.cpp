#include "terminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>

namespace cli {
namespace {

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 0;  // in bytes; 0: not UTF-8
};

// The code point at the start of a text that is not empty.
CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return char32_t(static_cast<unsigned char>(text[i])); };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead < 0xC2   ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || text.size() < length) return {};
  char32_t value = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3F);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kSmallest[length] || value > 0x10FFFF || surrogate) return {};
  return {value, length};
}

bool steers_terminal(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) ||  // controls
         (c >= 0x202A && c <= 0x202E) ||          // embeddings and overrides
         (c >= 0x2066 && c <= 0x2069) ||          // isolates
         c == 0x2028 || c == 0x2029;              // line and paragraph separator
}

void append_escape(std::string& out, char32_t c) {
  if (c == '\n' || c == '\t' || c == '\r') {
    out += '\\';
    out += c == '\n' ? 'n' : c == '\t' ? 't' : 'r';
    return;
  }
  char escape[16];
  std::snprintf(escape, sizeof escape, "\\u%04x", unsigned(c));
  out += escape;
}

int width_of(char32_t c) {
  // Widths are the same in every UTF-8 locale, whatever the user's own one is.
  static const bool ready = std::setlocale(LC_CTYPE, "C.UTF-8") != nullptr;
  const int width = ready ? wcwidth(static_cast<wchar_t>(c)) : 1;
  return width < 0 ? 1 : width;
}

}  // namespace

void prepare_standard_streams() {
  // Opened the wrong way round, so that using a closed stream still fails.
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
      // open() takes the lowest free number, which is this one.
      [[maybe_unused]] const int opened =
          open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
  std::signal(SIGPIPE, SIG_IGN);
}

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

bool wants_colour(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return is_terminal(descriptor) && (no_colour == nullptr || *no_colour == '\0') &&
         terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
}

std::size_t terminal_width(int descriptor) {
  winsize size{};
  return is_terminal(descriptor) && ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = first_code_point(text).length;
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string harmless(std::string_view text, LineBreaks line_breaks) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto [value, length] = first_code_point(text);
    if (length == 0) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\x%02x",
                    unsigned(static_cast<unsigned char>(text.front())));
      out += escape;
    } else if (steers_terminal(value) && !(value == '\n' && line_breaks == LineBreaks::keep)) {
      append_escape(out, value);
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const auto [value, length] = first_code_point(text);
    width += length == 0 ? 1 : std::size_t(width_of(value));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return width;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::size_t used = 0;   // columns
    std::size_t end = 0;    // bytes that fit
    std::size_t space = 0;  // bytes before the last space in the line's second half
    while (end < text.size()) {
      const auto [value, length] = first_code_point(text.substr(end));
      const std::size_t columns = length == 0 ? 1 : std::size_t(width_of(value));
      if (value == ' ' && used > width / 2) space = end;
      if (value != ' ' && used + columns > width && end > 0) break;
      used += columns;
      end += length == 0 ? 1 : length;
    }
    if (end < text.size() && space > 0) end = space;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
  return lines;
}

void Output::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= std::size_t{64} * 1024) drain();
}

whosaid::Result<void> Output::flush() {
  drain();
  if (fault_ == 0 || fault_ == EPIPE) return {};
  return tl::make_unexpected(whosaid::Error{
      .code = whosaid::ErrorCode::io_error,
      .message = std::string("cannot write to standard output: ") + std::strerror(fault_)});
}

void Output::drain() {
  std::string_view rest = buffer_;
  while (!rest.empty() && fault_ == 0) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(std::size_t(written));
    } else if (errno != EINTR) {
      fault_ = errno;
    }
  }
  buffer_.clear();
}

}  // namespace cli
