// A progress bar on standard error, where that is a terminal; elsewhere nothing. Ctrl-C stops the
// work as long as this lives.

#ifndef WHOSAID_EXAMPLES_CLI_PROGRESS_H_
#define WHOSAID_EXAMPLES_CLI_PROGRESS_H_

#include <unistd.h>
#include <whosaid/progress.h>

#include <chrono>
#include <cstddef>
#include <iostream>
#include <string>

#include "interrupt.h"
#include "terminal.h"

namespace cli {

class Progress {
 public:
  Progress(std::size_t total, const char* unit)
      : total_(total), unit_(unit), shown_(is_terminal(STDERR_FILENO)) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() {
    if (drawn_) std::cerr << "\r\033[K" << std::flush;
  }

  void show(std::size_t done) {
    const auto now = std::chrono::steady_clock::now();
    if (!shown_ || total_ == 0 || (drawn_ && now - last_ < std::chrono::milliseconds(50))) return;
    last_ = now;
    drawn_ = true;
    constexpr std::size_t kWidth = 30;
    const std::size_t filled = kWidth * done / total_;
    std::cerr << "\r\033[K  [" << std::string(filled, '#') << std::string(kWidth - filled, '.')
              << "] " << 100 * done / total_ << "%  " << done << " of " << total_ << ' ' << unit_
              << std::flush;
  }

  // For the library's long works. Must not outlive this.
  [[nodiscard]] whosaid::Progress callback() {
    return [this](std::size_t done, std::size_t total) {
      total_ = total;
      show(done);
      return !was_interrupted();
    };
  }

 private:
  Interruptible interruptible_;
  std::size_t total_;
  const char* unit_;
  bool shown_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace cli

#endif  // WHOSAID_EXAMPLES_CLI_PROGRESS_H_
