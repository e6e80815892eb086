// A store over a static table: meanings that it knows, and words where it knows none.

#include <string>
#include <vector>

#include "support/fixture.h"
#include "support/static_model.h"

namespace whosaid::test {
namespace {

using Texts = std::vector<std::string>;

// "red" and "scarlet" share a row; so do "green" and "lime".
class StaticTableStoreTest : public StoreTest {
 protected:
  StaticTableStoreTest() {
    options.embedder = embedder({});
    options.duplicates.enabled = true;
  }

  std::shared_ptr<StaticTableEmbedder> embedder(const StaticTableOptions& how) {
    StaticModel model;
    model.tokenizer = tokenizer_json(
        {.model = wordpiece_model({"[UNK]", "red", "scarlet", "green", "lime", "my", "hat"}),
         .normalizer = R"({"type":"BertNormalizer"})"});
    model.table = safetensors({{"embeddings", "F32", {5, 4}, f32({9, 9, 9, 9,  //
                                                                  1, 0, 0, 0,  //
                                                                  0, 1, 0, 0,  //
                                                                  0, 0, 1, 0,  //
                                                                  0, 0, 0, 1})},
                               {"mapping", "I64", {7}, i64({0, 1, 1, 2, 2, 3, 4})},
                               {"weights", "F64", {7}, f64({1, 1, 1, 1, 1, 0.25, 0.25})}});
    model.write(beside("model"));
    return must(StaticTableEmbedder::load(beside("model"), how));
  }
};

TEST_CASE_METHOD(StaticTableStoreTest, "a word of the same row finds what was said", "[static]") {
  note("My hat, green");
  note("My hat, red");
  CHECK(contents(search("scarlet")).at(0) == "My hat, red");
  CHECK(contents(search("lime")).at(0) == "My hat, green");
}

TEST_CASE_METHOD(StaticTableStoreTest, "texts of one meaning are duplicates", "[static]") {
  note("my red hat");
  CHECK(status_of(store().add("My scarlet hat!")) == "duplicate");
  CHECK(status_of(store().add("my green hat")) == "stored");
}

TEST_CASE_METHOD(StaticTableStoreTest, "texts that the table doesn't know are found by their words",
                 "[static]") {
  const Texts texts = {"Собака спит на диване", "Кошка пьёт молоко.", "犬が眠っている",
                       "개가 소파에서 잔다"};
  for (const std::string& text : texts) note(text);
  CHECK(contents(search("собака")).at(0) == texts[0]);
  CHECK(contents(search("молоко")).at(0) == texts[1]);
  CHECK(contents(search("犬")).at(0) == texts[2]);
}

TEST_CASE_METHOD(StaticTableStoreTest, "texts that the table doesn't know are no duplicates",
                 "[static]") {
  for (const char* text : {"Собака спит", "Кошка спит", "犬が眠る", "猫が眠る"}) {
    CHECK(status_of(store().add(text)) == "stored");
  }
  CHECK(must(store().stats()).memories == 4);
}

TEST_CASE_METHOD(StaticTableStoreTest, "a store opens with the table it was written with alone",
                 "[static]") {
  note("my red hat");
  reopen();
  CHECK(everything() == Texts{"my red hat"});
  close();
  options.embedder = embedder({.max_tokens = 8});
  CHECK(error_of(MemoryStore::open(directory(), options)) == "embedder_mismatch field=embedder");
}

}  // namespace
}  // namespace whosaid::test
