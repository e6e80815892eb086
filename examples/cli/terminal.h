// What reaches a screen: text made harmless, measured and wrapped, and standard output itself.

#ifndef WHOSAID_EXAMPLES_CLI_TERMINAL_H_
#define WHOSAID_EXAMPLES_CLI_TERMINAL_H_

#include <whosaid/result.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// To be called first: a file opened later must not land on the number of a closed standard stream,
// or what is printed would go into it. Also lets a write to a closed pipe fail instead of ending
// the program.
void prepare_standard_streams();

bool is_terminal(int descriptor);

// On a terminal that shows colours, unless NO_COLOR is set.
bool wants_colour(int descriptor);

// Columns of the terminal; 0 where there is none.
std::size_t terminal_width(int descriptor);

bool is_utf8(std::string_view text);

enum class LineBreaks { escape, keep };

// Characters that would steer a terminal (controls, bidirectional overrides, line and paragraph
// separators) become \n, \t, \r or \u001b; bytes that are not UTF-8 become \xff.
std::string harmless(std::string_view text, LineBreaks line_breaks = LineBreaks::escape);

// Columns that a harmless text takes: two for a wide character, none for a combining one.
std::size_t display_width(std::string_view text);

// Lines of at most `width` columns, broken at a space where one stands in their second half.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

// Standard output, buffered. A reader that stops early (`| head`) is no fault; a full disk is.
class Output {
 public:
  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() = default;

  void write(std::string_view text);
  // Nothing more can be written: who produces much may stop.
  [[nodiscard]] bool closed() const { return fault_ != 0; }
  // Errors: io_error.
  [[nodiscard]] whosaid::Result<void> flush();

 private:
  void drain();

  std::string buffer_;
  int fault_ = 0;  // errno of the write that failed
};

}  // namespace cli

#endif  // WHOSAID_EXAMPLES_CLI_TERMINAL_H_
