// The embedder that a database was made with: remembered, asked for again, checked at opening.

#include <cmath>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/fixture.h"
#include "support/table_embedder.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;
using Vectors = std::vector<Vector>;

TEST_CASE_METHOD(StoreTest, "a database keeps to the embedder it was made with", "[embedders]") {
  const auto named = [](std::string id, std::size_t dimensions) {
    return from_function(
        std::move(id), dimensions, 0.9,
        [dimensions](std::span<const std::string_view> texts, Purpose) -> Result<Vectors> {
          Vector first(dimensions, 0.0f);
          first[0] = 1;
          return Vectors(texts.size(), first);
        });
  };
  options.embedder = named("model-one", 2);
  note("Words");
  close();

  const auto mismatch = [&](std::shared_ptr<Embedder> other) {
    options.embedder = std::move(other);
    const auto result = MemoryStore::open(directory(), options);
    CHECK(contains(message_of(result), "model-one"));
    if (options.embedder) CHECK(contains(message_of(result), options.embedder->id()));
    return error_of(result);
  };
  CHECK(mismatch(named("model-two", 2)) == "embedder_mismatch field=embedder");
  CHECK(mismatch(named("model-one", 3)) == "embedder_mismatch field=embedder");
  CHECK(mismatch(nullptr) == "embedder_mismatch field=embedder");

  options.embedder = named("model-one", 2);
  CHECK(everything() == Texts{"Words"});
}

TEST_CASE_METHOD(StoreTest, "a database made with the default embedder asks for it again",
                 "[embedders]") {
  note("Words");
  close();
  options.embedder = circle({{"x", 0}});
  CHECK(error_of(MemoryStore::open(directory(), options)) == "embedder_mismatch field=embedder");
  options.embedder = nullptr;
  CHECK(everything() == Texts{"Words"});
}

TEST_CASE_METHOD(StoreTest, "the duplicate threshold is no part of the data", "[embedders]") {
  options.duplicates.enabled = true;
  options.embedder = circle({{"at 0", 0}, {"at 30", 30}}, 0.9);
  note("at 0");
  close();
  options.embedder = circle({{"at 0", 0}, {"at 30", 30}}, 0.8);
  CHECK(status_of(store().add("at 30")) == "duplicate");
}

TEST_CASE_METHOD(StoreTest, "an embedder that can't be one is refused at opening", "[embedders]") {
  const auto refusal = [&](std::string id, std::size_t dimensions, double threshold) {
    options.embedder =
        from_function(std::move(id), dimensions, threshold,
                      [](std::span<const std::string_view> texts, Purpose) -> Result<Vectors> {
                        return Vectors(texts.size());
                      });
    return error_of(MemoryStore::open(directory(), options));
  };
  CHECK(refusal("", 2, 0.9) == "invalid_request field=embedder");
  CHECK(refusal(" ", 2, 0.9) == "invalid_request field=embedder");
  CHECK(refusal("x", 0, 0.9) == "invalid_request field=embedder");
  CHECK(refusal("x", 2, 1.5) == "invalid_request field=embedder");
  CHECK(refusal("x", 2, std::nan("")) == "invalid_request field=embedder");
  CHECK_FALSE(std::filesystem::exists(directory()));
  CHECK(refusal("x", 2, 0.9) == "ok");
}

// Throws at one of the questions what it is.
class Throwing : public Embedder {
 public:
  explicit Throwing(int question) : question_(question) {}
  std::size_t dimensions() const override { return answered<std::size_t>(0, 2); }
  std::string id() const override { return answered<std::string>(1, "throwing"); }
  double duplicate_threshold() const override { return answered(2, 0.9); }
  double search_weight() const override { return answered(3, 0.4); }
  Result<Vectors> embed(std::span<const std::string_view> texts, Purpose) override {
    return Vectors(texts.size());
  }

 private:
  template <class T>
  T answered(int question, T answer) const {
    if (question == question_) throw std::runtime_error("no licence");
    return answer;
  }
  int question_;
};

TEST_CASE_METHOD(DatabaseTest, "an embedder that throws when asked what it is has failed",
                 "[embedders]") {
  for (int question = 0; question < 4; ++question) {
    CAPTURE(question);
    const auto embedder = std::make_shared<Throwing>(question);
    options.embedder = embedder;
    const auto opened = Database::open(directory(), options);
    CHECK(error_of(opened) == "embedder_failed");
    CHECK(contains(message_of(opened), "no licence"));
    CHECK_FALSE(std::filesystem::exists(directory()));
  }
  options.embedder = nullptr;
  CHECK(error_of(database().reembed(std::make_shared<Throwing>(0))) == "embedder_failed");
  options.embedder = std::make_shared<Throwing>(4);
  CHECK(error_of(database().reembed(options.embedder)) == "ok");
}

}  // namespace
}  // namespace whosaid::test
