#include "support/static_model.h"

#include <bit>
#include <fstream>
#include <sstream>
#include <string_view>

namespace whosaid::test {
namespace {

// Little-endian, as files are.
template <typename Unsigned>
void put(std::string& out, Unsigned bits, std::size_t bytes = sizeof(Unsigned)) {
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>((bits >> (8 * i)) & 0xFF);
}

template <typename Integer>
std::string integers(const std::vector<int>& values) {
  std::string out;
  for (const int value : values) {
    put(out, static_cast<std::uint64_t>(std::int64_t{value}), sizeof(Integer));
  }
  return out;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ",") + part;
  return out;
}

std::string list_of(const std::vector<std::size_t>& numbers) {
  std::vector<std::string> parts;
  for (const std::size_t number : numbers) parts.push_back(std::to_string(number));
  return "[" + joined(parts) + "]";
}

std::string number(double value) {
  std::ostringstream out;
  out.precision(17);
  out << value;
  return out.str();
}

void write_file(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace

std::string f32(const std::vector<float>& values) {
  std::string out;
  for (const float value : values) put(out, std::bit_cast<std::uint32_t>(value));
  return out;
}

std::string f64(const std::vector<double>& values) {
  std::string out;
  for (const double value : values) put(out, std::bit_cast<std::uint64_t>(value));
  return out;
}

std::string f16(const std::vector<float>& values) {
  std::string out;
  for (const float value : values) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t magnitude = bits & 0x7FFF'FFFF;
    std::uint32_t half = magnitude == 0 ? 0 : (magnitude - (112U << 23)) >> 13;
    if (magnitude >= 0x7F80'0000) half = 0x7C00 | (magnitude > 0x7F80'0000 ? 1 : 0);
    put(out, static_cast<std::uint16_t>(half | (bits >> 31) << 15));
  }
  return out;
}

std::string i8(const std::vector<int>& values) { return integers<std::int8_t>(values); }
std::string i32(const std::vector<int>& values) { return integers<std::int32_t>(values); }
std::string i64(const std::vector<int>& values) { return integers<std::int64_t>(values); }

std::string safetensors(const std::vector<TensorBytes>& tensors) {
  std::vector<std::string> entries;
  std::string data;
  for (const TensorBytes& tensor : tensors) {
    const std::size_t begin = data.size();
    data += tensor.bytes;
    entries.push_back(quoted(tensor.name) + R"(:{"dtype":)" + quoted(tensor.type) + R"(,"shape":)" +
                      list_of(tensor.shape) + R"(,"data_offsets":)" +
                      list_of({begin, data.size()}) + "}");
  }
  return safetensors_with_header("{" + joined(entries) + "}", data);
}

std::string safetensors_with_header(const std::string& header, const std::string& data) {
  std::string file;
  put(file, std::uint64_t{header.size()});
  return file + header + data;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string wordpiece_model(const std::vector<std::string>& tokens) {
  std::vector<std::string> entries;
  for (const std::string& token : tokens) {
    entries.push_back(quoted(token) + ":" + std::to_string(entries.size()));
  }
  return R"({"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##",)"
         R"("max_input_chars_per_word":100,"vocab":{)" +
         joined(entries) + "}}";
}

std::string unigram_model(const Scores& tokens, bool byte_fallback) {
  std::vector<std::string> entries;
  for (const auto& [token, score] : tokens) {
    entries.push_back("[" + quoted(token) + "," + number(score) + "]");
  }
  return std::string(R"({"type":"Unigram","unk_id":0,"byte_fallback":)") +
         (byte_fallback ? "true" : "false") + R"(,"vocab":[)" + joined(entries) + "]}";
}

std::string tokenizer_json(const TokenizerParts& parts) {
  return R"({"version":"1.0","truncation":)" + parts.truncation +
         R"(,"padding":null,"added_tokens":)" + parts.added_tokens + R"(,"normalizer":)" +
         parts.normalizer + R"(,"pre_tokenizer":)" + parts.pre_tokenizer +
         R"(,"post_processor":null,"decoder":null,"model":)" + parts.model + "}";
}

void StaticModel::write(const std::filesystem::path& folder) const {
  std::filesystem::create_directories(folder);
  write_file(folder / "config.json", config);
  write_file(folder / "tokenizer.json", tokenizer);
  write_file(folder / "model.safetensors", table);
}

StaticModel colours() {
  return {.tokenizer = tokenizer_json(
              {.model = wordpiece_model({"[UNK]", "red", "green", "blue", "##ish", "."}),
               .normalizer = R"({"type":"Lowercase"})"}),
          .table = safetensors({{"embeddings",
                                 "F32",
                                 {6, 3},
                                 f32({9, 9, 9,  //
                                      1, 0, 0,  //
                                      0, 1, 0,  //
                                      0, 0, 1,  //
                                      1, 1, 1,  //
                                      0, 0, 0.5F})}})};
}

}  // namespace whosaid::test
