#include "static_table/safetensors.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "static_table/faults.h"
#include "text/unicode.h"

namespace whosaid::static_table {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000;

constexpr std::array<std::pair<std::string_view, std::uint64_t>, 15> kElementBytes = {{
    {"BOOL", 1},
    {"U8", 1},
    {"I8", 1},
    {"F8_E5M2", 1},
    {"F8_E4M3", 1},
    {"I16", 2},
    {"U16", 2},
    {"F16", 2},
    {"BF16", 2},
    {"I32", 4},
    {"U32", 4},
    {"F32", 4},
    {"I64", 8},
    {"U64", 8},
    {"F64", 8},
}};

std::optional<std::uint64_t> product(std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > std::numeric_limits<std::uint64_t>::max() / a) return std::nullopt;
  return a * b;
}

// Nothing: not an array of lengths.
std::optional<std::vector<std::uint64_t>> numbers(const Json& json) {
  if (!json.is_array()) return std::nullopt;
  std::vector<std::uint64_t> all;
  for (const Json& element : json) {
    if (!element.is_number_unsigned()) return std::nullopt;
    all.push_back(element.get<std::uint64_t>());
  }
  return all;
}

const Json* member(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found == json.end() ? nullptr : &*found;
}

class Reader {
 public:
  Reader(std::string_view file, const std::string& file_name)
      : file_(file), file_name_(file_name) {}

  Result<Tensors> read() {
    const std::optional<std::string_view> header = take_header();
    if (!header) return fault("it ends within its header");
    const Json json = Json::parse(*header, nullptr, false);
    if (!json.is_object()) return fault("its header is no JSON object");
    Tensors tensors;
    for (const auto& [name, entry] : json.items()) {
      if (name == "__metadata__") continue;
      Result<Tensor> tensor = read_tensor(name, entry);
      if (!tensor) return tl::unexpected(std::move(tensor.error()));
      tensors.emplace(name, *std::move(tensor));
    }
    if (!covers_all(tensors)) return fault("its tensors do not cover it from end to end");
    return tensors;
  }

 private:
  // What follows the header is data_.
  std::optional<std::string_view> take_header() {
    if (file_.size() < kLengthBytes) return std::nullopt;
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < kLengthBytes; ++i) {
      length |= std::uint64_t{static_cast<unsigned char>(file_[i])} << (8 * i);
    }
    const std::string_view rest = file_.substr(kLengthBytes);
    if (length > kMaxHeaderBytes || length > rest.size()) return std::nullopt;
    data_ = rest.substr(length);
    return rest.substr(0, length);
  }

  Result<Tensor> read_tensor(const std::string& name, const Json& entry) const {
    const std::string tensor_name = "tensor '" + text::clean_for_message(name) + "'";
    if (!entry.is_object()) return fault(tensor_name + " has no description");
    const Json* const type = member(entry, "dtype");
    const Json* const shape = member(entry, "shape");
    const Json* const offsets = member(entry, "data_offsets");
    if (type == nullptr || !type->is_string() || shape == nullptr || offsets == nullptr) {
      return fault(tensor_name + " lacks its dtype, shape or data_offsets");
    }
    Tensor tensor{.type = type->get<std::string>(), .shape = {}, .bytes = {}};
    const auto* const known =
        std::find_if(kElementBytes.begin(), kElementBytes.end(),
                     [&tensor](const auto& element) { return element.first == tensor.type; });
    if (known == kElementBytes.end()) {
      return tl::unexpected(unsupported(file_name_ + ": " + tensor_name + " is of type '" +
                                        text::clean_for_message(tensor.type) +
                                        "', which is not known"));
    }
    const auto lengths = numbers(*shape);
    const auto range = numbers(*offsets);
    if (!lengths || !range || range->size() != 2) {
      return fault(tensor_name + " has a shape or data_offsets that are no lengths");
    }
    std::optional<std::uint64_t> bytes = known->second;
    for (const std::uint64_t length : *lengths) bytes = bytes ? product(*bytes, length) : bytes;
    const std::uint64_t begin = range->at(0);
    const std::uint64_t end = range->at(1);
    if (begin > end || end > data_.size() || bytes != end - begin) {
      return fault(tensor_name + " lies outside the file or is not of its shape's size");
    }
    tensor.shape = *lengths;
    tensor.bytes = data_.substr(begin, end - begin);
    return tensor;
  }

  // The format leaves no gaps and lets no tensors overlap: a file cut short, or with bytes too
  // many, is noticed.
  [[nodiscard]] bool covers_all(const Tensors& tensors) const {
    std::vector<std::string_view> parts;
    for (const auto& [name, tensor] : tensors) {
      if (!tensor.bytes.empty()) parts.push_back(tensor.bytes);
    }
    std::sort(parts.begin(), parts.end(),
              [](std::string_view a, std::string_view b) { return a.data() < b.data(); });
    const char* at = data_.data();
    for (const std::string_view part : parts) {
      if (part.data() != at) return false;
      at += part.size();
    }
    return at == data_.data() + data_.size();
  }

  [[nodiscard]] tl::unexpected<Error> fault(const std::string& what) const {
    return tl::unexpected<Error>(damaged(file_name_ + ": " + what));
  }

  const std::string_view file_;
  const std::string& file_name_;
  std::string_view data_;
};

}  // namespace

Result<Tensors> read_safetensors(std::string_view file, const std::string& file_name) {
  return Reader(file, file_name).read();
}

}  // namespace whosaid::static_table
