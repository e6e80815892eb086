// The safetensors format: the length of a header, the header (JSON), and the tensors' bytes.

#ifndef WHOSAID_STATIC_TABLE_SAFETENSORS_H_
#define WHOSAID_STATIC_TABLE_SAFETENSORS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "whosaid/result.h"

namespace whosaid::static_table {

struct Tensor {
  std::string type;                  // "F32", "F16", "I8", "I64" and so on
  std::vector<std::uint64_t> shape;  // its elements are as many as the bytes hold
  std::string_view bytes;            // little-endian, at any address
};

using Tensors = std::map<std::string, Tensor, std::less<>>;

// The tensors of a file, as views into it. `file_name` is for messages. corruption: the bytes are
// no such file, or only part of one. invalid_request: a tensor's type is unknown.
[[nodiscard]] Result<Tensors> read_safetensors(std::string_view file, const std::string& file_name);

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_SAFETENSORS_H_
