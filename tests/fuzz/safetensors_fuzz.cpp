// Safetensors files: views within the file, and tables whose vectors are of unit length. A file
// that begins with "{" is a header's line and the data behind it, so that files of text do.

#include <cmath>
#include <string>
#include <vector>

#include "fuzz/property.h"
#include "static_table/safetensors.h"
#include "static_table/token_table.h"
#include "text/unicode.h"

namespace {

using whosaid::Error;
using whosaid::ErrorCode;
using whosaid::fuzz::hold;
using namespace whosaid::static_table;

std::string file_of(std::string_view input) {
  const std::size_t line = input.find('\n');
  if (input.substr(0, 1) != "{" || line == std::string_view::npos) return std::string(input);
  std::string file;
  for (int shift = 0; shift < 64; shift += 8)
    file += static_cast<char>(std::uint64_t{line} >> shift);
  return file.append(input.substr(0, line)).append(input.substr(line + 1));
}

void refused(const Error& error) {
  hold(error.code == ErrorCode::corruption || error.code == ErrorCode::invalid_request, "the code");
  hold(whosaid::text::is_valid_utf8(error.message), "a message is UTF-8");
}

void check_table(const TokenTable& table) {
  hold(table.dimensions() > 0, "a table has dimensions");
  if (table.token_count() == 0) return;
  std::vector<TokenId> all;
  for (std::size_t i = 0; i < table.token_count() && i < 100; ++i) {
    all.push_back(static_cast<TokenId>(i));
  }
  all.push_back(static_cast<TokenId>(table.token_count() - 1));
  const std::vector<float> direction = table.direction_of(all);
  if (direction.empty()) return;
  hold(direction.size() == table.dimensions(), "a vector's length");
  double norm = 0.0;
  for (const float x : direction) norm += static_cast<double>(x) * static_cast<double>(x);
  hold(std::abs(norm - 1.0) < 1e-3, "a vector has unit length");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string file = file_of(whosaid::fuzz::text_of(data, size));
  const auto tensors = read_safetensors(file, "model.safetensors");
  if (!tensors) {
    refused(tensors.error());
    return 0;
  }
  for (const auto& [name, tensor] : *tensors) {
    const char* const end = file.data() + file.size();
    hold(tensor.bytes.empty() || (file.data() <= tensor.bytes.data() &&
                                  tensor.bytes.data() + tensor.bytes.size() <= end),
         "a tensor lies within the file");
    bool empty = false;
    for (const std::uint64_t length : tensor.shape) empty = empty || length == 0;
    hold(empty == tensor.bytes.empty(), "a tensor has the bytes of its shape");
  }
  const auto table = TokenTable::of(*tensors, "model.safetensors");
  if (table) {
    check_table(*table);
  } else {
    refused(table.error());
  }
  return 0;
}
