#include "interrupt.h"

namespace cli {
namespace {

volatile std::sig_atomic_t noted = 0;

void note(int) { noted = 1; }

}  // namespace

Interruptible::Interruptible() {
  sigaction(SIGINT, nullptr, &action_);
  if (action_.sa_handler != SIG_IGN) {
    struct sigaction noting = {};
    noting.sa_handler = note;
    noting.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &noting, nullptr);
  }
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  pthread_sigmask(SIG_UNBLOCK, &interrupt, &mask_);
}

Interruptible::~Interruptible() {
  pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  sigaction(SIGINT, &action_, nullptr);
}

bool was_interrupted() { return noted != 0; }

whosaid::Error interrupted(const std::string& outcome) {
  return {.code = whosaid::ErrorCode::conflict,
          .message = "interrupted: " + outcome,
          .field = "progress"};
}

whosaid::Error explained(whosaid::Error error, const std::string& outcome) {
  return error.field == "progress" ? interrupted(outcome) : error;
}

}  // namespace cli
