// to_prompt: whatever texts and names hold, each memory is one line, with its label at the
// beginning.

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <string>

#include "fuzz/property.h"
#include "whosaid/whosaid.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using whosaid::fuzz::hold;
  FuzzedDataProvider in(data, size);
  whosaid::Recall recall;
  whosaid::Memory memory;
  memory.speaker = in.ConsumeRandomLengthString(80);
  memory.content = in.ConsumeRandomLengthString(1'000);
  memory.created_at =
      whosaid::Timestamp(std::chrono::microseconds(in.ConsumeIntegral<std::int64_t>()));
  recall.long_term.push_back({.memory = memory});
  recall.short_term.push_back(
      {.user = memory.content, .agent = in.ConsumeRemainingBytesAsString()});
  const std::string prompt = whosaid::to_prompt(recall);
  hold(std::count(prompt.begin(), prompt.end(), '\n') == 5, "a line for each");
  hold(std::all_of(prompt.begin(), prompt.end(),
                   [](char c) { return c == '\n' || c == '\t' || (c & '\x60') != 0 || c < 0; }),
       "no control characters");
  hold(prompt.starts_with("Recent exchanges:\n- [(user), 1970-01-01] "), "the first line");
  hold(prompt.find("\nRemembered:\n- [") != std::string::npos, "the second section");
  return 0;
}
