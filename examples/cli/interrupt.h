// Ctrl-C during a long work.

#ifndef WHOSAID_EXAMPLES_CLI_INTERRUPT_H_
#define WHOSAID_EXAMPLES_CLI_INTERRUPT_H_

#include <whosaid/error.h>

#include <csignal>
#include <string>

namespace cli {

// As long as it lives, the first SIGINT is noted instead of ending the program, so that a work can
// be stopped in good order; the second ends it. One that was held back arrives when this is made.
// Where SIGINT is ignored, as in the background of a script, it stays ignored. One at a time.
class Interruptible {
 public:
  Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;
  ~Interruptible();

 private:
  struct sigaction action_ = {};
  sigset_t mask_ = {};
};

// Since the program began.
bool was_interrupted();

// The error of a work that was stopped, with what came of it.
whosaid::Error interrupted(const std::string& outcome);

// The same for a work whose progress callback stopped it; other errors stay as they are.
whosaid::Error explained(whosaid::Error error, const std::string& outcome);

}  // namespace cli

#endif  // WHOSAID_EXAMPLES_CLI_INTERRUPT_H_
