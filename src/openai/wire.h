// The JSON that goes to the server and comes from it.

#ifndef WHOSAID_OPENAI_WIRE_H_
#define WHOSAID_OPENAI_WIRE_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace whosaid::openai {

// `dimensions`: the length that the server should cut its vectors to.
[[nodiscard]] std::string request_body(std::string_view model,
                                       const std::vector<std::string>& texts,
                                       std::optional<std::size_t> dimensions);

// The bytes that an answer may take: numbers of full precision, each on an indented line.
[[nodiscard]] std::size_t longest_answer(std::size_t count, std::size_t dimensions);

// The unit vectors of an answer, in the order of the texts; or what is wrong with it ("holds ...").
[[nodiscard]] tl::expected<std::vector<std::vector<float>>, std::string> read_vectors(
    std::string_view body, std::size_t count, std::size_t dimensions);

// What the body of a refusal says to people: the message where servers put it, else all of it.
[[nodiscard]] std::string refusal_message(std::string_view body);

}  // namespace whosaid::openai

#endif  // WHOSAID_OPENAI_WIRE_H_
