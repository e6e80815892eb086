// Speaker names: what is accepted is a name in its one form, whichever way it is written.

#include <string>

#include "fuzz/property.h"
#include "text/code_points.h"
#include "text/icu.h"
#include "text/speaker_name.h"
#include "text/unicode.h"

namespace {

using whosaid::Result;
using whosaid::fuzz::hold;
using namespace whosaid::text;

void refused(std::string_view name, const whosaid::Error& error) {
  hold(error.code == whosaid::ErrorCode::invalid_request && error.field == "speaker", "the error");
  hold(is_valid_utf8(error.message), "a message is UTF-8");
  hold(!normalize_speaker_name(" " + std::string(name)), "a space makes no name legal");
}

void accepted(std::string_view raw, const std::string& name) {
  hold(is_valid_utf8(name) && !is_blank(name) && !has_control_characters(name), "a name's text");
  hold(count_code_points(name) <= 80, "a name's length");
  hold(normalize(name, Form::nfc) == name, "a name is in NFC");
  hold(normalize_speaker_name(name) == name, "a name is its own normal form");
  hold(normalize_speaker_name("\u3000" + std::string(raw) + "\n") == name, "white space around it");
  const std::string decomposed = normalize(name, Form::nfd);
  const Result<std::string> again = normalize_speaker_name(decomposed);
  hold(again == name, "decomposed, it is the same name");
  if (normalize(name, Form::nfkc_casefold) == "me") hold(name == "me", "only \"me\" is the agent");
  hold(confusable_skeleton(name) == confusable_skeleton(name), "a skeleton");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = whosaid::fuzz::text_of(data, size);
  const Result<std::string> name = normalize_speaker_name(text);
  if (name) {
    accepted(text, *name);
  } else {
    refused(text, name.error());
  }
  (void)confusable_skeleton(text);
  return 0;
}
