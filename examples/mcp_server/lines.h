// Lines from a file descriptor and to one, until SIGTERM or SIGINT asks for the end.

#ifndef WHOSAID_EXAMPLES_MCP_SERVER_LINES_H_
#define WHOSAID_EXAMPLES_MCP_SERVER_LINES_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace mcp {

// Puts /dev/null in the place of standard streams that are closed: a file of the database opened
// there would be read and written as messages.
void hold_standard_streams();

// Holds SIGTERM and SIGINT back, so that no call on the store is cut short, and tells when one has
// come. Made before other threads are, which inherit what it blocks. SIGPIPE is ignored.
class EndSignals {
 public:
  EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;
  ~EndSignals();

  // Waits until `fd` is ready for `events` (as poll has them); false when the end has been asked
  // for.
  [[nodiscard]] bool wait(int fd, short events) const;

 private:
  int fd_;
};

// What a read came to.
enum class Read {
  line,      // a line, or a last one without an end
  too_long,  // a line of more than kLongestLine, which is skipped
  end,       // of the input, by a signal, or because it can't be read
};

// Room for a text of 1 MiB in which each byte is written as \u00XX, and for what stands around it.
inline constexpr std::size_t kLongestLine = std::size_t{8} << 20;

class LineReader {
 public:
  LineReader(int fd, const EndSignals& signals) : fd_(fd), signals_(signals) {}

  // `line` holds the line without its end until the next call.
  Read next(std::string& line);

 private:
  bool fill();

  int fd_;
  const EndSignals& signals_;
  std::string buffer_;
  std::size_t looked_at_ = 0;  // bytes of buffer_ that hold no end of a line
  bool skipping_ = false;
  bool ended_ = false;
};

// Writes all of the text and an end of line; false when the other side is gone, or the end was
// asked for while it did not read.
[[nodiscard]] bool write_line(int fd, std::string_view text, const EndSignals& signals);

}  // namespace mcp

#endif  // WHOSAID_EXAMPLES_MCP_SERVER_LINES_H_
