// Many threads doing the same thing, started together.

#ifndef WHOSAID_TESTS_SUPPORT_THREADS_H_
#define WHOSAID_TESTS_SUPPORT_THREADS_H_

#include <cstddef>
#include <latch>
#include <thread>
#include <utility>
#include <vector>

namespace whosaid::test {

// What work(0), ..., work(count - 1) return, each run by a thread of its own. Assertions belong
// behind the call: Catch takes them from one thread only.
template <typename Work>
auto in_threads(std::size_t count, Work work) {
  using Answer = decltype(work(std::size_t{0}));
  struct Slot {
    Answer answer{};
  };
  std::vector<Slot> slots(count);
  std::latch start(static_cast<std::ptrdiff_t>(count));
  std::vector<std::thread> threads;
  threads.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      slots[i].answer = work(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<Answer> answers;
  for (Slot& slot : slots) answers.push_back(std::move(slot.answer));
  return answers;
}

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_THREADS_H_
