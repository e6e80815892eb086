// Lines of an export: what a line says is written as a line that says the same.

#include <string>

#include "fuzz/property.h"
#include "store/jsonl.h"
#include "text/unicode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whosaid::store;
  using whosaid::fuzz::hold;
  const auto line = decode_line(whosaid::fuzz::text_of(data, size));
  if (!line) {
    hold(!line.error().empty() && whosaid::text::is_valid_utf8(line.error()), "what is wrong");
    return 0;
  }
  const auto written = encode_line(*line);
  hold(written.has_value() && written->back() == '\n', "what was read can be written");
  const auto again = decode_line(written->substr(0, written->size() - 1));
  hold(again.has_value() && again->index() == line->index(), "what was written can be read");
  hold(encode_line(*again) == written, "and says the same");
  return 0;
}
