// Turnstile: threads go through one by one, in the order in which they came.
//
// std::shared_mutex lets readers pass waiting writers on Linux: under steady reading a writer would
// wait for ever. Behind a turnstile both wait their turn.

#ifndef WHOSAID_DETAIL_TURNSTILE_H_
#define WHOSAID_DETAIL_TURNSTILE_H_

#include <atomic>
#include <cstdint>

namespace whosaid::detail {

class Turnstile {
 public:
  Turnstile() = default;
  Turnstile(const Turnstile&) = delete;
  Turnstile& operator=(const Turnstile&) = delete;

  // Holds the turn for a scope.
  class Turn {
   public:
    explicit Turn(Turnstile& turnstile) : turnstile_(turnstile) {
      const std::uint32_t ticket = turnstile_.next_.fetch_add(1);
      for (std::uint32_t now = turnstile_.serving_.load(); now != ticket;
           now = turnstile_.serving_.load()) {
        turnstile_.serving_.wait(now);
      }
    }
    ~Turn() {
      turnstile_.serving_.fetch_add(1);
      turnstile_.serving_.notify_all();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Turnstile& turnstile_;
  };

  // Waits for a turn and gives it up at once.
  void pass() { const Turn turn(*this); }

 private:
  std::atomic<std::uint32_t> next_{0};
  std::atomic<std::uint32_t> serving_{0};
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_TURNSTILE_H_
