// Damaged model files: whatever the bytes, an error or an embedder that works.

#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/fixture.h"
#include "support/random_seed.h"
#include "support/static_model.h"

namespace whosaid::test {
namespace {

StaticModel wordpiece_in_f32() {
  StaticModel model = colours();
  model.tokenizer =
      tokenizer_json({.model = wordpiece_model({"[UNK]", "red", "green", "blue", "##ish", "."}),
                      .normalizer = R"({"type":"BertNormalizer","strip_accents":null})",
                      .added_tokens = R"([{"id":0,"content":"[UNK]","special":true}])"});
  return model;
}

StaticModel unigram_in_f16() {
  return {
      .tokenizer = tokenizer_json(
          {.model = unigram_model({{"<unk>", 0}, {"▁red", -2}, {"▁", -1}, {"green", -3.5}}),
           .normalizer =
               R"({"type":"Sequence","normalizers":[{"type":"NFKC"},{"type":"Lowercase"},
                       {"type":"Replace","pattern":{"Regex":"\\s+"},"content":" "}]})",
           .pre_tokenizer = R"({"type":"Metaspace","replacement":"▁","prepend_scheme":"always"})"}),
      .table = safetensors({{"embeddings", "F16", {2, 2}, f16({1, 0, 0.5F, -2})},
                            {"mapping", "I64", {4}, i64({0, 0, 1, 1})},
                            {"weights", "F32", {4}, f32({1, 0.5F, 2, 1})}})};
}

StaticModel unigram_in_i8() {
  StaticModel model = unigram_in_f16();
  model.table = safetensors({{"mapping", "I32", {4}, i32({0, 0, 1, 1})},
                             {"embeddings", "I8", {2, 2}, i8({1, 0, 5, -2})}});
  return model;
}

class StaticTableDamageTest {
 protected:
  // Whether the folder loads. If so, every text has a sound vector or none.
  bool loads(const StaticModel& model) {
    model.write(temp_.path());
    const auto embedder = StaticTableEmbedder::load(temp_.path());
    if (!embedder) {
      REQUIRE((error_of(embedder) == "corruption" ||
               error_of(embedder) == "invalid_request field=folder"));
      REQUIRE_FALSE(message_of(embedder).empty());
      return false;
    }
    const std::array<std::string_view, 4> texts = {"Red greenish.", "漢字 [UNK] ▁", "\xFF\xC3r",
                                                   "red green blue"};
    const auto vectors = (*embedder)->embed(texts, Purpose::document);
    if (!vectors) {
      REQUIRE(error_of(vectors) == "embedder_failed");
      return true;
    }
    REQUIRE(vectors->size() == texts.size());
    for (const auto& vector : *vectors) require_sound(vector, (*embedder)->dimensions());
    return true;
  }

 private:
  static void require_sound(const std::vector<float>& vector, std::size_t dimensions) {
    if (vector.empty()) return;
    double squares = 0;
    for (const float x : vector) squares += static_cast<double>(x) * static_cast<double>(x);
    REQUIRE(vector.size() == dimensions);
    REQUIRE(std::abs(squares - 1) < 1e-5);
  }

  TempDir temp_;
};

const std::array<std::function<StaticModel()>, 3> kModels = {wordpiece_in_f32, unigram_in_f16,
                                                             unigram_in_i8};

TEST_CASE_METHOD(StaticTableDamageTest, "sound models load", "[static][damage]") {
  for (const auto& model : kModels) CHECK(loads(model()));
}

TEST_CASE_METHOD(StaticTableDamageTest, "a file cut short anywhere is refused",
                 "[static][damage]") {
  for (const auto& make : kModels) {
    const StaticModel sound = make();
    for (std::size_t size = 0; size < sound.table.size(); ++size) {
      StaticModel cut = sound;
      cut.table.resize(size);
      CAPTURE(size);
      CHECK_FALSE(loads(cut));
    }
    for (std::size_t size = 0; size < sound.tokenizer.size(); ++size) {
      StaticModel cut = sound;
      cut.tokenizer.resize(size);
      CAPTURE(size);
      CHECK_FALSE(loads(cut));
    }
  }
}

TEST_CASE_METHOD(StaticTableDamageTest, "a bit that flipped does no more harm than a wrong number",
                 "[static][damage]") {
  for (const auto& make : kModels) {
    const StaticModel sound = make();
    for (std::size_t bit = 0; bit < 8 * sound.table.size(); ++bit) {
      StaticModel damaged = sound;
      damaged.table[bit / 8] ^= static_cast<char>(1 << (bit % 8));
      CAPTURE(bit);
      loads(damaged);
    }
    for (std::size_t byte = 0; byte < sound.tokenizer.size(); ++byte) {
      StaticModel damaged = sound;
      damaged.tokenizer[byte] ^= static_cast<char>(1 << (byte % 8));
      CAPTURE(byte);
      loads(damaged);
    }
  }
}

TEST_CASE_METHOD(StaticTableDamageTest, "many bytes that changed do no harm", "[static][damage]") {
  const std::uint64_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 1500; ++round) {
    StaticModel damaged = kModels[random() % kModels.size()]();
    std::string& file = random() % 2 == 0 ? damaged.table : damaged.tokenizer;
    for (std::uint64_t n = 1 + random() % 6; n > 0; --n) {
      file[random() % file.size()] = static_cast<char>(random());
    }
    CAPTURE(file);
    loads(damaged);
  }
}

}  // namespace
}  // namespace whosaid::test
