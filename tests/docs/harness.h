// What the documents' fragments of C++ take for granted.

#ifndef WHOSAID_TESTS_DOCS_HARNESS_H_
#define WHOSAID_TESTS_DOCS_HARNESS_H_

#include <whosaid/whosaid.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/static_model.h"
#include "support/temp_dir.h"

namespace docs {

inline constexpr int kCheckFailed = 3;

inline int fail(const whosaid::Error& error) {
  std::cerr << "error: " << error.message << '\n';
  return 1;
}

// A folder for the files of one block, in which it runs. A Model2Vec folder lies there.
class Place {
 public:
  Place() {
    std::filesystem::current_path(dir_.path());
    whosaid::test::colours().write("model2vec-folder");
  }
  ~Place() { std::filesystem::current_path(before_); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
  whosaid::test::TempDir dir_;
};

// A store in which Ann and Bob are registered and have said something, and so has the agent.
inline void furnish(whosaid::MemoryStore& store) {
  REQUIRE(store.add_speaker("Ann"));
  REQUIRE(store.add_speaker("Bob"));
  REQUIRE(store.add("The slides are due on Friday", {.speaker = "Ann"}));
  REQUIRE(store.add("I moved the deadline to Tuesday", {.speaker = "Bob"}));
  REQUIRE(store.add("I will send the slides tonight", {.speaker = "me"}));
}

template <typename Fragment>
int run(Fragment fragment) {
  auto database = whosaid::Database::open("offered.db");
  REQUIRE(database);
  auto store = database->create_store("offered");
  auto alice = database->create_store("alice");
  REQUIRE((store && alice));
  furnish(*store);
  furnish(*alice);
  return fragment(*store, *database, *alice);
}

}  // namespace docs

#endif  // WHOSAID_TESTS_DOCS_HARNESS_H_
