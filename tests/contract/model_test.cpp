// The contract, whatever is called in whatever order: random sequences of all calls, on the library
// and on a model that keeps the same in the plainest way. All answers are compared.
//
// WHOSAID_TEST_SEED repeats a run; WHOSAID_TEST_SEQUENCES sets how many sequences it has.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "support/catch.h"
#include "support/model/generator.h"
#include "support/model/life.h"
#include "support/model/shrink.h"
#include "support/random_seed.h"

namespace whosaid::test {
namespace {

// Of the sequences, by turns: many short ones find more, and what they find is sooner shrunk.
constexpr std::size_t kOperations[] = {60, 120, 400};

// A few seconds' worth, with sanitizers or without.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kSequences = 12;
#elif defined(__has_feature)
constexpr std::size_t kSequences =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ? 12 : 60;
#else
constexpr std::size_t kSequences = 60;
#endif

std::size_t sequences() {
  const char* const given = std::getenv("WHOSAID_TEST_SEQUENCES");
  return given != nullptr ? std::stoul(given) : kSequences;
}

std::optional<model::Failure> live(const model::Sequence& sequence) {
  return model::Life(sequence).run();
}

// Not by way of Catch, which would break the lines of the code.
void print(const model::Failure& failure) {
  for (const std::string& line : failure.code) std::cerr << line << "\n";
  std::cerr << "// " << failure.what << std::endl;
}

TEST_CASE("whatever is called in whatever order, the answers are the model's", "[model]") {
  const std::uint64_t first = random_seed();
  for (std::size_t i = 0; i < sequences(); ++i) {
    const std::uint64_t seed = first + i;
    CAPTURE(seed);
    const model::Sequence sequence =
        model::Generator(seed).sequence(kOperations[seed % std::size(kOperations)]);
    const auto failure = live(sequence);
    if (failure) print(model::shrink(sequence, *failure, live));
    REQUIRE_FALSE(failure.has_value());
  }
}

TEST_CASE("a failing sequence is shrunk to the calls that make it fail", "[model]") {
  // A library that may not lose a store after somebody was registered.
  const auto run = [](const model::Sequence& sequence) -> std::optional<model::Failure> {
    bool registered = false;
    std::vector<std::string> code;
    for (const model::Operation& operation : sequence.operations) {
      code.push_back(operation.store);
      registered |= std::holds_alternative<model::AddSpeaker>(operation.call);
      const bool lost = std::holds_alternative<model::DeleteStore>(operation.call);
      if (registered && lost) return model::Failure{code.size() - 1, "lost", code};
    }
    return std::nullopt;
  };
  model::Sequence sequence;
  for (int i = 0; i < 50; ++i) sequence.operations.push_back({"noise", model::CreateStore{}});
  sequence.operations[17] = {"first", model::AddSpeaker{"Ann"}};
  sequence.operations[33] = {"second", model::DeleteStore{}};
  const auto failure = run(sequence);
  REQUIRE(failure.has_value());
  CHECK(model::shrink(sequence, *failure, run).code == std::vector<std::string>{"first", "second"});
}

}  // namespace
}  // namespace whosaid::test
