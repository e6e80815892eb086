// StaticTableEmbedder: which vector a text has, and which folders are refused.

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/fixture.h"
#include "support/static_model.h"

namespace whosaid::test {
namespace {

using Vector = std::vector<float>;

class StaticTableTest {
 protected:
  StaticModel model = colours();
  StaticTableOptions options;

  Result<std::shared_ptr<StaticTableEmbedder>> load() {
    model.write(folder());
    return StaticTableEmbedder::load(folder(), options);
  }
  Vector embed(std::string_view text) {
    return must(must(load())->embed(std::array{text}, Purpose::document)).at(0);
  }
  // "corruption: model.safetensors: ..."
  std::string fault() {
    const auto loaded = load();
    return error_of(loaded) + ": " + message_of(loaded);
  }
  // The rows of "red" and "green", the others being zero.
  void use_table(const std::string& type, const std::string& bytes) {
    model.table = safetensors({{"embeddings", type, {6, 2}, bytes}});
  }
  std::filesystem::path folder() const { return temp_ / "model"; }

 private:
  TempDir temp_;
};

Vector unit(Vector vector) {
  double squares = 0;
  for (const float x : vector) squares += static_cast<double>(x) * x;
  for (float& x : vector) x = static_cast<float>(x / std::sqrt(squares));
  return vector;
}

// The rows of six tokens, of which the second and third count.
template <typename Number>
std::vector<Number> rows(std::vector<Number> red, std::vector<Number> green) {
  std::vector<Number> all(12);
  std::copy(red.begin(), red.end(), all.begin() + 2);
  std::copy(green.begin(), green.end(), all.begin() + 4);
  return all;
}

TEST_CASE_METHOD(StaticTableTest, "a vector is the mean of the rows at unit length", "[static]") {
  CHECK(embed("red") == Vector{1, 0, 0});
  CHECK(embed("Red green red blue") == unit({2, 1, 1}));
  CHECK(embed("reddish") == Vector{});  // "red" and an unknown rest: unknown as a word
  CHECK(embed("redish") == unit({2, 1, 1}));
  CHECK(must(load())->dimensions() == 3);
}

TEST_CASE_METHOD(StaticTableTest, "a query has the vector of a document", "[static]") {
  const auto embedder = must(load());
  const std::array<std::string_view, 2> texts = {"red", "green blue"};
  CHECK(must(embedder->embed(texts, Purpose::query)) ==
        must(embedder->embed(texts, Purpose::document)));
}

TEST_CASE_METHOD(StaticTableTest, "the unknown is left out of the mean", "[static]") {
  CHECK(embed("red or green") == unit({1, 1, 0}));
}

TEST_CASE_METHOD(StaticTableTest, "a text without known tokens has no vector", "[static]") {
  CHECK(embed("purple") == Vector{});
  CHECK(embed("[UNK]") == Vector{});
  CHECK(embed("こんにちは") == Vector{});
  CHECK(embed(" \n") == Vector{});
  CHECK(embed("\xFF\xFE") == Vector{});
}

TEST_CASE_METHOD(StaticTableTest, "a text of which most letters are unknown has no vector",
                 "[static]") {
  CHECK(embed("purple.") == Vector{});
  CHECK(embed("purple red") == Vector{});
  CHECK(embed("cyan blue") != Vector{});  // half of them
  CHECK(embed("12 .") != Vector{});       // no letters
}

TEST_CASE_METHOD(StaticTableTest, "rows that cancel out make no vector", "[static]") {
  use_table("F32", f32(rows<float>({1, 2}, {-1, -2})));
  CHECK(embed("red green") == Vector{});
  CHECK(embed("blue") == Vector{});  // a row of zeros
}

TEST_CASE_METHOD(StaticTableTest, "rows may be F32, F16 or I8", "[static]") {
  use_table("F32", f32(rows<float>({0.5F, -32}, {-1, 128})));
  CHECK(embed("red green") == unit({-0.5F, 96}));
  use_table("F16", f16(rows<float>({0.5F, -32}, {-1, 128})));
  CHECK(embed("red green") == unit({-0.5F, 96}));
  use_table("I8", i8(rows<int>({0, 126}, {-1, 66})));  // whatever one unit stands for
  CHECK(embed("red green") == unit({-0.5F, 96}));
}

TEST_CASE_METHOD(StaticTableTest, "the smallest and the greatest F16 are read", "[static]") {
  std::string bytes = f16(rows<float>({0, 0}, {65504, 0}));
  bytes[4] = 1;  // 2^-24
  use_table("F16", bytes);
  CHECK(embed("red") == Vector{1, 0});
  CHECK(embed("green") == Vector{1, 0});
}

TEST_CASE_METHOD(StaticTableTest, "numbers at the ends of their range overflow nothing",
                 "[static]") {
  use_table("F32", f32(rows<float>({3e38F, 3e38F}, {1e-44F, 0})));
  CHECK(embed("red red red") == unit({1, 1}));
  CHECK(embed("green") == Vector{1, 0});
}

TEST_CASE_METHOD(StaticTableTest, "weights are factors of the tokens", "[static]") {
  const std::string rows = f32({9, 9, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0});
  const auto table = [&](const std::string& type, const std::vector<std::size_t>& shape,
                         const std::string& weights) {
    return safetensors({{"embeddings", "F32", {6, 2}, rows}, {"weights", type, shape, weights}});
  };
  const Vector expected = unit({3, -4});
  model.table = table("F32", {6}, f32({1, 3, -4, 1, 1, 1}));
  CHECK(embed("red green") == expected);
  model.table = table("F64", {6}, f64({1, 3, -4, 1, 1, 1}));
  CHECK(embed("red green") == expected);
  model.table = table("F16", {6}, f16({1, 3, -4, 1, 1, 1}));
  CHECK(embed("red green") == expected);
  model.table = table("F64", {6, 1}, f64({1, 3, -4, 1, 1, 1}));  // as a column
  CHECK(embed("red green") == expected);
}

TEST_CASE_METHOD(StaticTableTest, "a mapping gives each token its row", "[static]") {
  const auto table = [](const std::string& type, const std::string& mapping) {
    return safetensors({{"embeddings", "F32", {2, 2}, f32({1, 0, 0, 1})},
                        {"mapping", type, {6}, mapping},
                        {"weights", "F32", {6}, f32({1, 3, 4, 1, 1, 1})}});
  };
  model.table = table("I32", i32({0, 1, 0, 1, 1, 1}));
  CHECK(embed("red green") == unit({4, 3}));
  model.table = table("I64", i64({0, 1, 0, 1, 1, 1}));
  CHECK(embed("red green") == unit({4, 3}));
}

TEST_CASE_METHOD(StaticTableTest, "a mapping outside the table is refused", "[static]") {
  const int row = GENERATE(2, -1, 2'000'000'000);
  model.table = safetensors({{"embeddings", "F32", {2, 2}, f32({1, 0, 0, 1})},
                             {"mapping", "I64", {6}, i64({0, 1, 0, 1, row, 1})}});
  CHECK(fault() == "corruption: model.safetensors: tensor 'mapping' gives token 4 the row " +
                       std::to_string(row) + " of 2 in 'embeddings'");
}

TEST_CASE_METHOD(StaticTableTest, "tables that don't fit their vocabulary are refused",
                 "[static]") {
  SECTION("fewer rows than tokens") {
    model.table = safetensors({{"embeddings", "F32", {5, 1}, f32({1, 2, 3, 4, 5})}});
    CHECK(fault() ==
          "corruption: model.safetensors: it has 5 tokens, and tokenizer.json the token 5");
  }
  SECTION("a mapping of fewer tokens") {
    model.table = safetensors({{"embeddings", "F32", {6, 1}, f32({1, 2, 3, 4, 5, 6})},
                               {"mapping", "I32", {5}, i32({0, 1, 2, 3, 4})}});
    CHECK(fault() ==
          "corruption: model.safetensors: it has 5 tokens, and tokenizer.json the token 5");
  }
  SECTION("weights for other tokens") {
    model.table = safetensors({{"embeddings", "F32", {6, 1}, f32({1, 2, 3, 4, 5, 6})},
                               {"weights", "F32", {5}, f32({1, 1, 1, 1, 1})}});
    CHECK(fault() ==
          "corruption: model.safetensors: tensor 'weights' is no list of 6 weights, one for each "
          "token");
  }
}

TEST_CASE_METHOD(StaticTableTest, "numbers that are not finite are refused", "[static]") {
  const std::string what = "corruption: model.safetensors: tensor 'embeddings' holds numbers that";
  SECTION("infinite F32") {
    use_table("F32", f32(rows<float>({1, INFINITY}, {1, 1})));
    CHECK(fault() == what + " are not finite");
  }
  SECTION("F16 that are no numbers") {
    use_table("F16", f16(rows<float>({1, NAN}, {1, 1})));
    CHECK(fault() == what + " are not finite");
  }
  SECTION("weights past a float's range") {
    model.table = safetensors({{"embeddings", "F32", {6, 1}, f32({1, 2, 3, 4, 5, 6})},
                               {"weights", "F64", {6}, f64({1, 1, 1, 1e300, 1, 1})}});
    CHECK(fault() ==
          "corruption: model.safetensors: tensor 'weights' holds numbers that no weight can be");
  }
}

TEST_CASE_METHOD(StaticTableTest, "types that are not supported are refused by name", "[static]") {
  const std::string start = "invalid_request field=folder: model.safetensors: tensor '";
  SECTION("rows") {
    const std::string type = GENERATE("F64", "I64");
    use_table(type, std::string(96, '\0'));
    CHECK(fault() == start + "embeddings' of type '" + type + "' is not supported");
  }
  SECTION("rows of two bytes") {
    use_table("BF16", std::string(24, '\0'));
    CHECK(fault() == start + "embeddings' of type 'BF16' is not supported");
  }
  SECTION("a mapping") {
    model.table = safetensors({{"embeddings", "F32", {6, 1}, f32({1, 2, 3, 4, 5, 6})},
                               {"mapping", "U8", {6}, std::string(6, '\0')}});
    CHECK(fault() == start + "mapping' of type 'U8' is not supported");
  }
  SECTION("a type of the future") {
    use_table("F4", "");
    CHECK(fault() == start + "embeddings' is of type 'F4', which is not known");
  }
}

TEST_CASE_METHOD(StaticTableTest, "a missing folder or file is not found", "[static]") {
  SECTION("the folder") { CHECK(error_of(StaticTableEmbedder::load(folder())) == "not_found"); }
  SECTION("a file") {
    const std::string name = GENERATE("config.json", "tokenizer.json", "model.safetensors");
    model.write(folder());
    std::filesystem::remove(folder() / name);
    const auto loaded = StaticTableEmbedder::load(folder());
    CHECK(error_of(loaded) == "not_found");
    CHECK(message_of(loaded).find(name) != std::string::npos);
  }
  SECTION("a folder in the place of a file") {
    model.write(folder());
    std::filesystem::remove(folder() / "tokenizer.json");
    std::filesystem::create_directory(folder() / "tokenizer.json");
    CHECK(error_of(StaticTableEmbedder::load(folder())) == "io_error");
  }
}

TEST_CASE_METHOD(StaticTableTest, "another kind of model is refused by name", "[static]") {
  model.config = R"({"model_type":"bert"})";
  CHECK(fault() == "invalid_request field=folder: config.json: 'bert' is not supported");
  model.config = "{";
  CHECK(fault() == "corruption: config.json: it is no JSON object");
}

TEST_CASE_METHOD(StaticTableTest, "options out of their range are refused", "[static]") {
  SECTION("the threshold") {
    options.duplicate_threshold = GENERATE(1.5, -1.5, std::nan(""));
    CHECK(error_of(load()) == "invalid_request field=duplicate_threshold");
  }
  SECTION("the number of tokens") {
    options.max_tokens = GENERATE(0U, 1'000'001U);
    CHECK(error_of(load()) == "invalid_request field=max_tokens");
  }
  SECTION("the id") {
    options.id = GENERATE("", " ", "\xFF");
    CHECK(error_of(load()) == "invalid_request field=id");
  }
}

TEST_CASE_METHOD(StaticTableTest, "options are what the embedder answers", "[static]") {
  CHECK(must(load())->duplicate_threshold() == 0.999);
  options = {.duplicate_threshold = 0.5, .max_tokens = 512, .id = "colours"};
  CHECK(must(load())->duplicate_threshold() == 0.5);
  CHECK(must(load())->id() == "colours");
}

TEST_CASE_METHOD(StaticTableTest, "the id changes with whatever may change a vector", "[static]") {
  const std::string before = must(load())->id();
  CHECK(before.starts_with("whosaid-static-table-v1-"));
  CHECK(must(load())->id() == before);
  options.duplicate_threshold = 0.5;
  CHECK(must(load())->id() == before);
  SECTION("a number of the table") {
    model.table.back() ^= 1;
    CHECK(must(load())->id() != before);
  }
  SECTION("the tokenizer") {
    model.tokenizer += " ";
    CHECK(must(load())->id() != before);
  }
  SECTION("the config") {
    model.config += " ";
    CHECK(must(load())->id() != before);
  }
  SECTION("the number of tokens") {
    options.max_tokens = 7;
    CHECK(must(load())->id() != before);
  }
}

TEST_CASE_METHOD(StaticTableTest, "tokens past the limit don't count", "[static]") {
  options.max_tokens = 2;
  CHECK(embed("red. red") == unit({1, 0, 0.5F}));
  CHECK(embed("red x . blue") == unit({1, 0, 0.5F}));  // the unknown isn't counted
}

TEST_CASE_METHOD(StaticTableTest, "a long text is cut before it is looked at", "[static]") {
  options.max_tokens = 3;  // of a median length of four code points
  CHECK(embed("ééé red red green") == Vector{1, 0, 0});
  CHECK(embed(std::string(9, ' ') + "red green") == Vector{1, 0, 0});
}

TEST_CASE_METHOD(StaticTableTest, "a megabyte without a space takes no long time", "[static]") {
  const std::string text(1 << 20, 'r');
  CHECK(embed(text) == Vector{});
  options.max_tokens = 1'000'000;
  CHECK(embed(text) == Vector{});
}

TEST_CASE_METHOD(StaticTableTest, "threads may share an embedder", "[static][threads]") {
  const auto embedder = must(load());
  std::vector<Vector> found(4);
  std::vector<std::thread> threads;
  for (Vector& vector : found) {
    threads.emplace_back([&vector, &embedder] {
      for (int i = 0; i < 200; ++i) {
        const std::array<std::string_view, 2> texts = {"red or green", "blue"};
        vector = embedder->embed(texts, Purpose::document)->at(0);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(found == std::vector<Vector>(4, unit({1, 1, 0})));
}

}  // namespace
}  // namespace whosaid::test
