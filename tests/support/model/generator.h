// Random sequences of calls.

#ifndef WHOSAID_TESTS_SUPPORT_MODEL_GENERATOR_H_
#define WHOSAID_TESTS_SUPPORT_MODEL_GENERATOR_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/model/operations.h"

namespace whosaid::test::model {

// The same seed makes the same sequences.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Sequence sequence(std::size_t operations);

 private:
  std::size_t below(std::size_t count);
  bool once_in(std::size_t times) { return below(times) == 0; }
  template <typename T>
  const T& any(const std::vector<T>& all) {
    return all[below(all.size())];
  }

  Opening opening();
  void append(std::vector<Operation>& operations);
  Call store_call();
  Call write();
  Call change_people();
  Call read();
  Call database_call();
  // An earlier write with an idempotency key, or one much like it.
  Call write_again();

  std::string name();
  std::string text();
  std::string query();
  std::string engram();
  std::string label();  // a category, or what metadata says
  std::optional<Timestamp> moment(std::size_t one_of);
  // Sometimes far away.
  std::optional<Timestamp> any_moment(std::size_t one_of);
  std::optional<std::string> key();
  std::size_t limit();
  OnDuplicate on_duplicate();
  AddOptions add_options();
  void spoil(std::string& content, AddOptions& options);
  TurnOptions turn_options();
  SupersedeOptions supersede_options();
  SearchOptions search_options();
  void spoil(std::string& query, SearchOptions& options);
  RecallOptions recall_options();

  std::mt19937_64 random_;
  std::vector<Call> keyed_;
};

}  // namespace whosaid::test::model

#endif  // WHOSAID_TESTS_SUPPORT_MODEL_GENERATOR_H_
