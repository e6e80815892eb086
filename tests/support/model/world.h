// A database as it should be after a number of writes, for tests that cut a life short: the calls
// are made in one place (Writer) and followed in another (World).

#ifndef WHOSAID_TESTS_SUPPORT_MODEL_WORLD_H_
#define WHOSAID_TESTS_SUPPORT_MODEL_WORLD_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/model/operations.h"
#include "support/model/store_model.h"
#include "whosaid/whosaid.h"

namespace whosaid::test::model {

// The writes of a random life that are made of one commit, and reopenings, re-embeddings and
// backups between them. Where a sequence says Move, a backup is made and thrown away, which writes
// all that is new into tables. Every memory is given its time.
Sequence random_writes(std::uint64_t seed, std::size_t operations);

// What the library answered, as far as it has a choice.
struct Answer {
  std::optional<ErrorCode> error = std::nullopt;
  std::vector<Choice> choices = {};  // of each memory given, without times
  Timestamp registered_at{};         // of a new speaker
};

// As one line, without the error.
std::string to_line(const Answer& answer);
Answer from_line(const std::string& line);

struct World {
  Opening opening = {};
  std::map<std::string, StoreModel> stores = {};

  // Takes in a call that was answered.
  void follow(const Operation& operation, const Answer& answer);
  // The memory that an operation names by a number.
  [[nodiscard]] MemoryId pick(const std::string& store, std::size_t memory) const;
};

// What a call must have been answered if it was cut off after its commit.
Answer answer_found(Database& database, const Operation& operation);

class Writer {
 public:
  using Open = std::function<Result<Database>(const Opening&)>;

  // `workshop`: a directory for what is thrown away.
  Writer(Open open, std::filesystem::path workshop)
      : open_(std::move(open)), workshop_(std::move(workshop)) {}

  Result<void> open(const Opening& opening);
  void close() { database_.reset(); }
  [[nodiscard]] Database& database() { return *database_; }

  // `world`: before the call.
  Answer make(const Operation& operation, const World& world);

 private:
  const Open open_;
  const std::filesystem::path workshop_;
  std::optional<Database> database_;
};

}  // namespace whosaid::test::model

#endif  // WHOSAID_TESTS_SUPPORT_MODEL_WORLD_H_
