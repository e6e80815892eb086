// A voice: what one speaker of one store says, beside a slow, obvious record of it. Only its own
// thread speaks for it, so whatever others do at the same time, the store must agree with the
// record at any moment.

#ifndef WHOSAID_TESTS_BENCH_SOAK_VOICE_H_
#define WHOSAID_TESTS_BENCH_SOAK_VOICE_H_

#include <cstddef>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "whosaid/whosaid.h"

namespace whosaid::bench {

class Voice {
 public:
  // Registers the name.
  Voice(MemoryStore store, std::string name);

  // A random call and a check of what it answers. Returns what was wrong; nothing, if all is well.
  [[nodiscard]] std::optional<std::string> act(std::mt19937_64& random);

  // Compares all that the store knows of this speaker with the record.
  [[nodiscard]] std::optional<std::string> compare() const;
  // Gives up its handle, so that the database can be closed, until it gets another on the same
  // store.
  void leave() { store_.reset(); }
  void move_to(MemoryStore store) { store_ = std::move(store); }

 private:
  struct Said {
    std::string content;
    bool current = true;
  };
  using Problem = std::optional<std::string>;

  [[nodiscard]] std::string sentence(std::mt19937_64& random);
  [[nodiscard]] std::optional<MemoryId> any(std::mt19937_64& random, bool current) const;
  [[nodiscard]] Problem told(const char* call, const Error& error) const;
  void note(const AddResult& added, const std::string& content);

  [[nodiscard]] Problem say(std::mt19937_64& random);
  [[nodiscard]] Problem say_several(std::mt19937_64& random);
  [[nodiscard]] Problem correct(std::mt19937_64& random);
  [[nodiscard]] Problem forget_one(std::mt19937_64& random);
  [[nodiscard]] Problem forget_all();
  [[nodiscard]] Problem look_up(std::mt19937_64& random) const;
  [[nodiscard]] Problem look_for(std::mt19937_64& random) const;
  [[nodiscard]] Problem look_at_people() const;
  [[nodiscard]] Problem recall(std::mt19937_64& random) const;
  [[nodiscard]] Problem introduce_a_guest(std::mt19937_64& random);

  std::optional<MemoryStore> store_;
  std::string name_;
  std::map<MemoryId, Said> said_;
  std::size_t spoken_ = 0;
};

}  // namespace whosaid::bench

#endif  // WHOSAID_TESTS_BENCH_SOAK_VOICE_H_
