// The embedder that a database was made with: remembered, asked for again, checked at opening.

#include <cmath>
#include <filesystem>
#include <memory>
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

}  // namespace
}  // namespace whosaid::test
