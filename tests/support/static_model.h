// Tiny Model2Vec folders, so that a test knows every number in them.

#ifndef WHOSAID_TESTS_SUPPORT_STATIC_MODEL_H_
#define WHOSAID_TESTS_SUPPORT_STATIC_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace whosaid::test {

// The bytes of numbers as a tensor holds them.
std::string f32(const std::vector<float>& values);
std::string f64(const std::vector<double>& values);
std::string f16(const std::vector<float>& values);  // of values that F16 holds exactly
std::string i8(const std::vector<int>& values);
std::string i32(const std::vector<int>& values);
std::string i64(const std::vector<int>& values);

struct TensorBytes {
  std::string name, type;
  std::vector<std::size_t> shape;
  std::string bytes;
};

// A safetensors file.
std::string safetensors(const std::vector<TensorBytes>& tensors);
// One with this header, whatever it says.
std::string safetensors_with_header(const std::string& header, const std::string& data);

// A string in JSON, quotes included.
std::string quoted(const std::string& text);

using Scores = std::vector<std::pair<std::string, double>>;

// tokenizer.json's `model`. The ids are the places in the list.
std::string wordpiece_model(const std::vector<std::string>& tokens);
std::string unigram_model(const Scores& tokens, bool byte_fallback = false);

// tokenizer.json. The parts are JSON.
struct TokenizerParts {
  std::string model;
  std::string normalizer = "null";
  std::string pre_tokenizer = R"({"type":"BertPreTokenizer"})";
  std::string added_tokens = "[]";
  std::string truncation = "null";
};
std::string tokenizer_json(const TokenizerParts& parts);

// A folder's three files.
struct StaticModel {
  std::string tokenizer, table;
  std::string config = R"({"model_type":"model2vec","normalize":true})";

  // Makes the folder if it is missing.
  void write(const std::filesystem::path& folder) const;
};

// Words [UNK], red, green, blue, ##ish and a full stop, lower-cased; in three dimensions red, green
// and blue are the axes, "ish" is (1, 1, 1), the stop (0, 0, 0.5) and [UNK] (9, 9, 9).
StaticModel colours();

}  // namespace whosaid::test

#endif  // WHOSAID_TESTS_SUPPORT_STATIC_MODEL_H_
