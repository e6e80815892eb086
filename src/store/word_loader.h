// Enters the words of a store's memories while the store is loaded, beside the thread that loads
// the rest: they cost as much as everything else together.

#ifndef WHOSAID_STORE_WORD_LOADER_H_
#define WHOSAID_STORE_WORD_LOADER_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "store/state.h"

namespace whosaid::store {

// Until finish() returns nobody else may touch the state's words. Used by one thread.
class WordLoader {
 public:
  explicit WordLoader(State& state) : state_(state) {}
  WordLoader(const WordLoader&) = delete;
  WordLoader& operator=(const WordLoader&) = delete;
  ~WordLoader() { stop(); }

  // Slots ascend.
  void add(Slot slot, std::string content);
  // Waits for the last word, and tells the catalog what the words tell of each memory.
  void finish();

 private:
  struct Text {
    Slot slot;
    std::string content;
  };
  struct Facts {
    Slot slot;
    text::LanguageSet languages;
    std::size_t questions;
    std::size_t terms;
  };
  using Texts = std::vector<Text>;

  void hand_over();
  void start();
  void stop();
  void run();
  void enter(const Texts& texts);

  State& state_;
  Texts texts_;               // not handed over yet
  std::vector<Facts> facts_;  // the thread's, while there is one
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Texts> queue_;  // guarded by mutex_, as is the rest
  std::size_t waiting_ = 0;   // batches handed over and not entered
  bool ending_ = false;
  std::exception_ptr failure_;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_WORD_LOADER_H_
