// tokenizer.json: the last line is a text for it.

#include <string>

#include "fuzz/property.h"
#include "static_table/tokenizer.h"
#include "text/unicode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using whosaid::ErrorCode;
  using whosaid::fuzz::hold;
  using whosaid::static_table::Tokenizer;
  const std::string_view input = whosaid::fuzz::text_of(data, size);
  const std::size_t line = input.rfind('\n');
  const std::string_view text = line == std::string_view::npos ? "" : input.substr(line + 1);
  const auto tokenizer = Tokenizer::read(input.substr(0, line), "tokenizer.json");
  if (!tokenizer) {
    const whosaid::Error& error = tokenizer.error();
    hold(error.code == ErrorCode::corruption || error.code == ErrorCode::invalid_request,
         "the code");
    hold(whosaid::text::is_valid_utf8(error.message), "a message is UTF-8");
    return 0;
  }
  hold(tokenizer->median_length() >= 1, "a token's length");
  if (!whosaid::text::is_valid_utf8(text)) return 0;
  const auto tokens = tokenizer->known_tokens(text);
  if (!tokens) return 0;  // a regular expression took too long
  for (const auto token : *tokens) hold(token <= tokenizer->greatest(), "no token is greater");
  hold(tokenizer->known_tokens(text) == tokens, "the same text has the same tokens");
  return 0;
}
