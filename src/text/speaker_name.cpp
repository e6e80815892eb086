#include "text/speaker_name.h"

#include <unicode/uspoof.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "text/icu.h"
#include "text/unicode.h"

namespace whosaid::text {
namespace {

constexpr std::size_t kMaxCodePoints = 80;
// NFC never shortens a text to less than a quarter of its code points.
constexpr std::size_t kMaxRawCodePoints = 4 * kMaxCodePoints;

tl::unexpected<Error> refused(std::string message, std::optional<std::string> name = {}) {
  return tl::unexpected<Error>(Error{.code = ErrorCode::invalid_request,
                                     .message = "speaker: " + std::move(message),
                                     .speaker = std::move(name),
                                     .field = "speaker"});
}

std::string_view trim_white_space(std::string_view text) {
  std::size_t begin = text.size();
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t here = at;
    if (is_white_space(next_code_point(text, at))) continue;
    if (begin == text.size()) begin = here;
    end = at;
  }
  return end == 0 ? std::string_view() : text.substr(begin, end - begin);
}

// Embeddings, overrides and isolates reach beyond the name and reorder the text around it.
bool has_bidi_formatting(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if ((c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069)) return true;
  }
  return false;
}

const USpoofChecker* spoof_checker() {
  static const std::unique_ptr<USpoofChecker, void (*)(USpoofChecker*)> checker = [] {
    UErrorCode status = U_ZERO_ERROR;
    USpoofChecker* const opened = uspoof_open(&status);
    return std::unique_ptr<USpoofChecker, void (*)(USpoofChecker*)>(
        U_SUCCESS(status) ? opened : nullptr, uspoof_close);
  }();
  return checker.get();
}

std::string without_ignorables(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (!has_property(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) append_utf8(out, c);
  }
  return out;
}

}  // namespace

Result<std::string> normalize_speaker_name(std::string_view name) {
  if (!is_valid_utf8(name)) return refused("the name is not valid UTF-8");
  const std::string_view trimmed = trim_white_space(name);
  if (trimmed.empty()) return refused("the name is empty");
  const std::string too_long = "the name is longer than 80 code points";
  if (count_code_points(trimmed) > kMaxRawCodePoints) return refused(too_long);
  std::string normalized = normalize(trimmed, Form::nfc);
  if (count_code_points(normalized) > kMaxCodePoints) return refused(too_long);
  if (has_control_characters(normalized)) {
    return refused("the name holds a control character or a line or paragraph separator");
  }
  if (has_bidi_formatting(normalized)) {
    return refused("the name holds a bidirectional embedding, override or isolate");
  }
  if (is_blank(normalized)) return refused("the name holds nothing visible");
  if (normalized != "me" && normalize(normalized, Form::nfkc_casefold) == "me") {
    return refused("'" + normalized +
                       "' reads as \"me\", which stands for the agent; write it exactly \"me\" to "
                       "mean the agent, or use another name",
                   normalized);
  }
  return normalized;
}

std::string confusable_skeleton(std::string_view name) {
  // UTS 39 leaves ignorable code points out; ICU before 74 does not.
  // Its tables leave most letters of other widths and weights to the normalization.
  std::string visible = normalize(without_ignorables(name), Form::nfkc);
  const USpoofChecker* const checker = spoof_checker();
  if (checker == nullptr || visible.empty()) return visible;
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString skeleton;
  uspoof_getSkeletonUnicodeString(checker, 0, icu::UnicodeString::fromUTF8(visible), skeleton,
                                  &status);
  if (U_FAILURE(status)) return visible;
  std::string out;
  return skeleton.toUTF8String(out);
}

}  // namespace whosaid::text
