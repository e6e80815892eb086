#include "store/word_loader.h"

#include <system_error>
#include <utility>

namespace whosaid::store {
namespace {

constexpr std::size_t kBatch = 1024;
// Of texts that wait, so that those of a large store aren't all in memory a second time.
constexpr std::size_t kMostWaiting = 256;

}  // namespace

void WordLoader::add(Slot slot, std::string content) {
  texts_.push_back({slot, std::move(content)});
  if (texts_.size() == kBatch) hand_over();
}

// The thread is started for the second batch: a small store is loaded before one has begun to run.
void WordLoader::hand_over() {
  if (!thread_.joinable()) {
    if (facts_.empty()) {
      enter(std::exchange(texts_, {}));
      return;
    }
    start();
  }
  if (!thread_.joinable()) {
    enter(std::exchange(texts_, {}));
    return;
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_ < kMostWaiting || failure_ != nullptr; });
  queue_.push_back(std::exchange(texts_, {}));
  ++waiting_;
  changed_.notify_all();
}

void WordLoader::start() {
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    // No thread to be had: words are entered at once.
  }
}

void WordLoader::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ending_ || !queue_.empty(); });
    if (queue_.empty()) return;
    std::vector<Texts> batches = std::exchange(queue_, {});
    lock.unlock();
    std::exception_ptr failure;
    try {
      for (const Texts& batch : batches) enter(batch);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    waiting_ -= batches.size();
    failure_ = failure;
    changed_.notify_all();
    if (failure_ != nullptr) return;
  }
}

void WordLoader::enter(const Texts& texts) {
  for (const Text& text : texts) {
    text::IndexTerms terms = text::index_terms(text.content);
    facts_.push_back({text.slot, terms.languages, terms.questions, terms.terms.size()});
    state_.words.add(text.slot, std::move(terms.terms));
  }
}

void WordLoader::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void WordLoader::finish() {
  stop();
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  enter(std::exchange(texts_, {}));
  for (const Facts& facts : facts_) {
    state_.note_words(facts.slot, facts.languages, facts.questions);
    state_.term_count += facts.terms;
  }
}

}  // namespace whosaid::store
