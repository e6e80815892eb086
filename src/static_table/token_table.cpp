#include "static_table/token_table.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>

#include "static_table/faults.h"

namespace whosaid::static_table {
namespace {

// Numbers as they lie in the file. It may hold them at any address.
struct F32 {
  using Stored = float;
  static float value(float stored) { return stored; }
  static bool finite(float stored) { return std::isfinite(stored); }
};
struct F64 {
  using Stored = double;
  static double value(double stored) { return stored; }
  static bool finite(double stored) { return std::isfinite(stored); }
};
struct F16 {
  using Stored = std::uint16_t;
  // Exponent and fraction moved to a float's places, whose exponents start 112 lower.
  static float value(std::uint16_t stored) {
    const float magnitude = std::bit_cast<float>((stored & 0x7FFFu) << 13) * 0x1p112F;
    return (stored & 0x8000u) != 0 ? -magnitude : magnitude;
  }
  static bool finite(std::uint16_t stored) { return (stored & 0x7C00u) != 0x7C00u; }
};
// Scaled by one factor for the whole matrix, which no direction depends on.
struct I8 {
  using Stored = std::int8_t;
  static float value(std::int8_t stored) { return stored; }
  static bool finite(std::int8_t) { return true; }
};

template <typename Element>
typename Element::Stored load(const char* bytes, std::size_t index) {
  typename Element::Stored stored;
  std::memcpy(&stored, bytes + index * sizeof(stored), sizeof(stored));
  return stored;
}

template <typename Element>
std::size_t count_of(std::string_view bytes) {
  return bytes.size() / sizeof(typename Element::Stored);
}

template <typename Element>
bool all_finite(std::string_view bytes) {
  bool finite = true;
  for (std::size_t i = 0; i < count_of<Element>(bytes); ++i) {
    finite &= Element::finite(load<Element>(bytes.data(), i));
  }
  return finite;
}

// Nothing: one of them is not within a float's range.
template <typename Element>
std::optional<std::vector<float>> floats(std::string_view bytes) {
  constexpr double kMax = std::numeric_limits<float>::max();
  std::vector<float> all;
  all.reserve(count_of<Element>(bytes));
  for (std::size_t i = 0; i < count_of<Element>(bytes); ++i) {
    const auto stored = load<Element>(bytes.data(), i);
    if (!Element::finite(stored)) return std::nullopt;
    const double value = Element::value(stored);
    if (std::abs(value) > kMax) return std::nullopt;
    all.push_back(static_cast<float>(value));
  }
  return all;
}

// The first entry that is no row.
struct Outside {
  std::size_t token;
  std::int64_t row;
};

template <typename Integer>
std::optional<Outside> read_mapping(std::string_view bytes, std::size_t row_count,
                                    std::vector<std::uint32_t>& mapping) {
  mapping.reserve(bytes.size() / sizeof(Integer));
  for (std::size_t i = 0; i < bytes.size() / sizeof(Integer); ++i) {
    Integer row = 0;
    std::memcpy(&row, bytes.data() + i * sizeof(row), sizeof(row));
    if (row < 0 || static_cast<std::uint64_t>(row) >= row_count) return Outside{i, row};
    mapping.push_back(static_cast<std::uint32_t>(row));
  }
  return std::nullopt;
}

const Tensor* tensor_of(const Tensors& tensors, std::string_view name) {
  const auto found = tensors.find(name);
  return found == tensors.end() ? nullptr : &found->second;
}

// A list, or a matrix of one column.
std::optional<std::size_t> length_of(const Tensor& tensor) {
  const bool column = tensor.shape.size() == 2 && tensor.shape[1] == 1;
  if (tensor.shape.size() != 1 && !column) return std::nullopt;
  return tensor.shape[0];
}

tl::unexpected<Error> wrong_type(const std::string& file_name, const std::string& name,
                                 const Tensor& tensor) {
  return tl::unexpected<Error>(unsupported(file_name + ": tensor '" + name + "' of type '" +
                                           tensor.type + "' is not supported"));
}

tl::unexpected<Error> fault(const std::string& file_name, const std::string& what) {
  return tl::unexpected<Error>(damaged(file_name + ": " + what));
}

}  // namespace

Result<TokenTable> TokenTable::of(const Tensors& tensors, const std::string& file_name) {
  TokenTable table;
  if (auto taken = table.take_embeddings(tensors, file_name); !taken) {
    return tl::unexpected(std::move(taken.error()));
  }
  if (auto taken = table.take_mapping(tensors, file_name); !taken) {
    return tl::unexpected(std::move(taken.error()));
  }
  if (auto taken = table.take_weights(tensors, file_name); !taken) {
    return tl::unexpected(std::move(taken.error()));
  }
  return table;
}

Result<void> TokenTable::take_embeddings(const Tensors& tensors, const std::string& file_name) {
  const Tensor* const tensor = tensor_of(tensors, "embeddings");
  if (tensor == nullptr) return fault(file_name, "there is no tensor 'embeddings'");
  bool finite = true;
  if (tensor->type == "F32") {
    type_ = Type::f32;
    finite = all_finite<F32>(tensor->bytes);
  } else if (tensor->type == "F16") {
    type_ = Type::f16;
    finite = all_finite<F16>(tensor->bytes);
  } else if (tensor->type == "I8") {
    type_ = Type::i8;
  } else {
    return wrong_type(file_name, "embeddings", *tensor);
  }
  if (!finite) return fault(file_name, "tensor 'embeddings' holds numbers that are not finite");
  if (tensor->shape.size() != 2 || tensor->bytes.empty() ||
      tensor->shape[0] > std::numeric_limits<TokenId>::max()) {
    return fault(file_name, "tensor 'embeddings' is no matrix of rows");
  }
  rows_ = tensor->bytes;
  row_count_ = tensor->shape[0];
  dimensions_ = tensor->shape[1];
  token_count_ = row_count_;
  return {};
}

Result<void> TokenTable::take_mapping(const Tensors& tensors, const std::string& file_name) {
  const Tensor* const tensor = tensor_of(tensors, "mapping");
  if (tensor == nullptr) return {};
  const auto length = length_of(*tensor);
  if (!length) return fault(file_name, "tensor 'mapping' is no list");
  std::optional<Outside> outside;
  if (tensor->type == "I32") {
    outside = read_mapping<std::int32_t>(tensor->bytes, row_count_, mapping_);
  } else if (tensor->type == "I64") {
    outside = read_mapping<std::int64_t>(tensor->bytes, row_count_, mapping_);
  } else {
    return wrong_type(file_name, "mapping", *tensor);
  }
  if (outside) {
    return fault(file_name, "tensor 'mapping' gives token " + std::to_string(outside->token) +
                                " the row " + std::to_string(outside->row) + " of " +
                                std::to_string(row_count_) + " in 'embeddings'");
  }
  token_count_ = *length;
  return {};
}

Result<void> TokenTable::take_weights(const Tensors& tensors, const std::string& file_name) {
  const Tensor* const tensor = tensor_of(tensors, "weights");
  if (tensor == nullptr) return {};
  std::optional<std::vector<float>> weights;
  if (tensor->type == "F32") {
    weights = floats<F32>(tensor->bytes);
  } else if (tensor->type == "F16") {
    weights = floats<F16>(tensor->bytes);
  } else if (tensor->type == "F64") {
    weights = floats<F64>(tensor->bytes);
  } else {
    return wrong_type(file_name, "weights", *tensor);
  }
  if (!weights) return fault(file_name, "tensor 'weights' holds numbers that no weight can be");
  if (length_of(*tensor) != token_count_) {
    return fault(file_name, "tensor 'weights' is no list of " + std::to_string(token_count_) +
                                " weights, one for each token");
  }
  weights_ = *std::move(weights);
  return {};
}

template <typename Element>
void TokenTable::add_row(std::size_t row, double weight, std::span<double> sums) const {
  const char* const bytes = rows_.data() + row * dimensions_ * sizeof(typename Element::Stored);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i] += weight * Element::value(load<Element>(bytes, i));
  }
}

std::vector<float> TokenTable::direction_of(std::span<const TokenId> tokens) const {
  // In double, no sum of such products can overflow, nor its square.
  std::vector<double> sums(dimensions_);
  for (const TokenId token : tokens) {
    const std::size_t row = mapping_.empty() ? token : mapping_[token];
    const double weight = weights_.empty() ? 1.0 : weights_[token];
    switch (type_) {
      case Type::f32:
        add_row<F32>(row, weight, sums);
        break;
      case Type::f16:
        add_row<F16>(row, weight, sums);
        break;
      case Type::i8:
        add_row<I8>(row, weight, sums);
        break;
    }
  }
  double squares = 0.0;
  for (const double sum : sums) squares += sum * sum;
  if (squares == 0.0) return {};
  const double length = std::sqrt(squares);
  std::vector<float> direction;
  direction.reserve(sums.size());
  for (const double sum : sums) direction.push_back(static_cast<float>(sum / length));
  return direction;
}

}  // namespace whosaid::static_table
