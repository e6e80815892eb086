#include "openai/wire.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "whosaid/detail/vector_math.h"

namespace whosaid::openai {
namespace {

using nlohmann::json;
using Vectors = std::vector<std::vector<float>>;
using Fault = tl::unexpected<std::string>;

json parse(std::string_view body) { return json::parse(body, nullptr, /*allow_exceptions=*/false); }

// The member of an object, or null.
const json* member(const json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

tl::expected<std::vector<float>, std::string> read_vector(const json* numbers,
                                                          std::size_t dimensions) {
  if (numbers == nullptr || !numbers->is_array()) return Fault("holds a vector that is no array");
  if (numbers->size() != dimensions) {
    return Fault("holds a vector of " + std::to_string(numbers->size()) + " dimensions, not " +
                 std::to_string(dimensions));
  }
  std::vector<float> vector;
  vector.reserve(dimensions);
  for (const json& number : *numbers) {
    if (!number.is_number()) return Fault("holds a vector of something else than numbers");
    const auto value = number.get<double>();
    if (!(std::abs(value) <= std::numeric_limits<float>::max())) {
      return Fault("holds a number that no float can hold");
    }
    vector.push_back(static_cast<float>(value));
  }
  if (!detail::normalize(vector)) return Fault("holds a vector of zeros");
  return vector;
}

}  // namespace

std::string request_body(std::string_view model, const std::vector<std::string>& texts,
                         std::optional<std::size_t> dimensions) {
  json body = {{"model", model}, {"input", texts}, {"encoding_format", "float"}};
  if (dimensions) body["dimensions"] = *dimensions;
  return body.dump(-1, ' ', /*ensure_ascii=*/false, json::error_handler_t::replace);
}

std::size_t longest_answer(std::size_t count, std::size_t dimensions) {
  constexpr std::size_t kNumber = 48;
  constexpr std::size_t kAround = 1024;
  constexpr std::size_t kRest = 65'536;
  return count * (dimensions * kNumber + kAround) + kRest;
}

tl::expected<Vectors, std::string> read_vectors(std::string_view body, std::size_t count,
                                                std::size_t dimensions) {
  const json answer = parse(body);
  if (answer.is_discarded()) return Fault("is not JSON, or not all of it");
  const json* data = member(answer, "data");
  if (data == nullptr || !data->is_array()) return Fault("holds no array \"data\"");
  if (data->size() != count) {
    return Fault("holds " + std::to_string(data->size()) + " vectors for " + std::to_string(count) +
                 " texts");
  }
  Vectors vectors(count);
  for (const json& entry : *data) {
    const json* index = member(entry, "index");
    if (index == nullptr || !index->is_number_unsigned() || index->get<std::uint64_t>() >= count) {
      return Fault("holds a vector whose index is that of no text");
    }
    std::vector<float>& place = vectors[index->get<std::size_t>()];
    if (!place.empty()) return Fault("holds two vectors for one text");
    auto vector = read_vector(member(entry, "embedding"), dimensions);
    if (!vector) return Fault(std::move(vector.error()));
    place = std::move(*vector);
  }
  return vectors;
}

// OpenAI: {"error":{"message":"..."}}; Ollama: {"error":"..."}; vLLM: {"message":"..."}; servers of
// FastAPI: {"detail":"..."}.
std::string refusal_message(std::string_view body) {
  const json answer = parse(body);
  for (const char* name : {"error", "message", "detail"}) {
    const json* found = member(answer, name);
    if (found == nullptr) continue;
    if (const json* inner = member(*found, "message")) found = inner;
    if (found->is_string()) return found->get<std::string>();
  }
  return std::string(body);
}

}  // namespace whosaid::openai
