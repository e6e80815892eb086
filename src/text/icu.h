// Where ICU's errors and lengths are translated.

#ifndef WHOSAID_SRC_TEXT_ICU_H_
#define WHOSAID_SRC_TEXT_ICU_H_

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/uchar.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "text/code_points.h"

namespace whosaid::text {

[[nodiscard]] inline UChar32 to_icu(char32_t code_point) {
  return static_cast<UChar32>(code_point);
}

[[nodiscard]] inline bool has_property(char32_t code_point, UProperty property) {
  return u_hasBinaryProperty(to_icu(code_point), property) != 0;
}

[[nodiscard]] inline bool is_white_space(char32_t code_point) {
  if (code_point < 0x80) return code_point == ' ' || (code_point >= 9 && code_point <= 13);
  return u_isUWhiteSpace(to_icu(code_point)) != 0;
}

// The bit of the code point's general category, for comparing with U_GC_..._MASK.
[[nodiscard]] inline std::uint32_t category_mask(char32_t code_point) {
  return U_GET_GC_MASK(to_icu(code_point));
}

// ICU keeps its normalizers for the life of the process and shares them between threads. They are
// null only where ICU's data is missing; the text then stays as it is.
enum class Form { nfc, nfd, nfkc, nfkd, nfkc_casefold };

[[nodiscard]] inline const icu::Normalizer2* normalizer(Form form) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* found = nullptr;
  switch (form) {
    case Form::nfc:
      found = icu::Normalizer2::getNFCInstance(status);
      break;
    case Form::nfd:
      found = icu::Normalizer2::getNFDInstance(status);
      break;
    case Form::nfkc:
      found = icu::Normalizer2::getNFKCInstance(status);
      break;
    case Form::nfkd:
      found = icu::Normalizer2::getNFKDInstance(status);
      break;
    case Form::nfkc_casefold:
      found = icu::Normalizer2::getNFKCCasefoldInstance(status);
      break;
  }
  return U_SUCCESS(status) ? found : nullptr;
}

// `text` must be valid UTF-8. ICU's lengths end at 2 GiB; a longer text stays as it is.
[[nodiscard]] inline std::string normalize(std::string_view text, Form form) {
  const icu::Normalizer2* const how = normalizer(form);
  if (how == nullptr || text.size() > INT32_MAX) return std::string(text);
  std::string out;
  out.reserve(text.size());
  icu::StringByteSink<std::string> sink(&out);
  UErrorCode status = U_ZERO_ERROR;
  how->normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())), sink,
                     nullptr, status);
  return U_SUCCESS(status) ? out : std::string(text);
}

}  // namespace whosaid::text

#endif  // WHOSAID_SRC_TEXT_ICU_H_
