// A vector for each token: rows of a matrix, which tokens may share, and a weight for each.

#ifndef WHOSAID_STATIC_TABLE_TOKEN_TABLE_H_
#define WHOSAID_STATIC_TABLE_TOKEN_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "static_table/safetensors.h"
#include "whosaid/result.h"

namespace whosaid::static_table {

using TokenId = std::uint32_t;

class TokenTable {
 public:
  // Views the tensors' bytes, which must stay. Every token below token_count() has a row within the
  // matrix, and every number in it is finite, or this is an error.
  [[nodiscard]] static Result<TokenTable> of(const Tensors& tensors, const std::string& file_name);

  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }
  [[nodiscard]] std::size_t token_count() const { return token_count_; }

  // The weighted sum of the tokens' rows, which has the direction of their mean, at unit length.
  // Empty if it is zero, as it is of no tokens. All tokens must be below token_count().
  [[nodiscard]] std::vector<float> direction_of(std::span<const TokenId> tokens) const;

 private:
  enum class Type { f32, f16, i8 };

  TokenTable() = default;

  Result<void> take_embeddings(const Tensors& tensors, const std::string& file_name);
  Result<void> take_mapping(const Tensors& tensors, const std::string& file_name);
  Result<void> take_weights(const Tensors& tensors, const std::string& file_name);
  template <typename Element>
  void add_row(std::size_t row, double weight, std::span<double> sums) const;

  Type type_ = Type::f32;
  std::string_view rows_;
  std::size_t row_count_ = 0, dimensions_ = 0, token_count_ = 0;
  std::vector<std::uint32_t> mapping_;  // empty: token i has row i
  std::vector<float> weights_;          // empty: all alike
};

}  // namespace whosaid::static_table

#endif  // WHOSAID_STATIC_TABLE_TOKEN_TABLE_H_
